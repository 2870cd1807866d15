import 'server-only'
import { db, type Tx } from '@/lib/db'
import { recountEmail } from '@/lib/memberships/loyalty'
import { senOf } from '@/lib/money'
import { acceptOrder } from '@/lib/orders/accept'
import { tellOrder } from '@/lib/orders/notices'
import { markRefunded } from '@/lib/orders/refund'
import { orderOutcome } from '@/lib/orders/rules'
import { soldOrder } from '@/lib/orders/edit-sale'
import type { Received, Settled } from '@/lib/payments/rules'
import type { Owing, SettledPayment, Settlement, Settlements } from '@/lib/payments/settlement'
import { Problem } from '@/lib/problem'
import { moneyOf, owedOf } from '@/lib/sales/money'

type Facts = { received: Received; now: Date }

/** The order is paid and due, or the money is refunded. */
async function settleOrderPayment(
  tx: Tx,
  { id: paymentId }: SettledPayment,
  { received, now }: Facts,
): Promise<Settled> {
  const payment = await tx.payment.findUniqueOrThrow({ where: { id: paymentId } })
  // Two payments of one order settle one after the other; otherwise both would find it unpaid.
  await tx.$executeRaw`SELECT 1 FROM video_editing_orders WHERE id = ${payment.orderId} FOR UPDATE`
  const order = await tx.videoEditingOrder.findUnique({
    where: { id: payment.orderId ?? 0 },
    include: { payments: true },
  })
  if (!order) throw new Error(`Payment ${paymentId} has no order to settle`)
  const expected = { amountSen: senOf(payment.amount), currency: payment.currency }
  const settlement = orderOutcome(received, expected, {
    ...order,
    alreadyPaid: owedOf(senOf(order.totalAmount), moneyOf(order.payments)) < received.amountSen,
  })
  if (settlement.outcome !== 'confirmed') return settlement
  if (settlement.action === 'accept' && !(await acceptOrder(tx, order, now)))
    return { outcome: 'refund_due', reason: 'late' }
  return settlement
}

async function recount(tx: Tx, { orderId }: SettledPayment): Promise<void> {
  const { customerEmail } = await tx.videoEditingOrder.findUniqueOrThrow({
    where: { id: orderId ?? 0 },
    select: { customerEmail: true },
  })
  await recountEmail(tx, customerEmail)
}

/** An unpaid order is paid by the money that the administrator linked to it. */
async function link(tx: Tx, { orderId }: SettledPayment, now: Date): Promise<void> {
  const id = orderId ?? 0
  await tx.$executeRaw`SELECT 1 FROM video_editing_orders WHERE id = ${id} FOR UPDATE`
  const order = await tx.videoEditingOrder.findUnique({ where: { id } })
  const unpaid =
    order && (order.status === 'pending' || (order.status === 'cancelled' && order.paidAt === null))
  if (!unpaid || !(await acceptOrder(tx, order, now)))
    throw new Problem('invalid_request', { fields: { orderId: 'link_order' } })
}

async function owing(tx: Tx, { orderId }: { orderId: number | null }): Promise<Owing | null> {
  const id = orderId ?? 0
  await tx.$executeRaw`SELECT 1 FROM payments WHERE order_id = ${id} ORDER BY id FOR UPDATE`
  await tx.$executeRaw`SELECT 1 FROM video_editing_orders WHERE id = ${id} FOR UPDATE`
  const order = await tx.videoEditingOrder.findUnique({
    where: { id },
    include: { payments: true, sales: true },
  })
  const sale = order?.sales[0]
  return order && sale
    ? {
        ...{ sale, owedSen: owedOf(senOf(order.totalAmount), moneyOf(order.payments)) },
        isOver: order.status === 'cancelled' || order.status === 'refunded',
        updatedAt: order.updatedAt,
      }
    : null
}

/** Work begins once all of it is paid. */
async function whenReceived(
  tx: Tx,
  { orderId }: { orderId: number | null },
  now: Date,
): Promise<number> {
  const id = orderId ?? 0
  const order = await tx.videoEditingOrder.findUniqueOrThrow({
    where: { id },
    include: { payments: true },
  })
  const rest = owedOf(senOf(order.totalAmount), moneyOf(order.payments))
  if (rest === 0 && order.status === 'pending') await acceptOrder(tx, order, now)
  // Another version: what was shown before owes more.
  else await tx.videoEditingOrder.update({ where: { id }, data: { updatedAt: now } })
  return rest
}

/** Its price and its discount ended with it. */
const resume = (): Promise<boolean> => Promise.resolve(false)

export const orderSettlement: Settlement = {
  // The payment's row is locked first, then the order's, by `settle`.
  lock: async () => {},
  async waitsForPayment(tx, { orderId }) {
    const [order] = await tx.$queryRaw<{ status: string }[]>`
      SELECT status FROM video_editing_orders WHERE id = ${orderId} FOR UPDATE`
    return order?.status === 'pending'
  },
  isOver: async ({ orderId }) =>
    (await db().videoEditingOrder.count({
      where: { id: orderId ?? 0, status: { not: 'pending' } },
    })) > 0,
  settle: settleOrderPayment,
  async takeBack(tx, { orderId }, why) {
    if (orderId !== null && why === 'refunded') await markRefunded(tx, orderId)
  },
  earn: async () => {},
  recount,
  tell: (tx, { orderId }) => tellOrder(tx, orderId ?? 0),
  sold: soldOrder,
  link,
  owing,
  resume,
  received: whenReceived,
}

export const orderSettlements = { order: orderSettlement } satisfies Settlements
