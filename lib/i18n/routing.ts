import { defineRouting } from 'next-intl/routing'

export const LOCALES = ['en', 'ms', 'zh'] as const
export type Locale = (typeof LOCALES)[number]
export const DEFAULT_LOCALE: Locale = 'en'

/**
 * English has no prefix; no detection and no cookie of next-intl's own, which would land on every
 * page (decision G1).
 */
export const routing = defineRouting({
  locales: LOCALES,
  defaultLocale: DEFAULT_LOCALE,
  localePrefix: 'as-needed',
  localeDetection: false,
  localeCookie: false,
  alternateLinks: false,
})

/** The locale named by `value`, or English for anything else. */
export const toLocale = (value: unknown): Locale =>
  LOCALES.find((locale) => locale === value) ?? DEFAULT_LOCALE
