import 'server-only'
import type { HolidayDto } from '@/lib/settings/schema'
import { roomByHand } from '@/lib/availability/by-hand'
import { customerNames } from '@/lib/availability/conflicts'
import { roomsToMoveTo } from '@/lib/bookings/by-hand'
import { owedSen } from '@/lib/bookings/status'
import { blockedWholly, type Length, overlaps } from '@/lib/availability/rules'
import { holidayName, isClosed, openingHours } from '@/lib/rooms/opening'
import { timetable } from '@/lib/availability/queries'
import { freedFrom, occupiedWithin, placeIn } from '@/lib/availability/room'
import { nameIn } from '@/lib/catalog/rules'
import { db } from '@/lib/db'
import type { Locale } from '@/lib/i18n/routing'
import { Problem } from '@/lib/problem'
import { byDay } from '@/lib/rooms/blocks'
import { roomOf, servingRooms, type Room } from '@/lib/rooms/queries'
import { MONEY_COLUMNS } from '@/lib/sales/money'
import { signedSenOf, type Stored } from '@/lib/money'
import { addDays, DAY_MS, hourText, MINUTE_MS, toInstant } from '@/lib/time'
import { fullName } from '@/lib/names'
import { percentBooked, visibleHours } from './rules'
import type { BlockedDays, DayStarts, Entry, MonthDay, RoomsView, Start } from './schema'

const holidayNameOn = (
  holidays: readonly HolidayDto[],
  date: string,
  locale: Locale,
): string | null => {
  const holiday = holidays.find((row) => row.date === date)
  return holiday ? holidayName(holiday, locale) : null
}

type StartsQuestion = Length & {
  date: string
  serviceId?: number | undefined
  roomId?: number | undefined
  ignore?: number | undefined
  locale: Locale
  now: Date
}

const HOURS = Array.from({ length: 24 }, (_, hour) => hourText(hour))

/**
 * Every hour of a day, as the owner can book it by hand in the room chosen, or in any: as
 * createAdminBooking and rescheduleBooking decide. Throws invalid_request for a service or room that
 * cannot be booked.
 */
export async function dayStarts(question: StartsQuestion): Promise<DayStarts> {
  const { date, ignore, locale, now } = question
  const { rooms, own, holidays } = await roomsFor(question)
  const holiday = holidayNameOn(holidays, date, locale)
  if (rooms.length === 0) return { date, holiday, starts: [], noRoom: true }
  const wishes = HOURS.map((time) => {
    const ownStart = own !== null && own.date === date && own.time === time
    return { duration: question.duration, hours: question.hours, date, time, ownStart }
  })
  const occupied = await occupiedWithin(
    db(),
    rooms.flatMap((room) => wishes.map((session) => placeIn(room, session))),
  )
  const others = occupied.filter(
    ({ bookingId, state }) => state !== 'expired' && (bookingId === null || bookingId !== ignore),
  )
  const names = await customerNames(others.flatMap(({ bookingId }) => bookingId ?? []))
  const starts = wishes.map((session): Start => {
    const { time } = session
    const found = roomByHand(rooms, session, others, now)
    if (found.room && found.warnings.length === 0)
      return { time, state: 'free', warnings: [], by: null }
    const { roomId, spans } = placeIn(found.room ?? (rooms[0] as Room), session)
    const inTheWay = others.filter(
      (one) => one.roomId === roomId && spans.some((span) => overlaps(span, one)),
    )
    if (found.room) {
      const by = inTheWay.flatMap((one) => (one.kind === 'block' ? one.reason : []))[0] ?? null
      return { time, state: 'warned', warnings: found.warnings, by }
    }
    const id = inTheWay.find(({ kind }) => kind === 'booking')?.bookingId
    const by = id ? `${names.get(id) ?? ''} #${id}` : null
    return { time, state: found.refused, warnings: [], by }
  })
  return { date, holiday, starts, noRoom: false }
}

/**
 * Where the session may be, and the booking that is to be moved: in no room where its own is retired and
 * no other serves.
 */
async function roomsFor({ serviceId, roomId, ignore, now }: StartsQuestion) {
  const [{ rooms, holidays, services }, own] = await Promise.all([
    timetable(now),
    ignore === undefined ? null : db().booking.findUnique({ where: { id: ignore } }),
  ])
  const service = serviceId === undefined ? undefined : services.get(serviceId)
  const isSold = service && !service.isAddOn && service.state !== 'retired'
  // What was sold can be moved, whatever is sold now.
  if (own === null && serviceId !== undefined && !isSold)
    throw new Problem('invalid_request', { fields: { serviceId: 'choice' } })
  const possible = own
    ? roomsToMoveTo(own, roomId ?? null, rooms)
    : servingRooms(rooms, serviceId).filter(({ id }) => roomId === undefined || id === roomId)
  if (possible.length === 0 && !(own && roomId === undefined))
    throw new Problem('invalid_request', {
      fields: { [roomId === undefined ? 'serviceId' : 'roomId']: 'choice' },
    })
  return { rooms: possible, own, holidays }
}

