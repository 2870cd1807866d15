import 'server-only'
import { MANAGE_TOKEN } from '@/lib/text'
import { type Length, lengthOf } from '@/lib/availability/rules'
import { db, type Prisma } from '@/lib/db'
import { toLocale, type Locale } from '@/lib/i18n/routing'
import { calendarFiles, type CalendarFile } from '@/lib/mail/calendar'
import { senOf, toDecimal } from '@/lib/money'
import { horizonOf } from '@/lib/memberships/queries'
import { moneyWentBack } from '@/lib/payments/queries'
import {
  endedMoney,
  isBeingPaid,
  MONEY_COLUMNS,
  moneyOf,
  moneyParts,
  moneyState,
} from '@/lib/sales/money'
import { discountOfSales, priceOfSales, taxOfSales } from '@/lib/sales/sale'
import type { Billing } from '@/lib/receipts/company'
import { documentsOf } from '@/lib/receipts/queries'
import { Problem } from '@/lib/problem'
import { everyRoom, roomNameOf } from '@/lib/rooms/queries'
import { currentSite } from '@/lib/settings/queries'
import { studioDate, studioTime } from '@/lib/time'
import { nameIn } from '@/lib/catalog/rules'
import { bookingMailFacts } from './notices'
import { offersFor } from './offers'
import { roomsOf } from './places'
import { withSales } from './queries'
import { askedSen, isUnpaid, type BookingStatus, type UpgradeStatus } from './status'
import { GUEST_TOKEN, PAY_TOKEN } from './paths'
import { transferShown } from './transfer-shown'
import { movableUntil, moveRefusal } from './moving'
import { receiptedOf } from '@/lib/receipts/issue'
import { partAmounts } from '@/lib/receipts/rules'
import type { Managed, PaidByCompany, Unmovable, VisitTimes } from './schema'
import { guestToken, isToken, payToken } from './tokens'

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
    select: { ...MONEY_COLUMNS, purpose: true, succeededAt: true, createdAt: true },
    orderBy: { id: 'desc' },
  },
} satisfies Prisma.BookingInclude
type Row = Prisma.BookingGetPayload<{ include: typeof include }>

const byToken = (token: string): Promise<Row | null> =>
  MANAGE_TOKEN.test(token)
    ? db().booking.findUnique({ where: { manageToken: token }, include })
    : Promise.resolve(null)

/** Throws not_found, before anything is read of a call for the page of a booking. */
export async function assertOpensBooking(token: string): Promise<void> {
  const isKnown =
    MANAGE_TOKEN.test(token) && (await db().booking.count({ where: { manageToken: token } })) > 0
  if (!isKnown) throw new Problem('not_found')
}

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
  const [upgrade] = row.upgrades
  const transfer = await transferShown(row, askedSen(row))
  const unmovable = await whyUnmovable(row, now)
  return {
    ...(transfer && { transfer }),
    ...(await visitOf(row, locale)),
    ...(await owedOfRow(row, now, isCurrent)),
    serviceId: row.serviceId,
    firstName: row.firstName,
    requirements: row.requirements,
    discountAmount: toDecimal(discountOfSales(row.sales)),
    addOns: row.addOns.map((addOn) => ({
      id: addOn.serviceId,
      name: nameIn(locale, addOn.service),
      hours: addOn.hours,
      totalAmount: toDecimal(senOf(addOn.totalAmount)),
    })),
    ...(row.status === 'cancelled'
      ? endedMoney(moneyOf(row.payments))
      : { refund: null, money: [] }),
    movable: row.status === 'confirmed' && unmovable === null,
    unmovable,
    movableUntil: movableUntil(row.startsAt).toISOString(),
    horizonDays: await horizonOf(row.email.toLowerCase()),
    offers: await offersFor(row.id, locale, now),
    holdExpiresAt: row.holdExpiresAt?.toISOString() ?? null,
    upgrade: upgrade?.payment
      ? {
          status: upgrade.status as UpgradeStatus,
          paymentStatus: moneyState([upgrade.payment], isCurrent) ?? 'processing',
          money: moneyParts(moneyOf([upgrade.payment])),
        }
      : null,
    guestToken: guestToken(row),
  }
}

