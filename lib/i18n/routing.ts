import { LANGUAGE_ORDER, type Locale } from './languages'

export type { Locale }
export const DEFAULT_LOCALE = 'en' satisfies Locale
/** Every language that has a prefix in addresses, and stored translations of its own. */
export type TranslatedLocale = Exclude<Locale, typeof DEFAULT_LOCALE>

export const LOCALES: readonly Locale[] = [...LANGUAGE_ORDER].sort()
export const TRANSLATED_LOCALES = LOCALES.filter(
  (locale): locale is TranslatedLocale => locale !== DEFAULT_LOCALE,
)

export const localeNamed = (value: unknown): Locale | null =>
  LOCALES.find((locale) => locale === value) ?? null

/** The language of that code, or English for anything else. */
export const toLocale = (value: unknown): Locale => localeNamed(value) ?? DEFAULT_LOCALE
