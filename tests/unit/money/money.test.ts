import fc from 'fast-check'
import type { Prisma } from '@/lib/generated/prisma/client'
import { formatMoney } from '@/lib/currencies'
import {
  basisPointsOf,
  divideHalfUp,
  formatRM,
  senOf,
  taxOn,
  toDecimal,
  toRate,
  toSen,
  withTax,
} from '@/lib/money'

const amounts = fc.integer({ min: 0, max: 999_999_999 })
const TAX = { basisPoints: 825, label: 'Tax' }
const FIFTY_THOUSAND_RINGGIT = 5_000_000

describe('money', () => {
  test('sen → text → sen is the same amount', () => {
    fc.assert(
      fc.property(amounts, (sen) => toSen(toDecimal(sen)) === sen && senOf(toDecimal(sen)) === sen),
    )
  })

  test('a number of ringgit means the same as its text', () => {
    fc.assert(fc.property(amounts, (sen) => toSen(sen / 100) === sen))
  })

  test.each([
    '',
    ' 1',
    '1 ',
    '+1',
    '-1',
    '1e3',
    '1,000',
    '0x10',
    '01',
    '.5',
    '1.',
    '1.234',
    'NaN',
    'Infinity',
    '１',
    '123456789',
  ])('%p is no amount', (text) => expect(toSen(text)).toBeNull())

  test.each([NaN, Infinity, -1, 1e21, 0.001, 1.005])('%p is no amount', (value) =>
    expect(toSen(value)).toBeNull(),
  )

  test('a corrupt row and a fraction of a sen are refused loudly', () => {
    expect(() => senOf('-1.00')).toThrow('Not an amount')
    expect(() => toDecimal(1.5)).toThrow('Not whole sen')
  })

  test('a row and a number are refused for an amount when the types are checked', () => {
    type IsAccepted<Given> = Given extends Parameters<typeof senOf>[0] ? true : false
    const row: IsAccepted<{ totalAmount: string; taxRate: string }> = false
    const number: IsAccepted<number> = false
    const text: IsAccepted<string> = true
    const decimal: IsAccepted<Prisma.Decimal> = true
    expect([row, number, text, decimal]).toEqual([false, false, true, true])
  })

  test('division rounds half up, exactly', () => {
    fc.assert(
      fc.property(amounts, fc.integer({ min: 1, max: 10_000 }), (n, d) => {
        // twice the rounding error, in units of 1/d
        const twice = 2 * divideHalfUp(n, d) * d - 2 * n
        return -d < twice && twice <= d
      }),
    )
  })

  test('tax grows with the amount and never by more than it', () => {
    fc.assert(
      fc.property(amounts, fc.integer({ min: 0, max: 10_000 }), (sen, rate) => {
        const step = taxOn(sen + 1, rate) - taxOn(sen, rate)
        return Number.isInteger(taxOn(sen, rate)) && step >= 0 && step <= 1
      }),
    )
  })

  test('for every sen up to RM50,000: subtotal + tax = total, and total / 1.0825 gives the subtotal back', () => {
    const wrong: number[] = []
    for (let sen = 0; sen <= FIFTY_THOUSAND_RINGGIT && wrong.length < 10; sen++) {
      const { subtotalSen: subtotal, taxSen: tax, totalSen: total } = withTax(sen, TAX)
      // The visitor's own calculator: ringgit, floating point, two places.
      const back = Math.round((total / 100 / 1.0825) * 100)
      if (subtotal !== sen || subtotal + tax !== total || !Number.isInteger(tax) || back !== sen)
        wrong.push(sen)
    }
    expect(wrong).toEqual([])
  })

  test('worked examples', () => {
    expect(withTax(99_00, TAX)).toEqual({ subtotalSen: 99_00, taxSen: 8_17, totalSen: 107_17 })
    expect(formatRM(123_450)).toBe('RM1,234.50')
    expect(formatRM(-5)).toBe('−RM0.05')
    expect(formatRM(100_000_000)).toBe('RM1,000,000.00')
  })
  test.each<[smallest: number, currencies: string, text: string]>([
    [107_17, 'myr MYR', 'RM107.17'],
    [1_234_50, 'usd', 'USD 1,234.50'],
    [5_00, 'SGD', 'SGD 5.00'],
    [12_345, 'bif clp djf gnf jpy kmf krw mga pyg rwf vnd vuv xaf xof xpf', '? 12,345'],
    [12_340, 'bhd jod kwd omr tnd', '? 12.340'],
  ])('%i of the smallest unit of %s are %s', (smallest, currencies, text) => {
    for (const code of currencies.split(' '))
      expect(formatMoney(smallest, code)).toBe(text.replace('?', code.toUpperCase()))
  })

  test('a tax rate is stored with four places, and comes back as it was', () => {
    expect([0, 5, 600, 825, 10_000].map(toRate)).toEqual([
      '0.0000',
      '0.0005',
      '0.0600',
      '0.0825',
      '1.0000',
    ])
    fc.assert(fc.property(fc.nat(10_000), (rate) => basisPointsOf(toRate(rate)) === rate))
  })
})
