import 'server-only'
import { cacheLife, cacheTag } from 'next/cache'
import { cache } from 'react'
import { cachedUntilContentChanges } from '@/lib/cache/remembered'
import { bookableByDate } from '@/lib/catalog/queries'
import { db } from '@/lib/db'
import { DEFAULT_LOCALE, type Locale } from '@/lib/i18n/routing'
import { Problem } from '@/lib/problem'
import { holidayName, isClosed, openingHours } from '@/lib/rooms/opening'
import { everyRoom, listHolidays, roomsServing, type Room } from '@/lib/rooms/queries'
import { currentSetting } from '@/lib/settings/queries'
import { addDays, daysBetween, hourText, studioDate, toInstant } from '@/lib/time'
import {
  availableSlots,
  blockedWholly,
  datesOf,
  freeStartsBetween,
  HORIZON_DAYS,
  lastDateOf,
  LEAD_MINUTES,
  lengthRefusal,
  startTimes,
  type Length,
  type Limits,
  type StartTime,
} from './rules'
import type { Availability, ClosedDay, DayAvailability } from './schema'
import { occupiedWithin, type BlockedTime, type Place, type Reservation } from './room'

/** Blocks are looked for this far ahead. */
const CLOSED_DAYS_AHEAD = 400

/**
 * Holidays marked as closed, and days that are fully blocked, earliest first (docs/decisions/020
 * B4): in all rooms, or by reason in some of them. For pages: prerendered until one of
 * its tags is expired, so dates that have passed may be included.
 */
export async function closedDays(locale: Locale): Promise<ClosedDay[]> {
  'use cache'
  cacheTag('holidays', 'settings', 'rooms', 'blocks')
  cacheLife('max')
  const today = studioDate(new Date())
  const [rooms, holidays] = await Promise.all([everyRoom(), listHolidays()])
  const offered = roomsServing(rooms, undefined)
  const taken = await takenBetween(offered, today, addDays(today, CLOSED_DAYS_AHEAD), {})
  const blocks = taken.filter(isBlock)
  const closed: ClosedDay[] = []
  const dates = new Set([...blocks.flatMap(datesOf), ...holidays.map(({ date }) => date)])
  for (const date of [...dates].sort()) {
    const closures = offered.flatMap((room) => {
      const one = closure(date, room, blocks, holidays, locale)
      return one ? { roomId: room.id, reason: one.reason } : []
    })
    if (closures.length === 0) continue
    if (closures.length === offered.length) {
      closed.push({ date, reason: closures.find(({ reason }) => reason)?.reason ?? null })
      continue
    }
    for (const reason of new Set(closures.map((one) => one.reason))) {
      const roomIds = closures.flatMap((one) => (one.reason === reason ? one.roomId : []))
      closed.push({ date, reason, roomIds })
    }
  }
  return closed
}

const isBlock = (one: Reservation | BlockedTime): one is BlockedTime => one.kind === 'block'

/** Why a room is closed all day; undefined when it opens. */
function closure(
  date: string,
  room: Room,
  blocks: readonly BlockedTime[],
  holidays: Awaited<ReturnType<typeof listHolidays>>,
  locale: Locale,
): { reason: string | null } | undefined {
  if (!isClosed(date, room.opening))
    return blockedWholly(
      date,
      room.opening,
      blocks.filter(({ roomId }) => roomId === room.id),
    )
  const holiday = holidays.find((row) => row.date === date)
  return { reason: holiday ? holidayName(holiday, locale) : null }
}

type Asker = { visitorHash?: string | null; ignoring?: number | undefined }

/** Between two studio dates. A hold that ran out unpaid counts as free: the next booking ends it. */
export async function takenBetween(
  rooms: readonly Room[],
  from: string,
  to: string,
  { ignoring }: Asker,
): Promise<(Reservation | BlockedTime)[]> {
  const days = { startsAt: toInstant(from, '00:00'), endsAt: toInstant(addDays(to, 1), '00:00') }
  const occupied = await occupiedWithin(
    db(),
    rooms.map(({ id, turnaroundMinutes }) => ({ roomId: id, spans: [days], turnaroundMinutes })),
  )
  return occupied.filter(
    ({ bookingId, state }) => state !== 'expired' && (bookingId === null || bookingId !== ignoring),
  )
}

