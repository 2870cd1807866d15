'use client'
import { Check, Undo2 } from 'lucide-react'
import { useLocale, useTranslations } from 'next-intl'
import Link from 'next/link'
import { fetchFreeBooking, forgetPurchase } from '@/components/booking/api'
import { Badge } from '@/components/ui/badge'
import { buttonVariants } from '@/components/ui/button-variants'
import type { Elements } from '@/components/ui/elements'
import type { PaidBooking } from '@/lib/bookings/schema'
import { pathIn } from '@/lib/i18n/path'
import { formatRM, senOf } from '@/lib/money'
import { hasRefund } from '@/lib/payments/rules'
import { longDate } from '@/lib/time'
import {
  Assistance,
  Cancelled,
  Confirming,
  Failed,
  Later,
  Loading,
  Message,
  NextSteps,
  Support,
  Unknown,
} from './confirmation-states'
import { type ReturnReader, showsNextSteps, usePaymentStatus, type View } from './follow-payment'
import { type ServiceNames, Ticket } from './ticket'
import { statusShown } from './ticket-part'

type ConfirmationProps = {
  serviceNames: ServiceNames
  /** What a visitor needs to know before coming. */
  visit: Elements
  /** Links to other pages. */
  farewell: Elements
}

const BOOKING: ReturnReader<PaidBooking> = {
  path: '/api/bookings',
  readFree: fetchFreeBooking,
  forget: forgetPurchase,
  endOf({ status, paymentStatus }) {
    if (status === 'confirmed' || status === 'completed') return 'confirmed'
    if (hasRefund(paymentStatus)) return 'refunded'
    return status === 'cancelled' && paymentStatus === 'paid' ? 'cancelled' : null
  },
  hasLapsed: (booking) => booking.paymentStatus === 'failed' && hasLapsed(booking),
}

/** The hold ended before it was paid. */
const hasLapsed = ({ cancelReason }: PaidBooking): boolean =>
  cancelReason === 'expired' || cancelReason === 'released'

/**
 * The part of the confirmation that depends on the visitor. Fills the screen, so that what comes
 * below never jumps.
 */
export function ConfirmationIsland({ serviceNames, visit, farewell }: ConfirmationProps) {
  const t = useTranslations('confirmation')
  const locale = useLocale()
  const view = usePaymentStatus(BOOKING)
  const showsNext = showsNextSteps(view)
  return (
    <div className="min-h-[calc(100dvh-var(--spacing-header)-2rem)]">
      <div aria-live="polite">
        {content(view, serviceNames, t('loading'), pathIn(locale, '/booking'))}
      </div>
      {showsNext && visit}
      {showsNext && farewell}
    </div>
  )
}

function content(
  view: View<PaidBooking>,
  serviceNames: ServiceNames,
  loading: string,
  again: string,
) {
  switch (view.kind) {
    case 'loading':
      return <Loading text={loading} />
    case 'confirming':
      return <Confirming />
    case 'later':
      return <Later reference={view.reference} />
    case 'failed':
      return <Failed again={again} lapsed={view.lapsed} />
    case 'generic':
      return <Generic />
    case 'unknown':
      return <Unknown />
    case 'cancelled':
      return <Cancelled booking={view.paid} />
    case 'refunded':
      return <Refunded booking={view.paid} />
    case 'confirmed':
      return <Ticket booking={view.paid} serviceNames={serviceNames} />
  }
}

const STEPS = ['email', 'prepare', 'arrive', 'record'] as const

/** A success whose details this browser may not see: nothing personal, only what happens next. */
export function Generic() {
  const t = useTranslations('confirmation')
  return (
    <div className="grid gap-6">
      <Message icon={<Check />} tone="good" title={t('header')} />
      <section className="grid gap-6 rounded-lg border border-line bg-card p-6 sm:p-8 md:grid-cols-2">
        <div className="grid content-start gap-2">
          <h2 className="text-xl">{t('generic.title')}</h2>
          <p className="text-muted">{t('generic.note')}</p>
        </div>
        <div>
          <NextSteps
            title={t('generic.next')}
            steps={STEPS.map((step) => t(`generic.steps.${step}`))}
          />
        </div>
      </section>
      <Assistance note={t('assistance.note')} message={t('assistance.message')} />
    </div>
  )
}

/**
 * The money came too late, or the booking was cancelled: it is refunded in full (docs/decisions/020
 * C7).
 */
function Refunded({ booking }: { booking: PaidBooking }) {
  const t = useTranslations('confirmation')
  const locale = useLocale()
  const late = hasLapsed(booking)
  const failed = booking.paymentStatus === 'refund_failed'
  const facts = {
    date: longDate(booking.date, locale),
    time: booking.time,
    total: formatRM(senOf(booking.totalAmount)),
  }
  const note = failed ? 'refundFailed.note' : late ? 'refunded.note' : 'refundedPaid.note'
  return (
    <Message
      icon={<Undo2 />}
      tone={failed ? 'bad' : 'calm'}
      title={t(failed ? 'refundFailed.title' : 'refunded.title')}
      note={t(note, facts)}
    >
      <Badge variant="secondary" className="basis-full border-0 bg-transparent justify-center">
        {`${t('ticket.booking')} #${booking.id} · ${t(`status.${statusShown(booking)}`)}`}
      </Badge>
      <Link
        href={pathIn(locale, '/booking')}
        prefetch={false}
        className={buttonVariants({ size: 'lg' })}
      >
        {t('refunded.again')}
      </Link>
      <Support message={t('assistance.messageWithId', { id: booking.id })} />
    </Message>
  )
}
