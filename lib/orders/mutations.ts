import 'server-only'
import type { Opening } from '@/lib/availability/rules'
import type { Tax } from '@/lib/bookings/rules'
import { db, transaction, type Tx } from '@/lib/db'
import type { VideoEditingOrder } from '@/lib/generated/prisma/client'
import { toLocale, type Locale } from '@/lib/i18n/routing'
import { queueMail } from '@/lib/mail/mutations'
import type { OrderFacts } from '@/lib/mail/schema'
import { recountEmail } from '@/lib/memberships/loyalty'
import { senOf, toDecimal } from '@/lib/money'
import { Problem } from '@/lib/problem'
import { newToken } from '@/lib/request'
import { studioDate } from '@/lib/time'
import {
  dueAt,
  payableSince,
  PAID_STATUSES,
  type Discount,
  type OrderPrice,
  type PricedLength,
  type Tier,
} from './rules'
import type { OrderInput } from './schema'

export type NewOrder = OrderInput & {
  price: OrderPrice
  discount: { kind: Discount; amount: number } | null
  tax: Tax
  visitorHash: string
  locale: Locale
  now: Date
}

/**
 * Writes an unpaid order, in one transaction. The same visitor asking for the same edit again gets
 * the same order, with the contact details said last, as bookings do (decision C3); the caller has
 * closed one at another price or too old to be paid. Throws payment_in_progress when such a one
 * came up meanwhile, or when another unpaid order already has the first-order price of this email.
 */
export function placeUnpaid(
  order: NewOrder,
): Promise<{ order: VideoEditingOrder; created: boolean }> {
  return transaction(async (tx) => {
    // Two clicks at once, and two devices that want the same first order, go one after the other
    // instead of running into the unique indexes that would refuse the second. Always the visitor's
    // lock first, so that nobody waits in a circle.
    for (const key of [order.visitorHash, ...(order.discount ? [order.customerEmail] : [])])
      await tx.$executeRaw`SELECT pg_advisory_xact_lock(hashtextextended(${key}, 4))`
    const contact = {
      customerName: order.customerName,
      customerEmail: order.customerEmail,
      customerPhone: order.customerPhone,
      requirements: order.requirements,
      locale: order.locale,
    }
    const what = {
      visitorHash: order.visitorHash,
      tier: order.tier,
      duration: order.duration,
      rushService: order.rushService,
    }
    const same = await tx.videoEditingOrder.findFirst({ where: { ...what, status: 'pending' } })
    if (same && isStale(same, order))
      throw new Problem('payment_in_progress', { sentence: 'order_in_progress' })
    if (same)
      return {
        order: await tx.videoEditingOrder.update({ where: { id: same.id }, data: contact }),
        created: false,
      }
    if (order.discount?.kind === 'first_order' && (await hasFirstOrder(tx, order.customerEmail)))
      throw new Problem('payment_in_progress', { sentence: 'order_in_progress' })
    const created = await tx.videoEditingOrder.create({
      data: {
        ...contact,
        ...what,
        price: toDecimal(order.price.price),
        totalAmount: toDecimal(order.price.total),
        discount: order.discount?.kind ?? null,
        discountAmount: toDecimal(order.discount?.amount ?? 0),
        rushPrice: order.rushService ? toDecimal(order.price.rush) : null,
        taxAmount: toDecimal(order.price.tax),
        taxRate: (order.tax.basisPoints / 10_000).toFixed(4),
        taxLabel: order.tax.label,
        manageToken: newToken(),
        createdAt: order.now,
      },
    })
    return { order: created, created: true }
  })
}

type Wanted = Pick<NewOrder, 'customerEmail' | 'now'> & {
  price: Pick<OrderPrice, 'total'>
  discount: { kind: Discount } | null
}

/**
 * True for an unpaid order that cannot be taken up for `wanted`: too old to be paid, at another
 * price, or at another email's discount.
 */
export const isStale = (
  row: Pick<VideoEditingOrder, 'createdAt' | 'totalAmount' | 'discount' | 'customerEmail'>,
  wanted: Wanted,
): boolean =>
  row.createdAt < payableSince(wanted.now) ||
  senOf(row.totalAmount) !== wanted.price.total ||
  row.discount !== (wanted.discount?.kind ?? null) ||
  (row.discount !== null && row.customerEmail !== wanted.customerEmail)

/** True while some order has this email's first-order price and may still be, or is, paid. */
const hasFirstOrder = async (tx: Tx, email: string, except = 0): Promise<boolean> =>
  (await tx.videoEditingOrder.count({
    where: {
      customerEmail: email,
      discount: 'first_order',
      status: { notIn: ['cancelled', 'refunded'] },
      id: { not: except },
    },
  })) > 0

