import 'server-only'
import { db } from '@/lib/db'
import { closeIntent } from '@/lib/payments/intents'
import { orderSettlements } from '@/lib/orders/settle'

const OPEN = { status: { notIn: ['succeeded', 'canceled'] }, stripePaymentIntentId: { not: null } }

/**
 * Ends an unpaid order after closing its payment at Stripe, outside any transaction; false when it
 * is paid or being paid.
 */
export async function closeOrder(id: number, reason: 'expired' | 'replaced'): Promise<boolean> {
  const open = await db().payment.findMany({ where: { orderId: id, ...OPEN } })
  for (const { stripePaymentIntentId } of open)
    if (
      stripePaymentIntentId &&
      (await closeIntent(orderSettlements, stripePaymentIntentId)) !== 'canceled'
    )
      return false
  await db().videoEditingOrder.updateMany({
    where: { id, status: 'pending' },
    data: { status: 'cancelled', cancelReason: reason },
  })
  return true
}
