import 'server-only'
import { revisionsLeft, type PricedLength, type Tier } from '@/lib/studio'
import { pageById, type Page } from '@/lib/http/admin-methods'
import { db, type Prisma } from '@/lib/db'
import { paymentState } from '@/lib/payments/rules'
import { toListedDocument } from '@/lib/receipts/queries'
import { literally } from '@/lib/text'
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
    paymentStatus: shown ? paymentState(shown) : null,
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
 * unpaid are shown only when that status is requested. `q` searches names and emails, or is an
 * order number.
 */
export async function listOrders({
  limit,
  cursor,
  status,
  q,
}: OrderListQuestion): Promise<Page<AdminOrder>> {
  const rows = await db().videoEditingOrder.findMany({
    where: {
      ...(cursor !== undefined && { id: { lt: cursor } }),
      AND: [status ? { status } : NOT_ENDED_UNPAID, q ? { OR: matching(q) } : {}],
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

function matching(q: string): Prisma.VideoEditingOrderWhereInput[] {
  const contains = { contains: literally(q), mode: 'insensitive' as const }
  const number = /^#?([1-9]\d{0,8})$/.exec(q)?.[1]
  return [
    { customerName: contains },
    { customerEmail: contains },
    ...(number ? [{ id: Number(number) }] : []),
  ]
}