/**
 * An unpaid order, or one that was ended unpaid, is paid and gets its due date. False when it may
 * not be any more: its first-order price belongs to another order by now. The caller holds the
 * order's lock.
 */
export async function acceptOrder(
  tx: Tx,
  order: VideoEditingOrder,
  now: Date,
  opening: Opening,
): Promise<boolean> {
  if (
    order.status === 'cancelled' &&
    order.discount === 'first_order' &&
    (await hasFirstOrder(tx, order.customerEmail, order.id))
  )
    return false
  const due = dueAt(order.tier as Tier, order.rushService, now, opening)
  await tx.videoEditingOrder.update({
    where: { id: order.id },
    data: { status: 'paid', paidAt: now, dueAt: due, cancelReason: null },
  })
  return true
}

/** Ends an order that is still unpaid. The caller has closed its payment. */
export async function endUnpaid(id: number, reason: 'expired' | 'replaced'): Promise<void> {
  await db().videoEditingOrder.updateMany({
    where: { id, status: 'pending' },
    data: { status: 'cancelled', cancelReason: reason },
  })
}

/**
 * The money of a paid order went back and none of it is left (decision D7); any other order stays
 * as it is.
 */
export async function markRefunded(tx: Tx, id: number): Promise<void> {
  const where = {
    id,
    status: { in: [...PAID_STATUSES] },
    payments: { none: { outcome: 'confirmed' } },
  }
  await tx.videoEditingOrder.updateMany({ where, data: { status: 'refunded' } })
  const { customerEmail } = await tx.videoEditingOrder.findUniqueOrThrow({ where: { id } })
  await recountEmail(tx, customerEmail)
}

/** Queues the acknowledgement of a paid order, once, in the caller's transaction. */
export async function queueOrderReceived(tx: Tx, id: number): Promise<void> {
  const { order, payload, locale } = await mailFacts(tx, id)
  await queueMail(tx, {
    kind: 'order_received',
    payload,
    recipient: order.customerEmail,
    locale,
    dedupeKey: `order_received:${id}`,
    orderId: id,
  })
}

/**
 * Queues the news that an edit is ready, in the caller's transaction: `link` is where the file is
 * (https), null when it was handed over otherwise. `round` is 0 for the first delivery and counts
 * up with each revision.
 */
export async function queueOrderDelivered(
  tx: Tx,
  id: number,
  { link, round }: { link: string | null; round: number },
): Promise<void> {
  const { order, payload, locale } = await mailFacts(tx, id)
  await queueMail(tx, {
    kind: 'order_delivered',
    payload: { ...payload, link, round },
    recipient: order.customerEmail,
    locale,
    dedupeKey: `order_delivered:${id}:${round}`,
    orderId: id,
  })
}

/**
 * Queues what the customer is told when a payment for an order went back: paid twice, too late, or
 * by the studio's decision.
 */
export async function queueOrderRefunded(tx: Tx, paymentId: number): Promise<void> {
  const payment = await tx.payment.findUniqueOrThrow({ where: { id: paymentId } })
  if (payment.orderId === null) return
  const { order, payload, locale } = await mailFacts(tx, payment.orderId)
  const why =
    payment.reason === 'duplicate'
      ? ('duplicate' as const)
      : payment.reason === 'owner_refund'
        ? ('studio' as const)
        : ('late' as const)
  const facts = {
    ...payload,
    why,
    refundedSen: senOf(payment.amount),
    paymentIntentId: payment.stripePaymentIntentId ?? undefined,
  }
  await queueMail(tx, {
    kind: 'order_refunded',
    payload: facts,
    recipient: order.customerEmail,
    locale,
    dedupeKey: `order_refunded:${paymentId}`,
    orderId: order.id,
  })
}

async function mailFacts(tx: Tx, id: number) {
  const order = await tx.videoEditingOrder.findUniqueOrThrow({ where: { id } })
  const payload: OrderFacts = {
    orderId: order.id,
    name: order.customerName,
    email: order.customerEmail,
    phone: order.customerPhone,
    tier: order.tier as Tier,
    length: order.duration as PricedLength,
    rush: order.rushService,
    priceSen: senOf(order.price),
    discount: order.discount as Discount | null,
    discountSen: senOf(order.discountAmount),
    rushSen: order.rushPrice ? senOf(order.rushPrice) : 0,
    taxSen: senOf(order.taxAmount),
    taxLabel: order.taxLabel,
    taxPercent: order.taxRate.mul(100).toNumber(),
    totalSen: senOf(order.totalAmount),
    dueDate: order.dueAt && studioDate(order.dueAt),
    requirements: order.requirements,
    manageToken: order.manageToken,
  }
  return { order, payload, locale: toLocale(order.locale) }
}
