import { pathIn } from './path'
import { DEFAULT_LOCALE, LOCALES, type Locale } from './routing'

/** The name a browser or search engine knows the language by. */
export const LANGUAGE_TAG: Record<Locale, string> = { en: 'en', ms: 'ms', zh: 'zh-CN' }

/** The name link previews know the language by. */
export const OPEN_GRAPH_LOCALE: Record<Locale, string> = { en: 'en_US', ms: 'ms_MY', zh: 'zh_CN' }

/**
 * Canonical and hreflang addresses of a page, for its metadata; relative to metadataBase (decision
 * G1).
 */
export const alternates = (locale: Locale, path: string) => ({
  canonical: pathIn(locale, path),
  languages: {
    ...Object.fromEntries(LOCALES.map((each) => [LANGUAGE_TAG[each], pathIn(each, path)])),
    'x-default': pathIn(DEFAULT_LOCALE, path),
  },
})
