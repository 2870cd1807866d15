// What rows and languages become for the client components of the booking page. A file of its own:
// that page's browser code needs none of it.
import type { AddOnOffer } from '@/lib/bookings/schema'
import type { ServiceDto } from '@/lib/catalog/schema'
import { dateWords } from '@/lib/i18n/date-words'
import { LANGUAGES } from '@/lib/i18n/languages'
import type { Locale } from '@/lib/i18n/routing'
import { senOf } from '@/lib/money'
import { holidayName } from '@/lib/rooms/opening'
import type { HolidayDto } from '@/lib/settings/schema'
import type { CalendarWords, HolidayOption, ServiceOption } from './options'

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
