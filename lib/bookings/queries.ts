import 'server-only'
import { nameIn } from '@/lib/catalog/rules'
import { db, type Prisma } from '@/lib/db'
import type { Locale } from '@/lib/i18n/routing'
import { senOf, toDecimal, type Stored } from '@/lib/money'
import { receiptNumber, withReceipt } from '@/lib/receipts/queries'
import { MONEY_COLUMNS, moneyOf, moneyParts, moneyState } from '@/lib/sales/money'
import { priceOfSales, type SaleAmounts } from '@/lib/sales/sale'
import { visitFacts } from '@/lib/settings/queries'
import { ramadans, visitWithin } from '@/lib/settings/visit'
import { lastStudioDate, studioDate } from '@/lib/time'
import { holidayList, roomNameOf } from '@/lib/rooms/queries'
import type { Duration } from '@/lib/availability/rules'
import type { BookingStatus } from './status'
import type { BookingDto, PaidBooking } from './schema'

/** The sales that make up what a booking costs: its session and its applied upgrades. */
export const withSales = {
  where: { OR: [{ kind: 'session' }, { upgrade: { status: 'applied' } }] },
  orderBy: { id: 'asc' },
} satisfies Prisma.Booking$salesArgs

/** The relations that a BookingDto needs; the translations are for administrators. */
export const bookingInclude = {
  sales: withSales,
  service: { select: { id: true, name: true, translations: true } },
} satisfies Prisma.BookingInclude
export type BookingRow = Prisma.BookingGetPayload<{ include: typeof bookingInclude }>

export type ShownBooking = Pick<
  BookingRow,
  Exclude<keyof BookingDto & keyof BookingRow, 'totalAmount' | 'service'>
> & { totalAmount: Stored; sales: readonly SaleAmounts[]; service: BookingDto['service'] }

/** Leaves out tokens, hashes and the visitor. */
export function toBookingDto(row: ShownBooking): BookingDto {
  const price = priceOfSales(row.sales)
  return {
    id: row.id,
    service: { id: row.service.id, name: row.service.name },
    serviceId: row.serviceId,
    roomId: row.roomId,
    firstName: row.firstName,
    lastName: row.lastName,
    email: row.email,
    phone: row.phone,
    date: row.date,
    time: row.time,
    duration: row.duration as Duration,
    hours: row.hours,
    requirements: row.requirements,
    subtotal: toDecimal(price.subtotalSen),
    taxAmount: toDecimal(price.taxSen),
    totalAmount: toDecimal(price.totalSen),
    currency: row.currency,
    status: row.status as BookingStatus,
    cancelReason: row.cancelReason,
    holdExpiresAt: row.holdExpiresAt?.toISOString() ?? null,
    stripePaymentIntentId: row.stripePaymentIntentId,
    createdAt: row.createdAt.toISOString(),
  }
}

const withService = {
  sales: withSales,
  service: true,
  addOns: { include: { service: true } },
} satisfies Prisma.BookingInclude
type WithService = Prisma.BookingGetPayload<{ include: typeof withService }>

/** With the token of its own page (docs/decisions/020 C8, C10). */
async function ownDto(
  booking: WithService,
  locale: Locale,
  paid: Pick<PaidBooking, 'paymentStatus' | 'money' | 'receipt'>,
): Promise<PaidBooking> {
  const [facts, holidays, room] = await Promise.all([
    visitFacts(locale),
    holidayList(),
    roomNameOf(booking.roomId, locale),
  ])
  const stay = { from: studioDate(booking.startsAt), to: lastStudioDate(booking.endsAt) }
  const service = { id: booking.service.id, name: nameIn(locale, booking.service) }
  const addOns = booking.addOns.map((row) => ({
    id: row.serviceId,
    name: nameIn(locale, row.service),
    hours: row.hours,
    totalAmount: toDecimal(senOf(row.totalAmount)),
  }))
  return {
    ...toBookingDto({ ...booking, service }),
    addOns,
    ...paid,
    manageToken: booking.manageToken,
    ramadan: visitWithin(facts, stay, ramadans(holidays)).ramadan || null,
    room,
  }
}

/** In the reader's language, `isCurrent` as in `paymentState`; null when unknown. */
export async function bookingByIntent(intentId: string, locale: Locale, isCurrent = false) {
  const payment = await db().payment.findUnique({
    where: { stripePaymentIntentId: intentId },
    include: {
      booking: { include: { ...withService, payments: { select: MONEY_COLUMNS } } },
      receipts: withReceipt,
    },
  })
  if (!payment?.booking) return null
  const { status, payments } = payment.booking
  return {
    visitorHash: payment.booking.visitorHash,
    settled: payment.status === 'succeeded' || payment.status === 'canceled',
    dto: await ownDto(payment.booking, locale, {
      paymentStatus: moneyState([payment], isCurrent) ?? 'processing',
      money: moneyParts(moneyOf(status === 'cancelled' ? payments : [payment])),
      receipt: receiptNumber(payment.receipts),
    }),
  }
}

/** Without a PaymentIntent; null for anybody but the visitor who booked it (docs/decisions/020 C8, E3). */
export async function freeBooking(id: number, visitorHash: string, locale: Locale) {
  const booking = await db().booking.findFirst({
    where: {
      ...{ id, visitorHash, status: { not: 'pending' } },
      OR: [{ isFreeSession: true }, { codeId: { not: null }, totalAmount: 0 }],
    },
    include: withService,
  })
  // Nothing is owed.
  return booking && ownDto(booking, locale, { paymentStatus: 'paid', money: [], receipt: null })
}

/** How many that stand are not over, by the id of their room. */
export async function bookingsAhead(now: Date): Promise<Record<number, number>> {
  const rows = await db().booking.groupBy({
    by: ['roomId'],
    where: { status: { in: ['pending', 'confirmed'] }, endsAt: { gt: now } },
    _count: true,
  })
  return Object.fromEntries(rows.map(({ roomId, _count: count }) => [roomId, count]))
}
