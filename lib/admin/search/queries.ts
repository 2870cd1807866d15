import 'server-only'
import { adminBooking, listBookings } from '@/lib/admin/bookings/queries'
import { filterOf, type AdminBooking } from '@/lib/admin/bookings/schema'
import { findPeople } from '@/lib/admin/customers/queries'
import { listOrders, ordersById } from '@/lib/admin/orders/queries'
import type { AdminOrder } from '@/lib/admin/orders/schema'
import { AREAS, areaPath, seesArea } from '@/lib/admin/rules'
import { translator } from '@/lib/i18n/messages'
import type { Role } from '@/lib/roles'
import type { Locale } from '@/lib/i18n/routing'
import { fullName } from '@/lib/names'
import { folded } from '@/lib/search'
import { MOST_FOUND, type Found, type FoundPlace } from './schema'

const FEWEST = 2

/**
 * Bookings, customers, orders and places of the console. What has the typed number comes first: it
 * is found although many phone numbers contain it, and although its hold has ended.
 */
export async function searchConsole(query: string, locale: Locale, role: Role): Promise<Found> {
  const typed = folded(query).trim()
  const number = Number(/^#?\s?([1-9]\d{0,8})$/.exec(typed)?.[1] ?? 0)
  const isWord = !typed.startsWith('#') && (typed.match(/[\p{L}\p{N}]/gu) ?? []).length >= FEWEST
  const words = isWord ? typed : ''
  const [bookings, customers, orders] = await Promise.all([
    findBookings(number, words, locale),
    findPeople(words),
    findOrders(number, words),
  ])
  return {
    bookings: bookings.map((row) => ({
      id: row.id,
      name: fullName(row),
      service: row.service.name,
      date: row.date,
      time: row.time,
    })),
    customers: customers.map(({ key, name, phone, email }) => ({
      key,
      name,
      reach: phone ?? email,
    })),
    orders: orders.map(({ id, customerName, status }) => ({ id, name: customerName, status })),
    places: words ? findPlaces(words, locale, role) : [],
  }
}

const firstOf = <Row extends { id: number }>(exact: Row | null, others: readonly Row[]): Row[] =>
  [...(exact ? [exact] : []), ...others.filter(({ id }) => id !== exact?.id)].slice(0, MOST_FOUND)

async function findBookings(number: number, words: string, locale: Locale) {
  const filter = filterOf({ search: words })
  const [exact, list] = await Promise.all([
    number ? adminBooking(number, locale) : null,
    words ? listBookings({ limit: MOST_FOUND, cursor: null, filter, locale }) : { rows: [] },
  ])
  return firstOf<AdminBooking>(exact, list.rows)
}

async function findOrders(number: number, words: string) {
  const [exact, list] = await Promise.all([
    number ? ordersById([number]) : [],
    words ? listOrders({ limit: MOST_FOUND, q: words }) : { rows: [] },
  ])
  return firstOf<AdminOrder>(exact[0] ?? null, list.rows)
}

function findPlaces(words: string, locale: Locale, role: Role): FoundPlace[] {
  const t = translator(locale, 'admin')
  const places: FoundPlace[] = [
    { name: t('frame.today'), path: '/admin/today' },
    { name: t('newBooking.title'), path: '/admin/bookings/new' },
    { name: t('frame.inbox'), path: '/admin/inbox' },
    { name: t('tabs.customers'), path: '/admin/customers' },
    { name: t('title'), path: '/admin' },
    { name: t('frame.blog'), path: '/admin-blog' },
    { name: t('session.account'), path: '/admin/account' },
    ...AREAS.filter(
      (area) => area !== 'bookings' && area !== 'contacts' && seesArea(role, area),
    ).map((area) => ({ name: t(`tabs.${area}`), path: areaPath(area) })),
    ...(['people', 'prices'] as const)
      .filter((area) => seesArea(role, area))
      .map((area) => ({ name: t(`tabs.${area}`), path: `/admin/${area}` })),
  ]
  return places.filter(({ name }) => folded(name).includes(words)).slice(0, MOST_FOUND)
}
