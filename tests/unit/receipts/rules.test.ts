import fc from 'fast-check'
import '@/tests/support/properties'
import {
  documentNumber,
  linesOver,
  needsOwnInvoice,
  nextMonth,
  partAmounts,
  parseDocumentNumber,
  SINGLE_SALE_SEN,
  taxOfLines,
  turnoverState,
} from '@/lib/receipts/rules'
import { billingBody } from '@/lib/receipts/schema'
import { soldOver } from '@/lib/receipts/sold'
import { toDecimal, toRate, withTax, type Price, splitTotal } from '@/lib/money'

const amount = fc.integer({ min: 1, max: 50_000_00 })
const rate = fc.constantFrom(0, 600, 800, 825, 3000)

test('a document number is parsed as it was formatted', () => {
  expect(documentNumber('receipt', 42)).toBe('R-000042')
  expect(parseDocumentNumber('CN-1234567')).toEqual({ kind: 'credit_note', number: 1_234_567 })
  for (const text of ['R-42', 'X-000042', 'R-000042 ', 'R-0000421234', ''])
    expect(parseDocumentNumber(text)).toBeNull()
})

test('splitting a total returns its subtotal and tax', () =>
  fc.assert(
    fc.property(amount, rate, (subtotal, basisPoints) => {
      const price = withTax(subtotal, { basisPoints, label: '' })
      expect(splitTotal(price.totalSen, basisPoints)).toEqual(price)
    }),
  ))

test('notes over a whole receipt add up to its base and tax to the sen, in any parts', () =>
  fc.assert(
    fc.property(amount, rate, fc.array(fc.integer({ min: 1, max: 9_999 })), (base, tax, cuts) => {
      const receipt = withTax(base, { basisPoints: tax, label: '' })
      let back: Price = { subtotalSen: 0, taxSen: 0, totalSen: 0 }
      for (const cut of [...cuts, receipt.totalSen]) {
        const left = receipt.totalSen - back.totalSen
        if (left === 0) break
        const note = partAmounts(receipt, back, Math.min(cut, left))
        expect(note.subtotalSen + note.taxSen).toBe(note.totalSen)
        expect(Math.min(note.subtotalSen, note.taxSen)).toBeGreaterThanOrEqual(0)
        back = {
          subtotalSen: back.subtotalSen + note.subtotalSen,
          taxSen: back.taxSen + note.taxSen,
          totalSen: back.totalSen + note.totalSen,
        }
      }
      if (back.totalSen === receipt.totalSen) expect(back).toEqual(receipt)
    }),
  ))

test('receipts of parts add up to the sale to the sen, however it was split', () =>
  fc.assert(
    fc.property(
      fc.integer({ min: 100, max: 50_000_00 }),
      rate,
      fc.array(fc.integer({ min: 1, max: 20_000_00 }), { maxLength: 8 }),
      (subtotal, basisPoints, cuts) => {
        const whole = withTax(subtotal, { basisPoints, label: 'Tax' })
        const sale = {
          lines: [{ kind: 'session', quantity: 1, unitSen: subtotal, amountSen: subtotal }],
          ...{ subtotal: toDecimal(subtotal), taxAmount: toDecimal(whole.taxSen) },
          ...{ totalAmount: toDecimal(whole.totalSen), taxRate: toRate(basisPoints), taxLabel: '' },
        }
        let before: Price = { subtotalSen: 0, taxSen: 0, totalSen: 0 }
        for (const cut of [...cuts, whole.totalSen]) {
          const receivedSen = Math.min(cut, whole.totalSen - before.totalSen)
          if (receivedSen === 0) break
          const { price } = soldOver(sale, { receivedSen, before }, () => () => '')
          expect(price.subtotalSen + price.taxSen).toBe(receivedSen)
          expect(Math.min(price.subtotalSen, price.taxSen)).toBeGreaterThanOrEqual(0)
          before = {
            subtotalSen: before.subtotalSen + price.subtotalSen,
            taxSen: before.taxSen + price.taxSen,
            totalSen: before.totalSen + price.totalSen,
          }
        }
        expect(before).toEqual(whole)
      },
    ),
  ))

