import 'server-only'
import { freedFrom } from '@/lib/availability/room'
import { bookingInclude, toBookingDto, type BookingRow } from '@/lib/bookings/queries'
import { nameIn } from '@/lib/catalog/rules'
import { isUnpaid } from '@/lib/bookings/status'
import { undoOf } from '@/lib/bookings/undo'
import { translator } from '@/lib/i18n/messages'
import { pathIn } from '@/lib/i18n/path'
import { DEFAULT_LOCALE, toLocale, type Locale } from '@/lib/i18n/routing'
import { siteUrl } from '@/lib/seo/site-url'
import type { Page } from '@/lib/http/admin-methods'
import { db, Prisma } from '@/lib/db'
import type { BookingNote } from '@/lib/generated/prisma/client'
import type { MailState } from '@/lib/mail/rules'
import { mailKindOf } from '@/lib/mail/schema'
import { fullName } from '@/lib/names'
import { BOOKING_SAYS } from '@/lib/notices/rules'
import { mayAs, type Role } from '@/lib/roles'
import { senOf, toDecimal } from '@/lib/money'
import { byHandSen, refundBarOf } from '@/lib/payments/rules'
import { financeEmailOf } from '@/lib/receipts/company'
import { documentsOf } from '@/lib/receipts/queries'
import {
  MONEY_COLUMNS,
  moneyOf,
  moneyState,
  refundableOf,
  refundablePartOf,
} from '@/lib/sales/money'
import { addDays, toInstant } from '@/lib/time'
import { allInOrder, foundInOrder } from '@/lib/search'
import type { FoundPerson } from '@/lib/admin/customers/schema'
import { currentSite } from '@/lib/settings/queries'
import { csvLine } from './csv'
import {
  cursorText,
  parseCursor,
  type AdminBooking,
  type BookingDetail,
  type BookingFilter,
  type CancellationResult,
  type ListedBooking,
  type OwnerNote,
  type PartRefundState,
  type SoldByHand,
  type Sort,
} from './schema'

type BookingList = Page<ListedBooking, string>

export const toAdminBooking = (row: BookingRow, locale: Locale): AdminBooking => ({
  ...toBookingDto(row),
  service: { id: row.service.id, name: nameIn(locale, row.service) },
  updatedAt: row.updatedAt.toISOString(),
  arrivedAt: row.arrivedAt?.toISOString() ?? null,
  noShowAt: row.noShowAt?.toISOString() ?? null,
  people: row.people,
})

/** A booking that was changed, as the one who changed it may see it. */
export const bookingAs = (role: Role, row: BookingRow, locale: Locale) => {
  const { id, updatedAt, arrivedAt, noShowAt, ...rest } = toAdminBooking(row, locale)
  const arrival = { id, updatedAt, arrivedAt, noShowAt }
  return mayAs(role, 'manager') ? { ...rest, ...arrival } : arrival
}

export const toNote = ({ id, text, author, createdAt }: BookingNote): OwnerNote => ({
  id,
  text,
  author,
  at: createdAt.toISOString(),
})

export async function adminBooking(id: number, locale: Locale): Promise<AdminBooking | null> {
  const row = await db().booking.findUnique({ where: { id }, include: bookingInclude })
  return row && toAdminBooking(row, locale)
}

/** A booking that the studio has just made or extended, and where its customer can pay for it. */
export async function withPayUrl(id: number, locale: Locale): Promise<SoldByHand> {
  const [row, studio] = await Promise.all([
    db().booking.findUniqueOrThrow({
      where: { id },
      include: { ...bookingInclude, payments: { select: MONEY_COLUMNS } },
    }),
    currentSite(),
  ])
  const payUrl = payUrlOf(row)
  const t = translator(toLocale(row.locale), 'admin')
  return {
    ...toAdminBooking(row, locale),
    payUrl,
    payText:
      payUrl && t('texts.unpaid', { name: row.firstName, studio: studio.name, link: payUrl }),
    whatsApp: row.phoneE164 ? row.phoneE164.slice(1) : null,
  }
}

/** Its own page, in the customer's language; null where there is nothing to pay. */
const payUrlOf = (
  row: Parameters<typeof isUnpaid>[0] & { locale: string; manageToken: string },
): string | null =>
  isUnpaid(row) ? siteUrl() + pathIn(toLocale(row.locale), `/manage/${row.manageToken}`) : null

