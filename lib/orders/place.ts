import 'server-only'
import { currentTax } from '@/lib/settings/queries'
import { db, Prisma, transaction, type Tx } from '@/lib/db'
import type { VideoEditingOrder } from '@/lib/generated/prisma/client'
import type { Locale } from '@/lib/i18n/routing'
import { inboxOf, isSameMailbox } from '@/lib/inbox'
import { senOf, toDecimal, type Tax } from '@/lib/money'
import { stripe } from '@/lib/payments/client'
import { customerPhoneColumns } from '@/lib/phones'
import { Problem } from '@/lib/problem'
import { billingOf } from '@/lib/receipts/company'
import { newToken } from '@/lib/http/request'
import type { Quote } from '@/lib/sales/quote'
import { saleColumns } from '@/lib/sales/sale'
import { hasFirstOrder } from './accept'
import { closeOrder } from './close'
import { discountOf, type OrderRow } from './queries'
import { editLines } from './edit-sale'
import { payableSince, tableOrderPrice, type OrderDiscount, type OrderPrice } from './rules'
import type { OrderFigures, OrderInput } from './schema'

export type OrderRequest = OrderInput & {
  /** The price that the browser showed, in sen; null when it sent none. */
  price: number | null
  rushPrice: number | null
  totalAmount: number | null
  visitorHash: string
  /** The email that this visitor has proven by a code; null for a guest. */
  provenEmail: string | null
  locale: Locale
  now: Date
}

/**
 * At the server's own price (docs/decisions/020 C2, D4, D5). The discount belongs to the proven
 * email: an order with any other email has the table price. Throws price_changed,
 * payment_in_progress, unavailable, payments_off.
 */
export async function placeOrder(
  request: OrderRequest,
): Promise<{ order: OrderRow; created: boolean }> {
  stripe() // Throws before anything is written when no keys are set.
  const { tier, duration, rushService, customerEmail } = request
  const proven = isSameMailbox(request.provenEmail, customerEmail) ? customerEmail : null
  const [tax, kind] = await Promise.all([currentTax(), discountOf(proven)])
  const price = tableOrderPrice(tier, duration, rushService, kind, tax)
  const amounts = [
    [request.price, price.priceSen],
    [request.rushPrice, price.rushSen],
    [request.totalAmount, price.totalSen],
  ] as const
  if (amounts.some(([claimed, actual]) => claimed !== null && claimed !== actual))
    throw new Problem('price_changed', {
      data: {
        price: toDecimal(price.priceSen),
        rushPrice: toDecimal(price.rushSen),
        subtotal: toDecimal(price.subtotalSen),
        taxAmount: toDecimal(price.taxSen),
        totalAmount: toDecimal(price.totalSen),
        discount: kind,
      } satisfies OrderFigures,
    })
  const order = { ...request, price, discount: kind, tax }
  await giveUpStale(order)
  if (kind === 'first_order') await giveUpOtherFirstOrders(request)
  return transaction((tx) => placeUnpaid(tx, order))
}

/** At an outdated price, too old to be paid, or for another email; not one that is being paid. */
async function giveUpStale(order: NewOrder): Promise<void> {
  const { visitorHash, tier, duration, rushService } = order
  const same = await db().videoEditingOrder.findFirst({
    where: { visitorHash, tier, duration, rushService, status: 'pending' },
  })
  if (same && isStale(same, order)) await makeRoom(same)
}

/** The first-order price moves to the latest order; an order whose payment is in progress keeps it. */
async function giveUpOtherFirstOrders({
  customerEmail,
  tier,
  duration,
  rushService,
  visitorHash,
}: OrderRequest): Promise<void> {
  const others = await db().$queryRaw<{ id: number }[]>`
    SELECT id FROM video_editing_orders
    WHERE inbox_of(customer_email) = inbox_of(${customerEmail}::text) AND discount = 'first_order'
      AND status = 'pending' AND NOT (tier = ${tier} AND duration = ${duration}
        AND rush_service = ${rushService} AND visitor_hash IS NOT DISTINCT FROM ${visitorHash})`
  for (const other of others) await makeRoom(other)
}

async function makeRoom({ id }: { id: number }): Promise<void> {
  if (!(await closeOrder(id, 'replaced')))
    throw new Problem('payment_in_progress', { sentence: 'order_in_progress' })
}

type NewOrder = OrderInput & {
  price: OrderPrice & Quote
  discount: OrderDiscount | null
  tax: Tax
  visitorHash: string
  locale: Locale
  now: Date
}

/**
 * In one transaction. The same visitor who places the same order again for the same email gets the
 * same order, with the latest details (docs/decisions/020 C3); the caller has ended a stale one.
 * Throws payment_in_progress when such an order appeared meanwhile, or when another unpaid order has
 * the first-order price of this inbox.
 */
async function placeUnpaid(
  tx: Tx,
  order: NewOrder,
): Promise<{ order: OrderRow; created: boolean }> {
  // Two clicks at once, and two devices that want the same first order, are serialised; otherwise
  // they would violate the unique indexes that refuse the second. The visitor's lock always comes
  // first, so that waits cannot form a cycle.
  for (const key of [order.visitorHash, ...(order.discount ? [inboxOf(order.customerEmail)] : [])])
    await tx.$executeRaw`SELECT pg_advisory_xact_lock(hashtextextended(${key}, 4))`
  const contact = {
    customerName: order.customerName,
    customerEmail: order.customerEmail,
    ...customerPhoneColumns(order.customerPhone),
    requirements: order.requirements,
    footageLinks: order.footageLinks,
    billing: billingOf(order) ?? Prisma.DbNull,
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
      order: await tx.videoEditingOrder.update({
        where: { id: same.id },
        data: contact,
        include: { sales: true },
      }),
      created: false,
    }
  if (order.discount === 'first_order' && (await hasFirstOrder(tx, order.customerEmail)))
    throw new Problem('payment_in_progress', { sentence: 'order_in_progress' })
  const created = await tx.videoEditingOrder.create({
    data: {
      ...contact,
      ...what,
      price: toDecimal(order.price.priceSen),
      totalAmount: toDecimal(order.price.totalSen),
      discount: order.discount,
      rushPrice: order.rushService ? toDecimal(order.price.rushSen) : null,
      manageToken: newToken(),
      createdAt: order.now,
      sales: {
        create: {
          kind: 'edit',
          ...saleColumns(editLines(order.price.lines, order), order.price, order.tax),
        },
      },
    },
    include: { sales: true },
  })
  return { order: created, created: true }
}

type Wanted = Pick<NewOrder, 'customerEmail' | 'now'> & {
  price: Pick<OrderPrice, 'totalSen'>
  discount: OrderDiscount | null
}

/** Too old to be paid, at another price, or another customer's. */
const isStale = (
  row: Pick<VideoEditingOrder, 'createdAt' | 'totalAmount' | 'discount' | 'customerEmail'>,
  wanted: Wanted,
): boolean =>
  row.createdAt < payableSince(wanted.now) ||
  senOf(row.totalAmount) !== wanted.price.totalSen ||
  row.discount !== wanted.discount ||
  row.customerEmail !== wanted.customerEmail
