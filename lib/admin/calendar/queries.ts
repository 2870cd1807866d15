import 'server-only'
import type { HolidayDto } from '@/lib/settings/schema'
import { roomByHand } from '@/lib/availability/by-hand'
import { customerNames } from '@/lib/availability/conflicts'
import { roomsToMoveTo } from '@/lib/bookings/by-hand'
import { blockedWholly, type Length, overlaps } from '@/lib/availability/rules'
import { holidayName, isClosed, openingHours } from '@/lib/rooms/opening'
import { occupiedWithin, placeIn } from '@/lib/availability/room'
import { nameIn } from '@/lib/catalog/rules'
import { bookableService } from '@/lib/catalog/queries'
import { db } from '@/lib/db'
import type { Locale } from '@/lib/i18n/routing'
import { Problem } from '@/lib/problem'
import { byDay } from '@/lib/rooms/blocks'
import { everyRoom, listHolidays, roomOf, servingRooms, type Room } from '@/lib/rooms/queries'
import { addDays, hourText, toInstant } from '@/lib/time'
import { fullName } from '@/lib/names'
import { visibleHours } from './rules'
import type { DayStarts, Entry, RoomView, Start } from './schema'

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
  const [{ rooms, own }, holidays] = await Promise.all([roomsFor(question), listHolidays()])
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
  return { date, holiday: holidayNameOn(holidays, date, locale), starts }
}

/** Where the session may be, and the booking that is to be moved. */
async function roomsFor({ serviceId, roomId, ignore }: StartsQuestion) {
  const [rooms, own, service] = await Promise.all([
    everyRoom(),
    ignore === undefined ? null : db().booking.findUnique({ where: { id: ignore } }),
    serviceId === undefined ? undefined : bookableService(serviceId),
  ])
  const isBookable =
    serviceId === undefined || (service && !service.isAddOn && service.state !== 'retired')
  if (!isBookable) throw new Problem('invalid_request', { fields: { serviceId: 'choice' } })
  const possible = own
    ? roomsToMoveTo(own, roomId ?? null, rooms)
    : servingRooms(rooms, serviceId).filter(({ id }) => roomId === undefined || id === roomId)
  if (possible.length === 0)
    throw new Problem('invalid_request', {
      fields: { [roomId === undefined ? 'serviceId' : 'roomId']: 'choice' },
    })
  return { rooms: possible, own }
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
          serviceId: booking.serviceId,
          roomId: booking.roomId,
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
