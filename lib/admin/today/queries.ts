import 'server-only'
import { timetable } from '@/lib/availability/queries'
import { hoursOnSale } from '@/lib/availability/free-now'
import { freedFrom, occupiedWithin } from '@/lib/availability/room'
import type { Span } from '@/lib/availability/rules'
import { extensionOf } from '@/lib/bookings/extend'
import { isUnpaid, owedSen } from '@/lib/bookings/status'
import { nameIn } from '@/lib/catalog/rules'
import { db, type Prisma } from '@/lib/db'
import { shortDay } from '@/lib/i18n/dates'
import { toLocale, type Locale } from '@/lib/i18n/routing'
import { translator } from '@/lib/i18n/messages'
import { senOf } from '@/lib/money'
import { fullName } from '@/lib/names'
import { Problem } from '@/lib/problem'
import { isClosed, openingHours } from '@/lib/rooms/opening'
import { mayAs, type Role } from '@/lib/roles'
import { roomsServing, type Room } from '@/lib/rooms/queries'
import { MONEY_COLUMNS } from '@/lib/sales/money'
import { site } from '@/lib/settings/queries'
import { addDays, DAY_MS, hourText, MINUTE_MS, studioDate, toInstant } from '@/lib/time'
import { gapsIn, inOrder } from './rules'
import { thingsToDo } from './todo'
import type { Today, TodayGap, TodaySession } from './schema'

const LISTED_TODO = 12
const WISHES = 300
const WEEK = 7

const include = {
  booking: {
    include: {
      service: { select: { name: true, translations: true } },
      addOns: { include: { service: { select: { name: true, translations: true } } } },
      payments: { select: MONEY_COLUMNS },
      membership: { select: { counts: true } },
    },
  },
} satisfies Prisma.SlotReservationInclude
type Row = Prisma.SlotReservationGetPayload<{ include: typeof include }>

/**
 * What is on, free and to be done, as `role` may see it. `date` is a studio date; `all`: as much of
 * what is to be done as is read. A session is in whatever room it is in; only what is free is asked
 * of those offered.
 */
export async function todayOf(
  date: string,
  locale: Locale,
  now: Date,
  role: Role,
  { all = false } = {},
): Promise<Today> {
  const every = (await timetable(now)).rooms
  const rooms = roomsServing(every, undefined)
  const seesMoney = mayAs(role, 'manager')
  const [sessions, gaps, week, todo] = await Promise.all([
    sessionsOf(date, every, locale, now),
    gapsOf(date, rooms, now),
    weekFrom(date, every, rooms),
    seesMoney ? thingsToDo(locale, now, { all }) : null,
  ])
  if (!todo)
    return {
      ...day(date, named(every, rooms, sessions), locale),
      sessions: sessions.map((session) => ({ ...session, state: null, owedSen: null })),
      ...{ gaps, week, todo: null, more: 0 },
    }
  const ordered = inOrder(todo.rows)
  const listed = all ? ordered.length : LISTED_TODO
  const isOn = ({ from, to }: TodaySession) => Date.parse(from) <= +now && +now < Date.parse(to)
  return {
    ...day(date, named(every, rooms, sessions), locale),
    sessions: await Promise.all(
      sessions.map(async (session) =>
        isOn(session) ? { ...session, hour: await hourOf(session.id, locale, now) } : session,
      ),
    ),
    gaps,
    todo: ordered.slice(0, listed),
    more: Math.max(0, ordered.length - listed) + todo.more,
    week,
  }
}

/** Those offered, and those that are not and have a session. */
const named = (
  every: readonly Room[],
  offered: readonly Room[],
  sessions: readonly TodaySession[],
): Room[] =>
  every.filter((room) => offered.includes(room) || sessions.some((one) => one.roomId === room.id))

const day = (date: string, rooms: readonly Room[], locale: Locale) => ({
  date,
  rooms: rooms.map(({ id, names }) => ({ id, name: names[locale] ?? names.en })),
})

async function hourOf(id: number, locale: Locale, now: Date): Promise<TodaySession['hour']> {
  const offer = await extensionOf(id, { hours: 1, addOns: [] }, locale, now).catch(
    (error: unknown) => {
      if (error instanceof Problem) return null
      throw error
    },
  )
  if (!offer) return null
  const { price, state, clash } = offer
  return {
    priceSen: price && senOf(price.totalAmount),
    state,
    clash: clash && { at: clash.startsAt, who: clash.client ?? clash.reason ?? '' },
  }
}

const daySpan = (date: string, days = 1): Span => ({
  startsAt: toInstant(date, '00:00'),
  endsAt: toInstant(addDays(date, days), '00:00'),
})

async function sessionsOf(
  date: string,
  rooms: readonly Room[],
  locale: Locale,
  now: Date,
): Promise<TodaySession[]> {
  const { startsAt, endsAt } = daySpan(date, 2)
  const [rows, studio] = await Promise.all([
    db().slotReservation.findMany({
      where: {
        roomId: { in: rooms.map(({ id }) => id) },
        // The second condition is for the index: no reservation is longer than a day.
        startsAt: { lt: endsAt, gte: new Date(startsAt.getTime() - DAY_MS) },
        endsAt: { gt: startsAt },
        upgradeId: null,
        booking: {
          status: { in: ['pending', 'confirmed', 'completed'] },
          OR: [{ holdExpiresAt: null }, { holdExpiresAt: { gt: now } }, { status: 'confirmed' }],
        },
      },
      include,
      // Never by its own number, which an act on the booking changes: a card keeps its place.
      orderBy: [{ startsAt: 'asc' }, { bookingId: 'asc' }],
    }),
    site(),
  ])
  return rows.map((row) => toSession(row, locale, studio.name))
}

