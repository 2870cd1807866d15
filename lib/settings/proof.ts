import type { Locale, TranslatedLocale } from '@/lib/i18n/routing'

// Who works here and what speaks for them, as the owner entered it; nothing until then. Pure.

export const MOST_MEMBERS = 6
export const MOST_MARKS = 8

type MemberWords = { role: string; languages: string }
/** Somebody who works here; `picture` may be empty. */
export type TeamMember = MemberWords & {
  name: string
  picture: string
  translations: Partial<Record<TranslatedLocale, MemberWords>>
}
export type ShownMember = MemberWords & { name: string; picture: string; lang: Locale }

/** A public rating: null and empty together until all of it is entered. */
export type Rating = {
  source: string
  score: number | null
  count: number | null
  url: string
  date: string
}
export const NO_RATING: Rating = { source: '', score: null, count: null, url: '', date: '' }

export type ClientMark = { name: string; picture: string }

export const memberIn = (
  locale: Locale,
  { translations, role, languages, ...member }: TeamMember,
): ShownMember => {
  const own = locale === 'en' ? undefined : translations[locale]
  return { ...member, ...(own ?? { role, languages }), lang: own ? locale : 'en' }
}

/** What stands in a portrait's place: the first letters of a name, or its first Chinese character. */
export function monogramOf(name: string): string {
  const words = name.trim().split(/\s+/)
  const [first = '', last = ''] = [words[0], words.at(-1)].map((word) => [...(word ?? '')][0])
  return words.length === 1 || /\p{Script=Han}/u.test(first) ? first : (first + last).toUpperCase()
}
