// What Stripe says in any currency, for the few screens that show it: what is sold is in ringgit
// (lib/money.ts).
import { formatRM } from '@/lib/money'

// Currencies that Stripe counts in whole units, and in thousandths (its documentation).
const WHOLE = 'bif clp djf gnf jpy kmf krw mga pyg rwf vnd vuv xaf xof xpf'.split(' ')
const THOUSANDTHS = 'bhd jod kwd omr tnd'.split(' ')

const digitsOf = (code: string): number =>
  WHOLE.includes(code) ? 0 : THOUSANDTHS.includes(code) ? 3 : 2

/** An amount in Stripe's smallest unit of any currency → 107.17, for a spreadsheet. */
export const wholeUnits = (smallest: number, currency: string): number =>
  smallest / 10 ** digitsOf(currency.toLowerCase())

/** An amount in Stripe's smallest unit of any currency → "RM107.17" for ringgit, else "USD 107.17". */
export function formatMoney(smallest: number, currency: string): string {
  const code = currency.toLowerCase()
  if (code === 'myr') return formatRM(smallest)
  const digits = digitsOf(code)
  const value = wholeUnits(smallest, code).toLocaleString('en', {
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  })
  return `${code.toUpperCase()} ${value}`
}
