import { LANGUAGES } from './languages'
import { pathIn } from './path'
import { DEFAULT_LOCALE, LOCALES, type Locale } from './routing'

const ofEach = (name: 'tag' | 'openGraph') =>
  Object.fromEntries(LOCALES.map((each) => [each, LANGUAGES[each][name]])) as Record<Locale, string>

export const LANGUAGE_TAG = ofEach('tag')

export const OPEN_GRAPH_LOCALE = ofEach('openGraph')

/** The language whose address stands for a page that is `written` in these: English for the others. */
export const addressed = (locale: Locale, written: readonly Locale[]): Locale =>
  written.includes(locale) ? locale : DEFAULT_LOCALE

/** Relative to metadataBase (docs/decisions/020 G1). Only languages in which it is `written` are named. */
export const alternates = (locale: Locale, path: string, written: readonly Locale[] = LOCALES) => ({
  canonical: pathIn(addressed(locale, written), path),
  languages: {
    ...Object.fromEntries(written.map((each) => [LANGUAGE_TAG[each], pathIn(each, path)])),
    'x-default': pathIn(DEFAULT_LOCALE, path),
  },
})
