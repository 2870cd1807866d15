import 'server-only'
import { db } from '@/lib/db'
import { log } from '@/lib/log'
import { Problem } from '@/lib/problem'
import type { Settlements } from './settlement'
import { syncPayment } from './sync'

/**
 * Gives a refund_due payment back now, for the owner who asked for it and waits. With Stripe away
 * it stays due and follows by itself. Stripe's own refusal (a chargeback, say) is an expected end,
 * told as not_changeable: the payment stands under Needs attention by then.
 */
export async function refundNow(settlements: Settlements, paymentId: number): Promise<void> {
  const { stripePaymentIntentId: intentId } = await db().payment.findUniqueOrThrow({
    where: { id: paymentId },
  })
  if (!intentId) throw new Error(`Payment ${paymentId} was not made at Stripe`)
  await syncPayment(settlements, intentId).catch((error: unknown) => {
    if (!(error instanceof Problem && error.code === 'unavailable')) throw error
    log.warn({ paymentId }, 'refund waits for Stripe')
  })
  const { outcome } = await db().payment.findUniqueOrThrow({ where: { id: paymentId } })
  if (outcome === 'needs_attention')
    throw new Problem('not_changeable', { sentence: 'refund_refused' })
}
