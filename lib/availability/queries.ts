import 'server-only'
import { currentHours, currentSetting, toHolidayDto } from '@/lib/settings/queries'
import type { HolidayDto } from '@/lib/settings/schema'
import type { Hours } from '@/lib/studio'
import { cacheLife, cacheTag } from 'next/cache'
import { cachedUntilContentChanges } from '@/lib/cache/remembered'
import { bookableServices } from '@/lib/catalog/queries'
import { db } from '@/lib/db'
import type { Locale } from '@/lib/i18n/routing'
import { Problem } from '@/lib/problem'
import { addDays, daysBetween, hourText, studioDate, toInstant } from '@/lib/time'
import {
  availableSlots,
  blockedWholly,
  datesOf,
  freeStartsBetween,
  holidayName,
  HORIZON_DAYS,
  isClosed,
  lastDateOf,
  LEAD_MINUTES,
  lengthRefusal,
  openingHours,
  openingOf,
  type HolidayDates,
  type Length,
  type Opening,
  type Span,
  type StartTime,
} from './rules'
import type { Availability, ClosedDay } from './schema'
import { roomReservations, type Reservation } from './room'

const DEFAULT_STUDIO = 1

export const listHolidays = async (): Promise<HolidayDto[]> =>
  (await db().holiday.findMany({ orderBy: { date: 'asc' } })).map(toHolidayDto)

/** For pages: prerendered until the tag `holidays` is expired. */
export async function holidayList(): Promise<HolidayDto[]> {
  'use cache'
  cacheTag('holidays')
  cacheLife('max')
  return listHolidays()
}

/**
 * Holidays marked as closed, and days that are fully blocked, earliest first (docs/decisions/020
 * B4). For pages: prerendered until one of its tags is expired, so dates that have passed may be
 * included.
 */
export async function closedDays(locale: Locale): Promise<ClosedDay[]> {
  'use cache'
  cacheTag('holidays', 'settings', 'blocks')
  cacheLife('max')
  const [hours, holidays, blocks] = await Promise.all([
    currentHours(),
    listHolidays(),
    db().slotReservation.findMany({
      where: { studioId: DEFAULT_STUDIO, kind: 'block', endsAt: { gt: new Date() } },
      select: { startsAt: true, endsAt: true, reason: true },
    }),
  ])
  const opening = openingOf(hours, holidays)
  const closed = new Map<string, string | null>()
  for (const date of new Set(blocks.flatMap(datesOf))) {
    const blocked = blockedWholly(date, opening, blocks)
    if (blocked) closed.set(date, blocked.reason)
  }
  for (const holiday of holidays)
    if (holiday.closed) closed.set(holiday.date, holidayName(holiday, locale))
  return [...closed]
    .map(([date, reason]) => ({ date, reason }))
    .sort((a, b) => a.date.localeCompare(b.date))
}

export const holidayDates = async (): Promise<HolidayDates> =>
  new Set((await db().holiday.findMany({ select: { date: true } })).map((holiday) => holiday.date))

/**
 * For pages, with the names of the seasons in `locale`: prerendered until the tag `settings` is
 * expired. A season that has ended since the page was rendered may be included.
 */
export async function hoursSetting(locale: Locale): Promise<Hours> {
  'use cache'
  cacheTag('settings')
  cacheLife('max')
  const [hours, today] = [await currentHours(locale), studioDate(new Date())]
  return { ...hours, seasons: hours.seasons?.filter(({ to }) => to >= today) ?? [] }
}

/** The current opening times: every change of a time is checked against them. */
export async function currentOpening(): Promise<Opening> {
  const [hours, holidays] = await Promise.all([currentHours(), listHolidays()])
  return openingOf(hours, holidays)
}

type Asker = { visitorHash: string | null; now: Date; ignoring?: number | undefined }

/** Between two studio dates. A hold that ran out unpaid counts as free: the next booking ends it. */
async function takenBetween(
  studioId: number,
  from: string,
  to: string,
  { ignoring }: Asker,
): Promise<Reservation[]> {
  const days = { startsAt: toInstant(from, '00:00'), endsAt: toInstant(addDays(to, 1), '00:00') }
  const reservations = await roomReservations(db(), studioId, [days])
  return reservations.filter(
    ({ bookingId, state }) => state !== 'expired' && (bookingId === null || bookingId !== ignoring),
  )
}

const isHeldBy = ({ heldFor }: Reservation, visitorHash: string | null): boolean =>
  heldFor !== null && heldFor === visitorHash

/**
 * True when somebody else definitely has part of these spans now. Outside the transaction:
 * otherwise 500 visitors of one slot would all queue for the room's lock only to be refused.
 * `ignoring`: a booking that is not in its own way.
 */
export async function isTaken(
  studioId: number,
  spans: readonly Span[],
  visitorHash: string,
  ignoring = 0,
): Promise<boolean> {
  const reservations = await roomReservations(db(), studioId, spans)
  return reservations.some(
    (one) => one.state === 'held' && one.bookingId !== ignoring && !isHeldBy(one, visitorHash),
  )
}

