import { isClosed, openingHours } from '@/lib/rooms/opening'
import { addDays, hourText, HOUR_MS, studioDate, studioTime, toInstant } from '@/lib/time'
import type { Reservation, BlockedTime } from './room'
import {
  availableSlots,
  lengthOf,
  overlaps,
  type Limits,
  type RoomTimes,
  type StartTime,
} from './rules'
import type { DayHoursFree, RoomNow } from './schema'

// What the home page shows of the rooms together: the hours of the days ahead, and this moment.

export const AN_HOUR = lengthOf({ duration: 'hourly' })
const DAYS = 7

type Occupied = Reservation | BlockedTime
type Rooms = readonly (RoomTimes & { id: number })[]

const within = (taken: readonly Occupied[], { id }: { id: number }) =>
  taken.filter(({ roomId }) => roomId === id)

/** A day more than is shown: the first may be over. */
export const weekFrom = (date: string): string[] =>
  Array.from({ length: DAYS + 1 }, (_, day) => addDays(date, day))

/** The days to show: from today, or from tomorrow when today's last hour is over. */
export function weekAhead(days: readonly DayHoursFree[], now: Date): DayHoursFree[] {
  const [today] = days
  const isOver =
    today !== undefined &&
    now.getTime() >= toInstant(today.date, today.opensAt).getTime() + today.free.length * HOUR_MS
  return days.slice(isOver ? 1 : 0).slice(0, DAYS)
}

/**
 * The hours in which one of the rooms opens. Each is a digit to the base of 36: how many hours one
 * of the rooms is free from then on, by the rule of `availableSlots`; `-` when it is closed.
 */
export function hoursFree(
  date: string,
  rooms: Rooms,
  taken: readonly Occupied[],
  limits: Limits,
): DayHoursFree {
  const each = rooms.map((room) => {
    const { opens, closes } = openingHours(date, room.opening)
    const mine = within(taken, room)
    const blocks = mine.filter(({ kind }) => kind === 'block')
    const free = new Set(availableSlots(date, AN_HOUR, room, mine, limits))
    return {
      opens,
      closes,
      isOpen: (hour: number) =>
        opens <= hour &&
        hour < closes &&
        !isClosed(date, room.opening) &&
        !blocks.some((block) => overlaps(block, hourAt(date, hour))),
      freeFrom(hour: number) {
        let hours = 0
        while (free.has(hourText(hour + hours))) hours++
        return hours
      },
    }
  })
  const opens = Math.min(...each.map((room) => room.opens))
  const closes = Math.max(...each.map((room) => room.closes))
  const hours = Array.from({ length: closes - opens }, (_, nth) => opens + nth)
  return {
    date,
    opensAt: hourText(opens),
    free: hours
      .map((hour) =>
        each.some((room) => room.isOpen(hour))
          ? Math.max(...each.map((room) => room.freeFrom(hour))).toString(36)
          : '-',
      )
      .join(''),
  }
}

const hourAt = (date: string, hour: number) => {
  const startsAt = toInstant(date, hourText(hour))
  return { startsAt, endsAt: new Date(startsAt.getTime() + HOUR_MS) }
}

/** The hours of these days that are so, earliest first. */
const hoursThat = (
  days: readonly DayHoursFree[],
  isSo: (digit: string, hour: StartTime) => boolean,
): StartTime[] =>
  days.flatMap(({ date, opensAt, free }) =>
    [...free].flatMap((digit, nth) => {
      const hour = { date, time: hourText(Number(opensAt.slice(0, 2)) + nth) }
      return isSo(digit, hour) ? hour : []
    }),
  )

export const firstFree = (days: readonly DayHoursFree[]): StartTime | undefined =>
  hoursThat(days, (digit) => digit !== '-' && digit !== '0')[0]

/** `taken` and `days` begin with today. */
export function roomNow(
  rooms: Rooms,
  taken: readonly Occupied[],
  days: readonly DayHoursFree[],
  now: Date,
): RoomNow {
  const end = sessionsEnd(taken, now)
  if (end) return { state: 'onAir', until: { date: studioDate(end), time: studioTime(end) } }
  const [date, time] = [studioDate(now), hourText(Number(studioTime(now).slice(0, 2)))]
  // The hour that has begun: as it would have been offered before it did.
  const before = new Date(toInstant(date, time).getTime() - 1)
  const limits = { now: before, horizonDays: 1, leadMinutes: 0 }
  const isFree = rooms.some((room) =>
    availableSlots(date, AN_HOUR, room, within(taken, room), limits).includes(time),
  )
  if (isFree) return { state: 'free', until: null }
  const [next] = hoursThat(
    days,
    (digit, hour) => digit !== '-' && (hour.date > date || hour.time >= time),
  )
  const isOpen = next?.date === date && next.time === time
  return { state: 'off', until: isOpen ? null : (next ?? null) }
}

/** When the sessions that run now end, with those that follow without a break; null: none runs. */
function sessionsEnd(taken: readonly Occupied[], now: Date): Date | null {
  const sessions = taken
    .filter(
      (one) =>
        one.kind === 'booking' &&
        one.state === 'held' &&
        one.heldFor === null &&
        one.upgradeId === null,
    )
    .sort((a, b) => a.startsAt.getTime() - b.startsAt.getTime())
  let end = now
  for (const { startsAt, endsAt } of sessions) if (startsAt <= end && endsAt > end) end = endsAt
  return end > now ? end : null
}
