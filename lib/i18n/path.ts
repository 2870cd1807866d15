import { DEFAULT_LOCALE, LOCALES, type Locale } from './routing'

const PREFIX = new RegExp(`^/(${LOCALES.join('|')})(?=[/?#]|$)`)

/** A path without its language prefix: "/ms/booking" → "/booking", "/zh" → "/". */
export const barePath = (path: string): string => path.replace(PREFIX, '') || '/'

/** Whatever prefix `path` has; English has none (docs/decisions/020 G1). */
export function pathIn(locale: Locale, path: string): string {
  const bare = barePath(path)
  if (locale === DEFAULT_LOCALE) return bare
  return bare === '/' ? `/${locale}` : `/${locale}${bare}`
}
