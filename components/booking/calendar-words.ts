import { dateWords, type DateWords } from '@/lib/i18n/date-words'
import type { Locale } from '@/lib/i18n/routing'

/**
 * What a calendar writes, in one language: plain data, which a prerendered page carries. Weekdays
 * from Monday on.
 */
export type CalendarWords = {
  month: DateWords
  day: DateWords
  weekdays: { long: string; short: string }[]
}

const fromMonday = ([sunday = '', ...others]: string[]) => [...others, sunday]

export function calendarWords(locale: Locale): CalendarWords {
  const short = fromMonday(
    dateWords(locale, { weekday: locale === 'zh' ? 'narrow' : 'short' }).weekdays,
  )
  const day = dateWords(locale, { dateStyle: 'full' })
  return {
    month: dateWords(locale, { month: 'long', year: 'numeric' }),
    day,
    weekdays: fromMonday(day.weekdays).map((long, index) => ({
      long,
      short: short[index] ?? long,
    })),
  }
}
