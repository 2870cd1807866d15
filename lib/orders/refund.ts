import 'server-only'
import type { Tx } from '@/lib/db'
import { recountEmail } from '@/lib/memberships/loyalty'
import { startRefunds } from '@/lib/payments/refunds'
import { Problem } from '@/lib/problem'
import { PAID_STATUSES } from './rules'

/**
 * The administrator refunds an order: all that is kept of its payments becomes due for refund, and
 * their ids are returned. The order itself is refunded when Stripe has the refund. The caller holds
 * the order's lock and calls Stripe after the commit. `record` writes the audit row. Throws
 * not_changeable when nothing is kept, or it is already going back.
 */
export async function startRefund(
  tx: Tx,
  orderId: number,
  record: () => Promise<void>,
): Promise<number[]> {
  const { due, isNew } = await startRefunds(tx, { orderId })
  if (!isNew) throw new Problem('not_changeable', { sentence: 'refund_under_way' })
  // Gets a new version, so that a caller who read the order before cannot change it.
  await tx.videoEditingOrder.update({ where: { id: orderId }, data: { updatedAt: new Date() } })
  await record()
  return due
}

/** Money that an order was paid with, and that is here: also when its refund failed. */
export const PAYS = {
  OR: [{ outcome: 'confirmed' }, { outcome: 'needs_attention', reason: 'refund_failed' }],
}

/**
 * All money of a paid order was refunded (docs/decisions/020 D7); any other order stays as it is.
 */
export async function markRefunded(tx: Tx, id: number): Promise<void> {
  const where = {
    id,
    status: { in: [...PAID_STATUSES] },
    payments: { none: PAYS },
  }
  await tx.videoEditingOrder.updateMany({ where, data: { status: 'refunded' } })
  const { customerEmail } = await tx.videoEditingOrder.findUniqueOrThrow({ where: { id } })
  await recountEmail(tx, customerEmail)
}
