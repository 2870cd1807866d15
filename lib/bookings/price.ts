import {
  hoursPerDay,
  lengthOf,
  MOST_HOURS,
  WEEKLY_DAYS,
  type Duration,
  type Length,
} from '@/lib/availability/rules'
import type { Rates } from '@/lib/catalog/rules'
import type { CodeOff } from '@/lib/codes/rules'
import { divideHalfUp, type Tax } from '@/lib/money'
import { isTooSmall } from '@/lib/sales/money'
import {
  discountLine,
  line,
  quoteOf,
  quoteOfRest,
  sumOf,
  type Line,
  type Quote,
} from '@/lib/sales/quote'

/** How many hours a length is charged for, and so is an add-on (docs/decisions/020 B7, D3). */
export const hoursCharged = (length: Length): number =>
  hoursPerDay(length) * (length.duration === 'weekly' ? WEEKLY_DAYS : 1)

/** In sen before tax: the length's own hourly rate, or the hourly one, × hours (docs/decisions/020 D3). */
export function basePrice(rates: Rates, length: Length): number {
  const own = {
    hourly: rates.hourly,
    'half-day': rates.halfDay,
    'full-day': rates.fullDay,
    weekly: rates.weekly,
  }[length.duration]
  return (own ?? rates.hourly) * hoursCharged(length)
}

/** A day that covers so many hours and costs less, in sen before tax; null: none (docs/decisions/020 B2). */
export function cheaperLength(
  rates: Rates,
  length: Length,
): { duration: 'half-day' | 'full-day'; sen: number; hourlySen: number } | null {
  if (length.duration !== 'hourly') return null
  const hourlySen = basePrice(rates, length)
  const [cheapest] = offeredDurations(rates)
    .filter((duration) => duration !== 'hourly')
    .map((duration) => ({ duration, length: lengthOf({ duration }) }))
    .filter((day) => hoursPerDay(day.length) >= length.hours)
    .map((day) => ({ duration: day.duration, sen: basePrice(rates, day.length), hourlySen }))
    .filter(({ sen }) => sen < hourlySen)
    .sort((a, b) => a.sen - b.sen)
  return cheapest ?? null
}

export type AddOnRate = { serviceId: number; hourlyRateSen: number }
export type AddOn = AddOnRate & { hours: number }

/** Add-ons for every charged hour of a session of this length (docs/decisions/020 B7). */
export const addOnsFor = (addOns: readonly AddOnRate[], length: Length): AddOn[] =>
  addOns.map((addOn) => ({ ...addOn, hours: hoursCharged(length) }))

const addOnLines = (addOns: readonly AddOn[]): Line[] =>
  addOns.map(({ serviceId, hourlyRateSen, hours }) =>
    line({ kind: 'add_on', serviceId }, hourlyRateSen, hours),
  )

/** A session that costs `sen`: by the hour where that comes out even. */
function sessionLine(sen: number, length: Length): Line {
  const hours = hoursCharged(length)
  return sen % hours === 0
    ? line({ kind: 'session' }, sen / hours, hours)
    : line({ kind: 'session' }, sen)
}

export const sessionPrice = (
  rates: Rates,
  length: Length,
  tax: Tax,
  addOns: readonly AddOnRate[] = [],
): Quote =>
  quoteOf(
    [sessionLine(basePrice(rates, length), length), ...addOnLines(addOnsFor(addOns, length))],
    tax,
  )

export function freeSessionPrice(rates: Rates, length: Length, tax: Tax): Quote {
  const session = sessionLine(basePrice(rates, length), length)
  return quoteOf([session, discountLine('free_session', session.amountSen, [session])], tax)
}

/** Less what the owner takes off before tax, as a line with the reason; null where that is too much. */
export function discounted(
  { lines, subtotalSen }: Quote,
  { amountSen, percent = 100, reason }: { amountSen?: number; percent?: number; reason: string },
  tax: Tax,
): Quote | null {
  const offSen = amountSen ?? divideHalfUp(subtotalSen * percent, 100)
  if (offSen > subtotalSen) return null
  const off = discountLine({ reason: 'by_hand', text: reason }, offSen, lines)
  return quoteOf(offSen === 0 ? lines : [...lines, off], tax)
}

/**
 * With what a code takes off before tax. A rest that is too small to be paid online is not charged:
 * the session is free (docs/decisions/042).
 */
export function withCode(
  { lines, subtotalSen }: Quote,
  { code, name, percent, amountSen }: { code: string; name: string } & CodeOff,
  tax: Tax,
): Quote {
  const less = (sen: number) =>
    quoteOf([...lines, discountLine({ reason: 'code', code, text: name }, sen, lines)], tax)
  const price = less(amountSen ?? divideHalfUp(subtotalSen * (percent ?? 0), 100))
  return isTooSmall(price.totalSen) ? less(subtotalSen) : price
}

