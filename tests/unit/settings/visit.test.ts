import { SETTINGS } from '@/lib/settings/schema'
import { joinSentences, NO_VISIT_FACTS, visitIn, visitLines } from '@/lib/settings/visit'
import { DEFAULT_SITE } from '@/lib/settings/site'
import { placeholdersOf } from '@/lib/setup/rules'
import { EXAMPLE_VISIT } from '@/prisma/seed-data/visit'

const words = (key: string, { height }: { height: string }) =>
  key === 'heightLimit' ? `At most ${height}.` : `[${key}]`

test('only what the owner has entered is a line', () => {
  expect(visitLines(NO_VISIT_FACTS, words)).toEqual([])
  const facts = { ...NO_VISIT_FACTS, surau: 'On level 2.', heightLimit: '2.1 m' }
  expect(visitLines(facts, words)).toEqual([
    { key: 'parking', label: '[parking]', text: 'At most 2.1\u00a0m.' },
    { key: 'surau', label: '[surau]', text: 'On level 2.' },
  ])
  const both = { ...facts, parkingRate: 'RM5 an hour.' }
  expect(visitLines(both, words)[0]?.text).toBe('RM5 an hour. At most 2.1\u00a0m.')
})

test('a language uses its own sentence, otherwise the English one', () => {
  const facts = {
    ...NO_VISIT_FACTS,
    train: 'By MRT.',
    lobby: 'Register.',
    translations: { zh: { train: '搭捷运。', lobby: '' } },
  }
  expect(visitIn(facts, 'zh')).toMatchObject({ train: '搭捷运。', lobby: 'Register.' })
  expect(visitIn(facts, 'ms').train).toBe('By MRT.')
  expect(visitIn(facts, 'en')).not.toHaveProperty('translations')
})

test('sentences are joined with the spacing of their script', () => {
  expect(joinSentences('', 'One.', '', 'Two.')).toBe('One. Two.')
  expect(joinSentences('首小时 RM5。', '限高 2.1 m。')).toBe('首小时 RM5。限高 2.1 m。')
})

test('form input is trimmed, and empty languages are dropped', () => {
  const { translations, ...empty } = NO_VISIT_FACTS
  const form = {
    ...empty,
    train: ' By MRT. ',
    translations: { ms: null, zh: { train: '搭捷运。' } },
  }
  expect(SETTINGS.visit.body.safeParse(form).data?.value).toEqual({
    ...empty,
    train: 'By MRT.',
    translations: { zh: { train: '搭捷运。' } },
  })
  expect(translations).toEqual({})
  const long = SETTINGS.visit.body.safeParse({ ...empty, surau: 'x'.repeat(301) })
  expect(long.error?.issues.map(({ path }) => path.join('.'))).toEqual(['surau'])
})

test('a single demo example is a placeholder; empty information is not', () => {
  const isListed = (visit: typeof EXAMPLE_VISIT) =>
    placeholdersOf(DEFAULT_SITE, visit).includes('visit')
  expect(SETTINGS.visit.body.safeParse(EXAMPLE_VISIT).data?.value).toEqual(EXAMPLE_VISIT)
  expect(isListed(EXAMPLE_VISIT)).toBe(true)
  expect(isListed(NO_VISIT_FACTS)).toBe(false)
  expect(isListed({ ...NO_VISIT_FACTS, train: 'Ours.' })).toBe(false)
  expect(isListed({ ...NO_VISIT_FACTS, train: EXAMPLE_VISIT.train })).toBe(true)
  const { ms = {} } = EXAMPLE_VISIT.translations
  expect(isListed({ ...NO_VISIT_FACTS, train: 'Ours.', translations: { ms } })).toBe(true)
})
