'use client'
import { useTranslations } from 'next-intl'
import { useState } from 'react'
import { RescheduleDialog } from '@/components/admin/bookings/reschedule-dialog'
import type { OpenedBooking } from '@/components/admin/bookings/opened-booking'
import { CancelClosed, MoveClosed } from '@/components/admin/closings/dialogs'
import { useBookingWords, useWhy } from '@/components/admin/closings/facts'
import { useSave } from '@/components/admin/shared/use-save'
import { Button } from '@/components/ui/button'
import type { ClosedBooking, ClosedList } from '@/lib/closings/schema'
import { toDecimal } from '@/lib/money'

type Open = { act: 'move' | 'another' | 'cancel'; row: ClosedBooking }

/** The bookings in closed time, each with what can become of it. Renders nothing when there are none. */
export function ClosedTime({ list: { count, rows } }: { list: ClosedList }) {
  const t = useTranslations('admin.closings')
  const [open, setOpen] = useState<Open | null>(null)
  const close = () => setOpen(null)
  if (count === 0 && open === null) return null
  return (
    <section
      id="closed-time"
      aria-labelledby="closed-time-title"
      className="rounded-lg border border-l-4 border-onair/50 border-l-onair bg-raised"
    >
      <div className="grid gap-1 px-4 pt-3.5 pb-2">
        <h2 id="closed-time-title" className="text-base">
          {t('title')} <span className="figures text-muted">{`(${count})`}</span>
        </h2>
        <p className="measure text-sm text-muted">{t('hint')}</p>
      </div>
      <ul className="divide-y divide-line border-t border-line">
        {rows.map((row) => (
          <ClosedItem key={row.id} row={row} onOpen={(act) => setOpen({ act, row })} />
        ))}
      </ul>
      {count > rows.length && (
        <p className="border-t border-line px-4 py-3 text-sm text-muted">
          {t('more', { count: count - rows.length })}
        </p>
      )}
      {open?.act === 'move' && (
        <MoveClosed
          row={open.row}
          close={close}
          another={() => setOpen({ act: 'another', row: open.row })}
        />
      )}
      {open?.act === 'another' && <RescheduleDialog booking={openedOf(open.row)} close={close} />}
      {open?.act === 'cancel' && <CancelClosed row={open.row} close={close} />}
    </section>
  )
}

function ClosedItem({ row, onOpen }: { row: ClosedBooking; onOpen: (act: Open['act']) => void }) {
  const t = useTranslations('admin.closings')
  const { who, when, what, money } = useBookingWords()(row)
  const whyOf = useWhy()
  const { send, refresh, pending, succeeded } = useSave()
  const keep = async () => {
    const body = { version: row.version }
    if (!(await send('PATCH', `/api/bookings/${row.id}/keep`, body)).ok) return
    succeeded(t('kept'))
    refresh()
  }
  const named = (act: string) => `${act}: ${who}`
  return (
    <li className="grid gap-2 px-4 py-3 text-sm lg:grid-cols-[minmax(0,1fr)_auto] lg:items-center">
      <div className="grid gap-1">
        <p className="flex flex-wrap items-baseline gap-x-3">
          <span className="font-medium wrap-anywhere">{who}</span>
          <span className="figures">{when}</span>
        </p>
        <p className="text-muted wrap-anywhere">{what}</p>
        <p>{money}</p>
        {row.why.map((why, nth) => (
          <p key={nth} className="text-onair-soft wrap-anywhere">
            {whyOf(why)}
          </p>
        ))}
      </div>
      <div className="flex flex-wrap gap-2">
        <Button
          variant="outline"
          disabled={pending}
          aria-label={named(t('move'))}
          onClick={() => onOpen('move')}
        >
          {t('move')}
        </Button>
        <Button
          variant="outline"
          disabled={pending}
          aria-label={named(t('cancel'))}
          onClick={() => onOpen('cancel')}
        >
          {t('cancel')}
        </Button>
        <Button
          variant="ghost"
          pending={pending}
          aria-label={named(t('keep'))}
          onClick={() => void keep()}
        >
          {t('keep')}
        </Button>
      </div>
    </li>
  )
}

const openedOf = (row: ClosedBooking): OpenedBooking => ({
  ...row,
  keptAmount: toDecimal(row.refundableSen),
})
