import { LANGUAGE_TAG } from '@/lib/i18n/alternates'
import type { Locale } from '@/lib/i18n/routing'

/** The order of the list (spec point 2). */
export const LANGUAGE_ORDER: Locale[] = ['en', 'zh', 'ms']

/** Languages under their own names: never translated, so not in the dictionaries. */
export const LANGUAGES: Record<Locale, { name: string; short: string; tag: string }> = {
  en: { name: 'English', short: 'EN', tag: LANGUAGE_TAG.en },
  zh: { name: '简体中文', short: '中文', tag: LANGUAGE_TAG.zh },
  ms: { name: 'Bahasa Malaysia', short: 'BM', tag: LANGUAGE_TAG.ms },
}
