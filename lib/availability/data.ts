import 'server-only'
import { cacheLife, cacheTag } from 'next/cache'
import { bookableService } from '@/lib/catalog/data'
import { db, Prisma } from '@/lib/db'
import type { Locale } from '@/lib/i18n/routing'
import { Problem } from '@/lib/problem'
import { settingValue } from '@/lib/settings/value'
import { addDays, daysBetween, hourText, studioDate, toInstant } from '@/lib/time'
import {
  availableSlots,
  DEFAULT_HOURS,
  HORIZON_DAYS,
  lastDateOf,
  LEAD_MINUTES,
  openingHours,
  type Duration,
  type Holidays,
  type Hours,
  type Opening,
  type Span,
} from './rules'
import type { HolidayDto } from './schema'

export type AvailabilityDto = {
  date: string
  availableSlots: string[]
  heldByYou: string[]
  opensAt: string | null
  closesAt: string | null
  holiday: string | null
}

/**
 * What is taken, and how: `mine` for the caller's own live hold, `elapsed` for a hold whose intent
 * is not yet closed.
 */
type Taken = Span & { mine: boolean; elapsed: boolean }

const DEFAULT_STUDIO = 1

/** All public holidays by date. */
export const listHolidays = (): Promise<HolidayDto[]> =>
  db().holiday.findMany({ orderBy: { date: 'asc' } })

/** All public holidays for pages: prerendered until the tag `holidays` is expired. */
export async function holidayList(): Promise<HolidayDto[]> {
  'use cache'
  cacheTag('holidays')
  cacheLife('max')
  return listHolidays()
}

/** The dates of all public holidays, as the rules want them. */
export const holidayDates = async (): Promise<Holidays> =>
  new Set((await db().holiday.findMany({ select: { date: true } })).map((holiday) => holiday.date))

/** The opening hours in force now: settings key `hours`, else those of decision B2. */
export const currentHours = async (): Promise<Hours> => ({
  ...DEFAULT_HOURS,
  ...(await settingValue<Hours>('hours')),
})

/** The opening hours for pages: prerendered until the tag `settings` is expired. */
export async function hoursSetting(): Promise<Hours> {
  'use cache'
  cacheTag('settings')
  cacheLife('max')
  return currentHours()
}

/**
 * When the studio is open, as it is now: what every answer about a time is made from, never from a
 * cache.
 */
export async function currentOpening(): Promise<Opening> {
  const [hours, holidays] = await Promise.all([currentHours(), holidayDates()])
  return { hours, holidays }
}

type Asker = { visitorHash: string | null; now: Date; ignoring?: number | undefined }

async function takenBetween(
  studioId: number,
  from: string,
  to: string,
  { visitorHash, now, ignoring = 0 }: Asker,
): Promise<Taken[]> {
  const rows = await db().$queryRaw<
    { starts_at: Date; ends_at: Date; mine: boolean; elapsed: boolean }[]
  >`
    SELECT r.starts_at, r.ends_at,
      coalesce(b.status = 'pending' AND b.hold_expires_at > ${now} AND b.visitor_hash = ${visitorHash}, false) AS mine,
      coalesce(b.status = 'pending' AND b.hold_expires_at <= ${now}, false) OR coalesce(u.hold_expires_at <= ${now}, false) AS elapsed
    FROM slot_reservations r LEFT JOIN bookings b ON b.id = r.booking_id LEFT JOIN booking_upgrades u ON u.id = r.upgrade_id
    WHERE r.studio_id = ${studioId} AND r.starts_at < ${toInstant(addDays(to, 1), '00:00')} AND r.ends_at > ${toInstant(from, '00:00')}
      -- a booking that looks for another time is not in its own way (decision B9)
      AND r.booking_id IS DISTINCT FROM ${ignoring}
      -- an elapsed hold without a payment is free: whoever books next expires it (decision C7)
      AND NOT (b.status IS NOT DISTINCT FROM 'pending' AND b.hold_expires_at IS NOT NULL AND b.hold_expires_at <= ${now}
        AND NOT EXISTS (SELECT 1 FROM payments p WHERE p.booking_id = b.id AND p.status <> 'canceled'))`
  return rows.map((row) => ({
    startsAt: row.starts_at,
    endsAt: row.ends_at,
    mine: row.mine,
    elapsed: row.elapsed,
  }))
}

/**
 * True when somebody else certainly has part of these spans now. A courtesy before the transaction:
 * without it 500 visitors of one slot would all queue for the room's lock only to be refused by the
 * constraint. `ignoring`: a booking that is not in its own way.
 */
