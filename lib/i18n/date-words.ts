import { addDays, weekday, utcMidnight } from '@/lib/time'
import { LANGUAGES } from './languages'
import type { Locale } from './routing'

/**
 * The order of a date's parts, and their words: plain data that the server puts into the page,
 * because a browser's first Intl.DateTimeFormat loads tables, which takes 40 ms and more on a slow
 * machine.
 */
export type DateWords = {
  /** "{weekday}, {month} {day}, {year}" */ pattern: string
  /** From Sunday on. */ weekdays: string[]
  months: string[]
}

const A_SUNDAY = '2026-11-29'

/**
 * For dates written with these options as the language writes its short ones, or as `tag` does.
 */
export function dateWords(
  locale: Locale,
  options: Intl.DateTimeFormatOptions,
  tag: string = LANGUAGES[locale].shortDates,
): DateWords {
  const format = new Intl.DateTimeFormat(tag, { ...options, timeZone: 'UTC' })
  const partsOf = (date: string) => format.formatToParts(utcMidnight(date))
  const wordOf = (date: string, type: 'weekday' | 'month') =>
    partsOf(date).find((part) => part.type === type)?.value ?? ''
  return {
    pattern: partsOf(A_SUNDAY)
      .map(({ type, value }) => (type === 'literal' ? value : `{${type}}`))
      .join(''),
    weekdays: Array.from({ length: 7 }, (_, day) => wordOf(addDays(A_SUNDAY, day), 'weekday')),
    months: Array.from({ length: 12 }, (_, month) =>
      wordOf(`2026-${String(month + 1).padStart(2, '0')}-01`, 'month'),
    ),
  }
}

/** A studio date (yyyy-mm-dd); days and years in plain digits, as all our languages write them. */
export function dateText({ pattern, weekdays, months }: DateWords, date: string): string {
  const parts: Record<string, string | number | undefined> = {
    weekday: weekdays[weekday(date)],
    month: months[Number(date.slice(5, 7)) - 1],
    day: Number(date.slice(8)),
    year: date.slice(0, 4),
  }
  return pattern.replace(/\{(\w+)\}/g, (_, part: string) => String(parts[part] ?? ''))
}
