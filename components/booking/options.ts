import { LANGUAGES } from '@/lib/i18n/languages'
import type { ReactNode } from 'react'
import type { cheaperLength } from '@/lib/bookings/price'
import type { AddOnOffer } from '@/lib/bookings/schema'
import type { Rates } from '@/lib/catalog/rules'
import type { ServiceDto } from '@/lib/catalog/schema'
import type { HouseHours, RoomOption } from '@/lib/rooms/house'
import { holidayName } from '@/lib/rooms/opening'
import type { ClosedDay } from '@/lib/availability/schema'
import { dateWords, type DateWords } from '@/lib/i18n/date-words'
import type { Locale } from '@/lib/i18n/routing'
import { formatRM, senOf } from '@/lib/money'
import type { HolidayDto } from '@/lib/settings/schema'
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

// The columns that the page needs.
type Service = Pick<
  ServiceDto,
  | 'id'
  | 'name'
  | 'description'
  | 'icon'
  | 'hourlyRate'
  | 'formerHourlyRate'
  | 'halfDayRate'
  | 'fullDayRate'
  | 'weeklyRate'
  | 'translations'
>

const wordsOf = (service: Service, locale: Locale) =>
  (locale === 'en' ? undefined : service.translations[locale]) ?? service

/** An add-on for the booking page: its name in `locale`, its hourly rate in sen. */
export const addOnOption = (service: Service, locale: Locale): AddOnOffer => ({
  id: service.id,
  name: wordsOf(service, locale).name,
  hourlyRate: senOf(service.hourlyRate),
})

const sen = (rate: string | null) => (rate === null ? null : senOf(rate))

/**
 * A service for the booking page: texts in `locale` (English where there is no translation), rates
 * in sen.
 */
export function serviceOption(service: Service, locale: Locale): ServiceOption {
  const words = wordsOf(service, locale)
  return {
    id: service.id,
    name: words.name,
    description: words.description,
    icon: service.icon,
    rates: {
      hourly: senOf(service.hourlyRate),
      halfDay: sen(service.halfDayRate),
      fullDay: sen(service.fullDayRate),
      weekly: sen(service.weeklyRate),
    },
    ...(service.formerHourlyRate !== null && { formerHourly: senOf(service.formerHourlyRate) }),
  }
}

export const holidayOption = (holiday: HolidayDto, locale: Locale): HolidayOption => ({
  date: holiday.date,
  name: holidayName(holiday, locale),
  tentative: holiday.tentative,
  ...(holiday.roomIds && { roomIds: holiday.roomIds }),
})

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

const fromMonday = ([sunday = '', ...others]: string[]) => [...others, sunday]

export function calendarWords(locale: Locale): CalendarWords {
  const short = fromMonday(
    dateWords(locale, { weekday: LANGUAGES[locale].calendarWeekdays }).weekdays,
  )
  // By these names outside checks find a day (docs/decisions/020 G10).
  const day = dateWords(locale, { dateStyle: 'full' }, locale)
  return {
    month: dateWords(locale, { month: 'long', year: 'numeric' }),
    day,
    short: dateWords(locale, { weekday: 'short', day: 'numeric', month: 'short' }),
    weekdays: fromMonday(day.weekdays).map((long, index) => ({
      long,
      short: short[index] ?? long,
    })),
  }
}
