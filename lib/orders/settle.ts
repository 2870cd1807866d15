import 'server-only'
import type { Opening } from '@/lib/availability/rules'
import type { Tx } from '@/lib/db'
import { senOf } from '@/lib/money'
import { acceptOrder } from './accept'
import { queueOrderReceived } from './notices'
import { settleOrder, type Received, type Settled } from '@/lib/payments/rules'

type Facts = { received: Received; opening: Opening; now: Date }

/**
 * A succeeded payment for a video editing order: the order is paid and due, or the money goes back.
 */
export async function settleOrderPayment(
  tx: Tx,
  paymentId: number,
  { received, opening, now }: Facts,
): Promise<Settled> {
  const payment = await tx.payment.findUniqueOrThrow({ where: { id: paymentId } })
  // Two payments of one order settle one after the other, or both would find it unpaid.
  await tx.$executeRaw`SELECT 1 FROM video_editing_orders WHERE id = ${payment.orderId} FOR UPDATE`
  const order = await tx.videoEditingOrder.findUnique({
    where: { id: payment.orderId ?? 0 },
    include: { payments: { where: { outcome: 'confirmed' } } },
  })
  if (!order) throw new Error(`Payment ${paymentId} has no order to settle`)
  const expected = { amount: senOf(payment.amount), currency: payment.currency }
  const settlement = settleOrder(received, expected, {
    ...order,
    alreadyPaid: order.payments.length > 0,
  })
  if (settlement.outcome !== 'confirmed') return settlement
  if (settlement.action === 'accept' && !(await acceptOrder(tx, order, now, opening)))
    return { outcome: 'refund_due', reason: 'late' }
  await queueOrderReceived(tx, order.id)
  return { outcome: 'confirmed', spender: order.customerEmail }
}
