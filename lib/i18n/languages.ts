import type { StripeElementLocale } from '@stripe/stripe-js'
import languages from './languages.json' with { type: 'json' }

/**
 * By their code: the prefix of their addresses and the name of their dictionary. CONTRIBUTING.md
 * lists what else a new one needs. The data is JSON because next.config.mjs reads it too.
 */
export type Language = {
  /** As its English name is written, the same in every language of the site. */
  name: string
  /** In the language itself, never translated. */
  nativeName: string
  /** A file of public/pictures/flags. Not an emoji: Windows has no flags among them. */
  flag: string
  /** Shown beside the globe in the header, where there is space for a few letters. */
  short: string
  /** For browsers and search engines. Chinese by its script: zh-CN would be the Chinese of China. */
  tag: string
  /** The tag for link previews, which know Chinese by countries only; our spelling is British. */
  openGraph: string
  /** The locale of its short dates: "Tue 24 Nov". */
  shortDates: string
  calendarWeekdays: 'narrow' | 'short'
  /** The language of Stripe's part of the payment form; "auto" for one that Stripe lacks. */
  stripe: StripeElementLocale
}

export type Locale = keyof typeof languages

export const LANGUAGES = languages as Record<Locale, Language>

/** In the order of the language menu. */
export const LANGUAGE_ORDER = Object.keys(languages) as Locale[]