function toSession(
  { booking, roomId, startsAt, endsAt, reservedUntil }: Row,
  locale: Locale,
  studio: string,
): TodaySession {
  const { payments, phoneE164 } = booking
  const owed = booking.isFreeSession ? 0 : owedSen(booking)
  return {
    id: booking.id,
    version: booking.updatedAt.toISOString(),
    roomId,
    from: startsAt.toISOString(),
    to: endsAt.toISOString(),
    name: fullName(booking),
    phone: booking.phone,
    whatsApp: phoneE164 ? phoneE164.slice(1) : null,
    texts: textsFor(booking, startsAt, studio),
    service: nameIn(locale, booking.service),
    people: booking.people,
    addOns: booking.addOns.map(({ service }) => nameIn(locale, service)),
    wishes: booking.requirements?.slice(0, WISHES) ?? null,
    state: stateOf({ ...booking, payments }, owed),
    owedSen: owed,
    member: booking.membership?.counts === true,
    arrivedAt: booking.arrivedAt?.toISOString() ?? null,
    noShowAt: booking.noShowAt?.toISOString() ?? null,
    freeFrom: freedFrom([{ endsAt, reservedUntil }])?.toISOString() ?? null,
    hour: null,
  }
}

function stateOf(booking: Row['booking'], owed: number): TodaySession['state'] {
  if (booking.isFreeSession) return 'free'
  if (booking.status === 'pending') return isUnpaid(booking) ? 'unpaid' : 'held'
  return owed > 0 ? 'owed' : 'paid'
}

function textsFor(booking: Row['booking'], startsAt: Date, studio: string) {
  const language = toLocale(booking.locale)
  const t = translator(language, 'admin')
  const day = shortDay(startsAt, language)
  const values = { name: booking.firstName, studio, time: booking.time, day }
  return { about: t('texts.about', values), late: t('texts.late', values) }
}

/** The free hours of a day in each room, from now on; none of a day that has passed. */
async function gapsOf(date: string, rooms: readonly Room[], now: Date): Promise<TodayGap[]> {
  const open = rooms.filter(({ opening }) => !isClosed(date, opening))
  const spans = open.map((room) => ({ room, span: openSpan(date, room) }))
  const [taken, onSale] = await Promise.all([
    occupiedWithin(
      db(),
      spans.map(({ room, span }) => ({
        roomId: room.id,
        spans: [span],
        turnaroundMinutes: 0,
      })),
    ),
    hoursOnSale(date, now),
  ])
  const startsIn = (id: number) =>
    onSale.find(({ roomId }) => roomId === id)?.times.map((time) => toInstant(date, time)) ?? []
  return spans.flatMap(({ room, span }) =>
    gapsIn(
      span,
      taken.flatMap(({ roomId, state, startsAt, reservedUntil }) =>
        roomId === room.id && state !== 'expired' ? [{ startsAt, endsAt: reservedUntil }] : [],
      ),
      now,
    ).map(({ startsAt, endsAt }) => ({
      roomId: room.id,
      from: startsAt.toISOString(),
      to: endsAt.toISOString(),
      offer:
        startsIn(room.id)
          .find((at) => at >= startsAt && at < endsAt)
          ?.toISOString() ?? null,
    })),
  )
}

function openSpan(date: string, { opening }: Room): Span {
  const { opens, closes } = openingHours(date, opening)
  const end =
    closes === 24 ? toInstant(addDays(date, 1), '00:00') : toInstant(date, hourText(closes))
  return { startsAt: toInstant(date, hourText(opens)), endsAt: end }
}

/** `every` room may have sessions; the `rooms` that are offered are open. */
async function weekFrom(
  date: string,
  every: readonly Room[],
  rooms: readonly Room[],
): Promise<Today['week']> {
  const { startsAt, endsAt } = daySpan(date, WEEK)
  const rows = await db().$queryRaw<{ startsAt: Date; minutes: number }[]>`
    SELECT r.starts_at AS "startsAt",
      extract(epoch FROM least(r.ends_at, r.reserved_until) - r.starts_at)::int / 60 AS minutes
    FROM slot_reservations r JOIN bookings b ON b.id = r.booking_id
    WHERE r.studio_id = ANY (${every.map(({ id }) => id)}::int[])
      AND r.starts_at >= ${startsAt}::timestamptz AND r.starts_at < ${endsAt}::timestamptz
      AND r.upgrade_id IS NULL AND (b.status IN ('confirmed', 'completed')
        OR (b.status = 'pending' AND b.hold_expires_at IS NULL))`
  return Array.from({ length: WEEK }, (_, days) => {
    const day = addDays(date, days)
    const open = rooms
      .filter(({ opening }) => !isClosed(day, opening))
      .map((room) => openSpan(day, room))
    return {
      date: day,
      minutes: rows
        .filter((row) => studioDate(row.startsAt) === day)
        .reduce((sum, { minutes }) => sum + minutes, 0),
      open: open.reduce(
        (sum, span) => sum + (span.endsAt.getTime() - span.startsAt.getTime()) / MINUTE_MS,
        0,
      ),
    }
  })
}
