import { taxOn } from '@/lib/money'
import type { Duration } from '@/lib/availability/rules'

export const STATUSES = ['pending', 'confirmed', 'completed', 'cancelled'] as const
export type BookingStatus = (typeof STATUSES)[number]

/** A service's rates in sen; null where it has none. */
export type Rates = { hourly: number; halfDay: number | null; fullDay: number | null; weekly: number | null }
/** Tax in basis points (825 = 8.25 %) with the words the visitor reads (decision D2). */
export type Tax = { basisPoints: number; label: string }
export type Price = { subtotal: number; tax: number; total: number }

const HOURS_CHARGED: Record<Duration, number> = { hourly: 1, 'half-day': 4, 'full-day': 8, weekly: 40 }

/** Base in sen: the length's own hourly rate, or the hourly rate where there is none, × hours (spec 9, decision D3). */
export function basePrice(rates: Rates, duration: Duration): number {
  const own = { hourly: rates.hourly, 'half-day': rates.halfDay, 'full-day': rates.fullDay, weekly: rates.weekly }[duration]
  return (own ?? rates.hourly) * HOURS_CHARGED[duration]
}

/** subtotal + tax = total to the sen, always (decision D2). */
export function withTax(subtotal: number, tax: Tax): Price {
  const amount = taxOn(subtotal, tax.basisPoints)
  return { subtotal, tax: amount, total: subtotal + amount }
}

/** The price of a studio session in sen. */
export const sessionPrice = (rates: Rates, duration: Duration, tax: Tax): Price => withTax(basePrice(rates, duration), tax)

/** The four lengths as the public page offers them: half and full day only where the service has that rate (spec 2). */
export const offeredDurations = (rates: Rates): Duration[] => [
  'hourly',
  ...(rates.halfDay === null ? [] : (['half-day'] as const)),
  ...(rates.fullDay === null ? [] : (['full-day'] as const)),
]

/** A booking in one of these keeps its reservations; leaving them frees the room (decisions B8, C11). */
export const holdsSlot = (status: BookingStatus): boolean => status !== 'cancelled'
