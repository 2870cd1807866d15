import { SETTINGS } from '@/lib/settings/schema'
import { DEFAULT_TAX, isRateUnknown, taxFacts, taxLabelIn, type TaxKind } from '@/lib/settings/tax'

const WORDS = { tax: 'Cukai', serviceCharge: 'Caj perkhidmatan' }

test('default labels are translated, a custom one is unchanged', () => {
  expect(taxLabelIn(DEFAULT_TAX.label, WORDS)).toBe('Cukai')
  expect(taxLabelIn('Service charge', WORDS)).toBe('Caj perkhidmatan')
  expect(taxLabelIn('Service tax', WORDS)).toBe('Service tax')
  expect(taxLabelIn('tax', WORDS)).toBe('tax')
})

const set = (body: object) => SETTINGS.tax.body.safeParse(body)
const valueOf = (body: object) => set(body).data?.value

test('a rate and a label without a kind are a tax', () => {
  expect(valueOf({ rate: '8.25', label: 'Tax' })).toEqual(DEFAULT_TAX)
})

test.each<[TaxKind, string, string]>([
  ['service-charge', 'Tax', 'Service charge'],
  ['service-charge', '', 'Service charge'],
  ['service-charge', 'Facility fee', 'Facility fee'],
  ['tax', 'Service charge', 'Tax'],
  ['tax', 'Service tax', 'Service tax'],
])('%s called %j is kept as %j', (kind, label, kept) => {
  expect(valueOf({ kind, rate: 6, label })).toMatchObject({ kind, basisPoints: 600, label: kept })
})

test('no tax has no rate, whatever was typed before', () => {
  const nothing = { kind: 'none', basisPoints: 0, label: 'Tax', registration: 'W10-1' }
  expect(valueOf({ kind: 'none', registration: ' W10-1 ' })).toEqual(nothing)
  expect(valueOf({ kind: 'none', rate: '8.25', label: 'x', registration: 'W10-1' })).toEqual(
    nothing,
  )
  expect(set({ kind: 'tax', label: 'Tax' }).success).toBe(false)
  expect(set({ kind: 'duty', rate: 6, label: 'Tax' }).success).toBe(false)
})

test.each<[TaxKind, number, boolean]>([
  ['tax', 825, true],
  ['tax', 0, true],
  ['tax', 801, true],
  ['tax', 800, false],
  ['tax', 600, false],
  ['service-charge', 1000, false],
  ['none', 0, false],
])('%s of %d hundredths of a percent: no rate in force is %s', (kind, basisPoints, unknown) => {
  expect(isRateUnknown({ kind, basisPoints })).toBe(unknown)
})

test('placeholders contain the kind of charge', () => {
  expect(taxFacts(DEFAULT_TAX)).toEqual({ rate: '8.25', charge: 'tax' })
  expect(taxFacts({ kind: 'service-charge', basisPoints: 1000 }).charge).toBe('service')
  expect(taxFacts({ kind: 'none', basisPoints: 0 }).charge).toBe('none')
  expect(taxFacts({ kind: 'tax', basisPoints: 0 }).charge).toBe('none')
})
