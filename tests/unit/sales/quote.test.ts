import fc from 'fast-check'
import { DURATIONS, lengthOf } from '@/lib/availability/rules'
import { basePrice, sessionPrice, upgradePrice } from '@/lib/bookings/price'
import type { Rates } from '@/lib/catalog/rules'
import { taxOn, withTax } from '@/lib/money'
import { EDITING_PRICES, rushSurcharge, tableOrderPrice, vipPrice } from '@/lib/orders/rules'
import {
  discountLine,
  line,
  quoteOf,
  quoteOfRest,
  sumOf,
  type Line,
  type Quote,
} from '@/lib/sales/quote'
import { PRICED_LENGTHS, TIERS } from '@/lib/studio'

const sen = fc.integer({ min: 1, max: 9_999_999 })
const taxes = fc
  .integer({ min: 0, max: 3000 })
  .map((basisPoints) => ({ basisPoints, label: 'Tax' }))
const charges: fc.Arbitrary<Line[]> = fc.array(
  fc
    .tuple(sen, fc.integer({ min: 1, max: 40 }))
    .map(([unit, quantity]) => line({ kind: 'session' }, unit, quantity)),
  { maxLength: 12 },
)
const rates: fc.Arbitrary<Rates> = fc.record({
  hourly: sen,
  halfDay: fc.option(sen),
  fullDay: fc.option(sen),
  weekly: fc.option(sen),
})
const lengths = fc.oneof(
  fc.constantFrom(...DURATIONS).map((duration) => lengthOf({ duration })),
  fc.integer({ min: 2, max: 8 }).map((hours) => lengthOf({ duration: 'hourly', hours })),
)
const addOns = fc.uniqueArray(fc.record({ serviceId: fc.nat(), hourlyRateSen: sen }), {
  selector: ({ serviceId }) => serviceId,
  maxLength: 10,
})

/** What holds for every quote: whole sen, lines that sum up, tax by the sen. */
function expectSound({ lines, subtotalSen, taxSen, totalSen }: Quote) {
  for (const { quantity, unitSen, amountSen } of lines) {
    expect([quantity, unitSen, amountSen].every(Number.isSafeInteger)).toBe(true)
    expect(quantity * unitSen).toBe(amountSen)
  }
  expect(sumOf(lines)).toBe(subtotalSen)
  expect(subtotalSen + taxSen).toBe(totalSen)
}

describe('the price of lines', () => {
  test('is their sum, with tax on it rounded once, in whole sen', () => {
    fc.assert(
      fc.property(charges, taxes, (lines, tax) => {
        const quote = quoteOf(lines, tax)
        expectSound(quote)
        expect(quote.taxSen).toBe(taxOn(quote.subtotalSen, tax.basisPoints))
      }),
    )
  })

  test('with a discount is less by that much, and never below zero', () => {
    fc.assert(
      fc.property(charges, taxes, fc.integer({ min: -5, max: 99_999_999 }), (lines, tax, off) => {
        const quote = quoteOf([...lines, discountLine('member', off, lines)], tax)
        expectSound(quote)
        expect(quote.subtotalSen).toBe(Math.max(0, sumOf(lines) - Math.max(0, off)))
      }),
    )
  })

  test('cannot be of half a sen, of half a unit, or of less than nothing', () => {
    expect(() => line({ kind: 'edit' }, 10.5)).toThrow('Not a line of whole sen')
    expect(() => line({ kind: 'edit' }, 10, 1.5)).toThrow('Not a line of whole sen')
    expect(() => line({ kind: 'edit' }, 10, 0)).toThrow('Not a line of whole sen')
    const edit = line({ kind: 'edit' }, 100)
    const twice = [edit, discountLine('member', 60, [edit]), discountLine('member', 60, [edit])]
    expect(() => quoteOf(twice, { basisPoints: 0, label: '' })).toThrow('Lines of -20 sen')
  })
})

test('a rest is sold in lines that come to it, or not at all', () => {
  const tax = { basisPoints: 825, label: 'Tax' }
  const [before, after] = [withTax(99_00, tax), withTax(297_00, tax)]
  const rest = [line({ kind: 'session' }, 99_00, 2)]
  expect(quoteOfRest(after, before, rest)).toEqual({
    lines: rest,
    subtotalSen: 198_00,
    taxSen: after.taxSen - before.taxSen,
    totalSen: after.totalSen - before.totalSen,
  })
  const less = [line({ kind: 'session' }, 99_00)]
  expect(() => quoteOfRest(after, before, less)).toThrow('Lines of 9900 sen for a rest of 19800')
})

describe('the lines of what is sold', () => {
  test('a session is one line and each add-on one, by the hour where that comes out even', () => {
    fc.assert(
      fc.property(rates, lengths, taxes, addOns, (of, length, tax, added) => {
        const quote = sessionPrice(of, length, tax, added)
        expectSound(quote)
        const [session, ...others] = quote.lines
        expect(session?.kind).toBe('session')
        expect(session?.amountSen).toBe(basePrice(of, length))
        expect(others.map(({ unitSen }) => unitSen)).toEqual(
          added.map(({ hourlyRateSen }) => hourlyRateSen),
        )
      }),
    )
  })

  test('an upgrade is the longer session, the further hours of its add-ons, and what was added', () => {
    fc.assert(
      fc.property(rates, lengths, lengths, taxes, addOns, (of, length, longer, tax, added) => {
        const before = sessionPrice(of, length, tax)
        const sold = { ...before, length, taxBasisPoints: tax.basisPoints, addOns: [] }
        const first = upgradePrice(sold, of, length, added)
        expectSound(first.after)
        expectSound(first.due)
        expect(first.due.lines.map(({ kind }) => kind)).toEqual(added.map(() => 'add_on'))

        const second = upgradePrice(
          { ...first.after, length, taxBasisPoints: tax.basisPoints, addOns: first.addOns },
          of,
          longer,
          [],
        )
        expectSound(second.after)
        expectSound(second.due)
        expect(second.due.totalSen).toBe(second.after.totalSen - first.after.totalSen)
      }),
    )
  })

  const orders = TIERS.flatMap((tier) =>
    PRICED_LENGTHS.flatMap((length) =>
      [false, true].flatMap((rush) =>
        ([null, 'member', 'first_order'] as const).map(
          (discount) => [tier, length, rush, discount] as const,
        ),
      ),
    ),
  )
  test.each(orders)(
    'an edit has its lines: %s, %s, rush %s, %s',
    (tier, length, rush, discount) => {
      const quote = tableOrderPrice(tier, length, rush, discount, {
        basisPoints: 825,
        label: 'Tax',
      })
      expectSound(quote)
      const table = EDITING_PRICES[tier][length]
      const charged = discount ? vipPrice(table) : table
      expect(quote.lines.map(({ kind, amountSen }) => [kind, amountSen])).toEqual([
        ['edit', table],
        ...(discount ? [['discount', charged - table]] : []),
        ...(rush ? [['rush', rushSurcharge(charged)]] : []),
      ])
    },
  )
})
