import 'server-only'
import { db } from '@/lib/db'
import { closePayments } from '@/lib/payments/intents'
import { UNPAID } from '@/lib/orders/queries'
import { orderSettlements } from '@/lib/orders/settle'

/** At Stripe first, outside any transaction; false when it is paid, also in part, or being paid. */
export async function closeOrder(id: number, reason: 'expired' | 'replaced'): Promise<boolean> {
  if ((await closePayments(orderSettlements, { orderId: id })) !== 'canceled') return false
  await db().videoEditingOrder.updateMany({
    where: { id, status: 'pending', ...UNPAID },
    data: { status: 'cancelled', cancelReason: reason },
  })
  return (await db().videoEditingOrder.count({ where: { id, status: 'pending' } })) === 0
}
