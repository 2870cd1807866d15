export const LOCALES = ['en', 'ms', 'zh'] as const
export type Locale = (typeof LOCALES)[number]
export const DEFAULT_LOCALE: Locale = 'en'

/** The locale named by `value`, or English for anything else. */
export const toLocale = (value: unknown): Locale =>
  LOCALES.find((locale) => locale === value) ?? DEFAULT_LOCALE
