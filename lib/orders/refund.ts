import 'server-only'
import type { Tx } from '@/lib/db'
import { recountEmail } from '@/lib/memberships/loyalty'
import { startRefunds } from '@/lib/payments/refunds'
import { Problem } from '@/lib/problem'
import { MONEY_COLUMNS, moneyOf, type PaymentMoney } from '@/lib/sales/money'
import { PAID_STATUSES } from './rules'

/**
 * All that is kept of its payments becomes due for refund; returns their ids. The order is refunded
 * when Stripe has the refund. The caller holds the order's lock and calls Stripe after the commit.
 * `record` writes the audit row. Throws not_changeable when nothing is kept, or it is already going
 * back.
 */
export async function startRefund(
  tx: Tx,
  orderId: number,
  record: () => Promise<unknown>,
): Promise<number[]> {
  const { due, isNew } = await startRefunds(tx, { orderId })
  if (!isNew) throw new Problem('not_changeable', { sentence: 'refund_under_way' })
  // Gets a new version, so that a caller who read the order before cannot change it.
  await tx.videoEditingOrder.update({ where: { id: orderId }, data: { updatedAt: new Date() } })
  await record()
  return due
}

/** Its money is here as it should be, or its refund failed. */
export const isPaidFor = (payments: readonly PaymentMoney[]): boolean => {
  const { settledSen, failedSen } = moneyOf(payments)
  return settledSen + failedSen > 0
}

/** A paid order when all went back (docs/decisions/020 D7), or one whose received part was given back. */
export async function markRefunded(tx: Tx, id: number): Promise<void> {
  const payments = await tx.payment.findMany({ where: { orderId: id }, select: MONEY_COLUMNS })
  if (!isPaidFor(payments))
    await tx.videoEditingOrder.updateMany({
      where: {
        id,
        OR: [
          { status: { in: [...PAID_STATUSES] } },
          {
            status: 'pending',
            payments: { some: { stripePaymentIntentId: null, outcome: 'refunded' } },
          },
        ],
      },
      data: { status: 'refunded' },
    })
  const { customerEmail } = await tx.videoEditingOrder.findUniqueOrThrow({ where: { id } })
  await recountEmail(tx, customerEmail)
}
