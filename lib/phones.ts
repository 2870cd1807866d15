import 'server-only'
import { parsePhoneNumberFromString, type PhoneNumber } from 'libphonenumber-js'
import { phoneIn, withoutExtension } from './ordinary'

const HOME = 'MY'

const read = (text: string): PhoneNumber | undefined => parsePhoneNumberFromString(text, HOME)

/**
 * The value of a phone number however it is written, as +60123456789; a number without a country's
 * code is Malaysian, or else begins with the code. '' where no number can be read, null for none.
 */
export function e164Of(typed: string | null | undefined): string | null {
  if (!typed) return null
  const text = withoutExtension(phoneIn(typed))
  const here = read(text)
  if (here?.isValid()) return here.number
  const abroad = read(`+${text.replace(/\D/g, '').replace(/^00/, '')}`)
  if (abroad?.isValid()) return abroad.number
  // Numbers that are newer than the library's tables.
  return here?.isPossible() ? here.number : ''
}

/** The columns of a number: every writer of one spreads these. */
export const phoneColumns = (phone: string | null) => ({ phone, phoneE164: e164Of(phone) })

export const customerPhoneColumns = (customerPhone: string | null) => ({
  customerPhone,
  phoneE164: e164Of(customerPhone),
})

// Fewer digits are a number of something else.
const FEWEST = 4

/** The runs of digits by which a search finds what was typed, in numbers as they are stored. */
export function digitsToFind(typed: string): string[] {
  const text = withoutExtension(phoneIn(typed))
  if (!/^[+\d\s().\-/]+$/.test(text)) return []
  const digits = text.replace(/\D/g, '')
  const plain = digits.replace(/^(?:0060|60|00|0)/, '')
  const whole = e164Of(text)?.slice(1)
  return [...new Set([plain.length < FEWEST ? digits : plain, ...(whole ? [whole] : [])])].filter(
    ({ length }) => length >= FEWEST,
  )
}
