import 'server-only'
import { nameIn } from '@/lib/catalog/rules'
import { db } from '@/lib/db'
import type { Locale } from '@/lib/i18n/routing'
import { senOf } from '@/lib/money'
import { addDays, studioDate, toInstant } from '@/lib/time'
import { statsOf, statsWeeks, type Stats } from './rules'

/**
 * Confirmed and completed sessions of the last twelve weeks, read by their time and never from the
 * whole history. Service names are in the reader's language.
 */
export async function studioStats(locale: Locale, now: Date): Promise<Stats> {
  const weeks = statsWeeks(studioDate(now))
  const [from, to] = [
    toInstant(weeks[0] ?? '', '00:00'),
    toInstant(addDays(weeks.at(-1) ?? '', 7), '00:00'),
  ]
  const rows = await db().slotReservation.findMany({
    where: {
      upgradeId: null,
      startsAt: { gte: from, lt: to },
      booking: { status: { in: ['confirmed', 'completed'] } },
    },
    select: {
      startsAt: true,
      endsAt: true,
      booking: {
        select: {
          startsAt: true,
          totalAmount: true,
          service: { select: { name: true, translations: true } },
        },
      },
    },
    orderBy: { startsAt: 'asc' },
  })
  const spans = rows.flatMap(({ booking, startsAt, endsAt }) =>
    booking
      ? [
          {
            service: nameIn(locale, booking.service),
            total:
              startsAt.getTime() === booking.startsAt.getTime() ? senOf(booking.totalAmount) : 0,
            startsAt,
            endsAt,
          },
        ]
      : [],
  )
  return statsOf(spans, weeks)
}
