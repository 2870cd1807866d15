import { TriangleAlert } from 'lucide-react'
import { useLocale, useTranslations } from 'next-intl'
import { SameSlip } from '@/components/admin/booking/same-slip'
import { Link } from '@/components/admin/frame/link'
import { MailActions, PaymentActions } from '@/components/admin/attention/actions'
import { AndMore } from '@/components/admin/shared/and-more'
import { useMailName } from '@/components/admin/shared/mail-name'
import { useSessionTime } from '@/components/admin/shared/moment'
import { useDates } from '@/components/dates'
import type { CutList } from '@/lib/cut-list'
import type { FailedMail } from '@/lib/mail/schema'
import { Alert, AlertDescription } from '@/components/ui/alert'
import { Badge } from '@/components/ui/badge'
import { cn } from '@/components/ui/cn'
import type {
  AlertList,
  PaymentAlert,
  TransferOver,
  TroubleAlert,
  UnpaidOver,
  UnrecordedIntent,
} from '@/lib/admin/attention/schema'
import { formatMoney } from '@/lib/currencies'
import { pathIn } from '@/lib/i18n/path'
import { formatRM, senOf } from '@/lib/money'
import type { MethodRefusal } from '@/lib/payments/schema'

const MOMENT = {
  day: 'numeric',
  month: 'short',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
} as const

/** Payments of one kind under their heading. Renders nothing when there are none. */
export function PaymentSection({
  kind,
  payments,
  more,
  today,
}: {
  kind: AlertList
  payments: PaymentAlert[]
  /** Beyond these. */
  more: number
  today: string
}) {
  const t = useTranslations('admin.attention')
  if (payments.length === 0) return null
  const urgent = kind !== 'late' && kind !== 'handled'
  return (
    <section
      aria-labelledby={`payments-${kind}`}
      className={cn(
        'rounded-lg border border-l-4 bg-raised',
        urgent ? 'border-onair/50 border-l-onair' : 'border-line border-l-tungsten',
      )}
    >
      <div className="grid gap-1 px-4 pt-3.5 pb-2">
        <h2 id={`payments-${kind}`} className="text-base">
          <span>{t(`${kind}.title`)}</span>{' '}
          <span className="figures text-muted">{`(${payments.length + more})`}</span>
        </h2>
        <p className="measure text-sm text-muted">{t(`${kind}.hint`)}</p>
      </div>
      <ul className="divide-y divide-line border-t border-line">
        {payments.map((payment) => (
          <PaymentItem key={payment.id} payment={payment} waits={urgent} today={today} />
        ))}
      </ul>
      <Beyond count={more} />
    </section>
  )
}

const Beyond = ({ count }: { count: number }) =>
  count > 0 && (
    <div className="border-t border-line px-4 py-3">
      <AndMore count={count} />
    </div>
  )

/** `waits`: an administrator has yet to do something about it. */
function PaymentItem({
  payment,
  waits,
  today,
}: {
  payment: PaymentAlert
  waits: boolean
  today: string
}) {
  const t = useTranslations('admin.attention')
  const format = useDates()
  const { bookingId, orderId, client } = payment
  const subject = bookingId
    ? t('booking', { id: String(bookingId) })
    : orderId
      ? t('order', { id: String(orderId) })
      : t('unknown')
  const received = formatMoney(payment.received, payment.currency)
  const isWrong = payment.reason === 'amount_mismatch'
  const amount = isWrong
    ? t('received', { amount: received, due: formatRM(payment.dueSen) })
    : formatMoney(payment.left, payment.currency)
  const isRefunding = payment.outcome === 'refunded' && payment.refundStatus === 'pending'
  const outcome = isRefunding ? 'refund_due' : (payment.outcome ?? 'unsettled')
  return (
    <li className="grid gap-3 px-4 py-3 text-sm lg:grid-cols-[minmax(0,1fr)_auto] lg:items-center">
      <div className="grid gap-1">
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <span className="figures font-medium">{amount}</span>
          <span className="wrap-anywhere">
            {[subject, client?.name, client?.email].filter(Boolean).join(' · ')}
          </span>
          {(waits || payment.outcome !== 'needs_attention') && (
            <Badge variant={waits ? 'destructive' : 'outline'}>
              {payment.dispute ? t(`disputes.${payment.dispute}`) : t(`outcomes.${outcome}`)}
            </Badge>
          )}
          {payment.handledAs && (
            <Badge variant="outline">{t(`handledAs.${payment.handledAs}`)}</Badge>
          )}
        </p>
        <p className="text-xs text-muted wrap-anywhere">
          {[
            payment.reason && t(`reasons.${payment.reason}`),
            payment.succeededAt && format.dateTime(new Date(payment.succeededAt), MOMENT),
            payment.intentId && t('intent', { id: payment.intentId }),
          ]
            .filter(Boolean)
            .join(' · ')}
        </p>
        {payment.refusal && (
          <p className="text-xs wrap-anywhere">{t('refusal', { text: payment.refusal })}</p>
        )}
        {payment.note && <p className="wrap-anywhere">{t('note', { note: payment.note })}</p>}
      </div>
      {(waits || payment.outcome === 'needs_attention') && (
        <PaymentActions payment={payment} waits={waits} today={today} />
      )}
    </li>
  )
}

