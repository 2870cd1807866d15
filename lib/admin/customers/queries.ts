import 'server-only'
import { cursorText, parseCursor } from '@/lib/admin/bookings/schema'
import { toAdminBooking } from '@/lib/admin/bookings/queries'
import { memberLedger } from '@/lib/admin/members/queries'
import { ordersById } from '@/lib/admin/orders/queries'
import { bookingInclude } from '@/lib/bookings/queries'
import { askedSen } from '@/lib/bookings/status'
import { toAdminContact } from '@/lib/contacts/queries'
import { foldLatest } from '@/lib/customers/fold'
import { groupOf, groupsOf, rowsOfGroups, type Group } from '@/lib/customers/queries'
import { db, Prisma } from '@/lib/db'
import type { Page } from '@/lib/http/admin-methods'
import type { Locale } from '@/lib/i18n/routing'
import { senOf, toDecimal } from '@/lib/money'
import { fullName } from '@/lib/names'
import { MONEY_COLUMNS, moneyOf, moneyState } from '@/lib/sales/money'
import { isAsked } from '@/lib/sales/owed'
import { folded, foundInOrder, searched } from '@/lib/search'
import { DAY_MS } from '@/lib/time'
import {
  AWAY_DAYS,
  type CustomerBooking,
  type CustomerListQuery,
  type CustomerName,
  type CustomerPage,
  type CustomerRow,
  type FoundPerson,
} from './schema'

type Stored = {
  id: number
  firstName: string
  lastName: string | null
  phone: string | null
  phoneE164: string | null
  email: string
  locale: string
  lastAt: Date
  isMember: boolean
}

const COLUMNS = Prisma.sql`c.id, c.first_name AS "firstName", c.last_name AS "lastName", c.phone,
  c.phone_e164 AS "phoneE164", c.email, c.locale, c.last_at AS "lastAt", c.is_member AS "isMember"`

const toName = (row: Omit<Stored, 'locale' | 'lastAt' | 'isMember'>): CustomerName => ({
  key: row.id,
  name: fullName(row),
  phone: row.phone,
  phoneE164: row.phoneE164 || null,
  email: row.email || null,
})

// A customer's id stands in addresses only: nobody reads it.
const SEARCHED_BY = { text: Prisma.sql`c.known_as`, id: Prisma.sql`NULL::int` }

const IN_ORDER = Prisma.sql`ORDER BY c.last_at DESC, c.id DESC`

/**
 * The query for the first customers `c` with all `where` that what was typed finds, or that such a
 * one was merged into.
 */
async function findCustomers(typed: string, where: readonly Prisma.Sql[], limit: number) {
  const shown = [Prisma.sql`c.merged_into_id IS NULL`, ...where]
  const words = searched(typed, SEARCHED_BY)
  if (words.length > 0) {
    const columns = Prisma.sql`c.id`
    const found = await foundInOrder<{ id: number }>(typed, SEARCHED_BY, {
      ...{ table: 'customers', alias: 'c', where: shown, columns, order: IN_ORDER, count: limit },
      near: Math.max(200, 8 * limit),
    })
    shown.push(Prisma.sql`c.id IN (SELECT unnest(${found.map(({ id }) => id)}::int[]) UNION ALL
      SELECT customer_root(c.id) FROM customers c
      WHERE ${Prisma.join([Prisma.sql`c.merged_into_id IS NOT NULL`, ...words], ' AND ')})`)
  }
  return Prisma.sql`SELECT ${COLUMNS} FROM customers c
    WHERE ${Prisma.join(shown, ' AND ')} ${IN_ORDER} LIMIT ${limit}`
}

/** Last seen first, or last to come, after `cursor` (the last page's `nextCursor`). */
export async function listCustomers(
  { query, filter, limit, cursor }: CustomerListQuery,
  now: Date,
): Promise<Page<CustomerRow, string>> {
  await foldLatest()
  const after = parseCursor(cursor ?? '')
  const where = [
    ...(filter === 'members' ? [Prisma.sql`c.is_member`] : []),
    ...(filter === 'away'
      ? [Prisma.sql`c.last_at < ${new Date(now.getTime() - AWAY_DAYS * DAY_MS)}::timestamptz`]
      : []),
    ...(filter === 'owing' ? [Prisma.sql`c.id = ANY(${await owing()}::int[])`] : []),
    ...(after
      ? [Prisma.sql`(c.last_at, c.id) < (${after.at}::timestamptz, ${after.id}::int)`]
      : []),
  ]
  const found = await db().$queryRaw<Stored[]>(await findCustomers(query, where, limit + 1))
  const page = found.slice(0, limit)
  const last = page.at(-1)
  return {
    rows: await withSessions(page, now),
    nextCursor: last && found.length > limit ? cursorText({ at: last.lastAt, id: last.id }) : null,
  }
}