async function whyUnmovable(row: Row, now: Date): Promise<Unmovable | null> {
  if (moveRefusal(row, 'customer', now) === 'too_late_to_move') return 'too_late'
  if (roomsOf(row, await everyRoom()).length === 0) return 'no_room'
  // An upgrade that is being paid is given up by a move.
  if (row.payments.some((one) => one.purpose !== 'upgrade' && isBeingPaid(one, now)))
    return 'being_paid'
  return (await moneyWentBack(db(), row.id)) ? 'money_back' : null
}

async function owedOfRow(row: Row, now: Date, isCurrent: boolean) {
  const price = priceOfSales(row.sales)
  const owedSen = askedSen(row)
  const owed =
    owedSen > 0 && owedSen < price.totalSen
      ? partAmounts(price, await receiptedOf(db(), { bookingId: row.id }), owedSen)
      : price
  const tax = taxOfSales(row.sales)
  const [newest] = row.payments.filter(({ purpose }) => purpose === 'booking')
  return {
    id: row.id,
    date: row.date,
    time: row.time,
    subtotal: toDecimal(price.subtotalSen),
    taxAmount: toDecimal(price.taxSen),
    totalAmount: toDecimal(price.totalSen),
    taxRate: tax.basisPoints,
    taxLabel: tax.label,
    payable: isUnpaid(row),
    isOver: row.endsAt <= now,
    owedAmount: toDecimal(owedSen),
    owedTax: toDecimal(owed.taxSen),
    payment: newest ? moneyState([newest], isCurrent) : null,
    paymentMoney: newest ? moneyParts(moneyOf([newest])) : [],
  }
}

/** What a company's payer may see (docs/decisions/059); null for any other token. */
export async function paidByCompany(
  token: string,
  locale: Locale,
  now: Date,
  isCurrent = false,
): Promise<PaidByCompany | null> {
  const row = await byPayToken(token)
  if (!row) return null
  const { service, duration, hours, days, status } = await visitOf(row, locale)
  const transfer = await transferShown(row, askedSen(row))
  const kept = row.payments.filter((payment) => moneyState([payment]) === 'paid')
  const newest = Math.max(0, ...kept.map(({ succeededAt }) => succeededAt?.getTime() ?? 0))
  return {
    ...(await owedOfRow(row, now, isCurrent)),
    ...{ service, duration, hours, days, status },
    company: (row.billing as Partial<Billing> | null)?.company ?? null,
    paidOn: newest > 0 ? studioDate(new Date(newest)) : null,
    documents: (await documentsOf({ bookingId: row.id })).map(({ kind, number, totalSen }) => ({
      ...{ kind, number, totalSen },
    })),
    ...(transfer?.account && {
      transfer: {
        account: transfer.account,
        amount: transfer.amount,
        reference: transfer.reference,
        until: transfer.until,
      },
    }),
  }
}

/** The booking that a token of its customer, or of a company's payer, may pay for. */
export const payableByToken = async (token: string): Promise<number | null> =>
  ((await byToken(token)) ?? (await byPayToken(token)))?.id ?? null

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

async function byDerived(
  token: string,
  pattern: RegExp,
  tokenOf: (row: Row) => string | null,
): Promise<Row | null> {
  const [, id] = pattern.exec(token) ?? []
  const row = id ? await db().booking.findUnique({ where: { id: Number(id) }, include }) : null
  return row && isToken(token, tokenOf(row)) ? row : null
}

const byGuestToken = (token: string) => byDerived(token, GUEST_TOKEN, guestToken)
const byPayToken = (token: string) => byDerived(token, PAY_TOKEN, payToken)

export const opensBooking = async (token: string): Promise<boolean> =>
  ((await byToken(token)) ?? (await byGuestToken(token)) ?? (await byPayToken(token))) !== null

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
  const row = (await byToken(token)) ?? (await byPayToken(token))
  const isOpen = ({ status }: { status: string }) => status !== 'succeeded' && status !== 'canceled'
  const newest = [row?.upgrades[0]?.payment, ...(row?.payments ?? [])]
  return newest.find((payment) => payment && isOpen(payment))?.stripePaymentIntentId ?? null
}
