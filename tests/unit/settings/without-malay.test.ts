import { NO_VISIT_FACTS } from '@/lib/settings/visit'
import { withoutMalay } from '@/lib/setup/rules'

const ms = { name: 'Bilik', description: 'Bilik kecil' }

test('a room or service is named whose name or description has no Malay', () => {
  const named = [
    { name: 'A', description: 'x', translations: { ms } },
    { name: 'B', description: '', translations: { ms: { name: 'B' } } },
    { name: 'C', description: 'x', translations: { ms: { name: 'C', description: '' } } },
    { name: 'D', description: 'x', translations: { zh: { name: 'D', description: 'x' } } },
    { name: 'E', description: '', translations: {} },
  ]
  expect(withoutMalay(named, NO_VISIT_FACTS)).toEqual(['C', 'D', 'E'])
})

test('a sentence for visitors without its Malay is named once, an empty one is not', () => {
  const visit = { ...NO_VISIT_FACTS, train: 'Take the train.', surau: 'Level 3.' }
  expect(withoutMalay([], visit)).toEqual(['visit'])
  const translations = { ms: { train: 'Naik tren.', surau: 'Aras 3.' } }
  expect(withoutMalay([], { ...visit, translations })).toEqual([])
})
