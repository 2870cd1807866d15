import { dateWords } from '@/lib/i18n/date-words'
import type { Locale } from '@/lib/i18n/routing'

/** A day as in a diary: "Tue 24 Nov". */
export const slotWords = (locale: Locale) =>
  dateWords(locale, { weekday: 'short', day: 'numeric', month: 'short' })
