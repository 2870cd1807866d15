import 'server-only'
import { currentHours } from '@/lib/settings/queries'
import type { HolidayDto } from '@/lib/settings/schema'
import { findConflicts, type Conflict } from '@/lib/availability/conflicts'
import { listHolidays } from '@/lib/availability/queries'
import { blockedWholly, type Length, overlaps, refusal, type Refusal, spansOf } from '@/lib/availability/rules'
import { holidayName, isClosed, openingHours, openingOf } from '@/lib/rooms/opening'
import { roomReservations } from '@/lib/availability/room'
import { nameIn } from '@/lib/catalog/rules'
import { bookableService } from '@/lib/catalog/queries'
import { db } from '@/lib/db'
import type { Locale } from '@/lib/i18n/routing'
import { Problem } from '@/lib/problem'
import { addDays, toInstant } from '@/lib/time'
import { fullName } from '@/lib/names'
import { byDay, listedTimes, visibleHours } from './rules'
import type { DayStarts, Entry, Start, StartState, RoomView } from './schema'

const DEFAULT_STUDIO = 1

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
  const [studioId, holidays, hours] = await Promise.all([
    roomOf(serviceId),
    listHolidays(),
    currentHours(),
  ])
  const opening = openingOf(hours, holidays)
  const times = listedTimes(date, question, opening)
  // The last day that a session of this length can reach: a weekly one extends into the next week.
  const open = times.filter(
    (time) =>
      refusal(date, time, question, opening, { now, horizonDays: Infinity, leadMinutes: 0 }) ===
      null,
  )
  const spans = open.flatMap((time) => spansOf(date, time, question, opening.holidays))
  const conflicts = await findConflicts(studioId, spans, ignore)
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

async function roomOf(serviceId: number | undefined): Promise<number> {
  if (serviceId === undefined) return DEFAULT_STUDIO
  const service = await bookableService(serviceId)
  if (!service || service.isAddOn || service.state === 'retired')
    throw new Problem('invalid_request', { fields: { serviceId: 'choice' } })
  return service.studioId
}

/** On consecutive dates, split at midnight, in the reader's language. */
export async function roomView(dates: readonly string[], locale: Locale): Promise<RoomView> {
  const [first, last] = [dates[0] ?? '', dates.at(-1) ?? '']
  const span = { startsAt: toInstant(first, '00:00'), endsAt: toInstant(addDays(last, 1), '00:00') }
  const [holidays, hours, reservations] = await Promise.all([
    listHolidays(),
    currentHours(),
    roomReservations(db(), DEFAULT_STUDIO, [span]),
  ])
  const inForce = await db().slotReservation.findMany({
    where: { id: { in: reservations.flatMap((one) => (one.state === 'expired' ? [] : one.id)) } },
    include: {
      booking: { include: { service: { select: { name: true, translations: true } } } },
    },
    orderBy: { startsAt: 'asc' },
  })
  const entries = inForce
    .flatMap((row) =>
      byDay(row).map((part): Entry => {
        const { booking } = row
        return {
          id: row.id,
          ...part,
          kind: !booking
            ? 'block'
            : booking.status === 'pending' || row.upgradeId !== null
              ? 'hold'
              : 'booking',
          booking: booking && {
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
          reason: row.reason,
          repeated: row.series !== null,
        }
      }),
    )
    .filter(({ date }) => dates.includes(date))
  const opening = openingOf(hours, holidays)
  const days = dates.map((date) => ({
    date,
    holiday: holidayNameOn(holidays, date, locale),
    closed:
      isClosed(date, opening) ||
      blockedWholly(
        date,
        opening,
        reservations.filter(({ kind }) => kind === 'block'),
      ) !== undefined,
    ...openingHours(date, opening),
  }))
  return { days, entries, hours: visibleHours(dates, entries, opening) }
}
