import { DEFAULT_TAX, taxLabelIn } from '@/lib/settings/site'

test('the default word for the tax is translated, the owner’s own stands as written', () => {
  expect(taxLabelIn(DEFAULT_TAX.label, 'Cukai')).toBe('Cukai')
  expect(taxLabelIn('Service tax', 'Cukai')).toBe('Service tax')
  expect(taxLabelIn('tax', 'Cukai')).toBe('tax')
})
