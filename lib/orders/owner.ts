import 'server-only'
import { type Tier, revisionsLeft } from '@/lib/studio'
import { db, type Prisma } from '@/lib/db'
import { paymentState, type PaymentState } from '@/lib/payments/rules'
import { literally } from '@/lib/text'
import { toOrderDto, type OrderDto } from './data'
import { type OrderStatus } from './rules'

/** An order as its owner sees it. `updatedAt` is the version to send with a change. */
export type OwnerOrderDto = OrderDto & {
  deliveries: number
  revisionsLeft: number
  deliveryLink: string | null
  paymentStatus: PaymentState | null
  /** The customer's bank wants the money back. */
  disputed: boolean
  updatedAt: string
}

const include = {
  payments: { select: { status: true, outcome: true, disputed: true }, orderBy: { id: 'desc' } },
} satisfies Prisma.VideoEditingOrderInclude
type OwnerRow = Prisma.VideoEditingOrderGetPayload<{ include: typeof include }>

function toOwnerOrder({ payments, ...row }: OwnerRow): OwnerOrderDto {
  const telling =
    payments.find(({ outcome }) => outcome === 'needs_attention') ??
    payments.find(({ outcome }) => outcome) ??
    payments[0]
  return {
    ...toOrderDto(row),
    deliveries: row.deliveries,
    revisionsLeft: revisionsLeft(row.tier as Tier, row.deliveries),
    deliveryLink: row.deliveryLink,
    paymentStatus: telling ? paymentState(telling) : null,
    disputed: payments.some(({ disputed }) => disputed),
    updatedAt: row.updatedAt.toISOString(),
  }
}

/** One order for its owner; throws Prisma's not-found error, so the caller has seen it exist. */
export const ownerOrder = async (id: number): Promise<OwnerOrderDto> =>
  toOwnerOrder(await db().videoEditingOrder.findUniqueOrThrow({ where: { id }, include }))

export type OrderListQuestion = {
  limit: number
  cursor?: number | undefined
  status?: OrderStatus | undefined
  q?: string | null
}

/**
 * A page of orders, newest first, after `cursor` (the last page's `nextCursor`). Orders that ended
 * unpaid are shown only when the status is asked for. `q` looks in names and emails, or is an
 * order's number.
 */
export async function listOrders({
  limit,
  cursor,
  status,
  q,
}: OrderListQuestion): Promise<{ orders: OwnerOrderDto[]; nextCursor: number | null }> {
  const rows = await db().videoEditingOrder.findMany({
    where: {
      ...(cursor !== undefined && { id: { lt: cursor } }),
      AND: [status ? { status } : NOT_ENDED_UNPAID, q ? { OR: matching(q) } : {}],
    },
    include,
    orderBy: { id: 'desc' },
    take: limit + 1,
  })
  const page = rows.slice(0, limit)
  return {
    orders: page.map(toOwnerOrder),
    nextCursor: rows.length > limit ? (page.at(-1)?.id ?? null) : null,
  }
}

// Spelled out instead of NOT (…): SQL's NOT of a comparison with null would hide every order
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
