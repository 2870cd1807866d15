import 'server-only'
import { randomUUID } from 'node:crypto'
import { db, transaction, type Tx } from '@/lib/db'
import { senOf, toDecimal } from '@/lib/money'
import { closePayments, secretOf, type OpenPayment } from '@/lib/payments/intents'
import { isFinal } from '@/lib/payments/rules'
import { Problem } from '@/lib/problem'
import { holdMinutes } from '@/lib/settings/queries'
import { isUnpaid, owedSen, type UnpaidCheck } from './status'
import { sessionText } from './session-text'
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
export async function secretOfUnpaid(question: Omit<Question, 'visitorHash'>): Promise<string> {
  await closeOutdated(question.bookingId)
  return secretOf(bookingSettlements, () =>
    transaction(async (tx) => {
      await tx.$queryRaw`SELECT id FROM bookings WHERE id = ${question.bookingId} FOR UPDATE`
      return openPaymentOf(tx, question.bookingId, question.amountSen, isUnpaid)
    }),
  )
}

/**
 * Ends an open payment over another sum than what is due by now. Throws payment_in_progress when it
 * is being paid, and unavailable when Stripe is away.
 */
async function closeOutdated(bookingId: number): Promise<void> {
  const booking = await db().booking.findUniqueOrThrow({
    where: { id: bookingId },
    include: { payments: true },
  })
  const due = owedSen(booking)
  const outdated = booking.payments.filter(
    ({ purpose, status, amount }) =>
      purpose === 'booking' && !isFinal(status) && senOf(amount) !== due,
  )
  const ids = outdated.map(({ id }) => id)
  if ((await closePayments(bookingSettlements, { id: { in: ids } })) === 'in_flight')
    throw new Problem('payment_in_progress')
}

/**
 * The open payment row of a booking, created when there is none. The caller holds the booking's
 * lock, so that there is never a second one. Throws not_payable and price_changed.
 */
async function openPaymentOf(
  tx: Tx,
  bookingId: number,
  amountSen: number | null,
  isPayable: (booking: UnpaidCheck) => boolean,
): Promise<OpenPayment & { bookingId: number }> {
  const booking = await tx.booking.findUniqueOrThrow({
    where: { id: bookingId },
    include: { payments: true, reservations: true, sales: { where: { kind: 'session' } } },
  })
  if (booking.status === 'confirmed') {
    const paid = booking.payments.find(({ outcome }) => outcome === 'confirmed')
    throw new Problem('not_payable', {
      sentence: 'already_paid',
      data: { paymentIntentId: paid?.stripePaymentIntentId ?? null },
    })
  }
  if (!isPayable(booking)) throw new Problem('not_payable')
  // An upgrade's money may be kept although the booking's own went back: no more than the rest is due.
  const due = owedSen(booking)
  if (amountSen !== null && amountSen !== due)
    throw new Problem('price_changed', { data: { totalAmount: toDecimal(due) } })
  const open =
    booking.payments.find(({ purpose, status }) => purpose === 'booking' && !isFinal(status)) ??
    (await tx.payment.create({
      data: {
        bookingId,
        saleId: booking.sales[0]?.id ?? null,
        purpose: 'booking',
        amount: toDecimal(due),
        idempotencyKey: randomUUID(),
      },
    }))
  // `closeOutdated` ends it when it is asked for again.
  if (senOf(open.amount) !== due) throw new Problem('not_payable')
  return {
    ...open,
    bookingId,
    amountSen: due,
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