type RoomsQuestion = {
  dates: readonly string[]
  locale: Locale
  /** In this order; absent: every room, a retired one while it has sessions then. */
  roomIds?: readonly number[]
  /** False: what has been paid is not read, and the titles of other calendars are not shown. */
  seesMoney: boolean
}

/** A column for each room and day, split at midnight, in the reader's language. Throws not_found. */
export async function roomsView(question: RoomsQuestion): Promise<RoomsView> {
  const { dates, locale, seesMoney } = question
  const [first, last] = [dates[0] ?? '', dates.at(-1) ?? '']
  const span = { startsAt: toInstant(first, '00:00'), endsAt: toInstant(addDays(last, 1), '00:00') }
  const { holidays, rooms: every } = await timetable(new Date())
  const asked = question.roomIds?.map((id) => roomOf(every, id)) ?? every
  const occupied = await occupiedWithin(
    db(),
    asked.map(({ id }) => ({ roomId: id, spans: [span], turnaroundMinutes: 0 })),
  )
  const blocks = occupied.flatMap((one) => (one.kind === 'block' ? one : []))
  const { feeds, daysOf } = await aboutBlocks(blocks.map(({ id }) => id))
  const inForce = await db().slotReservation.findMany({
    where: {
      id: {
        in: occupied.flatMap((one) =>
          one.kind === 'booking' && one.state !== 'expired' ? one.id : [],
        ),
      },
    },
    include: {
      booking: {
        include: {
          service: { select: { name: true, translations: true } },
          payments: { select: MONEY_COLUMNS, ...(!seesMoney && { take: 0 }) },
        },
      },
    },
    orderBy: { startsAt: 'asc' },
  })
  const used = new Set(inForce.map(({ roomId }) => roomId))
  const rooms = question.roomIds
    ? asked
    : asked.filter(({ id, state }) => state !== 'retired' || used.has(id))
  const sessions = inForce.flatMap((row) => {
    const parts = byDay({ ...row, endsAt: freedFrom([row]) ?? row.endsAt })
    return parts.map((part, nth): Entry => {
      const { booking } = row
      const kind = booking.status === 'pending' || row.upgradeId !== null ? 'hold' : 'booking'
      return {
        id: row.id,
        roomId: row.roomId,
        ...part,
        kind,
        state: stateOf(booking, row.upgradeId !== null, seesMoney),
        booking: {
          id: booking.id,
          client: fullName(booking),
          service: nameIn(locale, booking.service),
          serviceId: booking.serviceId,
          roomId: booking.roomId,
          status: booking.status,
          duration: booking.duration,
          hours: booking.hours,
          date: booking.date,
          time: booking.time,
          whatsApp: booking.phoneE164?.slice(1) ?? null,
          version: booking.updatedAt.toISOString(),
        },
        reason: null,
        feed: null,
        began: null,
        block: null,
        turnaround: nth === parts.length - 1 ? minutesAfter(row) : 0,
      }
    })
  })
  const blocked = blocks.flatMap((block) =>
    byDay(block).map((part): Entry => ({
      id: block.id,
      roomId: block.roomId,
      ...part,
      kind: 'block',
      state: feeds.has(block.id) ? 'feed' : 'block',
      booking: null,
      // What somebody does elsewhere is not for the crew.
      reason: seesMoney ? block.reason : (feeds.get(block.id) ?? block.reason),
      feed: feeds.get(block.id) ?? null,
      began: block.began,
      block: daysOf(block),
      turnaround: 0,
    })),
  )
  const shown = new Set(rooms.map(({ id }) => id))
  const entries = [...blocked, ...sessions].filter(
    ({ date, roomId }) => dates.includes(date) && shown.has(roomId),
  )
  const columns = dates.flatMap((date) =>
    rooms.map(({ id, names, opening }) => ({
      date,
      roomId: id,
      room: names[locale] ?? names.en,
      holiday: holidayNameOn(holidays, date, locale),
      closed:
        isClosed(date, opening) ||
        blockedWholly(
          date,
          opening,
          blocks.filter(({ roomId }) => roomId === id),
        ) !== undefined,
      ...openingHours(date, opening),
    })),
  )
  const openings = rooms.map(({ opening }) => opening)
  return { columns, entries, hours: visibleHours(dates, entries, openings) }
}