/** The owner's blocks cover all opening hours of a studio date (docs/decisions/020 B4). */
export async function isBlockedWholly(
  studioId: number,
  date: string,
  opening: Opening,
): Promise<boolean> {
  const taken = await takenBetween(studioId, date, date, { visitorHash: null, now: new Date() })
  const blocks = taken.filter(({ kind }) => kind === 'block')
  return blockedWholly(date, opening, blocks) !== undefined
}

/**
 * What free times are computed from, except the reservations: from memory, at most two seconds old
 * (lib/cache/remembered.ts), as if the visitor had asked two seconds earlier.
 */
export const timetable = cachedUntilContentChanges(async () => {
  const [hours, holidays, services, { severalHours }] = await Promise.all([
    currentHours(),
    listHolidays(),
    bookableServices(),
    currentSetting('lengths'),
  ])
  return { opening: openingOf(hours, holidays), holidays, services, severalHours }
})

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
 * The room of a service. Throws invalid_request for a service or length that cannot be booked (any
 * more); an existing booking (`ignoring`) keeps what it has.
 */
function roomOf(table: Timetable, question: Question): number {
  const { serviceId, ignoring } = question
  if (ignoring === undefined) refuseLength(question, table)
  if (serviceId === undefined) return DEFAULT_STUDIO
  const service = table.services.get(serviceId)
  if (!service || service.isAddOn)
    throw new Problem('invalid_request', { fields: { serviceId: 'choice' } })
  if (service.state !== 'offered' && ignoring === undefined)
    throw new Problem('invalid_request', { fields: { serviceId: 'service_not_offered' } })
  return service.studioId
}

type Question = Asker & Length & { serviceId?: number | undefined }

/**
 * The free start times of a studio date (docs/decisions/020 B4). Throws invalid_request on a
 * serviceId or hours that cannot be booked. `horizonDays` is how far ahead the caller may look, by
 * default 180 (docs/decisions/020 B5). `expiredHolds`: a hold on that date has run out but its
 * payment is still open, and the caller may close it at once.
 */
export async function availability(
  date: string,
  locale: Locale,
  question: Question & { horizonDays?: number },
): Promise<{ dto: Availability; expiredHolds: boolean }> {
  const { now } = question
  const table = await timetable()
  const { opening, holidays } = table
  const studioId = roomOf(table, question)
  const limits = {
    now,
    horizonDays: question.horizonDays ?? HORIZON_DAYS.public,
    leadMinutes: LEAD_MINUTES,
  }
  // Outside the horizon nothing is offered and nothing is read; 9999-12-31 has no next day.
  const ahead = daysBetween(studioDate(now), date)
  const within = ahead >= 0 && ahead <= limits.horizonDays
  const taken = within
    ? await takenBetween(studioId, date, lastDateOf(date, question, opening.holidays), question)
    : []
  const free = availableSlots(date, question, opening, taken, limits)
  const others = taken.filter((one) => !isHeldBy(one, question.visitorHash))
  const heldByYou =
    others.length === taken.length
      ? []
      : availableSlots(date, question, opening, others, limits).filter(
          (time) => !free.includes(time),
        )
  const holiday = holidays.find((row) => row.date === date)
  const name = holiday ? holidayName(holiday, locale) : null
  const closing = isClosed(date, opening)
    ? { reason: name }
    : blockedWholly(
        date,
        opening,
        taken.filter(({ kind }) => kind === 'block'),
      )
  const { opens, closes } = openingHours(date, opening)
  return {
    dto: {
      date,
      availableSlots: free,
      heldByYou,
      opensAt: closing ? null : hourText(opens),
      closesAt: closing ? null : hourText(closes),
      closed: closing !== undefined,
      reason: closing?.reason ?? null,
      holiday: name,
    },
    expiredHolds: taken.some(({ state }) => state === 'expired_open'),
  }
}

const CHUNK_DAYS = 14

/**
 * From now on, one per day; fewer than `count` when there are no more within the public horizon
 * (docs/decisions/020 B5). `from` is the first studio date to search; today when it is absent or
 * past.
 */
export async function nextSlots(
  count: number,
  question: Question & { from?: string | undefined },
): Promise<StartTime[]> {
  const { now, from = '' } = question
  const table = await timetable()
  const { opening } = table
  const studioId = roomOf(table, question)
  const limits = { now, horizonDays: HORIZON_DAYS.public, leadMinutes: LEAD_MINUTES }
  const today = studioDate(now)
  const lastDay = addDays(today, HORIZON_DAYS.public)
  const found: StartTime[] = []
  const startsIn = (first: string, last: string, taken: readonly Span[]) => {
    const search = { first, last, count: count - found.length }
    return freeStartsBetween(search, question, opening, taken, limits)
  }
  let first = from > today ? from : today
  for (; first <= lastDay && found.length < count; first = addDays(first, CHUNK_DAYS)) {
    const end = addDays(first, CHUNK_DAYS - 1)
    const last = end < lastDay ? end : lastDay
    // When the opening hours alone leave no time, the database need not be queried.
    if (startsIn(first, last, []).length === 0) continue
    const reach = lastDateOf(last, question, opening.holidays)
    const taken = await takenBetween(studioId, first, reach, question)
    found.push(...startsIn(first, last, taken))
  }
  return found
}
