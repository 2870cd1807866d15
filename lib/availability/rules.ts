import {
  isClosed,
  isWorkingDay,
  openingHours,
  workingDays,
  type HolidayDates,
  type Opening,
} from '@/lib/rooms/opening'
import {
  addDays,
  daysBetween,
  hourText,
  isTime,
  HOUR_MS,
  MINUTE_MS,
  lastStudioDate,
  studioDate,
  toInstant,
} from '@/lib/time'

export const DURATIONS = ['hourly', 'half-day', 'full-day', 'weekly'] as const
export type Duration = (typeof DURATIONS)[number]

/** The most hours of an hourly booking (docs/decisions/020 B2). */
export const MOST_HOURS = 8

/** The length of a booking. `hours` applies to 'hourly'; it is 1 for every other duration. */
export type Length = { duration: Duration; hours: number }

/** The length in a row or a form; one hour when none are given. Expects a valid duration. */
export const lengthOf = ({
  duration,
  hours = 1,
}: {
  duration: string
  hours?: number
}): Length => ({
  duration: duration as Duration,
  hours,
})

/** The dictionary key of a length: what is sold by the hour is said by its number of hours. */
export const lengthKey = ({ duration }: Length): Exclude<Duration, 'hourly'> | 'hours' =>
  duration === 'hourly' ? 'hours' : duration

export const isSameLength = (a: Length, b: Length): boolean =>
  a.duration === b.duration && a.hours === b.hours

/**
 * Several hours only by the hour, and only while the studio offers them (docs/decisions/020 B2);
 * otherwise the key of a message for the field `hours`.
 */
export function lengthRefusal(
  { duration, hours }: Length,
  severalHours: boolean,
): 'choice' | 'hours_not_offered' | null {
  if (hours === 1) return null
  if (duration !== 'hourly') return 'choice'
  return severalHours ? null : 'hours_not_offered'
}

/** Hours in the room on one day; a weekly booking is five such days (docs/decisions/020 B2, B3). */
export const hoursPerDay = ({ duration, hours }: Length): number =>
  ({ hourly: hours, 'half-day': 4, 'full-day': 8, weekly: 8 })[duration]
export const WEEKLY_DAYS = 5
export const LEAD_MINUTES = 60
export const HORIZON_DAYS = { public: 180, member: 365 } as const

/** A span of time in the room, start inclusive, end exclusive. */
export type Span = { startsAt: Date; endsAt: Date }

export type Limits = { now: Date; horizonDays: number; leadMinutes: number }
export type Refusal =
  | 'past'
  | 'lead_time'
  | 'beyond_horizon'
  | 'off_grid'
  | 'closed'
  | 'outside_hours'
  | 'not_working_day'

/** On the hour, and `length` ends by closing time on every day of a week; empty when it does not fit. */
export const startTimes = (date: string, length: Length, opening: Opening): string[] =>
  startHours(date, length, opening).map(hourText)

function startHours(date: string, length: Length, opening: Opening): number[] {
  if (isClosed(date, opening)) return []
  if (length.duration === 'weekly' && !isWorkingDay(date, opening.holidays)) return []
  // A season may begin or end within a week.
  const hours = daysOf(date, length, opening.holidays).map((day) => openingHours(day, opening))
  const opens = Math.max(...hours.map((day) => day.opens))
  const last = Math.min(...hours.map((day) => day.closes)) - hoursPerDay(length)
  return Array.from({ length: Math.max(0, last - opens + 1) }, (_, i) => opens + i)
}

/** One span, or five for weekly (docs/decisions/020 B3). Expects an allowed start time. */
export const spansOf = (
  date: string,
  time: string,
  length: Length,
  holidays: HolidayDates,
): Span[] =>
  daysOf(date, length, holidays).map((day) => {
    const startsAt = toInstant(day, time)
    return { startsAt, endsAt: new Date(startsAt.getTime() + hoursPerDay(length) * HOUR_MS) }
  })

const daysOf = (date: string, { duration }: Length, holidays: HolidayDates): string[] =>
  duration === 'weekly' ? workingDays(date, WEEKLY_DAYS, holidays) : [date]

/** Why a start time cannot be booked, reservations apart, or null (docs/decisions/020 B2–B5). */
export function refusal(
  date: string,
  time: string,
  length: Length,
  opening: Opening,
  limits: Limits,
): Refusal | null {
  const untilStart = toInstant(date, time).getTime() - limits.now.getTime()
  if (untilStart <= 0) return 'past'
  if (isBeyondHorizon(date, limits)) return 'beyond_horizon'
  if (!isTime(time) || !time.endsWith(':00')) return 'off_grid'
  if (isClosed(date, opening)) return 'closed'
  if (length.duration === 'weekly' && !isWorkingDay(date, opening.holidays))
    return 'not_working_day'
  if (!startTimes(date, length, opening).includes(time)) return 'outside_hours'
  return isTooSoon(untilStart, limits) ? 'lead_time' : null
}

