'use client'
import { useTranslations } from 'next-intl'
import { useCallback, useState } from 'react'
import { useCheckout } from '@/components/payment/use-checkout'
import { useSuccess } from '@/components/payment/use-success'
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

const forgetPurchase = () => {
  forgetAttempt()
  clearDraft()
}

/** Holding a slot and paying for it. */
export function useBookingCheckout({ explain, onHoldEnded }: Outcomes) {
  const t = useTranslations('booking.paid')
  const [held, setHeld] = useState<Booking | null>(null)

  const prepare = async (order: BookingOrder) => {
    const prepared = await prepareBooking(order)
    setHeld(prepared.booking)
    return prepared
  }
  const checkout = useCheckout<BookingOrder>({ prepare, explain })

  const { successPath, onPaid } = useSuccess({
    page: '/booking-success',
    title: t('title'),
    note: t('note'),
    forget: forgetPurchase,
  })
  const { end } = checkout
  const onEnded = useCallback(() => {
    forgetAttempt()
    setHeld(null)
    end()
    onHoldEnded()
  }, [end, onHoldEnded])

  return { ...checkout, held, onPaid, onEnded, successPath }
}
