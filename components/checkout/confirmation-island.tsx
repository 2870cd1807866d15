'use client'
import { Check } from 'lucide-react'
import { useLocale, useTranslations } from 'next-intl'
import { fetchFreeBooking, forgetBookingPurchase } from '@/components/booking/api'
import type { Elements } from '@/components/ui/elements'
import type { PaidBooking } from '@/lib/bookings/schema'
import { endOfPaidBooking } from '@/lib/bookings/status'
import { pathIn } from '@/lib/i18n/path'
import { longDate } from '@/lib/time'
import { Confirmation } from './confirmation'
import { Assistance, Cancelled, Message, NextSteps, Refunded, Unknown } from './confirmation-states'
import { type ReturnReader, usePaymentStatus } from './follow-payment'
import { SessionConfirmed, type BookedServices } from './session-confirmed'

type ConfirmationProps = {
  services: BookedServices
  /** What a visitor needs to know before coming. */
  visit: Elements
  /** Links to other pages. */
  nextLinks: Elements
}

const BOOKING: ReturnReader<PaidBooking> = {
  path: '/api/bookings',
  readFree: fetchFreeBooking,
  forget: forgetBookingPurchase,
  endOf: endOfPaidBooking,
  lapsedOf: (booking) =>
    booking.paymentStatus === 'failed' && hasLapsed(booking) ? booking : null,
}

/** The hold ended before it was paid. */
const hasLapsed = ({ cancelReason }: PaidBooking): boolean =>
  cancelReason === 'expired' || cancelReason === 'released'

export function ConfirmationIsland({ services, visit, nextLinks }: ConfirmationProps) {
  const t = useTranslations('confirmation')
  return (
    <Confirmation
      view={usePaymentStatus(BOOKING)}
      loading={t('loading')}
      again={pathIn(useLocale(), '/booking')}
      ends={{
        confirmed: (booking) => <SessionConfirmed booking={booking} services={services} />,
        refunded: (booking) => <BookingRefunded paid={booking} />,
        cancelled: (booking) => <BookingCancelled paid={booking} />,
      }}
      generic={<Generic />}
      unknown={<Unknown />}
    >
      {visit}
      {nextLinks}
    </Confirmation>
  )
}

type Ended = { paid: PaidBooking }

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

/** The money came too late, or the booking was cancelled (docs/decisions/020 C7). */
function BookingRefunded({ paid }: Ended) {
  const t = useTranslations('confirmation')
  const locale = useLocale()
  const facts = { date: longDate(paid.date, locale), time: paid.time }
  return (
    <Refunded
      paymentStatus={paid.paymentStatus}
      money={paid.money}
      note={t(`refunded.${whyRefunded(paid)}`, facts)}
      reference={`${t('ticket.booking')} #${paid.id}`}
      another={{ href: pathIn(locale, '/booking'), text: t('refunded.again') }}
      message={t('assistance.messageWithId', { id: paid.id })}
    />
  )
}

const whyRefunded = (paid: PaidBooking): 'late' | 'cancelled' | 'other' =>
  hasLapsed(paid) ? 'late' : paid.status === 'cancelled' ? 'cancelled' : 'other'

function BookingCancelled({ paid: { id, money } }: Ended) {
  const t = useTranslations('confirmation.cancelled')
  return (
    <Cancelled
      title={t('title')}
      note={t('note', { id })}
      money={money}
      message={t('message', { id })}
    />
  )
}
