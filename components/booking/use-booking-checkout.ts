'use client'
import { useCallback, useState } from 'react'
import { HttpError } from '@/components/api'
import { continueAttempt, usePurchase, useSuccess } from '@/components/checkout/use-purchase'
import { showServerErrors } from '@/components/form/use-submit'
import { serverNow } from '@/components/browser/clock'
import type { BookingDto, BookingInput, BookingBody } from '@/lib/bookings/schema'
import { type Price, senOf, toDecimal } from '@/lib/money'
import { createBooking, createPaymentIntent, forgetBookingPurchase, bookingKeys } from './api'
import { type BookingForm, FIELD_ORDER } from './booking-form'
import type { useFold } from './fold'

type Outcomes = {
  /** How long a time is held for a transfer; absent where none is taken. */
  transferHours: number | undefined
  onRefused: (error: unknown, sentence: string) => 'close' | 'stay'
  /**
   * The slots have changed, and keep changing for a while, because an expired hold is released with
   * a delay.
   */
  onHoldEnded: () => void
}

/** Holds a slot and pays for it. */
export function useBookingCheckout({ transferHours, onRefused, onHoldEnded }: Outcomes) {
  const [held, setHeld] = useState<BookingDto | null>(null)

  const { successPath, onPaid } = useSuccess({
    kind: 'session',
    page: '/booking-success',
    forget: useCallback(() => {
      forgetBookingPurchase()
      setHeld(null)
    }, []),
  })
  const onEnded = useCallback(() => {
    bookingKeys.forget()
    setHeld(null)
    onHoldEnded()
  }, [onHoldEnded])
  /** It is paid for, and waited for, elsewhere. */
  const onTransfer = useCallback(() => {
    forgetBookingPurchase()
    setHeld(null)
    onHoldEnded()
  }, [onHoldEnded])
  const checkout = usePurchase<BookingOrder>({
    kind: 'session',
    async prepare(order) {
      const prepared = await prepareBooking(order)
      setHeld(prepared.booking)
      return prepared
    },
    onRefused,
    onPaid,
    onEnded,
  })
  const transfer =
    held && transferHours !== undefined
      ? { bookingId: held.id, email: held.email, hours: transferHours, onChosen: onTransfer }
      : null
  return { ...checkout, held, successPath, transfer }
}

type BookingOrder = { input: BookingInput; total: number }
type PreparedBooking = {
  booking: BookingDto
  clientSecret: string
  holdExpiresAt: string
}

/**
 * Holds the slot and gets the intent to pay for it. The same order again continues the same hold
 * and the same intent (docs/decisions/020 C3). Throws HttpError.
 */
const prepareBooking = (order: BookingOrder): Promise<PreparedBooking> =>
  continueAttempt(bookingKeys, () => attempt(order))

async function attempt({ input, total }: BookingOrder): Promise<PreparedBooking> {
  const body: BookingBody = { ...input, totalAmount: toDecimal(total), status: 'pending' }
  let booking = await createBooking(body)
  if (isOver(booking)) {
    bookingKeys.forget()
    booking = await createBooking(body)
  }
  const { clientSecret, holdExpiresAt } = await createPaymentIntent({
    amount: Number(booking.totalAmount),
    bookingId: booking.id,
  })
  // Longer than before, because the payment has begun.
  return { booking: { ...booking, holdExpiresAt }, clientSecret, holdExpiresAt }
}

const isOver = ({ holdExpiresAt }: BookingDto) =>
  holdExpiresAt !== null && Date.parse(holdExpiresAt) <= serverNow()

type Refusals = {
  form: BookingForm
  focus: ReturnType<typeof useFold>['focus']
  onSlotGone: () => void
  onNewPrice: (price: Price) => void
  /** The form's email has to be proven before this can be booked. */
  onUnproven: (email: string) => void
}

/** Shows a refusal's sentence beside the field to change. No input is lost. */
export function useRefusals({ form, focus, onSlotGone, onNewPrice, onUnproven }: Refusals) {
  return useCallback(
    (error: unknown, sentence: string): 'close' | 'stay' => {
      const { code, subtotal, taxAmount, totalAmount } =
        error instanceof HttpError ? error.body : {}
      if (code === 'slot_taken' || code === 'slot_unavailable') {
        form.setValue('time', '', { shouldDirty: true })
        form.setError('time', { type: 'server', message: sentence })
        onSlotGone()
        focus('time', 'heading')
        return 'close'
      }
      if (code === 'price_changed' && subtotal && taxAmount && totalAmount) {
        onNewPrice({
          subtotalSen: senOf(subtotal),
          taxSen: senOf(taxAmount),
          totalSen: senOf(totalAmount),
        })
        return 'close'
      }
      if (code === 'email_unproven') onUnproven(form.getValues('email'))
      return showServerErrors(form, FIELD_ORDER, error, focus) ? 'close' : 'stay'
    },
    [form, focus, onSlotGone, onNewPrice, onUnproven],
  )
}
