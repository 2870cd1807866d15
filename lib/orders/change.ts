import 'server-only'
import { assertVersion, recordChange } from '@/lib/audit/record'
import { db, transaction, type Tx } from '@/lib/db'
import type { VideoEditingOrder } from '@/lib/generated/prisma/client'
import { recountEmail } from '@/lib/memberships/loyalty'
import { toDecimal } from '@/lib/money'
import { closePayments } from '@/lib/payments/intents'
import { refundNow } from '@/lib/payments/sync'
import { Problem } from '@/lib/problem'
import { isKeptByFailure, MONEY_COLUMNS, moneyOf, refundableOf } from '@/lib/sales/money'
import { hasFirstOrder, withFootage } from './accept'
import { tellOrder } from './notices'
import { startRefund } from './refund'
import { nextStatuses, PAID_STATUSES, type OrderStatus } from './rules'
import { orderSettlements } from '@/lib/orders/settle'

export type OrderChange = {
  id: number
  to: Exclude<OrderStatus, 'pending' | 'paid'>
  /** Where a delivered edit is (https); null when it was delivered in another way. */
  link: string | null
  version?: string | undefined
  actor: string
}

/**
 * In one transaction with its audit row and mail (docs/decisions/020 D7). A refund goes through
 * Stripe afterwards: the order is refunded when Stripe has the refund, and the reconciler finishes
 * what was interrupted. The status it already has changes nothing. Throws not_found, not_changeable
 * (the step does not exist, or a payment is in progress), version_conflict, unavailable.
 */
export async function changeOrder(change: OrderChange): Promise<void> {
  const order = await db().videoEditingOrder.findUnique({
    where: { id: change.id },
    select: { status: true },
  })
  if (!order) throw new Problem('not_found')
  // First, and outside the transaction: an unpaid order that could still be paid is not cancelled.
  if (change.to === 'cancelled' && order.status === 'pending') {
    const closed = await closePayments(orderSettlements, { orderId: change.id })
    if (closed !== 'canceled') throw new Problem('not_changeable', { sentence: 'order_being_paid' })
  }
  const refunds = await transaction((tx) => takeStep(tx, change))
  await refundNow(orderSettlements, refunds)
}

/** A refunded order would go on at a first order's price that another order has now. */
const lacksItsDiscount = async (
  tx: Tx,
  { id, status, discount, customerEmail }: VideoEditingOrder,
  to: OrderStatus,
): Promise<boolean> =>
  status === 'refunded' &&
  PAID_STATUSES.includes(to) &&
  discount === 'first_order' &&
  (await hasFirstOrder(tx, customerEmail, id))

/** Returns the payments that are to be refunded. */
async function takeStep(tx: Tx, { id, to, link, version, actor }: OrderChange): Promise<number[]> {
  // Payments before the order, in the order in which a settlement locks them.
  await tx.$queryRaw`SELECT id FROM payments WHERE order_id = ${id} ORDER BY id FOR UPDATE`
  await tx.$queryRaw`SELECT id FROM video_editing_orders WHERE id = ${id} FOR UPDATE`
  const order = await tx.videoEditingOrder.findUniqueOrThrow({ where: { id } })
  const from = order.status as OrderStatus
  const payments = await tx.payment.findMany({ where: { orderId: id }, select: MONEY_COLUMNS })
  // Money of a refunded order is here: its refund failed, or it came another way.
  const isRefundAgain =
    from === 'refunded' && to === 'refunded' && refundableOf(moneyOf(payments)) > 0
  if (from === to && !isRefundAgain) {
    // Pressed twice, or by somebody else with another link: theirs is not the one that was sent.
    if (to === 'delivered' && link !== order.deliveryLink) assertVersion(order, version)
    return []
  }
  assertVersion(order, version)
  const isPart = refundableOf(moneyOf(payments)) > 0
  const isNext = nextStatuses(from, isKeptByFailure(payments), isPart).includes(to)
  if ((!isNext && !isRefundAgain) || (await lacksItsDiscount(tx, order, to)))
    throw new Problem('not_changeable', { sentence: 'order_not_changeable' })
  const entry = {
    actor,
    action: 'status',
    entity: 'order',
    entityId: id,
    before: { status: from },
  } as const
  // Until Stripe has the refund the order stays as it is: no work is begun, and nothing is
  // delivered.
  if (moneyOf(payments).dueSen > 0)
    throw new Problem('not_changeable', { sentence: 'refund_under_way' })
  if (to === 'refunded') {
    const due = await startRefund(tx, id, () =>
      recordChange(tx, {
        actor,
        action: 'refund_asked',
        entity: 'order',
        entityId: id,
        before: null,
        after: { amount: toDecimal(refundableOf(moneyOf(payments))) },
      }),
    )
    await tellOrder(tx, id)
    return due
  }
  const delivered = to === 'delivered' && { deliveries: order.deliveries + 1, deliveryLink: link }
  await tx.videoEditingOrder.update({
    where: { id },
    data: {
      status: to,
      ...(to === 'cancelled' && { cancelReason: 'admin' }),
      // An edit cannot begin without footage.
      ...(to === 'in_progress' &&
        order.footageAt === null &&
        (await withFootage(tx, order, new Date()))),
      ...delivered,
    },
  })
  await tellOrder(tx, id)
  await recordChange(tx, { ...entry, after: { status: to } })
  await recountEmail(tx, order.customerEmail)
  return []
}
