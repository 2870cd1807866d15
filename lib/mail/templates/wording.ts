import type { translator } from '@/lib/i18n/messages'
import type { Locale } from '@/lib/i18n/routing'
import type { MailFact } from '@/lib/mail/templates/parts'
import { formatRM } from '@/lib/money'
import type { Site } from '@/lib/settings/site'
import { taxLabelIn } from '@/lib/settings/tax'
import type { VisitFacts } from '@/lib/settings/visit'
import { longDate, studioDate, studioTime } from '@/lib/time'
import type { Attachment, BookingFacts, OtherRoom } from '../schema'

/** The language of a mail, the site that its links lead to (without a trailing slash), and the sender. */
export type Voice = {
  locale: Locale
  t: ReturnType<typeof translator<'mail'>>
  site: string
  studio: Site
  /** Information for visitors, in the mail's language. */
  visit: VisitFacts
  /** What goes with the mail. */
  attached: readonly Attachment[]
  /** What belongs to it and follows in a mail of its own. */
  missing: readonly Attachment[]
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

/** The placeholders of the sentence about another room. */
export const roomWords = ({ room, before }: OtherRoom) => ({ room, before })

type Taxed = { taxLabel: string; taxPercent: number; taxSen: number }

/**
 * "Tax (8.25%)" and its amount; nothing where no tax was charged. The administrator's own label is
 * shown as it is, a default one translated.
 */
export function taxFact({ taxLabel, taxPercent, taxSen }: Taxed, { t }: Voice): MailFact[] {
  if (taxPercent === 0) return []
  const words = { tax: t('amount.tax'), serviceCharge: t('amount.serviceCharge') }
  const label = t('amount.taxed', {
    label: taxLabelIn(taxLabel, words),
    percent: String(taxPercent),
  })
  return [{ label, value: formatRM(taxSen) }]
}

/** A page of the site in the mail's language. */
export const pageLink = (path: `/${string}`, { locale, site }: Voice): string =>
  `${site}${locale === 'en' ? '' : `/${locale}`}${path}`
