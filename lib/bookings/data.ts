import 'server-only'
import { db, type Prisma } from '@/lib/db'
import type { Locale } from '@/lib/i18n/routing'
import { senOf, toDecimal } from '@/lib/money'
import { paymentState, type PaymentState } from '@/lib/payments/rules'

/** A booking on the wire (decisions A6, C1): decimals and instants are strings, absent optionals null. */
export type BookingDto = {
  id: number
  service: { id: number; name: string }
  serviceId: number
  firstName: string
  lastName: string | null
  email: string
  phone: string | null
  date: string
  time: string
  duration: string
  requirements: string | null
  subtotal: string
  taxAmount: string
  totalAmount: string
  currency: string
  status: string
  cancelReason: string | null
  holdExpiresAt: string | null
  createdAt: string
}

/** What a BookingDto is made of. */
export const bookingInclude = { service: { select: { id: true, name: true } } } satisfies Prisma.BookingInclude
export type BookingRow = Prisma.BookingGetPayload<{ include: typeof bookingInclude }>

/** A booking row with its service → the wire form. Leaves out tokens, hashes and the visitor. */
export function toBookingDto(row: BookingRow): BookingDto {
  const money = (value: { toString(): string }) => toDecimal(senOf(value))
  return {
    id: row.id,
    service: row.service,
    serviceId: row.serviceId,
    firstName: row.firstName,
    lastName: row.lastName,
    email: row.email,
    phone: row.phone,
    date: row.date,
    time: row.time,
    duration: row.duration,
    requirements: row.requirements,
    subtotal: money(row.subtotal),
    taxAmount: money(row.taxAmount),
    totalAmount: money(row.totalAmount),
    currency: row.currency,
    status: row.status,
    cancelReason: row.cancelReason,
    holdExpiresAt: row.holdExpiresAt?.toISOString() ?? null,
    createdAt: row.createdAt.toISOString(),
  }
}

/** The booking that a PaymentIntent was made for, in the reader's language, with who owns it and how its payment stands; null when unknown. */
export async function bookingByIntent(intentId: string, locale: Locale) {
  const payment = await db().payment.findUnique({
    where: { stripePaymentIntentId: intentId },
    include: { booking: { include: { service: true, addOns: { include: { service: true } } } } },
  })
  if (!payment?.booking) return null
  const { booking } = payment
  const service = { id: booking.service.id, name: nameIn(locale, booking.service) }
  const addOns = booking.addOns.map((row) => ({ name: nameIn(locale, row.service), hours: row.hours, totalAmount: toDecimal(senOf(row.totalAmount)) }))
  return {
    visitorHash: booking.visitorHash,
    settled: payment.status === 'succeeded' || payment.status === 'canceled',
    dto: { ...toBookingDto({ ...booking, service }), addOns, paymentStatus: paymentState(payment) },
  }
}

/** A service's name in a language; the owner's own where there is no translation. */
export const nameIn = (locale: Locale, service: { name: string; translations: unknown }): string =>
  (service.translations as Partial<Record<Locale, { name: string }>>)[locale]?.name ?? service.name

export type BookingListItem = BookingDto & { paymentStatus: PaymentState | null }
export type BookingList = { bookings: BookingListItem[]; nextCursor: string | null }

const CURSOR = /^(\d{13})-(\d{1,10})$/

/** True for what `listBookings` gave as `nextCursor`, false for anything else. */
export const isBookingCursor = (value: string): boolean => Number(CURSOR.exec(value)?.[2] ?? Infinity) <= 2_147_483_647

/**
 * A page of bookings, newest first, after `cursor` (the last page's `nextCursor`; null for the first page). Holds that
 * ended unpaid are left out unless `all` (decision C7); one whose payment is still open is in force and stays.
 */
