import 'server-only'
import { createHash, timingSafeEqual } from 'node:crypto'
import { financeReader } from '@/lib/receipts/company'

// One way only: somebody with one of these cannot compute the booking's own, from which they are made, and
// with which they end.
const secretFrom = (text: string): string =>
  createHash('sha256').update(text).digest('base64url').slice(0, 22)

type Tokened = { id: number; manageToken: string }

export const guestToken = ({ id, manageToken }: Tokened): string =>
  `${id}-${secretFrom(`guest:${manageToken}`)}`

/** Of the finance contact in force, and of nobody else (docs/decisions/059); null where there is none. */
export function payToken(booking: Tokened & Parameters<typeof financeReader>[0]): string | null {
  const { id, manageToken } = booking
  const reader = financeReader(booking)
  return reader && `${id}-pay-${secretFrom(`pay:${manageToken}:${reader}`)}`
}

/** Compared in constant time. */
export const isToken = (given: string, token: string | null): boolean =>
  token !== null &&
  given.length === token.length &&
  timingSafeEqual(Buffer.from(given), Buffer.from(token))