test('the tax of a document is distributed over its lines completely', () =>
  fc.assert(
    fc.property(fc.array(amount, { minLength: 1, maxLength: 6 }), rate, (lines, basisPoints) => {
      const base = lines.reduce((sum, line) => sum + line, 0)
      const { taxSen } = withTax(base, { basisPoints, label: '' })
      const taxes = taxOfLines(lines, taxSen)
      expect(taxes.reduce((sum, tax) => sum + tax, 0)).toBe(taxSen)
      expect(Math.min(...taxes)).toBeGreaterThanOrEqual(0)
    }),
  ))

test('the lines of a document add up to its subtotal, or there is no document', () =>
  fc.assert(
    fc.property(
      fc.array(fc.integer({ min: -5_000_00, max: 5_000_00 }), { minLength: 1, maxLength: 5 }),
      (amounts) => {
        const items = amounts.map((amountSen) => ({
          words: (locale: string) => `item ${locale}`,
          amountSen,
        }))
        const sum = amounts.reduce((total, one) => total + one, 0)
        expect(linesOver(sum, 'ms', items)).toEqual(
          amounts.map((amountSen) => ({ text: 'item ms', english: 'item en', amountSen })),
        )
        expect(() => linesOver(sum + 1, 'ms', items)).toThrow(`${sum} sen`)
      },
    ),
  ))

test('a discount takes its part of the tax off', () =>
  expect(taxOfLines([10_000, -1_000, 3_000], 990)).toEqual([825, -82, 247]))

test('a sale above its limit needs an e-invoice of its own; a turnover counts from its limit', () => {
  expect(needsOwnInvoice('receipt', SINGLE_SALE_SEN)).toBe(false)
  expect(needsOwnInvoice('receipt', 1_000_001)).toBe(true)
  expect(needsOwnInvoice('credit_note', 1_000_001)).toBe(false)
  const turnovers = [239_999_999, 240_000_000, 299_999_999, 300_000_000]
  expect(turnovers.map((sen) => turnoverState(sen, 300_000_000))).toEqual([
    'below',
    'near',
    'near',
    'over',
  ])
})

test('months follow each other', () =>
  expect([nextMonth('2026-11'), nextMonth('2026-12')]).toEqual(['2026-12', '2027-01']))

test('a state is one of Malaysia’s, and what was chosen as none is none', () => {
  const state = (companyState: string) => billingBody.safeParse({ companyState })
  expect(state('14').data?.companyState).toBe('14')
  expect(state('').data?.companyState).toBeNull()
  for (const wrong of ['17', '1', 'Selangor']) expect(state(wrong).success).toBe(false)
  expect(billingBody.safeParse({ companyIdKind: 'ARMY' }).success).toBe(false)
})

test('a TIN is normalised for MyInvois, and all fields are optional', () => {
  const said = (companyTin: string) => billingBody.safeParse({ companyTin })
  expect(said(' c 1234 567-890 ').data?.companyTin).toBe('C1234567890')
  expect(said('IG12345678901').success).toBe(true)
  expect(said('').data?.companyTin).toBeNull()
  for (const wrong of ['1234567890', 'C12', 'ABC1234567890', 'C12345678901234'])
    expect([wrong, said(wrong).success]).toEqual([wrong, false])
  expect(billingBody.parse({ company: ' ', companyTin: '' })).toEqual({
    company: null,
    companyRegistration: null,
    companyIdKind: null,
    companyTin: null,
    companySst: null,
    companyAddress: null,
    companyPostcode: null,
    companyCity: null,
    companyState: null,
    companyCountry: null,
    poNumber: null,
    financeEmail: null,
  })
})
