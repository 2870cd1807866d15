import 'server-only'
import type { Tx } from '@/lib/db'
import { toLocale } from '@/lib/i18n/routing'
import { tellFinance } from '@/lib/mail/finance'
import { queueNotice } from '@/lib/mail/notices'
import type { OrderFacts } from '@/lib/mail/schema'
import { recordNotice, toldLast } from '@/lib/mail/told'
import { senOf } from '@/lib/money'
import { moneyFacts, orderNews, type OrderTold, type Standing } from '@/lib/notices/rules'
import { PAID_STATUSES, type OrderDiscount } from '@/lib/orders/rules'
import { moneyOf, owedOf } from '@/lib/sales/money'
import { discountOfSales, priceOfSales, taxOfSales } from '@/lib/sales/sale'
import { currentSetting, currentSite } from '@/lib/settings/queries'
import type { PricedLength, Tier } from '@/lib/studio'
import { studioDate } from '@/lib/time'

/**
 * Called in the transaction of whatever may have changed an order, its money or its documents: queues a
 * notice to the customer, and to the studio of an order that it has not been told of, where there is
 * anything to say. What it says is decided when it is sent (lib/orders/mail-now.ts).
 */
export async function tellOrder(tx: Tx, id: number): Promise<void> {
  const { order, told: now } = await orderNow(tx, id)
  const about = { orderId: id }
  await queueNotice(
    tx,
    {
      kind: 'order_notice',
      payload: about,
      recipient: order.customerEmail,
      locale: toLocale(order.locale),
      ...about,
    },
    async () => orderNews(await toldLast<OrderTold>(tx, 'customer', about), now) !== null,
  )
  await queueNotice(
    tx,
    {
      kind: 'studio_order',
      payload: about,
      recipient: (await currentSite(tx)).email,
      locale: 'en',
      ...about,
    },
    async () => {
      const isNews = isPaidNews(await toldLast<OrderTold>(tx, 'studio', about), now)
      if (!isNews) return false
      const isWanted = (await currentSetting('notices', tx)).orders
      if (!isWanted)
        await recordNotice(tx, about, { audience: 'studio', says: 'received', told: now }, null)
      return isWanted
    },
  )
  await tellFinance(tx, about)
}

/** The studio is told once of each order that was paid; the rest it has done itself. */
export const isPaidNews = (told: OrderTold | null, now: OrderTold): boolean =>
  told === null && (now.standing === 'stands' || now.standing === 'done')

/** An order with what its customer is to know of it, and what mails state of it. */
export async function orderNow(tx: Tx, id: number) {
  const order = await tx.videoEditingOrder.findUniqueOrThrow({
    where: { id },
    include: { sales: true },
  })
  const payments = await tx.payment.findMany({ where: { orderId: id }, orderBy: { id: 'asc' } })
  const documents = await tx.receipt.findMany({
    where: { payment: { orderId: id } },
    select: { id: true },
    orderBy: { id: 'asc' },
  })
  const money = moneyFacts(payments)
  const tax = taxOfSales(order.sales)
  const dueDate = order.dueAt && studioDate(order.dueAt)
  const owed = owedOf(senOf(order.totalAmount), moneyOf(payments))
  const told: OrderTold = {
    ...money,
    standing: standingOf(order.status, money.settledSen),
    isKnown: order.paidAt !== null || money.acceptedSen > 0,
    totalSen: senOf(order.totalAmount),
    owedSen: order.status === 'pending' && money.settledSen > 0 ? owed : 0,
    documents: documents.map((document) => document.id),
    due: dueDate,
    hasFootage: order.footageAt !== null,
    round: order.deliveries,
  }
  const facts: OrderFacts = {
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
    totalSen: told.totalSen,
    dueDate,
    requirements: order.requirements,
  }
  return {
    ...{ order, facts, told, money: moneyOf(payments) },
    awaitsReceipt: payments.some(({ documentsFailingSince }) => documentsFailingSince !== null),
  }
}

function standingOf(status: string, settledSen: number): Standing {
  if (status === 'delivered' || status === 'completed') return 'done'
  if ((PAID_STATUSES as readonly string[]).includes(status)) return 'stands'
  if (status !== 'pending') return 'ended'
  return settledSen > 0 ? 'waits' : 'none'
}