const isHeldBy = (one: Reservation | BlockedTime, visitorHash: string | null | undefined) =>
  one.kind === 'booking' && one.heldFor !== null && one.heldFor === visitorHash

/**
 * True when somebody else definitely has part of each of these places now. Outside the transaction:
 * otherwise 500 visitors of one slot would all queue for the room's lock only to be refused.
 * `ignoring`: a booking that is not in its own way.
 */
export async function isTaken(
  places: readonly Place[],
  visitorHash: string,
  ignoring = 0,
): Promise<boolean> {
  const inTheWay = (await occupiedWithin(db(), places)).filter(
    (one) => one.state === 'held' && one.bookingId !== ignoring && !isHeldBy(one, visitorHash),
  )
  return places.every((place) => inTheWay.some(({ roomId }) => roomId === place.roomId))
}

/** Blocks cover all opening hours of a studio date in all of these rooms (docs/decisions/020 B4). */
export async function areBlockedWholly(rooms: readonly Room[], date: string): Promise<boolean> {
  const blocks = (await takenBetween(rooms, date, date, {})).filter(isBlock)
  return rooms.every(
    ({ id, opening }) =>
      blockedWholly(
        date,
        opening,
        blocks.filter(({ roomId }) => roomId === id),
      ) !== undefined,
  )
}

/**
 * What free times are computed from, except reservations and blocks: from memory, at most two
 * seconds old (lib/cache/remembered.ts), as if the reader had asked two seconds earlier. Prices are
 * those of that moment. Where nothing is kept in memory, a page that is rendered reads it once.
 */
export async function timetable(now: Date) {
  const { servicesOf, ...table } = await contentOfTimetable()
  return { ...table, services: servicesOf(now) }
}
const contentOfTimetable = cache(
  cachedUntilContentChanges(async () => {
    const [rooms, holidays, servicesOf, { severalHours }] = await Promise.all([
      everyRoom(),
      listHolidays(),
      bookableByDate(),
      currentSetting('lengths'),
    ])
    return { rooms, holidays, servicesOf, severalHours }
  }),
)

type Timetable = Awaited<ReturnType<typeof timetable>>

/** Throws invalid_request (hours) on a length that nobody can book now. */
export function refuseLength(
  length: Length,
  { severalHours }: Pick<Timetable, 'severalHours'>,
): void {
  const reason = lengthRefusal(length, severalHours)
  if (reason) throw new Problem('invalid_request', { fields: { hours: reason } })
}

/**
 * The rooms that visitors can book for a service, or for any, the preferred first. Throws
 * invalid_request for a service, room or length that cannot be booked (any more); an existing
 * booking (`ignoring`) keeps what it has.
 */
export function bookableRooms(table: Timetable, question: Question): Room[] {
  const { serviceId, roomId, roomIds, ignoring } = question
  if (roomIds) return table.rooms.filter(({ id }) => roomIds.includes(id)).sort(inOrderOf(roomIds))
  const existing = ignoring !== undefined
  if (!existing) refuseLength(question, table)
  const service = serviceId === undefined ? undefined : table.services.get(serviceId)
  if (serviceId !== undefined && (!service || service.isAddOn))
    throw new Problem('invalid_request', { fields: { serviceId: 'choice' } })
  if (service && service.state !== 'offered' && !existing)
    throw new Problem('invalid_request', { fields: { serviceId: 'service_not_offered' } })
  const rooms = roomsServing(table.rooms, serviceId, { existing })
  if (rooms.length === 0 && serviceId !== undefined)
    throw new Problem('invalid_request', { fields: { serviceId: 'service_not_offered' } })
  if (roomId == null) return rooms
  const chosen = rooms.filter(({ id }) => id === roomId)
  if (chosen.length === 0) throw new Problem('invalid_request', { fields: { roomId: 'choice' } })
  return chosen
}

