import { mayAs, type Role } from '@/lib/roles'

/** What only the owner sees; a manager sees every other area. */
const OWNERS_AREAS: readonly string[] = ['money', 'receipts', 'people', 'prices', 'audit']

export const seesArea = (role: Role, area: string): boolean =>
  mayAs(role, OWNERS_AREAS.includes(area) ? 'owner' : 'manager')

/** The tabs of the dashboard, in the specification's order. */
export const DASHBOARD_TABS = ['bookings', 'services', 'portfolio', 'contacts'] as const

export const AREAS = [
  ...DASHBOARD_TABS,
  ...([
    'calendar',
    'orders',
    'money',
    'receipts',
    'members',
    'attention',
    'settings',
    'audit',
  ] as const),
] as const
export type Area = (typeof AREAS)[number]

/** An area's address without its language. The bookings are the dashboard itself. */
export const areaPath = (area: Area): string => (area === 'bookings' ? '/admin' : `/admin/${area}`)

/** What people type who know the address of one booking, or of the other pages. */
const MEANT: Record<string, string> = { '/admin/bookings': '/admin', '/admin/blog': '/admin-blog' }

/**
 * Where an address leads that is none of ours but means one. Old bookmarks and mail links name an area
 * as `?tab=`: /ms/admin?tab=orders&q=x → /ms/admin/orders?q=x. Null for every other address. `plain` is
 * the path as `adminPath` returns it.
 */
export function meantAddress({ prefix, plain }: { prefix: string; plain: string }, search: string) {
  const path = plain.slice(prefix.length)
  const meant = MEANT[path]
  if (meant !== undefined) return prefix + meant + search
  const query = new URLSearchParams(search)
  const tab = query.get('tab')
  if (tab === null || path !== '/admin') return null
  query.delete('tab')
  const area = AREAS.find((one) => one === tab) ?? 'bookings'
  return `${prefix}${areaPath(area)}${query.size > 0 ? `?${query}` : ''}`
}
