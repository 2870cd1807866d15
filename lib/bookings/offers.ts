import 'server-only'
import { isTaken } from '@/lib/availability/queries'
import { placeIn, type Place } from '@/lib/availability/room'
import { isSameLength, type Length, lengthOf, startTimes } from '@/lib/availability/rules'
import type { Opening } from '@/lib/rooms/opening'
import { bookableServices } from '@/lib/catalog/queries'
import { db, type Prisma, type Tx } from '@/lib/db'
import type { Locale } from '@/lib/i18n/routing'
import { senOf } from '@/lib/money'
import { moneyWentBack } from '@/lib/payments/queries'
import { MONEY_COLUMNS, moneyOf, refundableOf } from '@/lib/sales/money'
import { discountOfSales, priceOfSales, taxOfSales } from '@/lib/sales/sale'
import { currentSetting } from '@/lib/settings/queries'
import { everyRoom, roomOf, type Room } from '@/lib/rooms/queries'
import { isRetired } from './places'
import { withSales } from './queries'
import { askedSen, upgradeRefusal } from './status'
import { longerLengths, type SoldBooking } from './price'
import type { Offers } from './schema'

export const soldInclude = {
  addOns: { orderBy: { id: 'asc' } },
  sales: withSales,
} satisfies Prisma.BookingInclude
export type SoldRow = Prisma.BookingGetPayload<{ include: typeof soldInclude }>

/** A booking's row in the form that the price rules take. */
export const soldOf = (row: SoldRow): SoldBooking => ({
  length: lengthOf(row),
  ...priceOfSales(row.sales),
  taxBasisPoints: taxOfSales(row.sales).basisPoints,
  discountSen: discountOfSales(row.sales),
  addOns: row.addOns.map(({ serviceId, hours, hourlyRate }) => ({
    serviceId,
    hours,
    hourlyRateSen: senOf(hourlyRate),
  })),
})

/**
 * True when no difference to what was paid can be sold: money of the booking went back, or more of it
 * is here than it costs, as when an upgrade's money came too late and its refund failed. The
 * administrator decides about it first. Nor while something of it is still to be paid.
 */
export async function isUndecided(
  tx: Pick<Tx, '$queryRaw' | 'payment'>,
  booking: SoldRow,
): Promise<boolean> {
  const { id, totalAmount } = booking
  if (await moneyWentBack(tx, id)) return true
  const payments = await tx.payment.findMany({ where: { bookingId: id }, select: MONEY_COLUMNS })
  if (askedSen({ ...booking, payments }) > 0) return true
  const money = moneyOf(payments)
  return refundableOf(money) + money.offPriceSen > senOf(totalAmount)
}

/** What a longer length adds to the booking's own time; no span when the length stays. */
export function addedTime(
  booking: { date: string; time: string; duration: string; hours: number; endsAt: Date },
  length: Length,
  room: Room,
): Place {
  const whole = placeIn(room, { ...booking, ...length })
  const endsAt = whole.spans.at(-1)?.endsAt ?? booking.endsAt
  const isSame = isSameLength(length, lengthOf(booking))
  return { ...whole, spans: isSame ? [] : [{ startsAt: booking.endsAt, endsAt }] }
}

/** True when `length`, begun at the booking's own start, still ends by closing time. */
export const fitsDay = (
  booking: { date: string; time: string },
  length: Length,
  opening: Opening,
): boolean => startTimes(booking.date, length, opening).includes(booking.time)

/** Null when it cannot be upgraded at `now`. A free session stays one hour (docs/decisions/020 E3). */
export async function offersFor(id: number, locale: Locale, now: Date): Promise<Offers | null> {
  const row = await db().booking.findUniqueOrThrow({ where: { id }, include: soldInclude })
  if (upgradeRefusal(row, now) || (await isUndecided(db(), row))) return null
  const [services, rooms, { severalHours }] = await Promise.all([
    bookableServices(now),
    everyRoom(),
    currentSetting('lengths'),
  ])
  const service = services.get(row.serviceId)
  if (!service) return null
  const room = roomOf(rooms, row.roomId)
  const isFixed = row.isFreeSession || isRetired(room)
  const longer = isFixed ? [] : longerLengths(service.rates, lengthOf(row), severalHours)
  const lengths: Offers['lengths'] = []
  for (const length of longer) {
    const fits = fitsDay(row, length, room.opening)
    const free = fits && !(await isTaken([addedTime(row, length, room)], '', id))
    lengths.push({ ...length, state: free ? 'free' : fits ? 'taken' : 'closed' })
  }
  const addOns = [...services.values()]
    .filter(({ isAddOn, state }) => isAddOn && state === 'offered')
    .filter(({ id: addOn }) => !row.addOns.some(({ serviceId }) => serviceId === addOn))
    .map((addOn) => ({
      id: addOn.id,
      name: addOn.names[locale] ?? addOn.name,
      hourlyRate: addOn.rates.hourly,
    }))
  return { rates: service.rates, lengths, addOns }
}
