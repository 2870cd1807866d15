import { DEFAULT_LOCALE, type Locale, type TranslatedLocale } from '@/lib/i18n/routing'
import { addDays } from '@/lib/time'

// Information for visitors on their way to the studio, as its owner has entered it. Pure.

/** The facts that are a sentence of their own in each language. */
export const VISIT_SENTENCES = [
  'train',
  'dropOff',
  'lobby',
  'parkingRate',
  'surau',
  'fridayPrayers',
  'ramadan',
] as const
export type VisitSentence = (typeof VISIT_SENTENCES)[number]

export type VisitFacts = Record<VisitSentence, string> & {
  /** The maximum height of a car, as written on the sign: "2.1 m". */
  heightLimit: string
}

/** The same as it is stored: English, and the translations. */
export type VisitSetting = VisitFacts & {
  translations: Partial<Record<TranslatedLocale, Partial<Record<VisitSentence, string>>>>
}

export const NO_VISIT_FACTS: VisitSetting = {
  ...(Object.fromEntries(VISIT_SENTENCES.map((key) => [key, ''])) as Record<VisitSentence, string>),
  heightLimit: '',
  translations: {},
}

/** The facts in a language; those without a translation in English. */
export function visitIn({ translations, ...facts }: VisitSetting, locale: Locale): VisitFacts {
  if (locale === DEFAULT_LOCALE) return facts
  const translated = Object.entries(translations[locale] ?? {}).filter(([, text]) => text !== '')
  return { ...facts, ...Object.fromEntries(translated) }
}

/** From one date to another, both included, yyyy-mm-dd. */
export type Period = { from: string; to: string }

const AIDILFITRI = /aidil\s?fitri|hari raya puasa|开斋节/i
/** Ramadan has 29 or 30 days; which, the list of holidays does not say. */
const RAMADAN_DAYS = 30
/** Two Aidilfitri are 354 days apart; its second day and a replacement holiday are days apart. */
const SAME_FEAST_DAYS = 60

/**
 * As far as the public holidays are known: the month that ends the day before Hari Raya Aidilfitri
 * begins, by any of its names (docs/decisions/033).
 */
export function ramadans(
  holidays: readonly {
    date: string
    name: string
    translations: Partial<Record<string, { name: string }>>
  }[],
): Period[] {
  const feasts = holidays
    .filter(({ name, translations }) =>
      [name, ...Object.values(translations).map((words) => words?.name ?? '')].some((word) =>
        AIDILFITRI.test(word),
      ),
    )
    .map(({ date }) => date)
    .sort()
  return feasts
    .filter(
      (date) => !feasts.some((other) => other < date && addDays(other, SAME_FEAST_DAYS) >= date),
    )
    .map((date) => ({ from: addDays(date, -RAMADAN_DAYS), to: addDays(date, -1) }))
}

/** The facts for whoever comes within `stay`: of Ramadan only when some of it is in one of `periods`. */
export const visitWithin = (
  facts: VisitFacts,
  stay: Period,
  periods: readonly Period[],
): VisitFacts =>
  periods.some(({ from, to }) => from <= stay.to && stay.from <= to)
    ? facts
    : { ...facts, ramadan: '' }

/** With a space between them except after a Chinese full stop, which has its own. */
export const joinSentences = (...texts: string[]): string =>
  texts.reduce((all, text) => {
    if (all === '' || text === '') return all + text
    return `${all}${/[。！？]$/.test(all) ? '' : ' '}${text}`
  }, '')

/** The placeholders of the sentence about the height; the number is not broken from its unit. */
export const heightOf = ({ heightLimit }: VisitFacts) => ({
  height: heightLimit.replaceAll(' ', '\u00a0'),
})

type Words = (
  key:
    | 'train'
    | 'dropOff'
    | 'lobby'
    | 'parking'
    | 'heightLimit'
    | 'surau'
    | 'fridayPrayers'
    | 'ramadan',
  values: { height: string },
) => string

/** What was entered, with headings, in the order of need; `t` is of `visit`. */
export function visitLines(
  facts: VisitFacts,
  t: Words,
): { key: string; label: string; text: string }[] {
  const values = heightOf(facts)
  const height = facts.heightLimit === '' ? '' : t('heightLimit', values)
  const lines = [
    ['train', facts.train],
    ['dropOff', facts.dropOff],
    ['parking', joinSentences(facts.parkingRate, height)],
    ['lobby', facts.lobby],
    ['surau', facts.surau],
    ['fridayPrayers', facts.fridayPrayers],
    ['ramadan', facts.ramadan],
  ] as const
  return lines.flatMap(([key, text]) => (text === '' ? [] : { key, label: t(key, values), text }))
}
