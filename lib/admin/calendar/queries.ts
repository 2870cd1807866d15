import 'server-only'
import type { HolidayDto } from '@/lib/settings/schema'
import { findConflicts, type Conflict } from '@/lib/availability/conflicts'
import { listHolidays } from '@/lib/rooms/queries'
import {
  blockedWholly,
  type Length,
  overlaps,
  refusal,
  type Refusal,
  spansOf,
} from '@/lib/availability/rules'
import { holidayName, isClosed, openingHours, openingOf } from '@/lib/rooms/opening'
import { occupiedWithin, placeIn } from '@/lib/availability/room'
import { nameIn } from '@/lib/catalog/rules'
import { bookableService } from '@/lib/catalog/queries'
import { db } from '@/lib/db'
import type { Locale } from '@/lib/i18n/routing'
import { Problem } from '@/lib/problem'
import { byDay } from '@/lib/rooms/blocks'
import { everyRoom, roomOf, servingRooms, type Room } from '@/lib/rooms/queries'
import { addDays, toInstant } from '@/lib/time'
import { fullName } from '@/lib/names'
import { listedTimes, visibleHours } from './rules'
import type { DayStarts, Entry, Start, StartState, RoomView } from './schema'

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
  ignore?: number | undefined
  locale: Locale
  now: Date
}

/**
 * Without lead time and horizon (docs/decisions/020 B5, B9): each is free, or has the reason and
 * who has the room. Throws invalid_request for a serviceId that cannot be booked.
 */
export async function dayStarts(question: StartsQuestion): Promise<DayStarts> {
  const { date, serviceId, ignore, locale, now } = question
  const [room, holidays] = await Promise.all([roomFor(serviceId), listHolidays()])
  const { opening } = room
  const times = listedTimes(date, question, opening)
  // The last day that a session of this length can reach: a weekly one extends into the next week.
  const open = times.filter(
    (time) =>
      refusal(date, time, question, opening, { now, horizonDays: Infinity, leadMinutes: 0 }) ===
      null,
  )
  const places = open.map((time) => placeIn(room, { ...question, time }))
  const conflicts = await findConflicts(places, ignore)
  const starts = times.map((time): Start => {
    const refused = refusal(date, time, question, opening, {
      now,
      horizonDays: Infinity,
      leadMinutes: 0,
    })
    if (refused) return { time, state: STATE[refused], by: null }
    const wanted = spansOf(date, time, question, opening.holidays)
    const conflict = conflicts.find((one) => wanted.some((span) => overlaps(span, spanOf(one))))
    if (!conflict) return { time, state: 'free', by: null }
    return conflict.kind === 'block'
      ? { time, state: 'blocked', by: conflict.reason }
      : { time, state: 'taken', by: `${conflict.client ?? ''} #${conflict.bookingId}` }
  })
  return { date, holiday: holidayNameOn(holidays, date, locale), starts }
}

const STATE: Record<Refusal, StartState> = {
  past: 'past',
  not_working_day: 'not_working_day',
  closed: 'closed',
  outside_hours: 'outside_hours',
  off_grid: 'outside_hours',
  beyond_horizon: 'outside_hours',
  lead_time: 'past',
}
const spanOf = ({ startsAt, endsAt }: Conflict) => ({
  startsAt: new Date(startsAt),
  endsAt: new Date(endsAt),
})

async function roomFor(serviceId: number | undefined): Promise<Room> {
  const service = serviceId === undefined ? undefined : await bookableService(serviceId)
  const [room] = servingRooms(await everyRoom(), serviceId)
  const isBookable = service && !service.isAddOn && service.state !== 'retired'
  if (!room || (serviceId !== undefined && !isBookable))
    throw new Problem('invalid_request', { fields: { serviceId: 'choice' } })
  return room
}

/** A room on consecutive dates, split at midnight, in the reader's language. Throws not_found. */
export async function roomView(
  dates: readonly string[],
  locale: Locale,
  roomId?: number,
): Promise<RoomView> {
  const [first, last] = [dates[0] ?? '', dates.at(-1) ?? '']
  const span = { startsAt: toInstant(first, '00:00'), endsAt: toInstant(addDays(last, 1), '00:00') }
  const [holidays, rooms] = await Promise.all([listHolidays(), everyRoom()])
  const room = roomId === undefined ? rooms[0] : roomOf(rooms, roomId)
  if (!room) throw new Problem('not_found')
  const occupied = await occupiedWithin(db(), [
    { roomId: room.id, spans: [span], turnaroundMinutes: 0 },
  ])
  const blocks = occupied.flatMap((one) => (one.kind === 'block' ? one : []))
  const inForce = await db().slotReservation.findMany({
    where: {
      id: {
        in: occupied.flatMap((one) =>
          one.kind === 'booking' && one.state !== 'expired' ? one.id : [],
        ),
      },
    },
    include: {
      booking: { include: { service: { select: { name: true, translations: true } } } },
    },
    orderBy: { startsAt: 'asc' },
  })
  const sessions = inForce.flatMap((row) =>
    byDay(row).map((part): Entry => {
      const { booking } = row
      return {
        id: row.id,
        ...part,
        kind: booking.status === 'pending' || row.upgradeId !== null ? 'hold' : 'booking',
        booking: {
          id: booking.id,
          client: fullName(booking),
          service: nameIn(locale, booking.service),
          status: booking.status,
          duration: booking.duration,
          hours: booking.hours,
          date: booking.date,
          time: booking.time,
          version: booking.updatedAt.toISOString(),
        },
        reason: null,
        began: null,
      }
    }),
  )
  const blocked = blocks.flatMap((block) =>
    byDay(block).map((part): Entry => ({
      id: block.id,
      ...part,
      kind: 'block',
      booking: null,
      reason: block.reason,
      began: block.began,
    })),
  )
  const entries = [...blocked, ...sessions].filter(({ date }) => dates.includes(date))
  const { opening } = room
  const days = dates.map((date) => ({
    date,
    holiday: holidayNameOn(holidays, date, locale),
    closed: isClosed(date, opening) || blockedWholly(date, opening, blocks) !== undefined,
    ...openingHours(date, opening),
  }))
  return { days, entries, hours: visibleHours(dates, entries, opening) }
}
