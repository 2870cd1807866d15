import type { DECLINES } from './declines'

export interface CardInput {
  number: string
  expMonth: number
  expYear: number
  cvc: string | null
}

/** Luhn's check digit. */
export function passesLuhn(number: string): boolean {
  let sum = 0
  for (let index = 0; index < number.length; index += 1) {
    const digit = Number(number[number.length - 1 - index])
    const doubled = index % 2 === 1 ? digit * 2 : digit
    sum += doubled > 9 ? doubled - 9 : doubled
  }
  return sum % 10 === 0
}

/** The network a number belongs to, from its first digits. */
export function brandOf(number: string): string {
  if (number.startsWith('4')) return 'visa'
  if (/^(5[1-5]|2[2-7])/.test(number)) return 'mastercard'
  if (/^3[47]/.test(number)) return 'amex'
  if (/^(6011|64[4-9]|65)/.test(number)) return 'discover'
  if (/^(30[0-5]|36|38|39)/.test(number)) return 'diners'
  if (/^35/.test(number)) return 'jcb'
  if (/^62/.test(number)) return 'unionpay'
  return 'unknown'
}

/**
 * Which of `DECLINES` makes this input unusable before any bank is asked; null when it is well
 * formed.
 */
export function flawIn(card: CardInput, now = new Date()): keyof typeof DECLINES | null {
  if (!/^\d{12,19}$/.test(card.number) || !passesLuhn(card.number)) return 'incorrect_number'
  if (!(card.expMonth >= 1 && card.expMonth <= 12)) return 'invalid_expiry_month'
  const months = (year: number, month: number) => year * 12 + month
  const current = months(now.getUTCFullYear(), now.getUTCMonth() + 1)
  const expiry = months(card.expYear, card.expMonth)
  if (expiry < current || expiry > current + 50 * 12) return 'invalid_expiry_year'
  const cvcLength = brandOf(card.number) === 'amex' ? 4 : 3
  if (card.cvc !== null && !new RegExp(`^\\d{${cvcLength}}$`).test(card.cvc)) return 'invalid_cvc'
  return null
}
