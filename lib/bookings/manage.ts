import 'server-only'
import { MANAGE_TOKEN } from '@/lib/text'
import { createHash, timingSafeEqual } from 'node:crypto'
import { type Length, lengthOf } from '@/lib/availability/rules'
import { db, type Prisma } from '@/lib/db'
import { toLocale, type Locale } from '@/lib/i18n/routing'
import { calendarFiles, type CalendarFile } from '@/lib/mail/calendar'
import { senOf, toDecimal } from '@/lib/money'
import { horizonOf } from '@/lib/memberships/queries'
import { moneyWentBack } from '@/lib/payments/queries'
import { MONEY_COLUMNS, moneyOf, moneyState, refundShown } from '@/lib/sales/money'
import { discountOfSales, priceOfSales, taxOfSales } from '@/lib/sales/sale'
import { everyRoom, roomNameOf } from '@/lib/rooms/queries'
import { currentSite } from '@/lib/settings/queries'
import { studioDate, studioTime } from '@/lib/time'
import { nameIn } from '@/lib/catalog/rules'
import { bookingMailFacts } from './notices'
import { offersFor } from './offers'
import { roomsOf } from './places'
import { withSales } from './queries'
import { askedSen, isUnpaid, type BookingStatus, type UpgradeStatus } from './status'
import { GUEST_TOKEN } from './paths'
import { transferShown } from './transfer-shown'
import { movableUntil, moveRefusal } from './moving'
import type { Managed, VisitTimes } from './schema'

const include = {
  service: true,
  sales: withSales,
  reservations: { where: { upgradeId: null }, orderBy: { startsAt: 'asc' } },
  upgrades: {
    where: { paymentId: { not: null } },
    include: { payment: true },
    orderBy: { id: 'desc' },
    take: 1,
  },
  addOns: { include: { service: true }, orderBy: { id: 'asc' } },
  slip: { select: { sentAt: true } },
  payments: {
    select: { ...MONEY_COLUMNS, purpose: true },
    orderBy: { id: 'desc' },
  },
} satisfies Prisma.BookingInclude
type Row = Prisma.BookingGetPayload<{ include: typeof include }>

/** One way only: somebody with a guest's token cannot compute the booking's own. */
const guestSecret = (manageToken: string): string =>
  createHash('sha256').update(`guest:${manageToken}`).digest('base64url').slice(0, 22)

const byToken = (token: string): Promise<Row | null> =>
  MANAGE_TOKEN.test(token)
    ? db().booking.findUnique({ where: { manageToken: token }, include })
    : Promise.resolve(null)

type Opened = Length & {
  id: number
  roomId: number
  /** Those that it can be moved to, its own first. */
  roomIds: number[]
  horizonDays: number
}

export async function bookingOfToken(token: string): Promise<Opened | null> {
  const row = await byToken(token)
  return (
    row && {
      id: row.id,
      roomId: row.roomId,
      roomIds: roomsOf(row, await everyRoom()).map(({ id }) => id),
      ...lengthOf(row),
      horizonDays: await horizonOf(row.email.toLowerCase()),
    }
  )
}