export async function listBookings({ limit, cursor, all, now }: { limit: number; cursor: string | null; all: boolean; now: Date }): Promise<BookingList> {
  const rows = await db().booking.findMany({
    where: { AND: [after(cursor), all ? {} : soldOrHeld(now)] },
    include: { ...bookingInclude, payments: { select: { status: true, outcome: true }, orderBy: { id: 'desc' } } },
    orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
    take: limit + 1,
  })
  const page = rows.slice(0, limit)
  const last = page.at(-1)
  return {
    bookings: page.map((row) => ({ ...toBookingDto(row), paymentStatus: tellingPayment(row.payments) })),
    nextCursor: last && rows.length > limit ? `${last.createdAt.getTime()}-${last.id}` : null,
  }
}

function after(cursor: string | null): Prisma.BookingWhereInput {
  const [, time, id] = CURSOR.exec(cursor ?? '') ?? []
  if (!time || !id) return {}
  const createdAt = new Date(Number(time))
  return { OR: [{ createdAt: { lt: createdAt } }, { createdAt, id: { lt: Number(id) } }] }
}

// Spelled out by status instead of NOT (…): SQL's NOT of a comparison with null would hide every booking without a reason.
const soldOrHeld = (now: Date): Prisma.BookingWhereInput => ({
  OR: [
    { status: { in: ['confirmed', 'completed'] } },
    { status: 'cancelled', OR: [{ cancelReason: null }, { cancelReason: { notIn: ['expired', 'released'] } }] },
    { status: 'pending', OR: [{ holdExpiresAt: null }, { holdExpiresAt: { gt: now } }, { payments: { some: { status: { not: 'canceled' } } } }] },
  ],
})

/** Of several payments (an upgrade has its own) the one the owner must know of: trouble first, then money, then the newest. */
function tellingPayment(payments: { status: string; outcome: string | null }[]): PaymentState | null {
  const telling = payments.find((p) => p.outcome === 'needs_attention') ?? payments.find((p) => p.outcome) ?? payments[0]
  return telling ? paymentState(telling) : null
}

export type PaymentAlert = {
  id: number
  bookingId: number | null
  orderId: number | null
  client: { name: string; email: string } | null
  intentId: string | null
  amount: string
  outcome: string
  refundStatus: string | null
  succeededAt: string | null
}

/**
 * Money the owner must know of (decisions C7, C13): `needsAttention` is what is neither confirmed nor given back yet,
 * all of it, oldest first; `late` is what came after its hold had ended, the newest twenty, refunded or not.
 */
export async function attentionPayments(): Promise<{ needsAttention: PaymentAlert[]; late: PaymentAlert[] }> {
  const include = { booking: { select: { firstName: true, lastName: true, email: true } }, order: { select: { customerName: true, customerEmail: true } } }
  const [needsAttention, late] = await Promise.all([
    db().payment.findMany({ where: { outcome: { in: ['needs_attention', 'refund_due'] } }, include, orderBy: { id: 'asc' } }),
    db().payment.findMany({ where: { reason: 'late', outcome: { not: null } }, include, orderBy: { id: 'desc' }, take: 20 }),
  ])
  return { needsAttention: needsAttention.map(toAlert), late: late.map(toAlert) }
}

type PaymentRow = Prisma.PaymentGetPayload<{
  include: { booking: { select: { firstName: true; lastName: true; email: true } }; order: { select: { customerName: true; customerEmail: true } } }
}>

function toAlert({ booking, order, ...row }: PaymentRow): PaymentAlert {
  const fromBooking = booking && { name: [booking.firstName, booking.lastName].filter(Boolean).join(' '), email: booking.email }
  return {
    id: row.id,
    bookingId: row.bookingId,
    orderId: row.orderId,
    client: fromBooking ?? (order && { name: order.customerName, email: order.customerEmail }),
    intentId: row.stripePaymentIntentId,
    amount: toDecimal(senOf(row.amount)),
    outcome: row.outcome ?? '',
    refundStatus: row.refundStatus,
    succeededAt: row.succeededAt?.toISOString() ?? null,
  }
}
