'use client'
import { useLocale, useTranslations } from 'next-intl'
import type { ReactNode } from 'react'
import { fetchFreeBooking, fetchPaidBooking } from '@/components/booking/api'
import type { PaidBooking } from '@/components/booking/types'
import { pathIn } from '@/lib/i18n/path'
import type { Locale } from '@/lib/i18n/routing'
import type { Following, View } from './follow'
import { Cancelled, Confirming, Failed, Generic, Later, Loading, Unknown } from './states'
import { Refunded } from './refunded'
import { Ticket, type ServiceNames } from './ticket'
import { comesNext, useFollowed } from './use-followed'

type ConfirmationProps = {
  serviceNames: ServiceNames
  /** What a visitor needs to know before coming. */
  visit: ReactNode
  /** Where to go from here. */
  farewell: ReactNode
}

const BOOKING: Following<PaidBooking> = {
  read: fetchPaidBooking,
  readFree: fetchFreeBooking,
  endOf({ status, paymentStatus }) {
    if (status === 'confirmed' || status === 'completed') return 'confirmed'
    if (paymentStatus === 'refunded') return 'refunded'
    return status === 'cancelled' && paymentStatus === 'paid' ? 'cancelled' : null
  },
}

/**
 * The part of the confirmation that depends on who is looking. Fills the screen, so that what comes
 * below never jumps.
 */
export function ConfirmationIsland({ serviceNames, visit, farewell }: ConfirmationProps) {
  const t = useTranslations('confirmation')
  const locale = useLocale() as Locale
  const view = useFollowed(BOOKING)
  const comes = comesNext(view)
  return (
    <div className="min-h-[calc(100dvh-var(--spacing-header)-2rem)]">
      <div aria-live="polite">
        {content(view, serviceNames, t('loading'), pathIn(locale, '/booking'))}
      </div>
      {comes && visit}
      {comes && farewell}
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
      return <Failed again={again} />
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
