'use client'
import { useLocale, useTranslations } from 'next-intl'
import { useEffect, useState } from 'react'
import { StatusBadge } from '@/components/admin/status-badge'
import type { ListedBooking } from '@/components/admin/types'
import { PersonActions } from '@/components/admin/people/person-actions'
import { useRead } from '@/components/admin/use-save'
import { Button } from '@/components/ui/button'
import {
  Dialog,
  DialogContent,
  DialogDescription,
  DialogHeader,
  DialogTitle,
} from '@/components/ui/dialog'
import { toLocale } from '@/lib/i18n/routing'
import { formatRM, senOf } from '@/lib/money'
import { longDate, studioDate, studioTime } from '@/lib/time'
import type { OpenDialog } from './booking-row'
import { History, Mails, Part, Payments, useMoment, type Detail } from './drawer-parts'
import { openedOf } from './opened'

type Shown = Detail & {
  booking: Omit<ListedBooking, 'paymentStatus'> & {
    phone: string | null
    requirements: string | null
    subtotal: string
    taxAmount: string
  }
  addOns: { name: string; hours: number; totalAmount: string }[]
  spans: { startsAt: string; endsAt: string }[]
}
type Props = { id: number; onClose: () => void; onOpen: (open: OpenDialog) => void }

/** Everything about one booking at the side of the page: its money, its mails, who changed what. */
export function BookingDrawer({ id, onClose, onOpen }: Props) {
  const t = useTranslations('admin.bookings')
  const read = useRead()
  const [detail, setDetail] = useState<Shown | 'failed' | null>(null)
  useEffect(() => {
    let current = true
    const show = (found: Shown | null) => current && setDetail(found ?? 'failed')
    read<Shown>(`/api/admin/bookings/${id}`).then(show, () => show(null))
    return () => {
      current = false
    }
  }, [id, read])
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()}>
      <DialogContent
        closeLabel={t('drawer.close')}
        className="content-start sm:ml-auto sm:min-h-full sm:max-w-md"
      >
        <DialogHeader>
          <DialogTitle>{t('drawer.title', { id: String(id) })}</DialogTitle>
          <DialogDescription aria-live="polite">
            {detail === null && t('drawer.loading')}
            {detail === 'failed' && t('drawer.failed')}
            {detail !== null && detail !== 'failed' && detail.booking.service.name}
          </DialogDescription>
        </DialogHeader>
        {detail !== null && detail !== 'failed' && <Content detail={detail} onOpen={onOpen} />}
      </DialogContent>
    </Dialog>
  )
}

function Content({ detail, onOpen }: { detail: Shown; onOpen: Props['onOpen'] }) {
  const t = useTranslations('admin.bookings')
  const durations = useTranslations('admin.durations')
  const unknown = useTranslations('admin.list')('unknownService')
  const moment = useMoment()
  const locale = toLocale(useLocale())
  const { booking, addOns, spans, payments } = detail
  const duration = booking.duration as Parameters<typeof durations>[0]
  const opened = openedOf(
    booking,
    unknown,
    payments.some((payment) => payment.state === 'paid'),
  )
  const changeable = opened.status === 'pending' || opened.status === 'confirmed'
  return (
    <div className="grid gap-4">
      {changeable && (
        <div className="flex flex-wrap gap-2">
          <Button
            variant="outline"
            onClick={() => onOpen({ dialog: 'reschedule', booking: opened })}
          >
            {t('reschedule')}
          </Button>
          <Button variant="ghost" onClick={() => onOpen({ dialog: 'cancel', booking: opened })}>
            {t('cancel')}
          </Button>
        </div>
      )}
      <Part title={t('drawer.session')}>
        <StatusBadge booking={booking} />
        <p className="figures">
          {longDate(booking.date, locale)}, {booking.time} ·{' '}
          {durations.has(duration) ? durations(duration) : booking.duration}
        </p>
        {spans.length > 1 && (
          <ul className="figures text-sm text-muted">
            {spans.map((span) => (
              <li key={span.startsAt}>
                {longDate(studioDate(new Date(span.startsAt)), locale)},{' '}
                {studioTime(new Date(span.startsAt))}–{studioTime(new Date(span.endsAt))}
              </li>
            ))}
          </ul>
        )}
        <p className="text-xs text-muted">
          {t('drawer.booked', { date: moment(booking.createdAt) })}
        </p>
      </Part>
      <Part title={t('drawer.client')}>
        <p className="font-medium wrap-anywhere">{opened.client}</p>
        <a
          href={`mailto:${booking.email}`}
          className="py-2 text-sm text-tungsten wrap-anywhere hover:underline"
        >
          {booking.email}
        </a>
        {booking.phone && (
          <a
            href={`tel:${booking.phone.replace(/[^\d+]/g, '')}`}
            className="figures py-2 text-sm text-tungsten hover:underline"
          >
            {booking.phone}
          </a>
        )}
        {booking.email && <PersonActions email={booking.email} name={opened.client} />}
      </Part>
      {booking.requirements && (
        <Part title={t('drawer.requirements')}>
          <p className="text-sm whitespace-pre-line wrap-anywhere">{booking.requirements}</p>
        </Part>
      )}
      <Part title={t('drawer.amounts')}>
        <dl className="figures grid grid-cols-[1fr_auto] gap-x-4 gap-y-1 text-sm">
          {addOns.map((addOn) => (
            <Amount
              key={addOn.name}
              name={`${addOn.name} · ${addOn.hours} h`}
              amount={addOn.totalAmount}
            />
          ))}
          <Amount name={t('drawer.subtotal')} amount={booking.subtotal} />
          <Amount name={t('drawer.tax')} amount={booking.taxAmount} />
          <Amount name={t('drawer.total')} amount={booking.totalAmount} />
        </dl>
      </Part>
      <Part title={t('drawer.payments')}>
        <Payments payments={payments} />
      </Part>
      <Part title={t('drawer.mails')}>
        <Mails mails={detail.mails} />
      </Part>
      <Part title={t('drawer.history')}>
        <History history={detail.history} />
      </Part>
    </div>
  )
}

const Amount = ({ name, amount }: { name: string; amount: string }) => (
  <>
    <dt className="text-muted">{name}</dt>
    <dd className="text-right">{formatRM(senOf(amount))}</dd>
  </>
)
