import 'server-only'
import { transaction } from '@/lib/db'
import { senOf } from '@/lib/money'
import { alreadyPaidBy, openPayment, secretOf } from '@/lib/payments/open'
import { Problem } from '@/lib/problem'
import { moneyOf, owedOf, refundableOf } from '@/lib/sales/money'
import { payableSince } from './rules'
import { orderSettlements } from '@/lib/orders/settle'

/** Throws not_found (not this visitor's), not_payable, unavailable, payments_off. */
export const orderSecret = ({
  orderId,
  visitorHash,
  now,
}: {
  orderId: number
  visitorHash: string
  now: Date
}): Promise<string> =>
  secretOf(orderSettlements, () =>
    transaction(async (tx) => {
      const [locked] = await tx.$queryRaw<{ id: number }[]>`
        SELECT id FROM video_editing_orders
        WHERE id = ${orderId} AND visitor_hash = ${visitorHash} FOR UPDATE`
      if (!locked) throw new Problem('not_found')
      const order = await tx.videoEditingOrder.findUniqueOrThrow({
        where: { id: orderId },
        include: { payments: true, sales: true },
      })
      const money = moneyOf(order.payments)
      // The rest of it is settled with the studio.
      if (order.status === 'pending' && refundableOf(money) > 0)
        throw new Problem('not_payable', { sentence: 'order_part_paid' })
      const isTooOld = order.status === 'pending' && order.createdAt < payableSince(now)
      if (order.status === 'cancelled' || isTooOld)
        throw new Problem('not_payable', { sentence: 'order_not_payable' })
      const [sale] = order.sales
      if (!sale || order.status !== 'pending') throw alreadyPaidBy(order.payments)
      return openPayment(tx, {
        sale,
        dueSen: owedOf(senOf(order.totalAmount), money),
        shownSen: null,
        metadata: { order_id: String(orderId) },
      })
    }),
  )
