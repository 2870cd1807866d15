import type { Locale } from '@/lib/i18n/routing'
import { addDays, longDate } from '@/lib/time'

const TAGS: Record<Locale, string> = { en: 'en-US', ms: 'ms-MY', zh: 'zh-CN' }
const A_MONDAY = '2026-11-30'

/** The names of months, weekdays (from Monday on) and days, as the language writes them. */
export function calendarWords(locale: Locale) {
  const text = (options: Intl.DateTimeFormatOptions) => {
    const format = new Intl.DateTimeFormat(TAGS[locale], { ...options, timeZone: 'UTC' })
    return (date: string) => format.format(new Date(`${date}T00:00:00Z`))
  }
  const [month, long, short] = [
    text({ month: 'long', year: 'numeric' }),
    text({ weekday: 'long' }),
    text({ weekday: locale === 'zh' ? 'narrow' : 'short' }),
  ]
  const week = [0, 1, 2, 3, 4, 5, 6].map((day) => addDays(A_MONDAY, day))
  return {
    month: (of: string) => month(`${of}-01`),
    day: (date: string) => longDate(date, locale),
    weekdays: week.map((day) => ({ long: long(day), short: short(day) })),
  }
}
