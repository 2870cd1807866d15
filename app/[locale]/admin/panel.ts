import type { Admin } from '@/lib/auth/data'
import type { Locale } from '@/lib/i18n/routing'

/**
 * The areas of the dashboard in their order: the spec's four first. Each is `/admin?tab=<key>`, the
 * first without.
 */
export const TABS = [
  'bookings',
  'services',
  'portfolio',
  'contacts',
  'calendar',
  'orders',
  'members',
  'attention',
  'settings',
  'audit',
] as const
export type TabKey = (typeof TABS)[number]

/**
 * What a panel is given: the address's query, and who looks at it; the session has been checked.
 */
export type PanelProps = {
  query: Record<string, string | string[] | undefined>
  admin: Admin
  locale: Locale
}
