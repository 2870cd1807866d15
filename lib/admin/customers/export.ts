import { csvLine } from '@/lib/admin/bookings/csv'
import { studioDate } from '@/lib/time'
import type { CustomerRow } from './schema'

const COLUMNS = [
  ...(['name', 'phone', 'email', 'language', 'sessions', 'lastSeen', 'nextSession'] as const),
  ...(['owes', 'member'] as const),
]

const day = (at: string | null) => at && studioDate(new Date(at))
const yesOrNo = (is: boolean) => (is ? 'yes' : 'no')

/** With a byte order mark, by which spreadsheets detect UTF-8. */
export const customersCsv = (customers: readonly CustomerRow[]): string =>
  [
    `\ufeff${csvLine(COLUMNS)}`,
    ...customers.map((customer) =>
      csvLine([
        customer.name,
        customer.phone,
        customer.email,
        customer.locale,
        customer.sessions,
        day(customer.lastSeenAt),
        day(customer.nextAt),
        yesOrNo(customer.owes),
        yesOrNo(customer.member),
      ]),
    ),
  ].join('')