const isBeyondHorizon = (date: string, { now, horizonDays }: Limits): boolean =>
  daysBetween(studioDate(now), date) > horizonDays

/** A start in the past is also too soon. */
const isTooSoon = (untilStartMs: number, { leadMinutes }: Limits): boolean =>
  untilStartMs <= 0 || untilStartMs < leadMinutes * MINUTE_MS

/** Time that is not free: of a booking, with the turnaround after it, or of a block. */
export type Taken = Span & { kind: 'booking' | 'block'; reservedUntil: Date }

/**
 * When these blocks cover all opening hours of a date, the first note for visitors (null: there is
 * none); undefined when time is left (docs/decisions/020 B4).
 */
export function blockedWholly(
  date: string,
  opening: Opening,
  blocks: readonly (Span & { visitorNote: string | null })[],
): { reason: string | null } | undefined {
  const { opens, closes } = openingHours(date, opening)
  const midnight = toInstant(date, '00:00').getTime()
  const [start, end] = [opens, closes].map((hour) => midnight + hour * 60 * MINUTE_MS) as [
    number,
    number,
  ]
  const inTheWay = blocks
    .filter(({ startsAt, endsAt }) => startsAt.getTime() < end && endsAt.getTime() > start)
    .sort((a, b) => a.startsAt.getTime() - b.startsAt.getTime())
  let covered = start
  for (const { startsAt, endsAt } of inTheWay) {
    if (startsAt.getTime() > covered) return undefined
    covered = Math.max(covered, endsAt.getTime())
  }
  if (covered < end) return undefined
  return { reason: inTheWay.find(({ visitorNote }) => visitorNote)?.visitorNote ?? null }
}

export function datesOf({ startsAt, endsAt }: Span): string[] {
  const [first, last] = [studioDate(startsAt), lastStudioDate(endsAt)]
  return Array.from({ length: daysBetween(first, last) + 1 }, (_, day) => addDays(first, day))
}

export const overlaps = (a: Span, b: Span): boolean =>
  a.startsAt < b.endsAt && b.startsAt < a.endsAt

/** What free times of a room follow from. */
export type RoomTimes = { opening: Opening; turnaroundMinutes: number }

/**
 * Free for the whole of `length`: what `refusal` allows, minus what is taken (docs/decisions/020
 * B4). The turnaround may run past closing time and into a block. Every visitor asks, often for two
 * weeks at once, so each day is converted to instants once and not for each start.
 */
export function availableSlots(
  date: string,
  length: Length,
  { opening, turnaroundMinutes }: RoomTimes,
  taken: readonly Taken[],
  limits: Limits,
): string[] {
  if (isBeyondHorizon(date, limits)) return []
  const now = limits.now.getTime()
  const midnight = toInstant(date, '00:00').getTime()
  const starts = startHours(date, length, opening).filter(
    (hour) => !isTooSoon(midnight + hour * HOUR_MS - now, limits),
  )
  if (starts.length === 0) return []
  const midnights = daysOf(date, length, opening.holidays).map((day) =>
    toInstant(day, '00:00').getTime(),
  )
  const others = taken.map(({ kind, startsAt, reservedUntil }) => {
    const turnaround = kind === 'block' ? 0 : turnaroundMinutes * MINUTE_MS
    return [startsAt.getTime() - turnaround, reservedUntil.getTime()] as const
  })
  const isFree = (from: number, to: number) =>
    others.every(([first, last]) => to <= first || last <= from)
  const hours = hoursPerDay(length)
  return starts
    .filter((hour) =>
      midnights.every((day) => isFree(day + hour * HOUR_MS, day + (hour + hours) * HOUR_MS)),
    )
    .map(hourText)
}

export const PARTS_OF_DAY = ['morning', 'afternoon', 'evening'] as const
export type PartOfDay = (typeof PARTS_OF_DAY)[number]

export const partOfDay = (time: string): PartOfDay =>
  time < '12:00' ? 'morning' : time < '17:00' ? 'afternoon' : 'evening'

export type StartTime = { date: string; time: string }

/**
 * The earliest of each day, in order, at most `count`, by the rule of `availableSlots`
 * (docs/decisions/020 B4). `first` and `last` are studio dates, both included. `taken` must contain
 * every reservation from the first date to the last day that a session beginning in the range can
 * reach.
 */
export function freeStartsBetween(
  { first, last, count }: { first: string; last: string; count: number },
  length: Length,
  room: RoomTimes,
  taken: readonly Taken[],
  limits: Limits,
): StartTime[] {
  const found: StartTime[] = []
  for (let date = first; date <= last && found.length < count; date = addDays(date, 1)) {
    const [time] = availableSlots(date, length, room, taken, limits)
    if (time) found.push({ date, time })
  }
  return found
}

/** The last date to read to answer for `date`: a weekly booking extends over weekends and holidays. */
export const lastDateOf = (date: string, length: Length, holidays: HolidayDates): string =>
  daysOf(date, length, holidays).at(-1) ?? date
