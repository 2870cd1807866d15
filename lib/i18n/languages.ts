import type { StripeElementLocale } from '@stripe/stripe-js'
import languages from './languages.json' with { type: 'json' }

/**
 * The languages of the site, by their code: the prefix of their addresses and the name of their
 * dictionary. CONTRIBUTING.md says what else a new one needs. The data is JSON because
 * next.config.mjs reads it, too.
 */
export type Language = {
  /** As its English name is written, the same in every language of the site. */
  name: string
  /** In its own words, never translated. */
  nativeName: string
  /**
   * A file of public/pictures/flags, for those who look for a flag; the names say everything. Not an
   * emoji: Windows has no flags among them.
   */
  flag: string
  /** Beside the globe in the header, where there is room for a few letters. */
  short: string
  /**
   * What browsers and search engines know it by: `lang` and hreflang. Chinese is named by its
   * script: zh-CN would be the Chinese of China.
   */
  tag: string
  /** What link previews know it by; they know Chinese by countries only, and our spelling is British. */
  openGraph: string
  /** The locale whose short dates it uses: "Tue 24 Nov". */
  shortDates: string
  /** How the calendar's columns are named. */
  calendarWeekdays: 'narrow' | 'short'
  /** In which language Stripe writes its part of the payment form; "auto" for one it lacks. */
  stripe: StripeElementLocale
}

export type Locale = keyof typeof languages

export const LANGUAGES = languages as Record<Locale, Language>

/** In the order of the language menu. */
export const LANGUAGE_ORDER = Object.keys(languages) as Locale[]
