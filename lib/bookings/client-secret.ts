import 'server-only'
import { randomUUID } from 'node:crypto'
import { transaction, type Tx } from '@/lib/db'
import { senOf } from '@/lib/money'
import { secretOf, type OpenPayment } from '@/lib/payments/intents'
import { Problem } from '@/lib/problem'
import { holdMinutes } from '@/lib/settings/queries'
import { isUnpaid, sessionText, type Waiting } from './rules'
import type { PaymentIntentResponse } from './schema'
import { bookingSettlements } from './settlements'

type Question = { bookingId: number; visitorHash: string | null; amountSen: number | null }

/**
 * Returns the client secret of the one PaymentIntent of a held booking, creating it the first time,
 * and until when the hold now lasts. Throws not_found (not this visitor's), not_payable,
 * price_changed, unavailable, payments_off. `amountSen` is the price that the browser showed; null
 * when it sent none.
 */
export async function clientSecretFor(question: Question): Promise<PaymentIntentResponse> {
  const minutes = await holdMinutes()
  let holdExpiresAt = ''
  const clientSecret = await secretOf(bookingSettlements, async () => {
    const { lasts, ...open } = await openBookingPayment(question, minutes)
    holdExpiresAt = lasts.toISOString()
    return open
  })
  return { clientSecret, holdExpiresAt }
}

/**
 * The open payment row of the booking. Creating it begins the payment: from now on the hold lasts
 * `minutes` from its creation, or less where too much of its week is held unpaid.
 */
function openBookingPayment(
  question: Question,
  minutes: number,
): Promise<OpenPayment & { lasts: Date }> {
  return transaction(async (tx) => {
    const [locked] = await tx.$queryRaw<{ id: number; live: boolean }[]>`
      SELECT id, status = 'pending' AND hold_expires_at > statement_timestamp() AS live FROM bookings
        WHERE id = ${question.bookingId} AND visitor_hash = ${question.visitorHash} FOR UPDATE`
    if (!locked) throw new Problem('not_found')
    const open = await openPaymentOf(tx, locked.id, question.amountSen, () => locked.live)
    const { bookingId: id } = open
    const [hold] = await tx.$queryRaw<[{ lasts: Date }]>`
      UPDATE bookings SET hold_expires_at = greatest(hold_expires_at,
        created_at + make_interval(secs => 60 * least(${minutes}::double precision, hold_minutes)))
      WHERE id = ${id}
      RETURNING hold_expires_at AS lasts`
    return { ...open, lasts: hold.lasts }
  })
}

/**
 * Returns the client secret of the one PaymentIntent of a booking that the studio made and that has
 * no payment deadline (docs/decisions/020 C15), for anybody with its link, which the caller has
 * checked, in however many tabs. Throws not_payable, price_changed, unavailable, payments_off.
 * `amountSen` as in `clientSecretFor`.
 */
export const secretOfUnpaid = (question: Omit<Question, 'visitorHash'>): Promise<string> =>
  secretOf(bookingSettlements, () =>
    transaction(async (tx) => {
      await tx.$queryRaw`SELECT id FROM bookings WHERE id = ${question.bookingId} FOR UPDATE`
      return openPaymentOf(tx, question.bookingId, question.amountSen, isUnpaid)
    }),
  )

/**
 * The open payment row of a booking, created when there is none. The caller holds the booking's
 * lock, so that there is never a second one. Throws not_payable and price_changed.
 */
async function openPaymentOf(
  tx: Tx,
  bookingId: number,
  amountSen: number | null,
  isPayable: (booking: Waiting) => boolean,
): Promise<OpenPayment & { bookingId: number }> {
  const booking = await tx.booking.findUniqueOrThrow({
    where: { id: bookingId },
    include: { payments: { where: { purpose: 'booking' } }, reservations: true },
  })
  if (booking.status === 'confirmed') throw new Problem('not_payable', { sentence: 'already_paid' })
  if (!isPayable(booking)) throw new Problem('not_payable')
  const total = senOf(booking.totalAmount)
  if (amountSen !== null && amountSen !== total)
    throw new Problem('price_changed', { data: { totalAmount: booking.totalAmount.toFixed(2) } })
  const open =
    booking.payments.find(({ status }) => status !== 'succeeded' && status !== 'canceled') ??
    (await tx.payment.create({
      data: {
        bookingId,
        purpose: 'booking',
        amount: booking.totalAmount,
        idempotencyKey: randomUUID(),
      },
    }))
  return {
    ...open,
    bookingId,
    amountSen: total,
    metadata: { booking_id: String(bookingId), session: sessionText(booking.reservations) },
    attach: (later, intentId) => attachToBooking(later, bookingId, intentId),
  }
}

async function attachToBooking(tx: Tx, id: number, intentId: string): Promise<boolean> {
  const [booking] = await tx.$queryRaw<
    { status: string }[]
  >`SELECT status FROM bookings WHERE id = ${id} FOR UPDATE`
  await tx.booking.updateMany({
    where: { id, stripePaymentIntentId: null },
    data: { stripePaymentIntentId: intentId },
  })
  return booking?.status === 'pending'
}
