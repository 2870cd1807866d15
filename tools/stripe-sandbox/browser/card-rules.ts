import { brandOf, passesLuhn } from '../payments/card-input'
import type { Flaw } from './texts'

const LENGTHS: Record<string, [least: number, most: number]> = {
  visa: [16, 16],
  mastercard: [16, 16],
  amex: [15, 15],
  discover: [16, 16],
  diners: [14, 16],
  jcb: [16, 16],
  unionpay: [16, 19],
  unknown: [16, 19],
}

const NAMES: Record<string, string> = {
  visa: 'VISA',
  mastercard: 'Mastercard',
  amex: 'AMEX',
  discover: 'Discover',
  diners: 'Diners',
  jcb: 'JCB',
  unionpay: 'UnionPay',
}

export function digits(text: string): string {
  return text.replace(/\D/g, '')
}

/** What the number field shows beside it: the network's name, empty while unknown. */
export function brandName(number: string): string {
  return NAMES[brandOf(digits(number))] ?? ''
}

function lengths(number: string): [number, number] {
  return LENGTHS[brandOf(number)] ?? [16, 19]
}

/** Groups of four; American Express 4-6-5. */
export function formatNumber(text: string): string {
  const number = digits(text).slice(0, lengths(digits(text))[1])
  const groups = brandOf(number) === 'amex' ? [4, 6, 5] : [4, 4, 4, 4, 3]
  let from = 0
  return groups
    .map((size) => number.slice(from, (from += size)))
    .filter(Boolean)
    .join(' ')
}

/**
 * `MM / YY`; understands `1/30`, `12/2030` and autofill's variants. `deleting` leaves out the
 * separator just removed.
 */
export function formatExpiry(text: string, deleting = false): string {
  const parts = text.split('/')
  let month = digits(parts[0] ?? '')
  let year = digits(parts.slice(1).join(''))
  if (parts.length === 1) [month, year] = [month.slice(0, 2), month.slice(2)]
  if (
    (month.length === 1 && (Number(month) > 1 || parts.length > 1) && month !== '0') ||
    Number(month) > 12
  ) {
    year = month.slice(1) + year
    month = `0${month[0]}`
  }
  if (year.length === 4 && year.startsWith('20')) year = year.slice(2)
  year = year.length > 2 && !year.startsWith('20') ? year.slice(0, 2) : year.slice(0, 4)
  if (month.length < 2) return month
  return year === '' && deleting ? month : `${month} / ${year}`
}

export function formatCvc(text: string, number: string): string {
  return digits(text).slice(0, cvcLength(number))
}

function cvcLength(number: string): number {
  return brandOf(digits(number)) === 'amex' ? 4 : 3
}

export function numberFlaw(text: string): Flaw | null {
  const number = digits(text)
  const [least] = lengths(number)
  if (number.length < least) return 'incomplete_number'
  return brandOf(number) !== 'unknown' && passesLuhn(number) ? null : 'invalid_number'
}

export function expiryFlaw(text: string, now = new Date()): Flaw | null {
  const [month, year] = expiryParts(text)
  if (!month || !year) return 'incomplete_expiry'
  if (year < now.getFullYear()) return 'invalid_expiry_year_past'
  if (year === now.getFullYear() && month < now.getMonth() + 1) return 'invalid_expiry_month_past'
  return year > now.getFullYear() + 50 ? 'invalid_expiry_year' : null
}

/** Month and full year, 0 for what is not there yet. */
export function expiryParts(text: string): [month: number, year: number] {
  const value = digits(text)
  return value.length === 4 ? [Number(value.slice(0, 2)), 2000 + Number(value.slice(2))] : [0, 0]
}

export function cvcFlaw(text: string, number: string): Flaw | null {
  return text.length === cvcLength(number) ? null : 'incomplete_cvc'
}
