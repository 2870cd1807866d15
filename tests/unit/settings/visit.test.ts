import { SETTINGS } from '@/lib/settings/schema'
import {
  joinSentences,
  NO_VISIT_FACTS,
  ramadans,
  visitIn,
  visitLines,
  visitWithin,
} from '@/lib/settings/visit'
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

describe('Ramadan', () => {
  const day = (date: string, name: string, translations = {}) => ({ date, name, translations })
  const LIST = [
    day('2027-02-24', 'Nuzul Al-Quran'),
    day('2027-03-11', 'Hari Raya Aidilfitri (second day)'),
    day('2027-03-10', 'Hari Raya Aidilfitri'),
    day('2027-03-12', 'Hari Raya Aidilfitri (replacement holiday)'),
    day('2027-05-17', 'Hari Raya Aidiladha'),
    day('2028-02-27', 'Eid', { ms: { name: 'Hari Raya Aidilfitri' } }),
  ]

  test('is the month before Aidilfitri begins, once for each', () => {
    expect(ramadans(LIST)).toEqual([
      { from: '2027-02-08', to: '2027-03-09' },
      { from: '2028-01-28', to: '2028-02-26' },
    ])
    expect(ramadans([])).toEqual([])
    expect(ramadans([day('2027-03-10', 'Eid', { zh: { name: '开斋节' } })])).toHaveLength(1)
  })

  test.each([
    ['2027-02-07', '2027-02-07', ''],
    ['2027-02-08', '2027-02-08', 'said'],
    ['2027-02-04', '2027-02-10', 'said'],
    ['2027-03-09', '2027-03-15', 'said'],
    ['2027-03-10', '2027-03-10', ''],
  ])('a session from %s to %s is told of it or not', (from, to, said) => {
    const facts = { ...NO_VISIT_FACTS, ramadan: 'said', surau: 'Level 2.' }
    expect(visitWithin(facts, { from, to }, ramadans(LIST))).toMatchObject({
      ramadan: said,
      surau: 'Level 2.',
    })
  })
})

test('what a form sends is trimmed, and lacks the languages that have nothing', () => {
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
