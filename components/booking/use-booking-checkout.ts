'use client'
import { useLocale, useTranslations } from 'next-intl'
import { useRouter } from 'next/navigation'
import { useCallback, useState } from 'react'
import { pathIn } from '@/lib/i18n/path'
import type { Locale } from '@/lib/i18n/routing'
import { notice } from '@/components/site/notice'
import { useCheckout } from '@/components/payment/use-checkout'
import { forgetAttempt } from './attempt'
import { clearDraft } from './form'
import { prepareBooking, type BookingOrder } from './prepare'
import type { Booking } from './types'

type Outcomes = {
  /** Why the server refused; says whether the form has to be looked at. */
  explain: (error: unknown) => 'close' | 'stay'
  /** The slots have changed, now and again for a while: a hold is given back step by step. */
  onHoldEnded: () => void
}

/** Holding a slot and paying for it. */
export function useBookingCheckout({ explain, onHoldEnded }: Outcomes) {
  const t = useTranslations('booking.paid')
  const locale = useLocale() as Locale
  const router = useRouter()
  const [held, setHeld] = useState<Booking | null>(null)

  const prepare = async (order: BookingOrder) => {
    const prepared = await prepareBooking(order)
    setHeld(prepared.booking)
    return prepared
  }
  const checkout = useCheckout<BookingOrder>({ prepare, explain })

  const success = pathIn(locale, '/booking-success')
  const onPaid = useCallback(
    (intentId: string, status: 'succeeded' | 'pending') => {
      if (status === 'succeeded') notice.success(t('title'), t('note'))
      forgetAttempt()
      clearDraft()
      router.push(`${success}?${new URLSearchParams({ payment_intent: intentId, redirect_status: status })}`)
    },
    [router, success, t],
  )
  const { end } = checkout
  const onEnded = useCallback(() => {
    forgetAttempt()
    setHeld(null)
    end()
    onHoldEnded()
  }, [end, onHoldEnded])

  return { ...checkout, held, onPaid, onEnded, successPath: success }
}