const inOrderOf = (ids: readonly number[]) => (a: Room, b: Room) =>
  ids.indexOf(a.id) - ids.indexOf(b.id)

type Question = Asker &
  Length & {
    serviceId?: number | undefined
    roomId?: number | null | undefined
    /** Those that an existing booking can have, the preferred first. */
    roomIds?: readonly number[]
  }

/** The starts that one of the rooms has, earliest first. */
const union = (perRoom: readonly { availableSlots: readonly string[] }[]): string[] =>
  [...new Set(perRoom.flatMap((room) => room.availableSlots))].sort()

type Reader = Question & { now: Date; horizonDays?: number }

/** What free times follow from, read once for all days from one to another. */
type Read = {
  question: Reader
  holidays: Timetable['holidays']
  rooms: readonly Room[]
  limits: Limits
  taken: readonly (Reservation | BlockedTime)[]
}

/** Throws as bookableRooms. */
async function readDays(from: string, to: string, question: Reader): Promise<Read> {
  const { now, horizonDays = HORIZON_DAYS.public } = question
  const table = await timetable(now)
  const rooms = bookableRooms(table, question)
  // Outside the horizon nothing is offered and nothing is read; 9999-12-31 has no next day.
  const [today, end] = [studioDate(now), addDays(studioDate(now), horizonDays)]
  const [first, last] = [from < today ? today : from, to < end ? to : end]
  return {
    question,
    holidays: table.holidays,
    rooms,
    limits: { now, horizonDays, leadMinutes: LEAD_MINUTES },
    taken:
      first <= last
        ? await takenBetween(rooms, first, lastDayOf(last, question, rooms), question)
        : [],
  }
}

const hasExpiredHolds = ({ taken }: Read): boolean =>
  taken.some(({ state }) => state === 'expired_open')

/**
 * The free start times of a studio date (docs/decisions/020 B4), of all rooms of the service and of
 * each. Throws as bookableRooms. `horizonDays` is how far ahead the caller may look, by default 180
 * (docs/decisions/020 B5). `expiredHolds`: a hold on that date has run out but its payment is still
 * open, and the caller may close it at once.
 */
export async function availability(
  date: string,
  locale: Locale,
  question: Reader,
): Promise<{ dto: Availability; expiredHolds: boolean }> {
  const read = await readDays(date, date, question)
  return { dto: dayOf(date, locale, read), expiredHolds: hasExpiredHolds(read) }
}

export async function availabilityOfDays(
  from: string,
  to: string,
  locale: Locale,
  question: Reader,
): Promise<{ dto: DayAvailability[]; expiredHolds: boolean }> {
  const read = await readDays(from, to, question)
  const days = Array.from({ length: daysBetween(from, to) + 1 }, (_, ahead) => addDays(from, ahead))
  const dto = days.map((date) => {
    const day = dayOf(date, locale, { ...read, taken: takenNear(date, read) })
    const { availableSlots, heldByYou, closed, reason, holiday } = day
    const starts = read.rooms.map(({ opening }) => startTimes(date, question, opening))
    return {
      date,
      free: availableSlots.length + heldByYou.length,
      of: closed ? 0 : new Set(starts.flat()).size,
      ...{ closed, reason, holiday },
    }
  })
  return { dto, expiredHolds: hasExpiredHolds(read) }
}

/** All that can be in the way of sessions that begin on a date: a turnaround ends within a day. */
function takenNear(date: string, { question, rooms, taken }: Read) {
  const from = toInstant(date, '00:00')
  const to = toInstant(addDays(lastDayOf(date, question, rooms), 2), '00:00')
  return taken.filter(({ startsAt, reservedUntil }) => startsAt < to && reservedUntil > from)
}

