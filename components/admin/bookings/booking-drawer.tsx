'use client'
import { openedBooking, type OpenDialog } from './opened-booking'
import { lengthKey, lengthOf } from '@/lib/availability/rules'
import type { BookingDetail } from '@/lib/admin/bookings/schema'
import { useFormatter, useLocale, useTranslations } from 'next-intl'
import { useEffect, useState } from 'react'
import { Share } from '@/components/blog/share'
import { DocumentLinks } from '@/components/admin/receipts/document-links'
import { PersonActions } from '@/components/admin/people/person-actions'
import { PaymentBadge, StatusBadge } from '@/components/admin/shared/badges'
import { useRoomName } from '@/components/admin/shared/rooms'
import { useRead } from '@/components/admin/shared/use-save'
import { Badge } from '@/components/ui/badge'
import { Button } from '@/components/ui/button'
import {
  Dialog,
  DialogContent,
  DialogDescription,
  DialogHeader,
  DialogTitle,
} from '@/components/ui/dialog'
import type { Elements } from '@/components/ui/elements'
import { toLocale } from '@/lib/i18n/routing'
import { formatMoney, formatRM, senOf } from '@/lib/money'
import { mailtoHref, phoneHref } from '@/lib/settings/site'
import { longDate, studioDate, studioTime } from '@/lib/time'

type Props = { id: number; onClose: () => void; onOpen: (open: OpenDialog) => void }

