import type { translator } from '@/lib/i18n/messages'
import type { Locale } from '@/lib/i18n/routing'
import { taxLabelIn, type Site } from '@/lib/settings/site'
import { longDate, studioDate, studioTime } from '@/lib/time'
import type { BookingFacts } from '../schema'

/**
 * The language a mail speaks, the site its links lead to (without a slash at the end), and who is
 * writing.
 */
export type Voice = {
  locale: Locale
  t: ReturnType<typeof translator<'mail'>>
  site: string
  studio: Site
}
type Span = BookingFacts['spans'][number]

/** A span's studio date in words. */
export const dateOf = (span: Span, locale: Locale): string =>
  longDate(studioDate(new Date(span.startsAt)), locale)

/** A span in studio time, "10:00–14:00". */
export const timesOf = (span: Span): string =>
  `${studioTime(new Date(span.startsAt))}–${studioTime(new Date(span.endsAt))}`

/** "Tuesday, December 1, 2026 at 10:00" in the mail's language. */
export const slotText = (slot: { date: string; time: string }, { locale, t }: Voice): string =>
  t('slot', { date: longDate(slot.date, locale), time: slot.time })

/** "Tax (8.25%)"; the admin's own label as it stands, the default one translated. */
export function taxText(
  { taxLabel, taxPercent }: { taxLabel: string; taxPercent: number },
  { t }: Voice,
): string {
  return t('amount.taxed', {
    label: taxLabelIn(taxLabel, t('amount.tax')),
    percent: String(taxPercent),
  })
}

/** A page of the site in the mail's language. */
export const pageLink = (path: `/${string}`, { locale, site }: Voice): string =>
  `${site}${locale === 'en' ? '' : `/${locale}`}${path}`
