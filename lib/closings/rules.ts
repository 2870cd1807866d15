import { byDay } from '@/lib/rooms/blocks'
import { isClosed, isForRoom, openingHours, openingOfRoom, type Opening } from '@/lib/rooms/opening'
import type { HolidayDto } from '@/lib/settings/schema'
import type { Season, WeekHours } from '@/lib/studio'
import { hourText } from '@/lib/time'

/** Reserved time of a booking on one day. A week was laid out on the working days of then. */
export type Session = { roomId: number; startsAt: Date; endsAt: Date; isWeek: boolean }

/** Why a session is in closed time, and when that closing was changed last. */
export type Closure = { since: Date } & (
  | { kind: 'block'; id: number; reason: string | null }
  | { kind: 'holiday'; date: string }
  | { kind: 'hours'; date: string; opens: number; closes: number; season: string | null }
)

/** What the opening of every room follows from, each with its last change. */
export type House = {
  rooms: readonly { id: number; hours: WeekHours; changedAt: Date }[]
  holidays: readonly (HolidayDto & { changedAt: Date })[]
  seasons: { periods: readonly Season[]; changedAt: Date }
}

export type HouseChange =
  | { room: { id: number; hours: WeekHours } }
  | { seasons: readonly Season[] }
  | { holiday: HolidayDto }

/** When a change that is not saved yet is made: later than anything. */
export const NEXT = new Date(8_640_000_000_000_000)

export function changedHouse(house: House, change: HouseChange): House {
  const changedAt = NEXT
  if ('seasons' in change) return { ...house, seasons: { periods: change.seasons, changedAt } }
  if ('holiday' in change) {
    const others = house.holidays.filter(({ date }) => date !== change.holiday.date)
    return { ...house, holidays: [...others, { ...change.holiday, changedAt }] }
  }
  const { id, hours } = change.room
  const rooms = house.rooms.map((room) => (room.id === id ? { id, hours, changedAt } : room))
  return { ...house, rooms }
}

type Day = { date: string; from: string; to: string }

/** Why the opening of its room does not cover a session; a function of the session, made once. */
export function openingClosures(house: House): (session: Session) => Closure[] {
  const openings = new Map(
    house.rooms.map((room) => [
      room.id,
      openingOfRoom(room, { seasons: [...house.seasons.periods], holidays: house.holidays }),
    ]),
  )
  return (session) => {
    const opening = openings.get(session.roomId)
    return opening ? byDay(session).flatMap((day) => closureOn(day, session, opening, house)) : []
  }
}

function closureOn(
  { date, from, to }: Day,
  { roomId, isWeek }: Session,
  opening: Opening,
  { rooms, holidays, seasons }: House,
): Closure[] {
  const holiday = holidays.find((one) => one.date === date && isForRoom(roomId, one))
  if (holiday && isClosed(date, opening))
    return [{ kind: 'holiday', date, since: holiday.changedAt }]
  // A public holiday has the hours of a weekend, except for the day of a week.
  const counted = isWeek ? { ...opening, holidays: new Set<string>() } : opening
  const { opens, closes } = openingHours(date, counted)
  if (hourText(opens) <= from && to <= hourText(closes)) return []
  const season = opening.hours.seasons?.find((one) => one.from <= date && date <= one.to)
  const room = rooms.find(({ id }) => id === roomId)
  const since = [season ? seasons.changedAt : room?.changedAt, !isWeek && holiday?.changedAt]
    .filter((one) => one instanceof Date)
    .reduce((a, b) => (a > b ? a : b))
  return [{ kind: 'hours', date, opens, closes, season: season?.name ?? null, since }]
}

/** True unless the owner decided to keep the session after all of this was as it is. */
export const isListed = (keptAt: Date | null, closures: readonly Closure[]): boolean =>
  closures.some(({ since }) => keptAt === null || since > keptAt)

/** The same reason on several days of a week, or for a session and its upgrade, is said once. */
export const distinct = (closures: readonly Closure[]): Closure[] => [
  ...new Map(closures.map((one) => [keyOf(one), one])).values(),
]

const keyOf = (closure: Closure): string =>
  closure.kind === 'block' ? `block ${closure.id}` : `${closure.kind} ${closure.date}`
