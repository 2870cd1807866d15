import 'server-only'
import { currentOpening, isTaken } from '@/lib/availability/queries'
import {
  spansOf,
  startTimes,
  type Duration,
  type Holidays,
  type Opening,
  type Span,
} from '@/lib/availability/rules'
import { bookableService } from '@/lib/catalog/queries'
import { db, type Prisma } from '@/lib/db'
import type { Locale } from '@/lib/i18n/routing'
import { senOf } from '@/lib/money'
import { moneyWentBack } from '@/lib/payments/queries'
import { nameIn } from './queries'
import { longerDurations, upgradeRefusal, type Sold } from './rules'
import type { Offers } from './schema'

export const soldInclude = { addOns: { orderBy: { id: 'asc' } } } satisfies Prisma.BookingInclude
export type SoldRow = Prisma.BookingGetPayload<{ include: typeof soldInclude }>

/** A booking's row as the price rules want it. */
export const soldOf = (row: SoldRow): Sold => ({
  duration: row.duration as Duration,
  subtotalSen: senOf(row.subtotal),
  taxSen: senOf(row.taxAmount),
  totalSen: senOf(row.totalAmount),
  taxBasisPoints: row.taxRate.mul(10_000).toNumber(),
  addOns: row.addOns.map(({ serviceId, hours, hourlyRate }) => ({
    serviceId,
    hours,
    hourlyRateSen: senOf(hourlyRate),
  })),
})

/** What a longer length takes beyond the booking's own time; empty when the length stays. */
export function addedTime(
  booking: { date: string; time: string; duration: string; endsAt: Date },
  duration: Duration,
  holidays: Holidays,
): Span[] {
  if (duration === booking.duration) return []
  const end =
    spansOf(booking.date, booking.time, duration, holidays).at(-1)?.endsAt ?? booking.endsAt
  return [{ startsAt: booking.endsAt, endsAt: end }]
}

/** True when `duration` still ends by closing time from the booking's own start. */
export const fitsDay = (
  booking: { date: string; time: string },
  duration: Duration,
  opening: Opening,
): boolean => startTimes(booking.date, duration, opening).includes(booking.time)

/**
 * The upgrades of a booking at `now`; null when it cannot be upgraded (any more). A free session
 * stays one hour (docs/decisions/020 E3).
 */
export async function offersFor(id: number, locale: Locale, now: Date): Promise<Offers | null> {
  const row = await db().booking.findUniqueOrThrow({ where: { id }, include: soldInclude })
  if (upgradeRefusal(row, now) || (await moneyWentBack(db(), id))) return null
  const [service, opening, catalogue] = await Promise.all([
    bookableService(row.serviceId),
    currentOpening(),
    db().service.findMany({
      where: { isAddOn: true, state: 'offered' },
      orderBy: [{ position: 'asc' }, { id: 'asc' }],
    }),
  ])
  if (!service) return null
  const longer = row.isFreeSession ? [] : longerDurations(service.rates, row.duration as Duration)
  const lengths: Offers['lengths'] = []
  for (const duration of longer) {
    const free =
      fitsDay(row, duration, opening) &&
      !(await isTaken(service.studioId, addedTime(row, duration, opening.holidays), '', id))
    lengths.push({
      duration,
      state: free ? 'free' : fitsDay(row, duration, opening) ? 'taken' : 'closed',
    })
  }
  const addOns = catalogue
    .filter((addOn) => !row.addOns.some(({ serviceId }) => serviceId === addOn.id))
    .map((addOn) => ({
      id: addOn.id,
      name: nameIn(locale, addOn),
      hourlyRate: senOf(addOn.hourlyRate),
    }))
  return { rates: service.rates, lengths, addOns }
}
