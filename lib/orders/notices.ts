import 'server-only'
import type { PricedLength, Tier } from '@/lib/studio'
import type { Tx } from '@/lib/db'
import { toLocale } from '@/lib/i18n/routing'
import { isQueued, queueMail } from '@/lib/mail/outbox'
import type { OrderFacts } from '@/lib/mail/schema'
import { senOf } from '@/lib/money'
import type { IssuedNoteMail, SettledPayment } from '@/lib/payments/settlement'
import { discountOfSales, priceOfSales, taxOfSales } from '@/lib/sales/sale'
import { currentSetting, currentSite } from '@/lib/settings/queries'
import { studioDate } from '@/lib/time'
import type { OrderDiscount } from '@/lib/orders/rules'

/**
 * Queues the acknowledgement of a paid order with the receipt of its payment, and the studio's own
 * mail about it unless that is switched off (docs/decisions/020 F4): each once, in the caller's
 * transaction.
 */
export async function queueOrderReceived(tx: Tx, id: number, paymentId: number): Promise<void> {
  const { order, payload, locale } = await orderMailFacts(tx, id)
  const first = `order_received:${id}`
  await queueMail(tx, {
    kind: 'order_received',
    payload: { ...payload, paymentId },
    recipient: order.customerEmail,
    locale,
    dedupeKey: (await isQueued(tx, first)) ? `${first}:${paymentId}` : first,
    orderId: id,
  })
  if (!(await currentSetting('notices', tx)).orders) return
  const { manageToken: _customers, ...facts } = payload
  await queueMail(tx, {
    kind: 'studio_order',
    payload: facts,
    recipient: (await currentSite(tx)).email,
    locale: 'en',
    dedupeKey: `studio_order:${id}`,
    orderId: id,
  })
}

/**
 * Queues the mail that the footage has arrived and by when the edit will be done, once, in the
 * caller's transaction (docs/decisions/020 D8).
 */
export async function queueFootageReceived(tx: Tx, id: number): Promise<void> {
  const { order, payload, locale } = await orderMailFacts(tx, id)
  await queueMail(tx, {
    kind: 'order_footage',
    payload,
    recipient: order.customerEmail,
    locale,
    dedupeKey: `order_footage:${id}`,
    orderId: id,
  })
}

/**
 * Queues the mail that an edit is ready, in the caller's transaction: `link` is where the file is
 * (https), null when it was delivered in another way. `round` is 0 for the first delivery and
 * increases with each revision.
 */
export async function queueOrderDelivered(
  tx: Tx,
  id: number,
  { link, round }: { link: string | null; round: number },
): Promise<void> {
  const { order, payload, locale } = await orderMailFacts(tx, id)
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
 * Queues the mail to the customer about a refunded payment for an order: paid twice, too late, or
 * refunded by the studio. `beforeSen`: what had been refunded of it before.
 */
export async function queueOrderRefunded(
  tx: Tx,
  paymentId: number,
  beforeSen: number,
): Promise<void> {
  const payment = await tx.payment.findUniqueOrThrow({ where: { id: paymentId } })
  if (payment.orderId === null) return
  const { order, payload, locale } = await orderMailFacts(tx, payment.orderId)
  const why =
    payment.reason === 'duplicate'
      ? ('duplicate' as const)
      : payment.reason === 'late' || payment.reason === 'cancelled'
        ? ('late' as const)
        : ('studio' as const)
  // A refund that failed may be made again.
  const first = `order_refunded:${paymentId}`
  const facts = {
    ...payload,
    why,
    refundedSen: Math.max(senOf(payment.refundedAmount) - beforeSen, 0),
    paymentIntentId: payment.stripePaymentIntentId ?? undefined,
    paymentId,
  }
  await queueMail(tx, {
    kind: 'order_refunded',
    payload: facts,
    recipient: order.customerEmail,
    locale,
    dedupeKey: (await isQueued(tx, first)) ? `${first}:${payment.syncVersion}` : first,
    orderId: order.id,
  })
}

/**
 * Queues the mail with a credit or debit note, once, in the caller's transaction. Does nothing when
 * the mail about the same refund has it attached.
 */
export async function queueOrderNote(
  tx: Tx,
  { orderId, documentId, kind, hasRefundMail }: SettledPayment & IssuedNoteMail,
): Promise<void> {
  if (orderId === null || (kind === 'credit_note' && hasRefundMail)) return
  const order = await tx.videoEditingOrder.findUniqueOrThrow({ where: { id: orderId } })
  await queueMail(tx, {
    kind,
    payload: {
      documentId,
      name: order.customerName,
      about: { order: orderId },
      manageToken: order.manageToken,
    },
    recipient: order.customerEmail,
    locale: toLocale(order.locale),
    dedupeKey: `${kind}:${documentId}`,
    orderId,
  })
}

/** The facts about an order that mails state. */
export async function orderMailFacts(tx: Tx, id: number) {
  const order = await tx.videoEditingOrder.findUniqueOrThrow({
    where: { id },
    include: { sales: true },
  })
  const tax = taxOfSales(order.sales)
  const payload: OrderFacts = {
    orderId: order.id,
    name: order.customerName,
    email: order.customerEmail,
    phone: order.customerPhone,
    tier: order.tier as Tier,
    length: order.duration as PricedLength,
    rush: order.rushService,
    priceSen: senOf(order.price),
    discount: order.discount as OrderDiscount | null,
    discountSen: discountOfSales(order.sales),
    rushSen: order.rushPrice ? senOf(order.rushPrice) : 0,
    taxSen: priceOfSales(order.sales).taxSen,
    taxLabel: tax.label,
    taxPercent: tax.basisPoints / 100,
    totalSen: senOf(order.totalAmount),
    dueDate: order.dueAt && studioDate(order.dueAt),
    requirements: order.requirements,
    manageToken: order.manageToken,
  }
  return { order, payload, locale: toLocale(order.locale) }
}
