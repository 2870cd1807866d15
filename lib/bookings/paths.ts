import { localeNamed, toLocale, type Locale } from '@/lib/i18n/routing'

export const GUEST_TOKEN = /^([1-9]\d{0,8})-([\w-]{22})$/
/** Of a company's payer (docs/decisions/059). */
export const PAY_TOKEN = /^([1-9]\d{0,8})-pay-([\w-]{22})$/

/** Of /ms/manage/{token} or /manage/{token}/receipts/{number}, however spelt; null for other paths. */
export function managePath(path: string): { locale: Locale; token: string } | null {
  let segments: string[]
  try {
    segments = decodeURIComponent(path).split('/').filter(Boolean)
  } catch {
    return null
  }
  const prefixed = localeNamed(segments[0]) !== null
  const [section, token, ...rest] = prefixed ? segments.slice(1) : segments
  const isPage = rest.length === 0 || (rest.length === 2 && rest[0] === 'receipts')
  if (section !== 'manage' || token === undefined || !isPage) return null
  return { locale: toLocale(segments[0]), token: withoutEnding(token) }
}

// The router requests a page's own files by endings: {token}.rsc.
const withoutEnding = (segment: string): string => segment.replace(/\.(rsc|segments|json)$/, '')