/** Who booked, and what, for a new booking; null for an unknown id. */
export async function bookedBefore(id: number): Promise<FoundPerson | null> {
  const row = await db().booking.findUnique({ where: { id } })
  return (
    row && {
      key: id,
      name: fullName(row),
      firstName: row.firstName,
      lastName: row.lastName,
      phone: row.phone,
      phoneE164: row.phoneE164 || null,
      email: row.email || null,
      locale: row.locale,
      lastServiceId: row.serviceId,
      lastDuration: row.duration,
      lastHours: row.hours,
    }
  )
}

/** Who booked; null for an unknown id. */
export async function bookingName(id: number): Promise<string | null> {
  const select = { firstName: true, lastName: true }
  const row = await db().booking.findUnique({ where: { id }, select })
  return row && fullName(row)
}

type Question = {
  limit: number
  cursor: string | null
  filter: BookingFilter
  locale: Locale
}

/**
 * Newest first unless sorted by session, after `cursor` (the last page's `nextCursor`). Holds that
 * ended unpaid are left out unless `filter.all` is set (docs/decisions/020 C7); a hold whose
 * payment is still open is listed. Keyset paging over the indexes bookings_shown…: page five
 * hundred costs as much as the first.
 */
export async function listBookings({
  limit,
  cursor,
  filter,
  locale,
}: Question): Promise<BookingList> {
  const { column, past } = ORDER[filter.sort]
  const after = parseCursor(cursor ?? '')
  const where = [
    ...conditions(filter),
    ...(after
      ? [Prisma.sql`(b.${column}, b.id) ${past} (${after.at}::timestamptz, ${after.id}::int)`]
      : []),
  ]
  const found = await foundInOrder<{ id: number; at: Date }>(filter.search, SEARCHED_BY, {
    ...{ table: 'bookings', alias: 'b', where, order: inOrder(filter), count: limit + 1 },
    columns: Prisma.sql`b.id, b.${column} AS at`,
  })
  const page = found.slice(0, limit)
  const last = page.at(-1)
  return {
    rows: await listed(
      page.map(({ id }) => id),
      locale,
    ),
    nextCursor: last && found.length > limit ? cursorText(last) : null,
  }
}

const inOrder = ({ sort }: BookingFilter): Prisma.Sql => {
  const { column, direction } = ORDER[sort]
  return Prisma.sql`ORDER BY b.${column} ${direction}, b.id ${direction}`
}

/** Bookings by their ids, in that order; those that there are not any more are left out. */
async function listed(ids: readonly number[], locale: Locale): Promise<ListedBooking[]> {
  const rows = await db().booking.findMany({
    where: { id: { in: [...ids] } },
    include: {
      ...bookingInclude,
      payments: { select: MONEY_COLUMNS },
    },
  })
  const byId = new Map(rows.map((row) => [row.id, row]))
  return ids.flatMap((id) => {
    const row = byId.get(id)
    return row
      ? [
          {
            ...toAdminBooking(row, locale),
            paymentStatus: moneyState(row.payments, true),
            keptAmount: toDecimal(refundableOf(moneyOf(row.payments))),
          },
        ]
      : []
  })
}

export async function cancelledBooking(
  row: BookingRow,
  locale: Locale,
): Promise<CancellationResult> {
  const where = { bookingId: row.id }
  const money = moneyOf(await db().payment.findMany({ where, select: MONEY_COLUMNS }))
  return {
    ...toAdminBooking(row, locale),
    money: {
      kept: toDecimal(money.keptSen),
      due: toDecimal(money.dueSen),
      back: toDecimal(money.backSen),
      atStudio: toDecimal(money.atStudioSen),
      toReturn: money.toReturn,
      failed: toDecimal(money.failedSen),
    },
  }
}

const [created, starts] = [Prisma.raw('created_at'), Prisma.raw('starts_at')]
const [ascending, descending, less, more] = [
  Prisma.raw('ASC'),
  Prisma.raw('DESC'),
  Prisma.raw('<'),
  Prisma.raw('>'),
]
const ORDER: Record<Sort, { column: Prisma.Sql; direction: Prisma.Sql; past: Prisma.Sql }> = {
  newest: { column: created, direction: descending, past: less },
  session: { column: starts, direction: ascending, past: more },
  'session-last': { column: starts, direction: descending, past: less },
}

