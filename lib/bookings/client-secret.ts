import 'server-only'
import { transaction, type Tx } from '@/lib/db'
import type { OpenPayment } from '@/lib/payments/intents'
import { alreadyPaidBy, openPayment, secretOf } from '@/lib/payments/open'
import { Problem } from '@/lib/problem'
import { holdMinutes } from '@/lib/settings/queries'
import { askedSen, isUnpaid, type UnpaidCheck } from './status'
import { sessionText } from './session-text'
import type { PaymentIntentResponse } from './schema'
import { bookingSettlements } from './settlements'

type Question = { bookingId: number; visitorHash: string | null; amountSen: number | null }

/**
 * The secret of a held booking's one intent, and until when the hold now lasts: `minutes` from its
 * creation, or less where too much of its week is held unpaid. Throws not_found (not this
 * visitor's), not_payable, price_changed, unavailable, payments_off. `amountSen` is the price that
 * the browser showed; null when it sent none.
 */
export async function clientSecretFor(question: Question): Promise<PaymentIntentResponse> {
  const minutes = await holdMinutes()
  let holdExpiresAt = ''
  const open = async (tx: Tx): Promise<OpenPayment> => {
    const [locked] = await tx.$queryRaw<{ id: number; live: boolean }[]>`
      SELECT id, status = 'pending' AND hold_expires_at > statement_timestamp() AS live FROM bookings
        WHERE id = ${question.bookingId} AND visitor_hash = ${question.visitorHash} FOR UPDATE`
    if (!locked) throw new Problem('not_found')
    const payment = await openSession(tx, question, () => locked.live)
    const [hold] = await tx.$queryRaw<[{ lasts: Date }]>`
      UPDATE bookings SET hold_expires_at = greatest(hold_expires_at,
        created_at + make_interval(secs => 60 * least(${minutes}::double precision, hold_minutes)))
      WHERE id = ${locked.id}
      RETURNING hold_expires_at AS lasts`
    holdExpiresAt = hold.lasts.toISOString()
    return payment
  }
  const clientSecret = await secretOf(bookingSettlements, () => transaction(open))
  return { clientSecret, holdExpiresAt }
}

/**
 * For a booking that the studio made, without a deadline (docs/decisions/020 C15), and anybody with
 * its link, which the caller has checked, in however many tabs. Throws not_payable, price_changed,
 * payment_in_progress (over another sum), unavailable, payments_off. `amountSen` as in
 * `clientSecretFor`. `isPayers`: by the link that only pays. The secret of a payment shows the booking
 * of a visitor (app/api/payment-read.ts), so that the booking is no visitor's any more.
 */
export const secretOfUnpaid = (
  question: Omit<Question, 'visitorHash'>,
  isPayers = false,
): Promise<string> =>
  secretOf(bookingSettlements, () =>
    transaction(async (tx) => {
      await tx.$queryRaw`SELECT id FROM bookings WHERE id = ${question.bookingId} FOR UPDATE`
      const payment = await openSession(tx, question, isUnpaid)
      if (isPayers)
        await tx.$executeRaw`UPDATE bookings SET visitor_hash = NULL
          WHERE id = ${question.bookingId} AND visitor_hash IS NOT NULL`
      return payment
    }),
  )

/** The caller has locked the booking. Throws not_payable, price_changed. */
async function openSession(
  tx: Tx,
  { bookingId, amountSen }: Omit<Question, 'visitorHash'>,
  isPayable: (booking: UnpaidCheck) => boolean,
): Promise<OpenPayment> {
  const booking = await tx.booking.findUniqueOrThrow({
    where: { id: bookingId },
    include: { payments: true, reservations: true, sales: { where: { kind: 'session' } } },
  })
  if (booking.status === 'confirmed' && askedSen(booking) === 0)
    throw alreadyPaidBy(booking.payments)
  const [sale] = booking.sales
  if (!sale || !isPayable(booking)) throw new Problem('not_payable')
  return openPayment(tx, {
    sale,
    // An upgrade's money may be kept although the booking's own went back: only the rest is due.
    dueSen: askedSen(booking),
    shownSen: amountSen,
    metadata: { booking_id: String(bookingId), session: sessionText(booking.reservations) },
  })
}