/** These of the list, in its order. Those who were erased, or merged into others, are left out. */
export async function customersByKey(keys: readonly number[], now: Date): Promise<CustomerRow[]> {
  await foldLatest()
  const found = await db().$queryRaw<Stored[]>`SELECT ${COLUMNS} FROM customers c
    WHERE c.id = ANY(${keys}::int[]) AND c.merged_into_id IS NULL ${IN_ORDER}`
  return withSessions(found, now)
}

async function owing(): Promise<number[]> {
  const found = await db().$queryRaw<{ id: number }[]>`
    SELECT DISTINCT customer_root(c.id) AS id FROM bookings b
    JOIN customers c ON c.key = customer_key(lower(b.email), b.phone_e164) WHERE ${isAsked}`
  return found.map(({ id }) => id)
}

const sessionsOf = (ids: number[]) =>
  db().booking.findMany({
    where: { id: { in: ids } },
    include: { ...bookingInclude, payments: { select: MONEY_COLUMNS } },
    orderBy: [{ startsAt: 'desc' }, { id: 'desc' }],
  })
type Session = Awaited<ReturnType<typeof sessionsOf>>[number]

const isHeld = ({ status, noShowAt }: Session) => status !== 'cancelled' && noShowAt === null

/** What a list and a page say of a customer's sessions. */
function summed(sessions: readonly Session[], now: Date) {
  const held = sessions.filter(isHeld)
  const lastSeen = held.find(({ startsAt }) => startsAt <= now)
  return {
    sessions: held.length,
    lastSeenAt: lastSeen?.startsAt.toISOString() ?? null,
    next: held.findLast(({ endsAt }) => endsAt > now) ?? null,
    owedSen: sessions.reduce((sum, session) => sum + askedSen(session), 0),
  }
}

async function withSessions(rows: Stored[], now: Date): Promise<CustomerRow[]> {
  const groups = await groupsOf(rows.map(({ id }) => id))
  const theirs = await rowsOfGroups([...groups.values()])
  const sessions = await sessionsOf([...theirs.values()].flatMap(({ booking }) => booking))
  return rows.map((row) => {
    const ids = new Set(theirs.get(row.id)?.booking)
    return toRow(
      row,
      summed(
        sessions.filter(({ id }) => ids.has(id)),
        now,
      ),
    )
  })
}

const toRow = (row: Stored, sums: ReturnType<typeof summed>): CustomerRow => ({
  ...toName(row),
  locale: row.locale,
  sessions: sums.sessions,
  lastSeenAt: sums.lastSeenAt,
  nextAt: sums.next?.startsAt.toISOString() ?? null,
  owes: sums.owedSen > 0,
  member: row.isMember,
})

const FOUND_AT_MOST = 8

/** Whom the typed name, number or email may be; none for less than two letters or digits. */
export async function findPeople(query: string): Promise<FoundPerson[]> {
  if ([...folded(query)].length < 2) return []
  await foldLatest()
  const rows = await db().$queryRaw<
    (Stored & Pick<FoundPerson, 'lastServiceId' | 'lastDuration' | 'lastHours'>)[]
  >`
    SELECT found.*, b.service_id AS "lastServiceId", b.duration AS "lastDuration", b.hours AS "lastHours"
    FROM (${await findCustomers(query, [], FOUND_AT_MOST)}) AS found
    LEFT JOIN LATERAL (SELECT b.service_id, b.duration, b.hours FROM bookings b
      WHERE booking_is_known(b.status, b.hold_expires_at, b.cancel_reason)
        AND (found.email <> '' AND lower(b.email) = found.email OR b.phone_e164 = found."phoneE164")
      ORDER BY b.created_at DESC LIMIT 1) AS b ON true
    ORDER BY found."lastAt" DESC, found.id DESC`
  return rows.map((row) => ({
    ...toName(row),
    firstName: row.firstName,
    lastName: row.lastName,
    locale: row.locale,
    lastServiceId: row.lastServiceId,
    lastDuration: row.lastDuration,
    lastHours: row.lastHours,
  }))
}

const SHOWN = 50
const beyond = (count: number): number => Math.max(0, count - SHOWN)

