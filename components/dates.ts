import { useLocale } from 'next-intl'
import { datesIn, type Dates } from '@/lib/i18n/dates'

/** Writes dates in the page's language. */
export const useDates = (): Dates => datesIn(useLocale())
