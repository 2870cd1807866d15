import 'server-only'
import { owedSen } from '@/lib/bookings/status'
import { nameIn } from '@/lib/catalog/rules'
import { db, type Prisma } from '@/lib/db'
import type { Locale } from '@/lib/i18n/routing'
import { fullName } from '@/lib/names'
import { mayAs, type Role } from '@/lib/roles'
import { byDay } from '@/lib/rooms/blocks'
import { everyRoom } from '@/lib/rooms/queries'
import { MONEY_COLUMNS } from '@/lib/sales/money'
import { addDays, DAY_MS, toInstant } from '@/lib/time'
import type { RunSheet } from './schema'

/** More than any day has; the sheet says how many it leaves out. */
const MOST = 200

/**
 * The reserved times of sessions that stand between two instants. What is only held while it is being
 * paid is among them until it expires, as on Today.
 */
export const standingBetween = (
  { startsAt, endsAt }: { startsAt: Date; endsAt: Date },
  now: Date,
): Prisma.SlotReservationWhereInput => ({
  // The second condition is for the index: no reservation is longer than a day.
  startsAt: { lt: endsAt, gte: new Date(startsAt.getTime() - DAY_MS) },
  endsAt: { gt: startsAt },
  upgradeId: null,
  booking: {
    status: { in: ['pending', 'confirmed', 'completed'] },
    OR: [{ holdExpiresAt: null }, { holdExpiresAt: { gt: now } }, { status: 'confirmed' }],
  },
})

/** In sen, by booking id. Only for a role that may see money. */
export async function owedByBooking(ids: readonly number[]): Promise<ReadonlyMap<number, number>> {
  const rows = await db().booking.findMany({
    where: { id: { in: [...ids] } },
    select: {
      id: true,
      totalAmount: true,
      isFreeSession: true,
      payments: { select: MONEY_COLUMNS },
    },
  })
  return new Map(rows.map((row) => [row.id, row.isFreeSession ? 0 : owedSen(row)]))
}

/** What each session of a studio date needs, to be carried around on paper, as `role` may see it. */
export async function sheetOfDay(
  date: string,
  { locale, now, role }: { locale: Locale; now: Date; role: Role },
): Promise<RunSheet> {
  const span = { startsAt: toInstant(date, '00:00'), endsAt: toInstant(addDays(date, 1), '00:00') }
  const where = standingBetween(span, now)
  const [rooms, count, rows] = await Promise.all([
    everyRoom(),
    db().slotReservation.count({ where }),
    db().slotReservation.findMany({
      where,
      select: {
        roomId: true,
        startsAt: true,
        endsAt: true,
        booking: {
          select: {
            ...{ id: true, firstName: true, lastName: true, phone: true, people: true },
            requirements: true,
            service: { select: { name: true, translations: true } },
            addOns: { select: { service: { select: { name: true, translations: true } } } },
          },
        },
      },
      orderBy: [{ startsAt: 'asc' }, { roomId: 'asc' }, { id: 'asc' }],
      take: MOST,
    }),
  ])
  const owed = mayAs(role, 'manager')
    ? await owedByBooking(rows.map(({ booking }) => booking.id))
    : null
  const names = new Map(rooms.map(({ id, names: of }) => [id, of[locale] ?? of.en]))
  return {
    date,
    several: rooms.length > 1,
    more: count - rows.length,
    sessions: rows.flatMap(({ booking, roomId, ...reserved }) =>
      byDay(reserved).flatMap((part) =>
        part.date === date
          ? {
              id: booking.id,
              ...{ from: part.from, to: part.to },
              room: names.get(roomId) ?? '',
              name: fullName(booking),
              phone: booking.phone,
              service: nameIn(locale, booking.service),
              people: booking.people,
              addOns: booking.addOns.map(({ service }) => nameIn(locale, service)),
              wishes: booking.requirements,
              owedSen: owed?.get(booking.id) ?? null,
            }
          : [],
      ),
    ),
  }
}
