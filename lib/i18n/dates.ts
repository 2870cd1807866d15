import { STUDIO_ZONE } from '@/lib/time'
import { LANGUAGES } from './languages'
import type { Locale } from './routing'

export type Dates = {
  dateTime(at: Date, options: Intl.DateTimeFormatOptions): string
}

/**
 * Every date except the long one (lib/time.ts): in English with the day before its month
 * ("26 Nov 2026"), with hours from 0 to 23, in the studio's zone unless the options name another.
 */
export function datesIn(language: Locale): Dates {
  const tag = LANGUAGES[language].shortDates
  return {
    dateTime(at, options) {
      const text = formatOf(tag, options).format(at)
      // Browsers do not agree whether a comma follows an English weekday.
      return tag === 'en-GB' ? text.replace(/^(\w+), /, '$1 ') : text
    },
  }
}

// One takes many times as long to make as to use.
const formats = new Map<string, Intl.DateTimeFormat>()

function formatOf(tag: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = tag + JSON.stringify(options)
  const known = formats.get(key)
  if (known) return known
  const made = new Intl.DateTimeFormat(tag, {
    timeZone: STUDIO_ZONE,
    hourCycle: 'h23',
    ...options,
  })
  formats.set(key, made)
  return made
}

/** The studio's day of an instant: "Thu 26 Nov". */
export const shortDay = (at: Date, language: Locale): string =>
  datesIn(language).dateTime(at, { weekday: 'short', day: 'numeric', month: 'short' })
