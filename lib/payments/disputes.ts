import 'server-only'
import type Stripe from 'stripe'
import { transaction, type Tx } from '@/lib/db'
import { recordSession, recountEmail, reverseSession } from '@/lib/memberships/loyalty'
import { reverseReward } from '@/lib/memberships/referrals'
import { orUnavailable, stripe } from './client'

const OVER: readonly Stripe.Dispute.Status[] = ['won', 'warning_closed', 'prevented']
// The bank only asks; the money is still here.
const INQUIRY: readonly Stripe.Dispute.Status[] = [
  'warning_needs_response',
  'warning_under_review',
  'warning_closed',
  'prevented',
]

/**
 * Follows the disputes of an intent as Stripe has them now, whichever event told of them. While one
 * stands the payment is marked for the owner and earns nothing; it is never answered by an
 * automatic refund (Stripe notes, section 6). A chargeback takes back the session and the referral
 * reward that the payment had earned, as a refund does, by counter entries and so exactly once
 * (decisions E3, E4). One that is won gives the session back; the reward, which concerns two
 * people, stays the owner's decision.
 */
export async function settleDisputes(intentId: string): Promise<void> {
  const { data } = await orUnavailable(
    stripe().disputes.list({ payment_intent: intentId, limit: 100 }),
  )
  const disputed = data.some(({ status }) => !OVER.includes(status))
  const taken = data.some(({ status }) => !OVER.includes(status) && !INQUIRY.includes(status))
  await transaction(async (tx) => {
    // Locked in the order in which a refund and an award go: payment, reward, membership.
    const [payment] = await tx.$queryRaw<
      { id: number; purpose: string; booking_id: number | null; email: string }[]
    >`
      SELECT p.id, p.purpose, p.booking_id, coalesce(b.email, o.customer_email, '') AS email
      FROM payments p LEFT JOIN bookings b ON b.id = p.booking_id LEFT JOIN video_editing_orders o ON o.id = p.order_id
      WHERE p.stripe_payment_intent_id = ${intentId} FOR UPDATE OF p`
    if (!payment) return
    await tx.payment.update({ where: { id: payment.id }, data: { disputed } })
    if (payment.purpose === 'booking' && payment.booking_id !== null) {
      if (taken) await takeBack(tx, payment.booking_id)
      else if (!disputed) await giveAfterAll(tx, payment.booking_id)
    }
    await recountEmail(tx, payment.email)
  })
}

async function takeBack(tx: Tx, bookingId: number): Promise<void> {
  await reverseSession(tx, bookingId, 'disputed')
  await reverseReward(tx, bookingId)
}

/**
 * The session of a payment that is no longer in dispute counts now, whether it was completed before
 * or meanwhile.
 */
async function giveAfterAll(tx: Tx, bookingId: number): Promise<void> {
  const booking = await tx.booking.findUniqueOrThrow({
    where: { id: bookingId },
    select: { status: true },
  })
  if (booking.status === 'completed') await recordSession(tx, bookingId)
}