/** On the public page: half and full day only where the service has that rate. */
export const offeredDurations = (rates: Rates): Exclude<Duration, 'weekly'>[] => [
  'hourly',
  ...(rates.halfDay === null ? [] : (['half-day'] as const)),
  ...(rates.fullDay === null ? [] : (['full-day'] as const)),
]

/** By the public form: a week has no button, but the studio sends links to it. */
export const bookableDurations = (rates: Rates): Duration[] => [
  ...offeredDurations(rates),
  'weekly',
]

/**
 * What a booking can be extended to, shortest first (docs/decisions/020 C10): the longer days that
 * the service offers, and for an hourly booking more hours up to the next of those days, as long as
 * the studio offers several hours.
 */
export function longerLengths(rates: Rates, sold: Length, severalHours: boolean): Length[] {
  if (sold.duration === 'weekly') return []
  const days = offeredDurations(rates)
    .map((duration) => lengthOf({ duration }))
    .filter((day) => day.duration !== 'hourly' && hoursPerDay(day) > hoursPerDay(sold))
  if (sold.duration !== 'hourly' || !severalHours) return days
  const below = Math.min(MOST_HOURS + 1, ...days.map(hoursPerDay))
  const more = Array.from({ length: below - sold.hours - 1 }, (_, i) =>
    lengthOf({ duration: 'hourly', hours: sold.hours + 1 + i }),
  )
  return [...more, ...days]
}

/**
 * The length of a session that goes on for so many hours more: a half or full day where it becomes one,
 * otherwise by the hour, which also is the length where the day costs no more than what was sold. Null
 * beyond what one day has.
 */
export function lengthWithMore(rates: Rates, sold: SoldBooking, more: number): Length | null {
  const hours = hoursPerDay(sold.length) + more
  if (sold.length.duration === 'weekly' || hours > MOST_HOURS) return null
  const byHour = lengthOf({ duration: 'hourly', hours })
  const day = offeredDurations(rates)
    .map((duration) => lengthOf({ duration }))
    .find((one) => one.duration !== 'hourly' && hoursPerDay(one) === hours)
  return day && upgradePrice(sold, rates, day, []).due.totalSen > 0 ? day : byHour
}

/** A booking as it is: what was paid for it in sen, with the tax in `total` at its own rate. */
export type SoldBooking = {
  length: Length
  subtotalSen: number
  taxSen: number
  totalSen: number
  taxBasisPoints: number
  addOns: readonly AddOn[]
  /** What was taken off, before tax; it stays off. */
  discountSen?: number
}
/** The booking afterwards (with all its add-ons), and what is due for it now. */
export type Upgrade = { after: Quote; addOns: AddOn[]; due: Quote }

/**
 * What is due for a longer session or for add-ons, to the sen (docs/decisions/020 C10). What was sold
 * keeps its price; a longer length costs what the two lengths differ by at `rates`, which are those of
 * now, and never less than nothing. Add-ons it has keep their rate and cover every hour of the new
 * length; tax is that of the booking (docs/decisions/020 D2).
 */
export function upgradePrice(
  sold: SoldBooking,
  rates: Rates,
  length: Length,
  added: readonly AddOnRate[],
): Upgrade {
  const { discountSen: offSen = 0 } = sold
  const before = sold.subtotalSen + offSen - sumOf(addOnLines(sold.addOns))
  const moreSen = basePrice(rates, length) - basePrice(rates, sold.length)
  const session = before + Math.max(0, moreSen)
  const addOns = addOnsFor([...sold.addOns, ...added], length)
  const tax = { basisPoints: sold.taxBasisPoints, label: '' }
  const lines = [sessionLine(session, length), ...addOnLines(addOns)]
  // Of a session that would cost less than was taken off, only so much is.
  const keptSen = Math.min(offSen, sumOf(lines))
  const off = (sen: number) =>
    sen === 0 ? [] : [line({ kind: 'discount', reason: 'by_hand', text: '' }, sen)]
  const after = quoteOf([...lines, ...off(-keptSen)], tax)
  const more = addOns.flatMap(({ serviceId, hourlyRateSen, hours }, nth) => {
    const extra = hours - (sold.addOns[nth]?.hours ?? 0)
    if (extra === 0) return []
    return [line({ kind: 'add_on', serviceId }, Math.sign(extra) * hourlyRateSen, Math.abs(extra))]
  })
  const longer = session === before ? [] : [line({ kind: 'session' }, session - before)]
  return {
    after,
    addOns,
    due: quoteOfRest(after, sold, [...longer, ...more, ...off(offSen - keptSen)]),
  }
}
