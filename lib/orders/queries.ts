import 'server-only'
import { type PricedLength, type Tier, revisionsLeft } from '@/lib/studio'
import { MANAGE_TOKEN } from '@/lib/text'
import { cacheLife, cacheTag } from 'next/cache'
import { db, type Prisma, type Tx } from '@/lib/db'
import { isActiveMember } from '@/lib/memberships/queries'
import { senOf, toDecimal, type Stored } from '@/lib/money'
import { receiptNumber, withReceipt } from '@/lib/receipts/queries'
import {
  endedMoney,
  MONEY_COLUMNS,
  moneyOf,
  moneyParts,
  moneyState,
  owedOf,
  refundableOf,
} from '@/lib/sales/money'
import { discountOfSales, priceOfSales, taxOfSales } from '@/lib/sales/sale'
import { currentSetting } from '@/lib/settings/queries'
import { studioDate } from '@/lib/time'
import type { OfficeDays, OrderDiscount, OrderStatus } from '@/lib/orders/rules'
import { bestDiscount, PAID_STATUSES } from './rules'
import type { ManagedOrder, OrderDto, PaidOrder } from './schema'

export type OrderRow = Prisma.VideoEditingOrderGetPayload<{ include: { sales: true } }>

/** Leaves out tokens, hashes and the visitor. */
export function toOrderDto(row: OrderRow): OrderDto {
  const money = (value: Stored) => toDecimal(senOf(value))
  return {
    id: row.id,
    customerName: row.customerName,
    customerEmail: row.customerEmail,
    customerPhone: row.customerPhone,
    tier: row.tier as Tier,
    duration: row.duration as PricedLength,
    price: money(row.price),
    discount: row.discount as OrderDiscount | null,
    discountAmount: toDecimal(discountOfSales(row.sales)),
    rushService: row.rushService,
    rushPrice: row.rushPrice && money(row.rushPrice),
    taxAmount: toDecimal(priceOfSales(row.sales).taxSen),
    totalAmount: money(row.totalAmount),
    currency: row.currency,
    status: row.status as OrderStatus,
    cancelReason: row.cancelReason,
    requirements: row.requirements,
    footageLinks: row.footageLinks,
    footageAt: row.footageAt?.toISOString() ?? null,
    paidAt: row.paidAt?.toISOString() ?? null,
    dueAt: row.dueAt?.toISOString() ?? null,
    stripePaymentIntentId: row.stripePaymentIntentId,
    createdAt: row.createdAt.toISOString(),
  }
}

export async function currentOfficeDays(
  client: Pick<Tx, 'setting' | 'holiday'> = db(),
): Promise<OfficeDays> {
  const week = await currentSetting('office', client)
  // One that names rooms is no holiday of the office.
  const holidays = await client.holiday.findMany({
    where: { roomIds: { isEmpty: true } },
    orderBy: { date: 'asc' },
    select: { date: true },
  })
  return { ...week, holidays: holidays.map(({ date }) => date) }
}

/** For pages: prerendered until one of its tags is expired. */
export async function officeDays(): Promise<OfficeDays> {
  'use cache'
  cacheTag('settings', 'holidays')
  cacheLife('max')
  return currentOfficeDays()
}

const isOver = ({ status }: Pick<OrderRow, 'status'>): boolean =>
  status === 'cancelled' || status === 'refunded'

/** With its owner and the state of its payment, `isCurrent` as in `paymentState`; null when unknown. */
export async function orderByIntent(intentId: string, isCurrent = false) {
  const payment = await db().payment.findUnique({
    where: { stripePaymentIntentId: intentId },
    include: {
      order: { include: { sales: true, payments: { select: MONEY_COLUMNS } } },
      receipts: withReceipt,
    },
  })
  if (!payment?.order) return null
  return {
    visitorHash: payment.order.visitorHash,
    settled: payment.status === 'succeeded' || payment.status === 'canceled',
    // Only its owner gets this, so it may include the token of the order's own page
    // (docs/decisions/020 C8, C10).
    dto: {
      ...toOrderDto(payment.order),
      paymentStatus: moneyState([payment], isCurrent) ?? 'processing',
      money: moneyParts(moneyOf(isOver(payment.order) ? payment.order.payments : [payment])),
      manageToken: payment.order.manageToken,
      receipt: receiptNumber(payment.receipts),
    } satisfies PaidOrder,
  }
}