/** What keeps money, mail or bookings from their way, with what to do. */
export function TroubleAlerts({ troubles }: { troubles: TroubleAlert[] }) {
  const t = useTranslations('admin.attention')
  const format = useDates()
  return troubles.map(({ kind, since, count, job }) => {
    const name = `jobs.${job ?? ''}` as 'jobs.prune'
    return (
      <Alert key={`${kind} ${job ?? ''}`} variant="destructive">
        <AlertDescription className="text-fg">
          {t(`troubles.${kind}`, {
            since: format.dateTime(new Date(since), MOMENT),
            count: count ?? 0,
            job: t.has(name) ? t(name) : (job ?? ''),
          })}
        </AlertDescription>
      </Alert>
    )
  })
}

/** Transfers that nobody has decided. Renders nothing when there are none. */
export function TransferOverSection({ transfers }: { transfers: TransferOver[] }) {
  const t = useTranslations('admin.attention')
  const when = useSessionTime()
  const locale = useLocale()
  if (transfers.length === 0) return null
  return (
    <section
      aria-labelledby="transfer-over"
      className="rounded-lg border border-l-4 border-onair/50 border-l-onair bg-raised"
    >
      <div className="grid gap-1 px-4 pt-3.5 pb-2">
        <h2 id="transfer-over" className="text-base">
          {t('transfer_over.title')}{' '}
          <span className="figures text-muted">{`(${transfers.length})`}</span>
        </h2>
        <p className="measure text-sm text-muted">{t('transfer_over.hint')}</p>
      </div>
      <ul className="divide-y divide-line border-t border-line">
        {transfers.map((transfer) => (
          <li key={transfer.id} className="flex flex-wrap gap-x-3 gap-y-1 px-4 py-3 text-sm">
            <span className="figures font-medium">{formatRM(senOf(transfer.amount))}</span>
            <span className="wrap-anywhere">
              {`${t('booking', { id: String(transfer.id) })} · ${transfer.name}`}
            </span>
            <span className="figures text-muted">{when(transfer)}</span>
            {transfer.hasSlip && <span className="text-muted">{t('transfer_over.slip')}</span>}
            <SameSlip ids={transfer.sameSlip} />
            <Link
              href={pathIn(locale, `/admin/bookings/${transfer.id}`)}
              className="ml-auto underline underline-offset-4"
            >
              {t('transfer_over.decide')}
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** Bookings by link that are over and not paid. Renders nothing when there are none. */
export function UnpaidOverSection({ bookings }: { bookings: UnpaidOver[] }) {
  const t = useTranslations('admin.attention')
  const when = useSessionTime()
  if (bookings.length === 0) return null
  return (
    <section
      aria-labelledby="unpaid-over"
      className="rounded-lg border border-l-4 border-onair/50 border-l-onair bg-raised"
    >
      <div className="grid gap-1 px-4 pt-3.5 pb-2">
        <h2 id="unpaid-over" className="text-base">
          {t('unpaid_over.title')}{' '}
          <span className="figures text-muted">{`(${bookings.length})`}</span>
        </h2>
        <p className="measure text-sm text-muted">{t('unpaid_over.hint')}</p>
      </div>
      <ul className="divide-y divide-line border-t border-line">
        {bookings.map((booking) => (
          <li key={booking.id} className="flex flex-wrap gap-x-3 gap-y-1 px-4 py-3 text-sm">
            <span className="figures font-medium">{formatRM(senOf(booking.amount))}</span>
            <span className="wrap-anywhere">
              {`${t('booking', { id: String(booking.id) })} · ${booking.name}`}
            </span>
            <span className="figures text-muted">{when(booking)}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** Money at Stripe that could not be entered. Renders nothing when there is none. */
export function UnrecordedSection({
  intents,
  more,
}: {
  intents: UnrecordedIntent[]
  more: number
}) {
  const t = useTranslations('admin.attention')
  const format = useDates()
  if (intents.length === 0) return null
  return (
    <section
      aria-labelledby="unrecorded"
      className="rounded-lg border border-l-4 border-onair/50 border-l-onair bg-raised"
    >
      <div className="grid gap-1 px-4 pt-3.5 pb-2">
        <h2 id="unrecorded" className="text-base">
          {t('unrecorded.title')}{' '}
          <span className="figures text-muted">{`(${intents.length + more})`}</span>
        </h2>
        <p className="measure text-sm text-muted">{t('unrecorded.hint')}</p>
      </div>
      <ul className="divide-y divide-line border-t border-line">
        {intents.map(({ intentId, since }) => (
          <li key={intentId} className="px-4 py-3 text-sm wrap-anywhere">
            {t('unrecorded.item', {
              id: intentId,
              since: format.dateTime(new Date(since), MOMENT),
            })}
          </li>
        ))}
      </ul>
      <Beyond count={more} />
    </section>
  )
}

/**
 * Mails that could not be sent, or attachments that their mails went without. Renders nothing when
 * there are none.
 */
export function MailSection({
  list,
  mails: { rows: mails, more },
}: {
  list: 'mails' | 'attachments'
  mails: CutList<FailedMail>
}) {
  const t = useTranslations('admin.attention')
  const nameOf = useMailName()
  const format = useDates()
  if (mails.length === 0) return null
  return (
    <section
      aria-labelledby={list}
      className="rounded-lg border border-l-4 border-onair/50 border-l-onair bg-raised"
    >
      <div className="grid gap-1 px-4 pt-3.5 pb-2">
        <h2 id={list} className="text-base">
          <span>{t(`${list}.title`)}</span>{' '}
          <span className="figures text-muted">{`(${mails.length + more})`}</span>
        </h2>
        <p className="measure text-sm text-muted">{t(`${list}.hint`)}</p>
      </div>
      <ul className="divide-y divide-line border-t border-line">
        {mails.map((mail) => (
          <li
            key={mail.id}
            className="grid gap-3 px-4 py-3 text-sm lg:grid-cols-[minmax(0,1fr)_auto] lg:items-center"
          >
            <div className="grid gap-1">
              <p className="wrap-anywhere">
                <span className="font-medium">
                  {mail.attachment ? t(`attachments.${mail.attachment}`) : nameOf(mail.kind)}
                </span>
                <span>{` · ${mail.recipient}`}</span>
                {mail.bookingId !== null && (
                  <span>{` · ${t('booking', { id: String(mail.bookingId) })}`}</span>
                )}
                {mail.orderId !== null && (
                  <span>{` · ${t('order', { id: String(mail.orderId) })}`}</span>
                )}
              </p>
              <p className="figures text-xs text-muted wrap-anywhere">
                <span>{`${format.dateTime(new Date(mail.createdAt), MOMENT)} · `}</span>
                <span>{t('mails.attempts', { count: mail.attempts })}</span>
                {mail.lastError && <span>{` · ${mail.lastError}`}</span>}
              </p>
            </div>
            <MailActions id={mail.id} recipient={mail.recipient} />
          </li>
        ))}
      </ul>
      <Beyond count={more} />
    </section>
  )
}

/** A line above the bookings while something needs an administrator; otherwise nothing. */
export function AttentionLink({ count, href }: { count: number; href: string }) {
  const t = useTranslations('admin.attention')
  return count > 0 && <WaitingLink href={href} text={t('waiting', { count })} />
}

/** How many bookings are in closed time, for the owner's first page. */
export function ClosedTimeLink({ count, href }: { count: number; href: string }) {
  const t = useTranslations('admin.closings')
  return count > 0 && <WaitingLink href={href} text={t('waiting', { count })} />
}

const WaitingLink = ({ href, text }: { href: string; text: string }) => (
  <Link
    href={href}
    className={
      'flex min-h-11 items-center gap-2.5 rounded-lg border border-l-4 ' +
      'border-onair/50 border-l-onair bg-raised px-4 py-2 text-sm hover:bg-card'
    }
  >
    <TriangleAlert aria-hidden="true" className="size-4 shrink-0 text-onair-soft" />
    <span className="underline underline-offset-4">{text}</span>
  </Link>
)

/** Payment methods that the studio offers and Stripe refused for the last payment. */
export function MethodAlerts({ refusals }: { refusals: readonly MethodRefusal[] }) {
  const t = useTranslations('admin.attention.methods')
  const format = useDates()
  return refusals.map(({ method, refusedAt, refusal }) => (
    <Alert key={method} variant="destructive">
      <AlertDescription className="grid gap-1 text-fg">
        <span>
          {t(refusal === null ? 'leftOut' : 'refused', {
            method: t(method),
            since: format.dateTime(refusedAt, MOMENT),
          })}
        </span>
        {refusal !== null && (
          <q lang="en" className="wrap-anywhere">
            {refusal}
          </q>
        )}
        <span className="text-muted">{t('next')}</span>
      </AlertDescription>
    </Alert>
  ))
}
