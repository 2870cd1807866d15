import 'server-only'
import { randomUUID } from 'node:crypto'
import { transaction } from '@/lib/db'
import { senOf } from '@/lib/money'
import { secretOf, type OpenPayment } from '@/lib/payments/intents'
import { Problem } from '@/lib/problem'
import { payableSince } from './rules'
import { orderSettlements } from '@/lib/orders/settle'

/**
 * Returns the client secret of an order's one PaymentIntent. Throws not_found (not this visitor's),
 * not_payable, unavailable, payments_off.
 */
export const orderSecret = (question: {
  orderId: number
  visitorHash: string
  now: Date
}): Promise<string> => secretOf(orderSettlements, () => openOrderPayment(question))

function openOrderPayment({
  orderId,
  visitorHash,
  now,
}: {
  orderId: number
  visitorHash: string
  now: Date
}): Promise<OpenPayment> {
  return transaction(async (tx) => {
    const [locked] = await tx.$queryRaw<{ id: number }[]>`
      SELECT id FROM video_editing_orders WHERE id = ${orderId} AND visitor_hash = ${visitorHash} FOR UPDATE`
    if (!locked) throw new Problem('not_found')
    const order = await tx.videoEditingOrder.findUniqueOrThrow({
      where: { id: orderId },
      include: {
        payments: { where: { status: { notIn: ['succeeded', 'canceled'] } } },
        sales: true,
      },
    })
    if (
      order.status === 'cancelled' ||
      (order.status === 'pending' && order.createdAt < payableSince(now))
    )
      throw new Problem('not_payable', { sentence: 'order_not_payable' })
    if (order.status !== 'pending')
      throw new Problem('not_payable', {
        sentence: 'already_paid',
        data: { paymentIntentId: order.stripePaymentIntentId },
      })
    const open =
      order.payments[0] ??
      (await tx.payment.create({
        data: {
          orderId,
          saleId: order.sales[0]?.id ?? null,
          purpose: 'order',
          amount: order.totalAmount,
          idempotencyKey: randomUUID(),
        },
      }))
    return {
      ...open,
      amountSen: senOf(open.amount),
      metadata: { order_id: String(orderId) },
      async attach(later, intentId) {
        const [row] = await later.$queryRaw<
          { status: string }[]
        >`SELECT status FROM video_editing_orders WHERE id = ${orderId} FOR UPDATE`
        await later.videoEditingOrder.updateMany({
          where: { id: orderId, stripePaymentIntentId: null },
          data: { stripePaymentIntentId: intentId },
        })
        return row?.status === 'pending'
      },
    }
  })
}
