import type { ReactNode } from 'react'
import type { cheaperLength } from '@/lib/bookings/price'
import type { AddOnOffer } from '@/lib/bookings/schema'
import type { Rates } from '@/lib/catalog/rules'
import type { HouseHours, RoomOption } from '@/lib/rooms/house'
import type { ClosedDay } from '@/lib/availability/schema'
import type { DateWords } from '@/lib/i18n/date-words'
import { formatRM } from '@/lib/money'
import type { TaxSetting } from '@/lib/settings/tax'

// The props of the client component.

/** A service in the page's language, its rates in sen. */
export type ServiceOption = {
  id: number
  name: string
  description: string
  icon: string
  rates: Rates
  /** The hourly rate before it was reduced; absent when there is none. */
  formerHourly?: number
}
/** A public holiday in the page's language. `roomIds`: for these rooms alone. */
export type HolidayOption = { date: string; name: string; tentative: boolean; roomIds?: number[] }

export type BookingOptions = {
  services: ServiceOption[]
  /**
   * By service, rendered on the server: the browser needs a few of the icons, not the code of all
   * of them.
   */
  icons: Record<number, ReactNode>
  /** By service, where its name has lines that end between words (components/ui/words.tsx). */
  names: Record<number, ReactNode>
  /** Absent in a house with one room. */
  rooms?: readonly RoomOption[]
  addOns: AddOnOffer[]
  calendar: CalendarWords
  hours: HouseHours
  holidays: HolidayOption[]
  closedDays: ClosedDay[]
  tax: TaxSetting
  /** Whether an hourly booking may have more than one hour. */
  severalHours: boolean
  /** The days of the codes that can hold; absent where there is none. */
  codes?: readonly CodeDays[]
  /** How long a time is held for a transfer; absent where none is taken. */
  transferHours?: number
}

/** The days, both included, on which a code may be used; null: any. */
type CodeDays = { from: string | null; until: string | null }

type ClosedWords = (key: 'closed' | 'closedNoReason', values: { reason: string }) => string

/** "We are closed on this day", with the reason if there is one; `t` of `booking.time`. */
export const closedSentence = (t: ClosedWords, reason: string | null): string =>
  t(reason ? 'closed' : 'closedNoReason', { reason: reason ?? '' })

/** The placeholders of the sentence about a cheaper day; `t` of `booking.duration`. */
export const cheaperValues = (
  hours: number,
  cheaper: NonNullable<ReturnType<typeof cheaperLength>>,
) => ({
  hours,
  price: formatRM(cheaper.hourlySen),
  day: cheaper.duration === 'half-day' ? ('half' as const) : ('full' as const),
  dayPrice: formatRM(cheaper.sen),
})

/**
 * The words of a calendar in one language: plain data, included in the prerendered page. Weekdays
 * from Monday on.
 */
export type CalendarWords = {
  month: DateWords
  day: DateWords
  /** "Thu 26 Nov" */ short: DateWords
  weekdays: { long: string; short: string }[]
}