const toCustomerBooking = (session: Session, locale: Locale): CustomerBooking => ({
  ...toAdminBooking(session, locale),
  startsAt: session.startsAt.toISOString(),
  endsAt: session.endsAt.toISOString(),
  paymentStatus: moneyState(session.payments, true),
  owed: toDecimal(askedSen(session)),
  noShow: session.noShowAt !== null,
})

/** One that was merged into another answers with that one; null for an unknown one. */
export async function customerPage(
  key: number,
  { locale, now }: { locale: Locale; now: Date },
): Promise<CustomerPage | null> {
  await foldLatest()
  const group = await groupOf(key)
  if (!group) return null
  const ids = (await rowsOfGroups([group])).get(group.id)
  if (!ids) return null
  const ofThem = { OR: [{ bookingId: { in: ids.booking } }, { orderId: { in: ids.order } }] }
  const [customers, sessions, orders, messages, payments, members, notes, allNotes, likely] =
    await Promise.all([
      db().$queryRaw<Stored[]>`
        SELECT ${COLUMNS} FROM customers c WHERE c.id = ANY(${group.customers}::int[])`,
      sessionsOf(ids.booking),
      ordersById(ids.order),
      db().contact.findMany({
        where: { id: { in: ids.contact } },
        orderBy: { id: 'desc' },
        take: SHOWN,
      }),
      db().payment.findMany({ where: ofThem, orderBy: { id: 'desc' } }),
      Promise.all(ids.member.map((id) => memberLedger(id, locale))),
      db().bookingNote.findMany({
        where: { bookingId: { in: ids.booking } },
        orderBy: { id: 'desc' },
        take: SHOWN,
      }),
      db().bookingNote.count({ where: { bookingId: { in: ids.booking } } }),
      likelyOf(group),
    ])
  const byId = new Map(customers.map((row) => [row.id, row]))
  const own = byId.get(group.id)
  if (!own) return null
  const sums = summed(sessions, now)
  const spentSen = moneyOf(payments).keptSen
  return {
    ...toRow(own, sums),
    next: sums.next && toCustomerBooking(sums.next, locale),
    lifetime: {
      sessions: sums.sessions,
      spent: toDecimal(spentSen),
      noShows: sessions.filter(({ noShowAt }) => noShowAt !== null).length,
      lastSeenAt: sums.lastSeenAt,
    },
    owed: toDecimal(sums.owedSen),
    bookings: sessions.slice(0, SHOWN).map((session) => toCustomerBooking(session, locale)),
    orders: orders.slice(0, SHOWN),
    messages: messages.map(toAdminContact),
    payments: payments.slice(0, SHOWN).map((payment) => ({
      id: payment.id,
      bookingId: payment.bookingId,
      orderId: payment.orderId,
      state: moneyState([payment], true) ?? 'processing',
      method: payment.method,
      amount: senOf(payment.receivedAmount ?? payment.amount),
      refunded: senOf(payment.refundedAmount),
      disputed: senOf(payment.disputedAmount),
      lost: senOf(payment.lostAmount),
      currency: payment.currency,
      at: (payment.succeededAt ?? payment.createdAt).toISOString(),
    })),
    members: members.flatMap((one) => (one ? [one] : [])),
    notes: notes.map(({ id, bookingId, text, author, createdAt }) => ({
      ...{ id, bookingId, text, author },
      at: createdAt.toISOString(),
    })),
    more: {
      bookings: beyond(sessions.length),
      orders: beyond(orders.length),
      messages: beyond(ids.contact.length),
      payments: beyond(payments.length),
      notes: beyond(allNotes),
    },
    merged: group.customers.slice(1).flatMap((id) => {
      const row = byId.get(id)
      return row ? [toName(row)] : []
    }),
    likely,
  }
}

/** Others who have, or had, a number or an email of these. */
async function likelyOf({ id, keys, customers }: Group): Promise<CustomerName[]> {
  const rows = await db().$queryRaw<Stored[]>`
    WITH own AS (
      SELECT array_agg(c.email) FILTER (WHERE c.email <> '') AS emails,
        array_agg(c.phone_e164) FILTER (WHERE c.phone_e164 <> '') AS phones
      FROM customers c WHERE c.id = ANY(${customers}::int[])),
    others AS (
      SELECT f.id FROM customers f, own WHERE f.email = ANY(own.emails) OR f.phone_e164 = ANY(own.phones))
    SELECT ${COLUMNS} FROM customers c
    WHERE c.id IN (SELECT customer_root(o.id) FROM others o) AND c.id <> ${id}::int
      AND NOT c.key = ANY(${keys}::text[])
    ORDER BY c.last_at DESC, c.id DESC LIMIT ${FOUND_AT_MOST}`
  return rows.map(toName)
}