function dayOf(
  date: string,
  locale: Locale,
  { question, holidays, rooms, limits, taken }: Read,
): Availability {
  const free = slotsOfRooms(date, question, rooms, taken, limits)
  const availableNow = union(free)
  const others = taken.filter((one) => !isHeldBy(one, question.visitorHash))
  const heldByYou =
    others.length === taken.length
      ? []
      : union(slotsOfRooms(date, question, rooms, others, limits)).filter(
          (time) => !availableNow.includes(time),
        )
  const blocks = taken.filter(isBlock)
  const closures = rooms.map((room) => closure(date, room, blocks, holidays, locale))
  // A house without rooms is closed.
  const isClosedWholly = closures.every((one) => one !== undefined)
  const closing = isClosedWholly ? (closures[0] ?? { reason: null }) : undefined
  const open = rooms
    .filter((_, nth) => closures[nth] === undefined)
    .map(({ opening }) => openingHours(date, opening))
  const holiday = holidays.find(
    (row) => row.date === date && rooms.some(({ opening }) => opening.holidays.has(date)),
  )
  return {
    date,
    availableSlots: availableNow,
    heldByYou,
    opensAt: closing ? null : hourText(Math.min(...open.map(({ opens }) => opens))),
    closesAt: closing ? null : hourText(Math.max(...open.map(({ closes }) => closes))),
    closed: closing !== undefined,
    reason: closing?.reason ?? null,
    holiday: holiday ? holidayName(holiday, locale) : null,
    rooms: rooms.map(({ id, names, opening }, nth) => {
      const open = closures[nth] ? null : openingHours(date, opening)
      return {
        id,
        name: names[locale] ?? names[DEFAULT_LOCALE],
        availableSlots: free[nth]?.availableSlots ?? [],
        opensAt: open && hourText(open.opens),
        closesAt: open && hourText(open.closes),
        holiday: opening.holidays.has(date),
      }
    }),
  }
}

/** The last date to read for sessions that begin on `date`. */
const lastDayOf = (date: string, length: Length, rooms: readonly Room[]): string =>
  rooms
    .map(({ opening }) => lastDateOf(date, length, opening.holidays))
    .reduce((a, b) => (a > b ? a : b), date)

const slotsOfRooms = (
  date: string,
  length: Length,
  rooms: readonly Room[],
  taken: readonly (Reservation | BlockedTime)[],
  limits: Limits,
) =>
  rooms.map((room) => ({
    availableSlots: availableSlots(
      date,
      length,
      room,
      taken.filter(({ roomId }) => roomId === room.id),
      limits,
    ),
  }))

const CHUNK_DAYS = 14

/**
 * From now on, one per day; fewer than `count` when there are no more within the public horizon
 * (docs/decisions/020 B5). `from` is the first studio date to search; today when it is absent or
 * past.
 */
export async function nextSlots(
  count: number,
  question: Question & { now: Date; from?: string | undefined },
): Promise<StartTime[]> {
  const { now, from = '' } = question
  const rooms = bookableRooms(await timetable(now), question)
  const limits = { now, horizonDays: HORIZON_DAYS.public, leadMinutes: LEAD_MINUTES }
  const today = studioDate(now)
  const lastDay = addDays(today, HORIZON_DAYS.public)
  const found: StartTime[] = []
  const startsIn = (
    first: string,
    last: string,
    taken: readonly (Reservation | BlockedTime)[],
  ): StartTime[] => {
    const search = { first, last, count: count - found.length }
    const starts = rooms.flatMap((room) =>
      freeStartsBetween(
        search,
        question,
        room,
        taken.filter(({ roomId }) => roomId === room.id),
        limits,
      ),
    )
    const earliest = new Map<string, string>()
    for (const { date, time } of starts) {
      const known = earliest.get(date)
      if (!known || time < known) earliest.set(date, time)
    }
    return [...earliest]
      .map(([date, time]) => ({ date, time }))
      .sort((a, b) => a.date.localeCompare(b.date))
      .slice(0, search.count)
  }
  let first = from > today ? from : today
  for (; first <= lastDay && found.length < count; first = addDays(first, CHUNK_DAYS)) {
    const end = addDays(first, CHUNK_DAYS - 1)
    const last = end < lastDay ? end : lastDay
    // When the opening hours alone leave no time, the database need not be queried.
    if (startsIn(first, last, []).length === 0) continue
    const taken = await takenBetween(rooms, first, lastDayOf(last, question, rooms), question)
    found.push(...startsIn(first, last, taken))
  }
  return found
}
