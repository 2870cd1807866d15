import { LANGUAGES } from './languages'
import { pathIn } from './path'
import { DEFAULT_LOCALE, LOCALES, type Locale } from './routing'

const ofEach = (name: 'tag' | 'openGraph') =>
  Object.fromEntries(LOCALES.map((each) => [each, LANGUAGES[each][name]])) as Record<Locale, string>

export const LANGUAGE_TAG = ofEach('tag')

export const OPEN_GRAPH_LOCALE = ofEach('openGraph')

/** Relative to metadataBase (docs/decisions/020 G1). */
export const alternates = (locale: Locale, path: string) => ({
  canonical: pathIn(locale, path),
  languages: {
    ...Object.fromEntries(LOCALES.map((each) => [LANGUAGE_TAG[each], pathIn(each, path)])),
    'x-default': pathIn(DEFAULT_LOCALE, path),
  },
})
