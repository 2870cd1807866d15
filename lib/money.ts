// Money is an integer of sen (1/100 ringgit) everywhere in code; Decimal(10,2) in the database;
// "99.00" on the wire (docs/decisions/020 D1).

const AMOUNT = /^(0|[1-9]\d{0,7})(\.\d{1,2})?$/

/** Ringgit as text ("99", "99.5") or finite number → sen; null for no plain amount ("1e3", "-1", NaN). */
export function toSen(ringgit: string | number): number | null {
  const text = typeof ringgit === 'number' ? String(ringgit) : ringgit
  if (!AMOUNT.test(text)) return null
  const [whole = '0', cents = ''] = text.split('.')
  return Number(whole) * 100 + Number(cents.padEnd(2, '0'))
}

/** A Decimal of the database or its text; a row, which has a `toString` too, is neither. */
export type Stored = string | { toDecimalPlaces(places: number): unknown; toString(): string }

/** A Decimal of the database or its text → sen. Throws for no plain amount: the database is corrupt. */
export function senOf(decimal: Stored): number {
  const sen = toSen(decimal.toString())
  if (sen === null) throw new Error(`Not an amount: ${decimal}`)
  return sen
}

/** The same of an amount that may be below zero. */
export function signedSenOf(decimal: Stored): number {
  const text = decimal.toString()
  return text.startsWith('-') ? -senOf(text.slice(1)) : senOf(text)
}

/** Sen → the wire and database form, "1234.50". Throws for a fraction of a sen. */
export function toDecimal(sen: number): string {
  if (!Number.isSafeInteger(sen)) throw new Error(`Not whole sen: ${sen}`)
  const sign = sen < 0 ? '-' : ''
  const digits = String(Math.abs(sen)).padStart(3, '0')
  return `${sign}${digits.slice(0, -2)}.${digits.slice(-2)}`
}

const GROUPED = new Intl.NumberFormat('en')

/** Sen → "RM1,234.50", the same in all three languages (docs/decisions/020 D1). */
export function formatRM(sen: number): string {
  const [whole = '0', cents] = toDecimal(Math.abs(sen)).split('.')
  return `${sen < 0 ? '−' : ''}RM${GROUPED.format(Number(whole))}.${cents}`
}

/** A rate that is advertised: "RM99", or "RM99.50" where it has sen. What is paid is `formatRM`. */
export const formatRate = (sen: number): string => formatRM(sen).replace(/\.00$/, '')

/** numerator / denominator of non-negative integers, rounded half up, exactly. */
export function divideHalfUp(numerator: number, denominator: number): number {
  const n = BigInt(numerator)
  const d = BigInt(denominator)
  return Number((n * 2n + d) / (d * 2n))
}

/** Tax on `sen` at `basisPoints` (825 = 8.25 %), rounded half up once (docs/decisions/020 D1, D2). */
export const taxOn = (sen: number, basisPoints: number): number =>
  divideHalfUp(sen * basisPoints, 10_000)

/** A tax rate in basis points (825 = 8.25 %) and its label. */
export type Tax = { basisPoints: number; label: string }
export type Price = { subtotalSen: number; taxSen: number; totalSen: number }

/** subtotal + tax = total to the sen, always. */
export function withTax(subtotal: number, tax: Tax): Price {
  const amount = taxOn(subtotal, tax.basisPoints)
  return { subtotalSen: subtotal, taxSen: amount, totalSen: subtotal + amount }
}

export function splitTotal(totalSen: number, basisPoints: number): Price {
  const subtotalSen = divideHalfUp(totalSen * 10_000, 10_000 + basisPoints)
  return { subtotalSen, taxSen: totalSen - subtotalSen, totalSen }
}

/** The price of `totalSen` of what costs `whole`: its own, or with the tax that such a sum contains. */
export const priceOfPart = (whole: Price, totalSen: number, basisPoints: number): Price =>
  totalSen === whole.totalSen ? whole : splitTotal(totalSen, basisPoints)

/** A stored tax rate ("0.0825") in basis points. */
export const basisPointsOf = (rate: Stored): number => Math.round(Number(rate.toString()) * 10_000)

/** A tax rate in basis points in its stored form, "0.0825". */
export const toRate = (basisPoints: number): string => (basisPoints / 10_000).toFixed(4)
