import 'server-only'
import { revisionsLeft, type PricedLength, type Tier } from '@/lib/studio'
import { pageById, type Page } from '@/lib/http/admin-methods'
import { db, Prisma } from '@/lib/db'
import { paymentState } from '@/lib/payments/rules'
import { toListedDocument } from '@/lib/receipts/queries'
import { searchCondition } from '../search'
import { toOrderDto } from '@/lib/orders/queries'
import { type OrderStatus } from '@/lib/orders/rules'
import type { AdminOrder } from './schema'

const include = {
  payments: {
    select: {
      status: true,
      outcome: true,
      refundStatus: true,
      disputed: true,
      receipts: { orderBy: { id: 'asc' } },
    },
    orderBy: { id: 'desc' },
  },
} satisfies Prisma.VideoEditingOrderInclude
type Row = Prisma.VideoEditingOrderGetPayload<{ include: typeof include }>

function toAdminOrder({ payments, ...row }: Row): AdminOrder {
  const shown =
    payments.find(({ outcome }) => outcome === 'needs_attention') ??
    payments.find(({ outcome }) => outcome) ??
    payments[0]
  return {
    ...toOrderDto(row),
    tier: row.tier as Tier,
    duration: row.duration as PricedLength,
    deliveries: row.deliveries,
    revisionsLeft: revisionsLeft(row.tier as Tier, row.deliveries),
    deliveryLink: row.deliveryLink,
    paymentStatus: shown ? paymentState(shown, true) : null,
    receipts: payments.flatMap(({ receipts }) => receipts.map(toListedDocument)),
    disputed: payments.some(({ disputed }) => disputed),
    updatedAt: row.updatedAt.toISOString(),
  }
}

/**
 * One order as the console shows it. Throws Prisma's not-found error: the caller has already
 * checked that it exists.
 */
export const adminOrder = async (id: number): Promise<AdminOrder> =>
  toAdminOrder(await db().videoEditingOrder.findUniqueOrThrow({ where: { id }, include }))

export type OrderListQuestion = {
  limit: number
  cursor?: number | undefined
  status?: OrderStatus | undefined
  q?: string | null
}

/**
 * A page of orders, newest first, after `cursor` (the last page's `nextCursor`). Orders that ended
 * unpaid are shown only when that status is requested. `q` searches numbers, names, emails
 * and phones.
 */
export async function listOrders({
  limit,
  cursor,
  status,
  q,
}: OrderListQuestion): Promise<Page<AdminOrder>> {
  const found = q ? await matching(q) : null
  const rows = await db().videoEditingOrder.findMany({
    where: {
      ...(found && { id: { in: found } }),
      AND: [
        cursor !== undefined ? { id: { lt: cursor } } : {},
        status ? { status } : NOT_ENDED_UNPAID,
      ],
    },
    include,
    orderBy: { id: 'desc' },
    take: limit + 1,
  })
  return pageById(rows, limit, toAdminOrder)
}

// Written out instead of NOT (…): SQL's NOT of a comparison with null would hide every order
// without a reason.
const NOT_ENDED_UNPAID: Prisma.VideoEditingOrderWhereInput = {
  OR: [
    { status: { not: 'cancelled' } },
    { cancelReason: null },
    { cancelReason: { notIn: ['expired', 'replaced'] } },
  ],
}

// More than anybody pages through.
const MOST_FOUND = 5_000

/** The ids of the orders that are searched for. */
async function matching(q: string): Promise<number[]> {
  const column = Prisma.sql`lower(o.customer_name || ' ' || o.customer_email || ' '
    || coalesce(o.customer_phone, ''))`
  const condition = searchCondition(q, { column, id: Prisma.sql`o.id` })
  if (!condition) return []
  const rows = await db().$queryRaw<{ id: number }[]>`
    SELECT o.id FROM video_editing_orders o WHERE ${condition} ORDER BY o.id DESC LIMIT ${MOST_FOUND}`
  return rows.map(({ id }) => id)
}
