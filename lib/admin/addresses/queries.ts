import 'server-only'
import type { EventAttributes } from 'ics'
import { owedByBooking, standingBetween } from '@/lib/admin/sheet/queries'
import { nameIn } from '@/lib/catalog/rules'
import { db } from '@/lib/db'
import { sha256 } from '@/lib/http/request'
import { translator } from '@/lib/i18n/messages'
import { toLocale, type Locale } from '@/lib/i18n/routing'
import { calendarHost, calendarText, oneLine } from '@/lib/mail/calendar'
import { fullName } from '@/lib/names'
import { mayAs, type Role } from '@/lib/roles'
import { currentSite } from '@/lib/settings/queries'
import { DAY_MS, HOUR_MS, studioDate } from '@/lib/time'
import type { AddressLine } from './schema'

const BACK_DAYS = 30
const AHEAD_DAYS = 365
/** The earliest of that time: one session in each of two hours, all year round. */
const MOST_EVENTS = 5_000

/** Somebody's own, in the order in which they were made. */
export async function addressesOf(userId: number, locale: Locale): Promise<AddressLine[]> {
  const rows = await db().calendarAddress.findMany({
    where: { userId },
    include: { room: { select: { name: true, translations: true } } },
    orderBy: { id: 'asc' },
  })
  return rows.map(({ id, room, createdAt, lastReadAt }) => ({
    id,
    room: room && nameIn(locale, room),
    createdAt: createdAt.toISOString(),
    lastReadAt: lastReadAt?.toISOString() ?? null,
  }))
}

/**
 * The calendar behind an address, as its owner may see it at this moment; null where the address is
 * unknown or its owner's account is shut.
 */
export async function calendarBehind(token: string, now: Date): Promise<string | null> {
  const found = await db().calendarAddress.findUnique({
    where: { tokenHash: sha256(token) },
    include: { user: { select: { role: true, disabledAt: true } } },
  })
  if (!found || found.user.disabledAt !== null) return null
  if (!found.lastReadAt || found.lastReadAt.getTime() < now.getTime() - HOUR_MS)
    await db().calendarAddress.updateMany({ where: { id: found.id }, data: { lastReadAt: now } })
  const [events, { name }] = await Promise.all([
    eventsFor({
      role: found.user.role as Role,
      roomId: found.roomId,
      locale: toLocale(found.locale),
      now,
    }),
    currentSite(),
  ])
  const text = calendarText(events, 'PUBLISH', { calName: oneLine(name) })
  // Apple's calendar proposes once a week without it; the one that the library writes is Outlook's.
  return text.replace(/^(?=X-PUBLISHED-TTL:)/m, 'REFRESH-INTERVAL;VALUE=DURATION:PT1H\r\n')
}

type Asked = { role: Role; roomId: number | null; locale: Locale; now: Date }

async function eventsFor({ role, roomId, locale, now }: Asked): Promise<EventAttributes[]> {
  const span = {
    startsAt: new Date(now.getTime() - BACK_DAYS * DAY_MS),
    endsAt: new Date(now.getTime() + AHEAD_DAYS * DAY_MS),
  }
  const [rows, rooms] = await Promise.all([
    db().slotReservation.findMany({
      where: { ...standingBetween(span, now), ...(roomId !== null && { roomId }) },
      select: {
        ...{ roomId: true, startsAt: true, endsAt: true },
        booking: {
          select: {
            ...{ id: true, firstName: true, lastName: true, phone: true, status: true },
            ...{ duration: true, calendarSequence: true, updatedAt: true },
            service: { select: { name: true, translations: true } },
          },
        },
      },
      orderBy: [{ startsAt: 'asc' }, { id: 'asc' }],
      take: MOST_EVENTS,
    }),
    db().room.findMany({ select: { id: true, name: true, translations: true } }),
  ])
  const owed = mayAs(role, 'manager')
    ? await owedByBooking(rows.map(({ booking }) => booking.id))
    : null
  const t = translator(locale, 'admin')
  const names = new Map(rooms.map((room) => [room.id, nameIn(locale, room)]))
  return rows.map(({ booking, ...reserved }) => {
    const { id, updatedAt } = booking
    const day = booking.duration === 'weekly' ? `-${studioDate(reserved.startsAt)}` : ''
    const service = nameIn(locale, booking.service)
    const owes = (owed?.get(id) ?? 0) > 0
    return {
      uid: `session-${id}${day}@${calendarHost()}`,
      sequence: booking.calendarSequence,
      timestamp: updatedAt.getTime(),
      lastModified: updatedAt.getTime(),
      start: reserved.startsAt.getTime(),
      end: reserved.endsAt.getTime(),
      title: oneLine(owed ? `${fullName(booking)} · ${service}` : fullName(booking)),
      ...(owed && {
        description: [booking.phone, t(owes ? 'runSheet.open' : 'runSheet.nothingOwed')]
          .filter((line) => line !== null)
          .map(oneLine)
          .join('\n'),
      }),
      location: oneLine(names.get(reserved.roomId) ?? ''),
      status: booking.status === 'pending' ? ('TENTATIVE' as const) : ('CONFIRMED' as const),
    }
  })
}
