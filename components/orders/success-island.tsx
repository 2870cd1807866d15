'use client'
import { useLocale, useTranslations } from 'next-intl'
import type { ReactNode } from 'react'
import type { Following } from '@/components/confirmation/follow'
import { Confirming, Failed, Later, Loading } from '@/components/confirmation/states'
import { comesNext, useFollowed } from '@/components/confirmation/use-followed'
import { pathIn } from '@/lib/i18n/path'
import type { Locale } from '@/lib/i18n/routing'
import { PAID_STATUSES } from '@/lib/orders/rules'
import { fetchPaidOrder } from './api'
import { rememberedQuery } from './choice'
import { OrderCancelled, OrderRefunded, OrderWithoutDetails } from './order-states'
import { OrderTicket } from './order-ticket'
import type { OrderWords, PaidOrder } from './types'

const ORDER: Following<PaidOrder> = {
  read: fetchPaidOrder,
  endOf({ status, paymentStatus }) {
    // First the payment this page is about: it may be the second one of an order that stands.
    if (paymentStatus === 'refunded') return 'refunded'
    if (PAID_STATUSES.includes(status)) return 'confirmed'
    return status === 'cancelled' && paymentStatus === 'paid' ? 'cancelled' : null
  },
}

/**
 * The part of the page that depends on who is looking. Fills the screen, so that what comes below
 * never jumps.
 */
export function SuccessIsland({ words, farewell }: { words: OrderWords; farewell: ReactNode }) {
  const view = useFollowed(ORDER)
  const t = useTranslations('order.success')
  const locale = useLocale() as Locale
  const content = () => {
    switch (view.kind) {
      // Spec point 4: an unknown status stays loading here.
      case 'loading':
      case 'unknown':
        return <Loading text={t('loading')} />
      case 'confirming':
        return <Confirming />
      case 'later':
        return <Later reference={view.reference} />
      case 'failed':
        return <Failed again={`${pathIn(locale, '/video-editing-checkout')}${rememberedQuery()}`} />
      case 'generic':
        return <OrderWithoutDetails />
      case 'cancelled':
        return <OrderCancelled order={view.paid} />
      case 'refunded':
        return <OrderRefunded order={view.paid} />
      case 'confirmed':
        return <OrderTicket order={view.paid} words={words} />
    }
  }
  return (
    <div className="min-h-[calc(100dvh-var(--spacing-header)-2rem)]">
      <div aria-live="polite">{content()}</div>
      {comesNext(view) && farewell}
    </div>
  )
}