export async function isTaken(
  studioId: number,
  spans: readonly Span[],
  visitorHash: string,
  now: Date,
  ignoring = 0,
): Promise<boolean> {
  const overlapping = spans.map(
    (span) => Prisma.sql`(r.starts_at < ${span.endsAt} AND r.ends_at > ${span.startsAt})`,
  )
  const rows = await db().$queryRaw<unknown[]>`
    SELECT 1 FROM slot_reservations r LEFT JOIN bookings b ON b.id = r.booking_id
    WHERE r.studio_id = ${studioId} AND (${Prisma.join(overlapping, ' OR ')}) AND r.booking_id IS DISTINCT FROM ${ignoring}
      AND (b.id IS NULL OR b.status <> 'pending' OR b.hold_expires_at IS NULL
        OR (b.hold_expires_at > ${now} AND b.visitor_hash IS DISTINCT FROM ${visitorHash}))
    LIMIT 1`
  return rows.length > 0
}

async function roomOf(serviceId: number | undefined): Promise<number> {
  if (serviceId === undefined) return DEFAULT_STUDIO
  const service = await bookableService(serviceId)
  if (!service || service.isAddOn)
    throw new Problem('invalid_request', { fields: { serviceId: 'choice' } })
  return service.studioId
}

type Question = Asker & { duration: Duration; serviceId?: number | undefined }

/**
 * The free starts of a studio date (decision B4). Throws invalid_request on an unknown or add-on
 * serviceId. `horizonDays` is how far the asker may look, everybody's 180 by default (decision B5).
 * `elapsedHolds` says that a hold there has run out but its payment is still open: the caller may
 * close it at once.
 */
export async function availability(
  date: string,
  locale: Locale,
  question: Question & { horizonDays?: number },
): Promise<{ dto: AvailabilityDto; elapsedHolds: boolean }> {
  const { duration, now } = question
  const [studioId, holidays, hours] = await Promise.all([
    roomOf(question.serviceId),
    listHolidays(),
    currentHours(),
  ])
  const opening: Opening = { hours, holidays: new Set(holidays.map((holiday) => holiday.date)) }
  const limits = {
    now,
    horizonDays: question.horizonDays ?? HORIZON_DAYS.public,
    leadMinutes: LEAD_MINUTES,
  }
  // Outside the horizon nothing is offered and nothing is read: 9999-12-31 has no day after it.
  const ahead = daysBetween(studioDate(now), date)
  const within = ahead >= 0 && ahead <= limits.horizonDays
  const taken = within
    ? await takenBetween(studioId, date, lastDateOf(date, duration, opening.holidays), question)
    : []
  const free = availableSlots(date, duration, opening, taken, limits)
  const freeWithoutMine = availableSlots(
    date,
    duration,
    opening,
    taken.filter((span) => !span.mine),
    limits,
  )
  const holiday = holidays.find((row) => row.date === date)
  const { opens, closes } = openingHours(date, opening)
  return {
    dto: {
      date,
      availableSlots: free,
      heldByYou: freeWithoutMine.filter((time) => !free.includes(time)),
      opensAt: hourText(opens),
      closesAt: hourText(closes),
      holiday: holiday
        ? { en: holiday.nameEn, ms: holiday.nameMs, zh: holiday.nameZh }[locale]
        : null,
    },
    elapsedHolds: taken.some((span) => span.elapsed),
  }
}

const CHUNK_DAYS = 14

/**
 * The first `count` free starts from now on, one per day when more than one is asked for; fewer
 * when there are none.
 */
export async function nextSlots(
  count: number,
  question: Question,
): Promise<{ date: string; time: string }[]> {
  const { duration, now } = question
  const [studioId, opening] = await Promise.all([roomOf(question.serviceId), currentOpening()])
  const limits = { now, horizonDays: HORIZON_DAYS.public, leadMinutes: LEAD_MINUTES }
  const today = studioDate(now)
  const lastDay = addDays(today, HORIZON_DAYS.public)
  const found: { date: string; time: string }[] = []
  for (let offset = 0; offset <= HORIZON_DAYS.public; offset += CHUNK_DAYS) {
    const first = addDays(today, offset)
    const last = lastDateOf(addDays(first, CHUNK_DAYS - 1), duration, opening.holidays)
    const taken = await takenBetween(studioId, first, last, question)
    for (let day = 0; day < CHUNK_DAYS && found.length < count; day++) {
      const date = addDays(first, day)
      if (date > lastDay) break
      const time = availableSlots(date, duration, opening, taken, limits)[0]
      if (time) found.push({ date, time })
    }
    if (found.length >= count) break
  }
  return found
}
