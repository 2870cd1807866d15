'use client'
import { useLocale, useTranslations } from 'next-intl'
import { useEffect, useState } from 'react'
import { MailWords, useBookingWords } from '@/components/admin/closings/facts'
import { useRead, useSave } from '@/components/admin/shared/use-save'
import { Button } from '@/components/ui/button'
import {
  Dialog,
  DialogContent,
  DialogDescription,
  DialogFooter,
  DialogHeader,
  DialogTitle,
} from '@/components/ui/dialog'
import type { Elements } from '@/components/ui/elements'
import type { ClosedBooking, ClosedChoices } from '@/lib/closings/schema'
import { toLocale } from '@/lib/i18n/routing'
import { formatRM } from '@/lib/money'
import { longDate } from '@/lib/time'

type Props = { row: ClosedBooking; close: () => void }
type Read = ClosedChoices | 'failed' | null

/** What can become of the booking: null until it was read. */
function useChoices(id: number): Read {
  const read = useRead()
  const [choices, setChoices] = useState<Read>(null)
  useEffect(() => {
    let current = true
    const show = (found: ClosedChoices | null) => current && setChoices(found ?? 'failed')
    read<ClosedChoices>(`/api/admin/closings/${id}`).then(show, () => show(null))
    return () => {
      current = false
    }
  }, [read, id])
  return choices
}

/** To one of the next times that fit, or to another one. */
export function MoveClosed({ row, close, another }: Props & { another: () => void }) {
  const t = useTranslations('admin.closings')
  const locale = toLocale(useLocale())
  const choices = useChoices(row.id)
  const { send, refresh, pending, succeeded } = useSave()
  const slot = ({ date, time }: { date: string; time: string }) =>
    t('when', { date: longDate(date, locale), time })
  const move = async ({ date, time }: { date: string; time: string }) => {
    const body = { newDate: date, newTime: time, version: row.version }
    const answer = await send('PATCH', `/api/bookings/${row.id}/reschedule`, body)
    if (!answer.ok) return
    succeeded(t('moved', { slot: slot({ date, time }) }))
    refresh()
    close()
  }
  return (
    <Frame row={row} title={t('moveTitle')} pending={pending} close={close} choices={choices}>
      {choices !== null && choices !== 'failed' && (
        <>
          <p className="text-sm">{t(choices.alternatives.length > 0 ? 'next' : 'noNext')}</p>
          <ul className="grid gap-2">
            {choices.alternatives.map((one) => (
              <li key={`${one.date} ${one.time}`}>
                <Button
                  variant="outline"
                  className="w-full justify-start"
                  pending={pending}
                  onClick={() => void move(one)}
                >
                  {slot(one)}
                </Button>
              </li>
            ))}
          </ul>
          {choices.alternatives.length > 0 && (
            <MailWords title={t('ifMovedFirst')} mail={choices.moved} />
          )}
        </>
      )}
      <DialogFooter>
        <Button variant="outline" disabled={pending} onClick={close}>
          {t('close')}
        </Button>
        <Button variant="secondary" disabled={pending} onClick={another}>
          {t('another')}
        </Button>
      </DialogFooter>
    </Frame>
  )
}

/** With all that is kept of its money given back. */
export function CancelClosed({ row, close }: Props) {
  const t = useTranslations('admin.closings')
  const choices = useChoices(row.id)
  const { send, refresh, pending, succeeded } = useSave()
  const cancel = async () => {
    const body = { refund: 'full', version: row.version }
    if (!(await send('PATCH', `/api/bookings/${row.id}/cancel`, body)).ok) return
    succeeded(t('cancelled'))
    refresh()
    close()
  }
  return (
    <Frame row={row} title={t('cancelTitle')} pending={pending} close={close} choices={choices}>
      <p className="text-sm">
        {row.refundableSen > 0
          ? t('refund', { amount: formatRM(row.refundableSen) })
          : t('refundNothing')}
      </p>
      {choices !== null && choices !== 'failed' && (
        <MailWords title={t('ifCancelled')} mail={choices.cancelled} />
      )}
      <DialogFooter>
        <Button variant="outline" disabled={pending} onClick={close}>
          {t('close')}
        </Button>
        <Button variant="destructive" pending={pending} onClick={() => void cancel()}>
          {t('cancel')}
        </Button>
      </DialogFooter>
    </Frame>
  )
}

type FrameProps = Props & { title: string; pending: boolean; choices: Read; children: Elements }

function Frame({ row, title, pending, close, choices, children }: FrameProps) {
  const t = useTranslations('admin.closings')
  const { who, when, what } = useBookingWords()(row)
  return (
    <Dialog open onOpenChange={(open) => !open && !pending && close()}>
      <DialogContent closeLabel={t('close')}>
        <DialogHeader>
          <DialogTitle>{title}</DialogTitle>
          <DialogDescription>{[who, when, what].join(' · ')}</DialogDescription>
        </DialogHeader>
        <div className="grid gap-4">
          {choices === null && <p role="status">{t('loading')}</p>}
          {choices === 'failed' && <p role="alert">{t('failed')}</p>}
          {children}
        </div>
      </DialogContent>
    </Dialog>
  )
}
