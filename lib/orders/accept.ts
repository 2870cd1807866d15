import 'server-only'
import type { Tier } from '@/lib/studio'
import type { Tx } from '@/lib/db'
import type { VideoEditingOrder } from '@/lib/generated/prisma/client'
import { currentOfficeDays } from './queries'
import { dueAt } from './rules'

/**
 * Also one that ended unpaid; with links to its footage it gets its due date, otherwise when the
 * footage arrives (docs/decisions/020 D8). False when another order now has its first-order price.
 * The caller holds the order's lock.
 */
export async function acceptOrder(tx: Tx, order: VideoEditingOrder, now: Date): Promise<boolean> {
  if (
    order.status === 'cancelled' &&
    order.discount === 'first_order' &&
    (await hasFirstOrder(tx, order.customerEmail, order.id))
  )
    return false
  await tx.videoEditingOrder.update({
    where: { id: order.id },
    data: {
      status: 'paid',
      paidAt: now,
      cancelReason: null,
      ...(order.footageLinks.length > 0 && (await withFootage(tx, order, now))),
    },
  })
  return true
}

/** The change to an order when its footage arrives at `now`: its due date counts from then. */
export const withFootage = async (
  tx: Tx,
  order: Pick<VideoEditingOrder, 'tier' | 'rushService'>,
  now: Date,
): Promise<{ footageAt: Date; dueAt: Date }> => ({
  footageAt: now,
  dueAt: dueAt(order.tier as Tier, order.rushService, now, await currentOfficeDays(tx)),
})

/** True while some order that has this inbox's first-order price is paid or may still be paid. */
export async function hasFirstOrder(tx: Tx, email: string, except = 0): Promise<boolean> {
  const rows = await tx.$queryRaw<object[]>`
    SELECT 1 FROM video_editing_orders
    WHERE inbox_of(customer_email) = inbox_of(${email}::text) AND discount = 'first_order'
      AND status NOT IN ('cancelled', 'refunded') AND id <> ${except}::int LIMIT 1`
  return rows.length > 0
}
