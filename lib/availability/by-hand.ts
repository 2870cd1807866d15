import { isClosed, isWorkingDay, openingHours } from '@/lib/rooms/opening'
import { isTime, MINUTE_MS, studioDate } from '@/lib/time'
import {
  datesOf,
  hoursPerDay,
  overlaps,
  spansOf,
  type Length,
  type RoomTimes,
  type Span,
  type Taken,
} from './rules'

/** What the owner may book by hand all the same, in the order in which they are said. */
export const WARNINGS = ['past', 'closed', 'outside_hours', 'blocked', 'turnaround'] as const
export type Warning = (typeof WARNINGS)[number]

/** Those of a session in closed time: the owner knows of it, and need not be asked what to do. */
export const IN_CLOSED_TIME: readonly Warning[] = ['closed', 'outside_hours', 'blocked']

/** Why not even the owner can book it: before today, or somebody else has the room. */
export type RefusalByHand = 'past' | 'off_grid' | 'not_working_day' | 'taken'

/** `ownStart`: it keeps its start, which may be of yesterday, or of a day that has been closed since. */
export type SessionByHand = Length & { date: string; time: string; ownStart?: boolean }

type Judged = { warnings: Warning[] } | { refused: RefusalByHand }

/** What is to be said of a session in a room before it is booked by hand (docs/decisions/038). */
export function judgeByHand(
  session: SessionByHand,
  { opening, turnaroundMinutes }: RoomTimes,
  others: readonly Taken[],
  now: Date,
): Judged {
  const { date, time, ownStart = false } = session
  if (!isTime(time) || (!time.endsWith(':00') && !ownStart)) return { refused: 'off_grid' }
  if (session.duration === 'weekly' && !ownStart && !isWorkingDay(date, opening.holidays))
    return { refused: 'not_working_day' }
  const spans = spansOf(date, time, session, opening.holidays)
  const [first, last] = [spans[0] as Span, spans.at(-1) as Span]
  // What began before midnight, or on an earlier day of its week, may still be on.
  const isOver = ownStart ? last.endsAt <= now : studioDate(first.startsAt) < studioDate(now)
  if (isOver) return { refused: 'past' }
  const sessions = others.filter(({ kind }) => kind === 'booking')
  if (isAnyOver(spans, sessions)) return { refused: 'taken' }

  const days = spans.map(({ startsAt }) => studioDate(startsAt))
  const begins = Number(time.slice(0, 2))
  const isOutside = (day: string) => {
    const { opens, closes } = openingHours(day, opening)
    return !isClosed(day, opening) && (begins < opens || begins + hoursPerDay(session) > closes)
  }
  const holds: Record<Warning, boolean> = {
    past: first.startsAt <= now,
    closed: spans.flatMap(datesOf).some((day) => isClosed(day, opening)),
    outside_hours: days.some(isOutside),
    blocked: isAnyOver(
      spans,
      others.filter(({ kind }) => kind === 'block'),
    ),
    turnaround: isAnyOver(
      spans.map((span) => longerBy(turnaroundMinutes, span)),
      sessions.map(({ startsAt, reservedUntil }) => ({ startsAt, endsAt: reservedUntil })),
    ),
  }
  return { warnings: WARNINGS.filter((warning) => holds[warning]) }
}

const isAnyOver = (spans: readonly Span[], others: readonly Span[]): boolean =>
  others.some((other) => spans.some((span) => overlaps(span, other)))

const longerBy = (minutes: number, { startsAt, endsAt }: Span): Span => ({
  startsAt,
  endsAt: new Date(endsAt.getTime() + minutes * MINUTE_MS),
})

type ByHand<Room> = { room: Room; warnings: Warning[] } | { room: null; refused: RefusalByHand }

/** Of these rooms, in their order, the first without a warning; otherwise the first that is not taken. */
export function roomByHand<Room extends RoomTimes & { id: number }>(
  rooms: readonly Room[],
  session: SessionByHand,
  others: readonly (Taken & { roomId: number })[],
  now: Date,
): ByHand<Room> {
  const judged = rooms.map((room) => ({
    room,
    ...judgeByHand(
      session,
      room,
      others.filter(({ roomId }) => roomId === room.id),
      now,
    ),
  }))
  const possible = judged.flatMap((one) => ('warnings' in one ? one : []))
  const [found] = [...possible.filter(({ warnings }) => warnings.length === 0), ...possible]
  if (found) return found
  const reasons = judged.flatMap((one) => ('refused' in one ? one.refused : []))
  return { room: null, refused: reasons.find((one) => one === 'taken') ?? reasons[0] ?? 'taken' }
}