export async function managedBooking(
  token: string,
  locale: Locale,
  now: Date,
  isCurrent = false,
): Promise<Managed | null> {
  const row = await byToken(token)
  if (!row) return null
  const price = priceOfSales(row.sales)
  const tax = taxOfSales(row.sales)
  const [upgrade] = row.upgrades
  const payments = row.payments.filter(({ purpose }) => purpose === 'booking')
  const transfer = await transferShown(row, askedSen(row))
  return {
    ...(transfer && { transfer }),
    ...(await visitOf(row, locale)),
    id: row.id,
    serviceId: row.serviceId,
    firstName: row.firstName,
    date: row.date,
    time: row.time,
    requirements: row.requirements,
    subtotal: toDecimal(price.subtotalSen),
    taxAmount: toDecimal(price.taxSen),
    totalAmount: toDecimal(price.totalSen),
    discountAmount: toDecimal(discountOfSales(row.sales)),
    taxRate: tax.basisPoints,
    taxLabel: tax.label,
    addOns: row.addOns.map((addOn) => ({
      id: addOn.serviceId,
      name: nameIn(locale, addOn.service),
      hours: addOn.hours,
      totalAmount: toDecimal(senOf(addOn.totalAmount)),
    })),
    refund: row.status === 'cancelled' ? refundShown(moneyOf(row.payments)) : null,
    movable: moveRefusal(row, 'customer', now) === null && !(await moneyWentBack(db(), row.id)),
    movableUntil: movableUntil(row.startsAt).toISOString(),
    horizonDays: await horizonOf(row.email.toLowerCase()),
    offers: await offersFor(row.id, locale, now),
    holdExpiresAt: row.holdExpiresAt?.toISOString() ?? null,
    payable: isUnpaid(row),
    isOver: row.endsAt <= now,
    owedAmount: toDecimal(askedSen(row)),
    payment: moneyState(payments, isCurrent),
    upgrade: upgrade?.payment
      ? {
          status: upgrade.status as UpgradeStatus,
          paymentStatus: moneyState([upgrade.payment], isCurrent) ?? 'processing',
        }
      : null,
    guestToken: `${row.id}-${guestSecret(row.manageToken)}`,
  }
}

async function visitOf(row: Row, locale: Locale): Promise<VisitTimes> {
  // The reservations are authoritative; a booking that has lost its time still shows when it would
  // have been.
  const spans = row.reservations.length > 0 ? row.reservations : [row]
  const name = await roomNameOf(row.roomId, locale)
  return {
    service: nameIn(locale, row.service),
    ...(name !== null && { room: { id: row.roomId, name } }),
    ...lengthOf(row),
    days: spans.map(({ startsAt, endsAt }) => ({
      date: studioDate(startsAt),
      from: studioTime(startsAt),
      to: studioTime(endsAt),
    })),
    startsAt: row.startsAt.toISOString(),
    endsAt: row.endsAt.toISOString(),
    status: row.status as BookingStatus,
  }
}

/** What a guest of the session may see; null for an unknown token. */
export async function guestVisit(token: string, locale: Locale): Promise<VisitTimes | null> {
  const row = await byGuestToken(token)
  return row && visitOf(row, locale)
}

async function byGuestToken(token: string): Promise<Row | null> {
  const [, id, secret] = GUEST_TOKEN.exec(token) ?? []
  const row = id ? await db().booking.findUnique({ where: { id: Number(id) }, include }) : null
  const matches =
    row && timingSafeEqual(Buffer.from(secret ?? ''), Buffer.from(guestSecret(row.manageToken)))
  return matches ? row : null
}

export const opensBooking = async (token: string): Promise<boolean> =>
  ((await byToken(token)) ?? (await byGuestToken(token))) !== null

const takesPlace = ({ status }: Row): boolean => status === 'confirmed' || status === 'completed'

/** Null for an unknown token or a booking that does not take place. */
export async function calendarOfToken(token: string): Promise<CalendarFile | null> {
  const row = await byToken(token)
  if (!row || !takesPlace(row)) return null
  const { facts, booking } = await bookingMailFacts(db(), row.id)
  const locale = toLocale(booking.locale)
  return calendarFiles(facts, await currentSite(), locale, 'confirmed')[0] ?? null
}

/** What a picture of the session says, in the language of its customer; null as for the calendar. */
export async function storyOfToken(
  token: string,
): Promise<{ id: number; locale: Locale; visit: VisitTimes } | null> {
  const row = await byToken(token)
  if (!row || !takesPlace(row)) return null
  const locale = toLocale(row.locale)
  return { id: row.id, locale, visit: await visitOf(row, locale) }
}

/** Of the booking or its upgrade, whose payment is not settled yet; else null. */
export async function openIntentOfToken(token: string): Promise<string | null> {
  const row = await byToken(token)
  const isOpen = ({ status }: { status: string }) => status !== 'succeeded' && status !== 'canceled'
  const newest = [row?.upgrades[0]?.payment, ...(row?.payments ?? [])]
  return newest.find((payment) => payment && isOpen(payment))?.stripePaymentIntentId ?? null
}