export const opensOrder = async (token: string): Promise<boolean> =>
  MANAGE_TOKEN.test(token) &&
  (await db().videoEditingOrder.count({ where: { manageToken: token } })) > 0

/** Null for an unknown token. */
export const orderOfToken = async (token: string): Promise<number | null> =>
  (await db().videoEditingOrder.findUnique({ where: { manageToken: token }, select: { id: true } }))
    ?.id ?? null

/** As its own page shows it; null for an unknown token (docs/decisions/020 C10). */
export async function managedOrder(token: string): Promise<ManagedOrder | null> {
  const row = MANAGE_TOKEN.test(token)
    ? await db().videoEditingOrder.findUnique({
        where: { manageToken: token },
        include: { payments: { select: MONEY_COLUMNS }, sales: true },
      })
    : null
  if (!row) return null
  const tax = taxOfSales(row.sales)
  const money = moneyOf(row.payments)
  const hasEnded = isOver(row)
  return {
    id: row.id,
    customerName: row.customerName,
    tier: row.tier as Tier,
    duration: row.duration as PricedLength,
    rushService: row.rushService,
    requirements: row.requirements,
    footageLinks: row.footageLinks,
    hasFootage: row.footageAt !== null,
    status: row.status as OrderStatus,
    ...(hasEnded ? endedMoney(money) : { refund: null, money: [] }),
    priceSen: senOf(row.price),
    discount: row.discount as OrderDiscount | null,
    discountSen: discountOfSales(row.sales),
    rushSen: row.rushPrice ? senOf(row.rushPrice) : 0,
    taxSen: priceOfSales(row.sales).taxSen,
    totalSen: senOf(row.totalAmount),
    receivedSen: refundableOf(money),
    owedSen: hasEnded ? 0 : owedOf(senOf(row.totalAmount), money),
    taxRate: tax.basisPoints,
    taxLabel: tax.label,
    paidOn: row.paidAt && studioDate(row.paidAt),
    dueOn: row.dueAt && studioDate(row.dueAt),
    deliveredAt: row.deliveryLink,
    revisionsLeft: revisionsLeft(row.tier as Tier, row.deliveries),
  }
}

/** For a proven email (docs/decisions/020 D5); null for a guest, whose email is only typed. */
export async function discountOf(provenEmail: string | null): Promise<OrderDiscount | null> {
  if (provenEmail === null) return null
  const [member, paid] = await Promise.all([
    isActiveMember(provenEmail),
    // Under whichever spelling of its inbox.
    db().$queryRaw<object[]>`
      SELECT 1 FROM video_editing_orders
      WHERE inbox_of(customer_email) = inbox_of(${provenEmail}::text)
        AND status = ANY (${[...PAID_STATUSES]}::text[]) LIMIT 1`,
  ])
  return bestDiscount({ activeMember: member, hasPaidOrder: paid.length > 0 })
}

/** Nothing was paid for it: a part keeps it (docs/decisions/040). */
export const UNPAID = {
  payments: { none: { outcome: 'confirmed' } },
} satisfies Prisma.VideoEditingOrderWhereInput

/** Unpaid orders placed before `since`, oldest first. */
export const unpaidOrders = (since: Date, limit: number): Promise<{ id: number }[]> =>
  db().videoEditingOrder.findMany({
    where: { status: 'pending', createdAt: { lt: since }, ...UNPAID },
    select: { id: true },
    orderBy: { createdAt: 'asc' },
    take: limit,
  })