/** Everything about one booking in a drawer: payments, mails, history. */
export function BookingDrawer({ id, onClose, onOpen }: Props) {
  const t = useTranslations('admin.bookings')
  const read = useRead()
  const [detail, setDetail] = useState<BookingDetail | 'failed' | null>(null)
  useEffect(() => {
    let current = true
    const show = (found: BookingDetail | null) => current && setDetail(found ?? 'failed')
    read<BookingDetail>(`/api/admin/bookings/${id}`).then(show, () => show(null))
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
            {detail === null
              ? t('drawer.loading')
              : detail === 'failed'
                ? t('drawer.failed')
                : detail.booking.service.name}
          </DialogDescription>
        </DialogHeader>
        {detail !== null && detail !== 'failed' && <Content detail={detail} onOpen={onOpen} />}
      </DialogContent>
    </Dialog>
  )
}

function Content({ detail, onOpen }: { detail: BookingDetail; onOpen: Props['onOpen'] }) {
  const t = useTranslations('admin.bookings')
  const durations = useTranslations('admin.durations')
  const unknown = useTranslations('admin.list')('unknownService')
  const moment = useMoment()
  const locale = toLocale(useLocale())
  const { booking, addOns, spans, payments } = detail
  const room = useRoomName(booking.roomId)
  const duration = lengthKey(lengthOf(booking))
  const opened = openedBooking({ ...booking, keptAmount: detail.keptAmount }, unknown)
  const isRefundable = opened.status === 'cancelled' && senOf(detail.keptAmount) > 0
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
      {isRefundable && (
        <div>
          <Button variant="outline" onClick={() => onOpen({ dialog: 'cancel', booking: opened })}>
            {t('stop.refundSubmit', { amount: formatRM(senOf(detail.keptAmount)) })}
          </Button>
        </div>
      )}
      {detail.payLink && (
        <Part title={t('drawer.payLink')}>
          <p className="text-sm text-muted">{t('drawer.payLinkNote')}</p>
          <Share
            title={t('drawer.payLinkMessage', { id: String(booking.id) })}
            url={detail.payLink}
            namespace="admin.bookings.share"
          />
        </Part>
      )}
      <Part title={t('drawer.session')}>
        <StatusBadge booking={booking} />
        <p className="figures">
          <span>{`${longDate(booking.date, locale)}, ${booking.time} · `}</span>
          <span>
            {durations.has(duration)
              ? durations(duration, { hours: booking.hours })
              : booking.duration}
          </span>
        </p>
        {room && <p className="wrap-anywhere">{room}</p>}
        {spans.length > 1 && (
          <ul className="figures text-sm text-muted">
            {spans.map((span) => (
              <li key={span.startsAt}>
                <span>{`${longDate(studioDate(new Date(span.startsAt)), locale)}, `}</span>
                <span>{`${studioTime(new Date(span.startsAt))}–${studioTime(new Date(span.endsAt))}`}</span>
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
        {booking.email && (
          <a
            href={mailtoHref(booking.email)}
            className="py-2 text-sm text-tungsten wrap-anywhere hover:underline"
          >
            {booking.email}
          </a>
        )}
        {booking.phone && (
          <a
            href={phoneHref({ phone: booking.phone })}
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
          {booking.taxAmount !== '0.00' && (
            <Amount name={t('drawer.tax')} amount={booking.taxAmount} />
          )}
          <Amount name={t('drawer.total')} amount={booking.totalAmount} />
        </dl>
      </Part>
      <Part title={t('drawer.payments')}>
        <Payments payments={payments} />
      </Part>
      {detail.receipts.length > 0 && (
        <Part title={t('drawer.receipts')}>
          <DocumentLinks documents={detail.receipts} />
        </Part>
      )}
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

const MOMENT = {
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
} as const

/** A part of the drawer under its heading. */
const Part = ({ title, children }: { title: string; children: Elements }) => (
  <section className="grid gap-1.5 border-t border-line pt-4">
    <h3 className="eyebrow font-sans">{title}</h3>
    {children}
  </section>
)

/** An instant in the studio's time. */
function useMoment(): (instant: string) => string {
  const format = useFormatter()
  return (instant) =>
    format.dateTime(new Date(instant), { ...MOMENT, timeZone: 'Asia/Kuala_Lumpur' })
}

function Payments({ payments }: Pick<BookingDetail, 'payments'>) {
  const t = useTranslations('admin.bookings')
  const moment = useMoment()
  if (payments.length === 0) return <p className="text-sm text-muted">{t('drawer.noPayments')}</p>
  return (
    <ul className="grid gap-2 text-sm">
      {payments.map((payment) => (
        <li key={payment.id} className="grid gap-0.5">
          <span className="flex flex-wrap items-center gap-2">
            <span className="figures font-medium">
              {formatMoney(payment.amount, payment.currency)}
            </span>
            <PaymentBadge state={payment.state} />
            {payment.refunded > 0 && (
              <span className="figures text-muted">
                {t(payment.refundPending ? 'drawer.refunding' : 'drawer.refunded', {
                  amount: formatMoney(payment.refunded, payment.currency),
                })}
              </span>
            )}
          </span>
          <span className="text-xs text-muted wrap-anywhere">
            <span>{`${known(t, 'purposes', payment.purpose)} · ${moment(payment.at)} · `}</span>
            <span>{payment.intentId ?? t('drawer.offline')}</span>
            {payment.note && <span>{` · ${payment.note}`}</span>}
          </span>
        </li>
      ))}
    </ul>
  )
}

function Mails({ mails }: Pick<BookingDetail, 'mails'>) {
  const t = useTranslations('admin.bookings')
  const moment = useMoment()
  if (mails.length === 0) return <p className="text-sm text-muted">{t('drawer.noMails')}</p>
  return (
    <ul className="grid gap-2 text-sm">
      {mails.map((mail) => (
        <li key={mail.id} className="grid gap-0.5">
          <span className="flex flex-wrap items-center gap-2">
            <span>{known(t, 'mailKinds', mail.kind)}</span>
            <Badge
              variant={
                mail.status === 'failed'
                  ? 'destructive'
                  : mail.status === 'sent'
                    ? 'success'
                    : 'secondary'
              }
            >
              {known(t, 'mailStates', mail.status)}
            </Badge>
          </span>
          <span className="text-xs text-muted wrap-anywhere">
            {`${mail.recipient} · ${moment(mail.at)}`}
          </span>
        </li>
      ))}
    </ul>
  )
}

function History({ history }: Pick<BookingDetail, 'history'>) {
  const t = useTranslations('admin.bookings')
  const moment = useMoment()
  if (history.length === 0) return <p className="text-sm text-muted">{t('drawer.noHistory')}</p>
  return (
    <ul className="grid gap-2 text-sm">
      {history.map((entry) => (
        <li key={entry.id} className="grid gap-0.5">
          <span className="wrap-anywhere">
            <span>{known(t, 'actions', entry.action)}</span>
            {entry.before !== null && (
              <span className="text-muted">
                {`: ${valuesOf(entry.before)} → ${valuesOf(entry.after)}`}
              </span>
            )}
          </span>
          <span className="text-xs text-muted">
            {t('drawer.by', { actor: entry.actor, date: moment(entry.at) })}
          </span>
        </li>
      ))}
    </ul>
  )
}

const valuesOf = (value: unknown): string =>
  value && typeof value === 'object' ? Object.values(value).map(String).join(' ') : '–'

/** The label of a key, or the key itself when it has none. */
function known(
  t: ReturnType<typeof useTranslations<'admin.bookings'>>,
  group: 'purposes' | 'mailKinds' | 'mailStates' | 'actions',
  key: string,
): string {
  const path = `${group}.${key}` as Parameters<typeof t>[0]
  return t.has(path) ? t(path) : key
}