// Exactly the predicate and expression of the indexes; otherwise Postgres does not use them.
const SHOWN = Prisma.sql`coalesce(b.cancel_reason, '') NOT IN ('expired', 'released')`
const SEARCHED_BY = {
  text: Prisma.sql`b.first_name || ' ' || coalesce(b.last_name, '')
  || ' ' || b.email || ' ' || phone_forms(b.phone, b.phone_e164)`,
  id: Prisma.sql`b.id`,
}
/** Excludes holds that ran out, once their payment is closed. */
export const NOT_EXPIRED = Prisma.sql`(b.status <> 'pending' OR hold_state(b.hold_expires_at, EXISTS (
  SELECT 1 FROM payments p WHERE p.booking_id = b.id
    AND is_payable(p.stripe_payment_intent_id, p.status))) <> 'expired')`

function conditions({ status, service, from, to, all }: BookingFilter): Prisma.Sql[] {
  return [
    ...(all === '1' ? [] : [SHOWN, NOT_EXPIRED]),
    ...(status ? [Prisma.sql`b.status = ${status}`] : []),
    ...(service ? [Prisma.sql`b.service_id = ${service}`] : []),
    // A week is found on each of its days. The second condition is for the index.
    ...(from
      ? [
          Prisma.sql`b.ends_at > ${toInstant(from, '00:00')}::timestamptz`,
          Prisma.sql`b.starts_at >= ${toInstant(addDays(from, -LONGEST_DAYS), '00:00')}::timestamptz`,
        ]
      : []),
    ...(to ? [Prisma.sql`b.starts_at < ${toInstant(addDays(to, 1), '00:00')}::timestamptz`] : []),
  ]
}

// Five working days among the longest holidays.
const LONGEST_DAYS = 31

const PAGE = 500
const COLUMNS = [
  'id',
  'service',
  'firstName',
  'lastName',
  'email',
  'phone',
  'date',
  'time',
  'duration',
  'hours',
  'status',
  'cancelReason',
  'subtotal',
  'taxAmount',
  'totalAmount',
  'code',
  'paymentStatus',
  'requirements',
  'createdAt',
] as const

/**
 * Streamed a few hundred rows at a time, of those that there were at its start: none is in it twice or
 * left out because it is moved meanwhile. Starts with a byte order mark, by which spreadsheets detect
 * UTF-8. Services have the administrator's own name, so that files in two languages can be compared.
 */
export async function* exportBookings(
  filter: BookingFilter,
): AsyncGenerator<string, void, undefined> {
  yield `\ufeff${csvLine(COLUMNS)}`
  // One value, because a million rows of one number each would take a hundred times its memory.
  const [found] = await allInOrder<{ ids: number[] | null }>(filter.search, SEARCHED_BY, {
    ...{ table: 'bookings', alias: 'b', where: conditions(filter), order: Prisma.empty },
    columns: Prisma.sql`array_agg(b.id ${inOrder(filter)}) AS ids`,
  })
  const all = found?.ids ?? []
  for (let first = 0; first < all.length; first += PAGE) {
    const ids = all.slice(first, first + PAGE)
    // One connection at a time: many who export at once must not take all of them.
    const rows = await listed(ids, DEFAULT_LOCALE)
    const codes = await codesOf(ids)
    yield rows
      .map((row) => {
        const told = { ...row, service: row.service.name, code: codes.get(row.id) ?? null }
        return csvLine(COLUMNS.map((column) => told[column]))
      })
      .join('')
  }
}

/** The codes for a lower price with which these bookings were made. */
async function codesOf(ids: number[]): Promise<ReadonlyMap<number, string>> {
  const rows = await db().booking.findMany({
    where: { id: { in: ids }, codeId: { not: null } },
    select: { id: true, code: { select: { code: true } } },
  })
  return new Map(rows.flatMap(({ id, code }) => (code ? [[id, code.code] as const] : [])))
}

