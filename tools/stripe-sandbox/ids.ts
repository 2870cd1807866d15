import { createHash, randomBytes } from 'node:crypto'

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

function base62(bytes: Uint8Array, length: number): string {
  return Array.from(bytes.subarray(0, length), (byte) => ALPHABET[byte % 62]).join('')
}

/** `length` random characters as Stripe's identifiers use them. */
export function random(length: number): string {
  return base62(randomBytes(length), length)
}

// Stripe's own lengths: short ones for the long-lived objects, `3…`/`1…` and 24 characters for the
// rest.
const STYLE: Record<string, { lead: string; length: number }> = {
  cus: { lead: '', length: 14 },
  prod: { lead: '', length: 14 },
  req: { lead: '', length: 14 },
  pm: { lead: '1', length: 23 },
  price: { lead: '1', length: 23 },
  plink: { lead: '1', length: 23 },
  du: { lead: '1', length: 23 },
  pyr: { lead: '1', length: 23 },
}

/** A new identifier such as `pi_3Nx…` for the given prefix. */
export function newId(prefix: string): string {
  const { lead, length } = STYLE[prefix] ?? { lead: '3', length: 23 }
  return `${prefix}_${lead}${random(length)}`
}

/** The same card number always gives the same fingerprint, in this and every later run. */
export function fingerprint(cardNumber: string): string {
  return base62(createHash('sha256').update(`sandbox card ${cardNumber}`).digest(), 16)
}

/** Unix seconds, the only clock unit in Stripe's objects. */
export function seconds(): number {
  return Math.floor(Date.now() / 1000)
}
