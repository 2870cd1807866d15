import { LANGUAGES } from './languages'
import { pathIn } from './path'
import { DEFAULT_LOCALE, LOCALES, type Locale } from './routing'

const ofEach = (name: 'tag' | 'openGraph') =>
  Object.fromEntries(LOCALES.map((each) => [each, LANGUAGES[each][name]])) as Record<Locale, string>

export const LANGUAGE_TAG = ofEach('tag')

export const OPEN_GRAPH_LOCALE = ofEach('openGraph')

/**
 * Relative to metadataBase (docs/decisions/020 G1). In another language than those in which it is
 * `written`, a page shows the English text and leads search engines to it.
 */
export const alternates = (locale: Locale, path: string, written = LOCALES) => ({
  canonical: pathIn(written.includes(locale) ? locale : DEFAULT_LOCALE, path),
  languages: {
    ...Object.fromEntries(written.map((each) => [LANGUAGE_TAG[each], pathIn(each, path)])),
    'x-default': pathIn(DEFAULT_LOCALE, path),
  },
})
