import type { Locale } from '@/lib/i18n/routing'
import type { Names } from '@/lib/sales/sale'

/** A service's name in a language; the administrator's own name where there is no translation. */
export const nameIn = (locale: Locale, service: { name: string; translations: unknown }): string =>
  (service.translations as Partial<Record<Locale, { name: string }>>)[locale]?.name ?? service.name

type Sellable = { id: number; name: string; translations: unknown; isAddOn: boolean; state: string }

/** The services that can be booked as a session, named in the language; no add-ons. */
export const namedSessions = (
  locale: Locale,
  services: readonly Sellable[],
): { id: number; name: string }[] =>
  services
    .filter(({ isAddOn, state }) => !isAddOn && state !== 'retired')
    .map((service) => ({ id: service.id, name: nameIn(locale, service) }))

/** A service's names by language, as a sale keeps them. */
export const namesOf = (service: { name: string; translations: unknown }): Names => ({
  ...Object.fromEntries(
    Object.entries(service.translations as Record<string, { name: string }>).map(
      ([locale, { name }]) => [locale, name],
    ),
  ),
  en: service.name,
})

/** In sen an hour: RM10,000. A higher figure is most likely a missing decimal point. */
export const MAX_RATE = 1_000_000

/** Booked by customers; by the owner alone; by nobody, while bookings keep it (docs/decisions/028). */
export const SERVICE_STATES = ['offered', 'hidden', 'retired'] as const
export type ServiceState = (typeof SERVICE_STATES)[number]

export const RATES = [
  'hourlyRate',
  'formerHourlyRate',
  'halfDayRate',
  'fullDayRate',
  'weeklyRate',
] as const

/** Prices from a date: how far ahead, and how many that do not hold yet. */
export const PRICES_AHEAD_DAYS = 730
export const MOST_COMING_PRICES = 12

/** The maximum number of services and add-ons: pages and the console show all of them at once. */
export const MAX_SERVICES = 100

/** Stripe's identifiers of a service, and their prefixes (docs/decisions/020 G7). */
export const STRIPE_PREFIX = { stripeProductId: 'prod_', stripePriceId: 'price_' } as const

export const STRIPE_FIELDS = ['stripeProductId', 'stripePriceId', 'stripePaymentLinkUrl'] as const
export type StripeField = (typeof STRIPE_FIELDS)[number]

/** The icons an admin can choose, by the font class that is stored (docs/decisions/020 G10). */
export const SERVICE_ICONS = [
  'fas fa-microphone',
  'fas fa-podcast',
  'fas fa-headphones',
  'fas fa-video',
  'fas fa-camera',
  'fas fa-film',
  'fas fa-tower-broadcast',
  'fas fa-users',
  'fas fa-user-group',
  'fas fa-music',
  'fas fa-wave-square',
  'fas fa-book-open',
  'fas fa-globe',
  'fas fa-mobile-screen',
  'fas fa-screwdriver-wrench',
] as const

export function iconName(icon: string): string {
  const last = icon.trim().split(/\s/).at(-1) ?? ''
  return /^fa-([a-z-]+)$/.exec(last)?.[1] ?? 'microphone'
}

/** A service's rates in sen; null where it has none. */
export type Rates = {
  hourly: number
  halfDay: number | null
  fullDay: number | null
  weekly: number | null
}
