import 'server-only'
import type Stripe from 'stripe'
import { transaction } from '@/lib/db'
import { orUnavailable, stripe } from './client'
import { settlementFor, type Settlements } from './settlement'

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
export async function settleDisputes(settlements: Settlements, intentId: string): Promise<void> {
  const { data } = await orUnavailable(
    stripe().disputes.list({ payment_intent: intentId, limit: 100 }),
  )
  const disputed = data.some(({ status }) => !OVER.includes(status))
  const taken = data.some(({ status }) => !OVER.includes(status) && !INQUIRY.includes(status))
  await transaction(async (tx) => {
    // Locked in the order in which a refund and an award go: payment, reward, membership.
    const [payment] = await tx.$queryRaw<
      { id: number; purpose: string; bookingId: number | null; orderId: number | null }[]
    >`
      SELECT id, purpose, booking_id AS "bookingId", order_id AS "orderId" FROM payments
      WHERE stripe_payment_intent_id = ${intentId} FOR UPDATE`
    if (!payment) return
    await tx.payment.update({ where: { id: payment.id }, data: { disputed } })
    if (payment.purpose === 'unmatched') return
    const settlement = settlementFor(settlements, payment.purpose)
    if (taken) await settlement.takeBack(tx, payment, 'disputed')
    else if (!disputed) await settlement.giveAgain(tx, payment)
    await settlement.recount(tx, payment)
  })
}