/** Where blocks come from, and all that each blocks. */
async function aboutBlocks(ids: readonly number[]) {
  const rows = await db().block.findMany({
    where: { id: { in: [...ids] } },
    select: {
      ...{ id: true, firstDay: true, lastDay: true, roomId: true },
      feed: { select: { name: true } },
    },
  })
  const dayOf = (midnight: Date) => midnight.toISOString().slice(0, 10)
  return {
    feeds: new Map(rows.flatMap(({ id, feed }) => (feed ? [[id, feed.name] as const] : []))),
    daysOf({ id, began }: { id: number; began: string | null }): BlockedDays | null {
      const row = rows.find((one) => one.id === id)
      if (!row) return null
      const days = Math.round((+row.lastDay - +row.firstDay) / DAY_MS) + 1
      const first = began ?? dayOf(row.firstDay)
      return { first, last: addDays(first, days - 1), days, everyRoom: row.roomId === null }
    },
  }
}

const minutesAfter = ({ endsAt, reservedUntil }: { endsAt: Date; reservedUntil: Date | null }) =>
  reservedUntil ? Math.max(0, Math.round((+reservedUntil - +endsAt) / MINUTE_MS)) : 0

type Standing = Parameters<typeof owedSen>[0] & {
  status: string
  holdExpiresAt: Date | null
  noShowAt: Date | null
  isFreeSession: boolean
}

/** A booking that waits without a deadline is owed, not held. */
function stateOf(booking: Standing, isUpgrade: boolean, seesMoney: boolean): Entry['state'] {
  if (isUpgrade || (booking.status === 'pending' && booking.holdExpiresAt)) return 'hold'
  if (booking.noShowAt) return 'no_show'
  if (!seesMoney) return booking.status === 'completed' ? 'done' : null
  if (!booking.isFreeSession && owedSen(booking) > 0) return 'owed'
  return booking.status === 'completed' ? 'done' : 'paid'
}

type MonthRow = { day: string; sessions: number; minutes: number; kept: Stored }

/**
 * Every day of a month: sessions that stand, and what is here for those that begin on it, by the rule
 * of moneyOf (prisma/sql/functions/payment_share.sql).
 */
export async function monthView(dates: readonly string[], locale: Locale): Promise<MonthDay[]> {
  const [first, last] = [dates[0] ?? '', dates.at(-1) ?? '']
  const { holidays, rooms: every } = await timetable(new Date())
  const rows = await db().$queryRaw<MonthRow[]>`
    WITH sessions AS (
      SELECT (r.starts_at AT TIME ZONE 'Asia/Kuala_Lumpur')::date AS day, b.id AS booking,
        extract(epoch FROM least(r.ends_at, r.reserved_until) - r.starts_at) / 60 AS minutes,
        r.starts_at = b.starts_at AS is_first
      FROM slot_reservations r JOIN bookings b ON b.id = r.booking_id
      WHERE r.studio_id = ANY(${every.map(({ id }) => id)}::int[]) AND r.upgrade_id IS NULL
        AND r.starts_at >= ${toInstant(first, '00:00')}::timestamptz
        AND r.starts_at < ${toInstant(addDays(last, 1), '00:00')}::timestamptz
        AND (b.status IN ('confirmed', 'completed')
          OR (b.status = 'pending' AND b.hold_expires_at IS NULL)))
    SELECT day::text, count(DISTINCT booking)::int AS sessions, sum(minutes)::int AS minutes,
      coalesce(sum(kept.sum) FILTER (WHERE is_first), 0) AS kept
    FROM sessions LEFT JOIN LATERAL (
      SELECT sum(share.came - share.gone) FROM payments p,
        payment_share(p.booking_id, p.order_id, p.method, p.currency, p.outcome, p.reason,
          p.handled_at, coalesce(p.received_amount, p.amount), p.refunded_amount, p.lost_amount,
          p.part_due, p.created_at) AS share
      WHERE p.booking_id = sessions.booking) AS kept ON is_first
    GROUP BY day`
  const rooms = every.filter(({ state }) => state === 'offered')
  return dates.map((date) => {
    const row = rows.find(({ day }) => day === date)
    const open = rooms.filter(({ opening }) => !isClosed(date, opening))
    const minutes = open.reduce((sum, { opening }) => {
      const { opens, closes } = openingHours(date, opening)
      return sum + (closes - opens) * 60
    }, 0)
    return {
      date,
      holiday: holidayNameOn(holidays, date, locale),
      closed: open.length === 0,
      sessions: row?.sessions ?? 0,
      percent: percentBooked(row?.minutes ?? 0, minutes),
      keptSen: signedSenOf(row?.kept ?? '0'),
    }
  })
}