/** A booking with its services named in `locale`. Null for an unknown id. */
export const bookingDetail = async (
  id: number,
  locale: Locale,
  actor: string | null = null,
): Promise<BookingDetail | null> => (await bookingInFull(id, locale, actor))?.detail ?? null

/** The same with the rows that it is made from. */
export async function bookingInFull(id: number, locale: Locale, actor: string | null = null) {
  const where = { bookingId: id }
  const [row, payments, receipts, mails, history] = await Promise.all([
    db().booking.findUnique({
      where: { id },
      include: {
        ...bookingInclude,
        addOns: { include: { service: { select: { name: true, translations: true } } } },
        reservations: { where: { upgradeId: null }, orderBy: { startsAt: 'asc' } },
        ownerNotes: { orderBy: { id: 'desc' } },
        membership: { select: { counts: true } },
        slip: { select: { sentAt: true } },
      },
    }),
    db().payment.findMany({
      where,
      include: { partRefunds: { orderBy: { id: 'asc' } } },
      orderBy: { id: 'asc' },
    }),
    documentsOf(where),
    db().mail.findMany({
      where,
      orderBy: { id: 'asc' },
      select: {
        id: true,
        kind: true,
        recipient: true,
        status: true,
        sentAt: true,
        createdAt: true,
        lastError: true,
        notice: { select: { says: true } },
      },
    }),
    db().auditLog.findMany({
      where: { entity: 'booking', entityId: String(id) },
      orderBy: { id: 'desc' },
    }),
  ])
  if (!row) return null
  const detail: BookingDetail = {
    booking: toAdminBooking(row, locale),
    financeEmail: financeEmailOf(row.billing),
    keptAmount: toDecimal(refundableOf(moneyOf(payments))),
    payLink: payUrlOf({ ...row, payments }),
    addOns: row.addOns.map((addOn) => ({
      name: nameIn(locale, addOn.service),
      hours: addOn.hours,
      totalAmount: toDecimal(senOf(addOn.totalAmount)),
    })),
    freeFrom: freedFrom(row.reservations)?.toISOString() ?? null,
    spans: row.reservations.map(({ startsAt, endsAt }) => ({
      startsAt: startsAt.toISOString(),
      endsAt: endsAt.toISOString(),
    })),
    payments: payments.map((payment) => ({
      id: payment.id,
      purpose: payment.purpose,
      state: moneyState([payment], true) ?? 'processing',
      amount: senOf(payment.receivedAmount ?? payment.amount),
      refunded: senOf(payment.refundedAmount),
      lost: senOf(payment.lostAmount),
      disputed: senOf(payment.disputedAmount),
      currency: payment.currency,
      refundPending: payment.refundStatus === 'pending',
      refundable: refundablePartOf(payment),
      byHandSen: byHandSen(payment, new Date()),
      bar: refundBarOf(payment, new Date()),
      due: senOf(payment.partDue),
      refunds: payment.partRefunds.map((part) => ({
        id: part.id,
        amountSen: senOf(part.amount),
        reason: part.reason,
        state: part.status as PartRefundState,
        at: part.createdAt.toISOString(),
      })),
      updatedAt: payment.updatedAt.toISOString(),
      method: payment.method,
      intentId: payment.stripePaymentIntentId,
      reason: payment.reason,
      note: payment.note,
      at: (payment.succeededAt ?? payment.createdAt).toISOString(),
    })),
    notes: row.ownerNotes.map(toNote),
    locale: toLocale(row.locale),
    undo: actor === null ? null : await undoOf(id, actor),
    receipts: receipts.map(({ bookingId: _own, orderId: _none, ...document }) => document),
    mails: mails.map(({ sentAt, createdAt, notice, kind, status, ...mail }) => ({
      ...mail,
      kind: mailKindOf(kind),
      says: BOOKING_SAYS.find((says) => kind === 'booking_notice' && says === notice?.says) ?? null,
      status: status as MailState,
      at: (sentAt ?? createdAt).toISOString(),
    })),
    history: history.map(({ id: entry, actor, action, before, after, createdAt }) => ({
      id: entry,
      actor,
      action,
      before,
      after,
      at: createdAt.toISOString(),
    })),
  }
  return { detail, row: { ...row, payments } }
}
