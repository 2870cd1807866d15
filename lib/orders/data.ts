import 'server-only'
import { db } from '@/lib/db'
import type { VideoEditingOrder } from '@/lib/generated/prisma/client'
import { isActiveMember } from '@/lib/memberships/data'
import { senOf, toDecimal } from '@/lib/money'
import { paymentState } from '@/lib/payments/rules'
import { bestDiscount, PAID_STATUSES, type Discount } from './rules'

/** An order on the wire (decision A6): decimals and instants are strings, absent optionals null. */
export type OrderDto = {
  id: number
  customerName: string
  customerEmail: string
  customerPhone: string | null
  tier: string
  duration: string
  /** The price charged; with `discountAmount` it is the table's. */
  price: string
  discount: string | null
  discountAmount: string
  rushService: boolean
  rushPrice: string | null
  taxAmount: string
  totalAmount: string
  currency: string
  status: string
  cancelReason: string | null
  requirements: string | null
  paidAt: string | null
  dueAt: string | null
  createdAt: string
}

/** An order row → the wire form. Leaves out tokens, hashes and the visitor. */
export function toOrderDto(row: VideoEditingOrder): OrderDto {
  const money = (value: { toString(): string }) => toDecimal(senOf(value))
  return {
    id: row.id,
    customerName: row.customerName,
    customerEmail: row.customerEmail,
    customerPhone: row.customerPhone,
    tier: row.tier,
    duration: row.duration,
    price: money(row.price),
    discount: row.discount,
    discountAmount: money(row.discountAmount),
    rushService: row.rushService,
    rushPrice: row.rushPrice && money(row.rushPrice),
    taxAmount: money(row.taxAmount),
    totalAmount: money(row.totalAmount),
    currency: row.currency,
    status: row.status,
    cancelReason: row.cancelReason,
    requirements: row.requirements,
    paidAt: row.paidAt?.toISOString() ?? null,
    dueAt: row.dueAt?.toISOString() ?? null,
    createdAt: row.createdAt.toISOString(),
  }
}

/** The order that a PaymentIntent was made for, with who owns it and how its payment stands; null when unknown. */
export async function orderByIntent(intentId: string) {
  const payment = await db().payment.findUnique({ where: { stripePaymentIntentId: intentId }, include: { order: true } })
  if (!payment?.order) return null
  return {
    visitorHash: payment.order.visitorHash,
    settled: payment.status === 'succeeded' || payment.status === 'canceled',
    dto: { ...toOrderDto(payment.order), paymentStatus: paymentState(payment) },
  }
}

/**
 * The discount that an email may have, given that a code has proven it to be the caller's (decision D5); null for a
 * guest, whose email is only typed.
 */
export async function discountOf(provenEmail: string | null): Promise<Discount | null> {
  if (provenEmail === null) return null
  const [member, paid] = await Promise.all([
    isActiveMember(provenEmail),
    db().videoEditingOrder.count({ where: { customerEmail: provenEmail, status: { in: [...PAID_STATUSES] } } }),
  ])
  return bestDiscount({ activeMember: member, hasPaidOrder: paid > 0 })
}

/** Unpaid orders placed before `since`, oldest first. */
export const unpaidOrders = (since: Date, limit: number): Promise<{ id: number }[]> =>
  db().videoEditingOrder.findMany({ where: { status: 'pending', createdAt: { lt: since } }, select: { id: true }, orderBy: { createdAt: 'asc' }, take: limit })
