import { DEFAULT_LOCALE, type Locale, type TranslatedLocale } from '@/lib/i18n/routing'

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

/** The information for visitors in one language; what the owner has not entered is empty. */
export type VisitFacts = Record<VisitSentence, string> & {
  /** The maximum height of a car, as written on the sign: "2.1 m". */
  heightLimit: string
}

/** The same as it is stored: English, and the translations. */
export type VisitSetting = VisitFacts & {
  translations: Partial<Record<TranslatedLocale, Partial<Record<VisitSentence, string>>>>
}

/** Nothing has been entered, so nothing is shown. */
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

/**
 * Joins the sentences that are not empty, with a space between them except after a Chinese full
 * stop, which has its own.
 */
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

/**
 * The facts as lines with a heading each, in the order in which visitors need them; `t` is of
 * `visit`. Only those that the owner has entered.
 */
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
