import type { Doing } from './act'
import { CUSTOMERS, EVERYBODY, FRIENDS, IN_BOTH_ROOMS, type Customer } from './world'

/** The browser of whoever made it, and whose the answers are. */
export const whoseIs = ({ email }: { email: string }) => {
  const { cookie, name } = customerOf(email)
  return { cookie, whose: name }
}

/** Whoever was erased is nobody any more, and has the browser of the first. */
export const customerOf = (email: string): Customer =>
  EVERYBODY.find((customer) => customer.email === email) ?? {
    ...(CUSTOMERS[0] as Customer),
    name: NOBODY,
  }
/** Nobody's name: an answer about whom the site has forgotten names no person. */
const NOBODY = '—'

export const whoIn = ({ data: { customer, friend } }: Doing): Customer =>
  (friend ? FRIENDS : CUSTOMERS)[customer] as Customer

/** Who else is named in an answer, by name or by email. */
export const strangersIn = (text: string, whose: string): string[] =>
  EVERYBODY.filter(({ name }) => name !== whose && new RegExp(`\\b${name}\\b`, 'i').test(text)).map(
    ({ name }) => name,
  )

/** Service 1 is sold by the hour only. */
export const lengthIn = ({ data: { service, duration, hours } }: Doing) =>
  service === 1 || duration === 'hourly' ? { duration: 'hourly', hours } : { duration, hours: 1 }

/** Any room, unless the service has several. */
export const roomIn = ({ data: { service, room } }: Doing): number | null =>
  service === IN_BOTH_ROOMS && room > 0 ? room : null
