import { GUEST_TOKEN, PAY_TOKEN } from '@/lib/bookings/paths'
import { localeNamed } from '@/lib/i18n/routing'
import { PUBLIC_PAGES } from '@/lib/seo/pages'
import { MANAGE_TOKEN } from '@/lib/text'
import { LONGEST_TARGET } from './refusal'

// A chat takes what stands behind an address into the link, a scanner of company mail escapes the # of
// one, and a phone begins it with a capital letter (docs/decisions/067).

const SECTIONS: ReadonlySet<string> = new Set([
  ...PUBLIC_PAGES.map((page) => page.slice(1)),
  ...['manage', 'bank-details', 'booking-success', 'admin', 'admin-blog'],
])
/** What no address of this site begins or ends with: all but letters, digits, - and _. */
const AROUND = /^[^\p{L}\p{N}_-]+|[^\p{L}\p{N}_-]+$/gu
const TOKENS = [PAY_TOKEN, GUEST_TOKEN, MANAGE_TOKEN].map(
  ({ source }) => new RegExp(`(?<![\\w-])${source.slice(1, -1)}(?![\\w-])`),
)
/** A word of the console's addresses as a phone or a shout writes it; its ids have capitals of their own. */
const WORD = /^[A-Z]?[a-z-]+$|^[A-Z-]+$|^\d+$/
/** The router's own files of a page. */
const ROUTERS_FILE = /\.(rsc|segments|json|txt)(\/|$)/
/** None of these stands in an address as it was made; most requests have none. */
const ODD = /[A-Z%\\]|[^\w/-]$|\/manage\//

/**
 * The address that a link to a page of ours was meant to have; null where it is that one, or none is
 * known. What stands behind # is put there again: no server sees it, and no log has it.
 */
export function meantTarget(target: string): string | null {
  if (target.length > LONGEST_TARGET) return null
  const end = target.indexOf('?')
  const path = end < 0 ? target : target.slice(0, end)
  if (!ODD.test(path)) return null
  const query = end < 0 ? '' : target.slice(end)
  const plain = decoded(path)
  if (plain === null || ROUTERS_FILE.test(plain)) return null
  const at = plain.indexOf('#')
  const behind = at < 0 ? '' : plain.slice(at + 1).replace(AROUND, '')
  const segments = (at < 0 ? plain : plain.slice(0, at)).split('/').filter(Boolean)
  const meant = meantPath(segments)
  if (meant === null) return null
  const address = meant + query + (behind && `#${encodeURIComponent(behind)}`)
  return meant === path && behind === '' ? null : address
}

function meantPath(segments: readonly string[]): string | null {
  const [first = '', ...below] = segments.map((segment) => segment.replace(AROUND, ''))
  const locale = localeNamed(first.toLowerCase())
  const [section = '', ...rest] = locale ? below : [first, ...below]
  const name = section.toLowerCase()
  if (name === '' ? locale === null || rest.length > 0 : !SECTIONS.has(name)) return null
  if (name.startsWith('admin') && !rest.every((part) => WORD.test(part))) return null
  const last = name === 'manage' ? tokenIn(segments[locale ? 2 : 1]) : null
  if (name === 'manage' && (last === null || rest.length > 1)) return null
  const parts = last === null ? rest.map((part) => part.toLowerCase()) : [last]
  if (parts.includes('')) return null
  const names = [...(locale ? [locale] : []), ...(name === '' ? [] : [name]), ...parts]
  return `/${names.map(encodeURIComponent).join('/')}`
}

const tokenIn = (segment = ''): string | null =>
  TOKENS.map((token) => token.exec(segment)?.[0]).find((token) => token !== undefined) ?? null

/** As plain text; some scanners escape what is escaped already. */
function decoded(path: string): string | null {
  try {
    const once = decodeURIComponent(path)
    return once.includes('%23') || once.includes('%25') ? decodeURIComponent(once) : once
  } catch {
    return null
  }
}
