import 'server-only'
import { revisionsLeft, type PricedLength, type Tier } from '@/lib/studio'
import { pageById, type Page } from '@/lib/http/admin-methods'
import { db, Prisma } from '@/lib/db'
import { senOf, toDecimal } from '@/lib/money'
import { financeEmailOf } from '@/lib/receipts/company'
import { toListedDocument } from '@/lib/receipts/queries'
import {
  isKeptByFailure,
  MONEY_COLUMNS,
  moneyOf,
  moneyState,
  owedOf,
  refundableOf,
  refundShown,
} from '@/lib/sales/money'
import { foundInOrder } from '@/lib/search'
import { toOrderDto } from '@/lib/orders/queries'
import { type OrderStatus } from '@/lib/orders/rules'
import type { AdminOrder } from './schema'

const include = {
  sales: true,
  payments: {
    select: {
      ...MONEY_COLUMNS,
      disputed: true,
      receipts: { orderBy: { id: 'asc' } },
    },
  },
} satisfies Prisma.VideoEditingOrderInclude
type Row = Prisma.VideoEditingOrderGetPayload<{ include: typeof include }>

function toAdminOrder({ payments, ...row }: Row): AdminOrder {
  const money = moneyOf(payments)
  const isOver = row.status === 'cancelled' || row.status === 'refunded'
  return {
    ...toOrderDto(row),
    tier: row.tier as Tier,
    duration: row.duration as PricedLength,
    deliveries: row.deliveries,
    revisionsLeft: revisionsLeft(row.tier as Tier, row.deliveries),
    deliveryLink: row.deliveryLink,
    paymentStatus: moneyState(payments, true),
    keptAmount: toDecimal(refundableOf(money)),
    owedSen: isOver ? 0 : owedOf(senOf(row.totalAmount), money),
    financeEmail: financeEmailOf(row.billing),
    refundFailed: isKeptByFailure(payments),
    refund: row.status === 'refunded' ? refundShown(money) : null,
    receipts: payments.flatMap(({ receipts }) => receipts.map(toListedDocument)),
    disputed: payments.some(({ disputed }) => disputed),
    updatedAt: row.updatedAt.toISOString(),
  }
}

/** Throws Prisma's not-found error: the caller has checked that it exists. */
export const adminOrder = async (id: number): Promise<AdminOrder> =>
  toAdminOrder(await db().videoEditingOrder.findUniqueOrThrow({ where: { id }, include }))

/** Newest first. */
export const ordersById = async (ids: number[]): Promise<AdminOrder[]> =>
  (
    await db().videoEditingOrder.findMany({
      where: { id: { in: ids } },
      include,
      orderBy: { id: 'desc' },
    })
  ).map(toAdminOrder)

export type OrderListQuestion = {
  limit: number
  cursor?: number | undefined
  status?: OrderStatus | undefined
  q?: string | null
}

/**
 * Newest first, after `cursor` (the last page's `nextCursor`). Those that ended unpaid are shown
 * only when that status is requested. `q` searches numbers, names, emails and phones.
 */
export async function listOrders({
  limit,
  cursor,
  status,
  q,
}: OrderListQuestion): Promise<Page<AdminOrder>> {
  const where = [
    ...(cursor === undefined ? [] : [Prisma.sql`o.id < ${cursor}`]),
    status ? Prisma.sql`o.status = ${status}` : NOT_ENDED_UNPAID,
  ]
  const id = Prisma.sql`o.id`
  const found = await foundInOrder<{ id: number }>(
    q,
    { text: SEARCHED, id },
    {
      ...{ table: 'video_editing_orders', alias: 'o', where, columns: id },
      ...{ order: Prisma.sql`ORDER BY o.id DESC`, count: limit + 1 },
    },
  )
  const rows = await db().videoEditingOrder.findMany({
    where: { id: { in: found.map(({ id }) => id) } },
    include,
    orderBy: { id: 'desc' },
  })
  return pageById(rows, limit, toAdminOrder)
}

const NOT_ENDED_UNPAID = Prisma.sql`(o.status <> 'cancelled'
  OR coalesce(o.cancel_reason, '') NOT IN ('expired', 'replaced'))`

const SEARCHED = Prisma.sql`o.customer_name || ' ' || o.customer_email || ' '
  || phone_forms(o.customer_phone, o.phone_e164)`
