import 'server-only'
import { randomUUID } from 'node:crypto'
import { currentTax } from '@/lib/catalog/data'
import { db, transaction } from '@/lib/db'
import type { VideoEditingOrder } from '@/lib/generated/prisma/client'
import type { Locale } from '@/lib/i18n/routing'
import { senOf, toDecimal } from '@/lib/money'
import { discountOf } from './data'
import { endUnpaid, isStale, placeUnpaid, type NewOrder } from './mutations'
import { EDITING_PRICES, payableSince, tableOrderPrice } from './rules'
import type { OrderInput } from './schema'
import { orderSettlements } from './settlements'
import { Problem } from '@/lib/problem'
import { stripe } from '@/lib/payments/client'
import { closeIntent, secretOf, type OpenPayment } from '@/lib/payments/intents'

const OPEN = { status: { notIn: ['succeeded', 'canceled'] }, stripePaymentIntentId: { not: null } }

export type OrderRequest = OrderInput & {
  /** What the browser believes it costs, in sen; null where it did not say. */
  price: number | null
  rushPrice: number | null
  totalAmount: number | null
  visitorHash: string
  /** The email that a code has proven to be this visitor's; null for a guest. */
  provenEmail: string | null
  locale: Locale
  now: Date
}

/**
 * Places a video editing order at the server's own price (decisions C2, D4, D5), or says why not.
 * The discount belongs to the proven email: an order in any other name has the table price. Throws
 * price_changed, payment_in_progress, unavailable, payments_off.
 */
export async function placeOrder(
  request: OrderRequest,
): Promise<{ order: VideoEditingOrder; created: boolean }> {
  stripe() // refuses before anything is written when no keys are set
  const { tier, duration, rushService, customerEmail } = request
  const proven = request.provenEmail === customerEmail ? customerEmail : null
  const [tax, kind] = await Promise.all([currentTax(), discountOf(proven)])
  const price = tableOrderPrice(tier, duration, rushService, kind, tax)
  const believed = [
    [request.price, price.price],
    [request.rushPrice, price.rush],
    [request.totalAmount, price.total],
  ] as const
  if (believed.some(([said, right]) => said !== null && said !== right))
    throw new Problem('price_changed', {
      data: {
        price: toDecimal(price.price),
        rushPrice: toDecimal(price.rush),
        subtotal: toDecimal(price.subtotal),
        taxAmount: toDecimal(price.tax),
        totalAmount: toDecimal(price.total),
        discount: kind,
      },
    })
  const discount = kind && { kind, amount: EDITING_PRICES[tier][duration] - price.price }
  const order = { ...request, price, discount, tax }
  await giveUpStale(order)
  if (kind === 'first_order') await giveUpOtherFirstOrders(request)
  return placeUnpaid(order)
}

/**
 * An unpaid order of this visitor for the same edit, at a price or from a time that is over, makes
 * room; one being paid keeps its place.
 */
async function giveUpStale(order: NewOrder): Promise<void> {
  const { visitorHash, tier, duration, rushService } = order
  const same = await db().videoEditingOrder.findFirst({
    where: { visitorHash, tier, duration, rushService, status: 'pending' },
  })
  if (same && isStale(same, order)) await makeRoom(same)
}

/**
 * The first-order price moves to the order asked for last; one whose payment is under way keeps it.
 */
async function giveUpOtherFirstOrders({
  customerEmail,
  tier,
  duration,
  rushService,
  visitorHash,
}: OrderRequest): Promise<void> {
  const others = await db().videoEditingOrder.findMany({
    where: {
      customerEmail,
      discount: 'first_order',
      status: 'pending',
      NOT: { tier, duration, rushService, visitorHash },
    },
    select: { id: true },
  })
  for (const other of others) await makeRoom(other)
}

async function makeRoom({ id }: { id: number }): Promise<void> {
  if (!(await closeOrder(id, 'replaced')))
    throw new Problem('payment_in_progress', { sentence: 'order_in_progress' })
}

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
  await endUnpaid(id, reason)
  return true
}

/**
 * The client secret of an order's one PaymentIntent, the same each time. Throws not_found (not this
 * visitor's), not_payable, unavailable, payments_off.
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
      include: { payments: { where: { status: { notIn: ['succeeded', 'canceled'] } } } },
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
          purpose: 'order',
          amount: order.totalAmount,
          idempotencyKey: randomUUID(),
        },
      }))
    return {
      ...open,
      amount: senOf(open.amount),
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
