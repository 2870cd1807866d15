import fc from 'fast-check'
import { SETTINGS } from '@/lib/settings/schema'
import { addDays } from '@/lib/time'

const HOURS = { weekday: { opens: '9', closes: '18' }, weekend: { opens: 10, closes: 16 } }
const season = (from: string, to: string, more: object = {}) => ({
  name: 'Ramadan hours',
  from,
  to,
  ...HOURS,
  ...more,
})
const set = (periods: unknown) => SETTINGS.seasons.body.safeParse({ periods })
const wrong = (periods: unknown) =>
  set(periods).error?.issues.map(({ path, message }) => [path.join('.'), message])

test('are stored in the order of their dates, with the existing translations', () => {
  const answer = set([
    season('2027-12-20', '2027-12-31', { name: 'Year’s end', translations: { ms: null } }),
    season('2027-02-08', '2027-03-09', { translations: { zh: { name: ' 斋戒月营业时间 ' } } }),
  ])
  const weekday = { opens: 9, closes: 18 }
  expect(answer.data?.value.periods).toMatchObject([
    { from: '2027-02-08', weekday, translations: { zh: { name: '斋戒月营业时间' } } },
    { from: '2027-12-20', weekday, translations: {} },
  ])
})

test.each<[string, unknown, [string, string][]]>([
  [
    'ends before it begins',
    [season('2027-03-09', '2027-03-08')],
    [['periods.0.to', 'season_order']],
  ],
  ['a date that is none', [season('2027-02-30', '2027-03-08')], [['periods.0.from', 'date']]],
  [
    'closes before it opens',
    [season('2027-03-08', '2027-03-08', { weekday: { opens: 9, closes: 9 } })],
    [['periods.0.weekday.closes', 'hours_order']],
  ],
  [
    'one day in two of them',
    [season('2027-03-01', '2027-03-08'), season('2027-03-08', '2027-03-09')],
    [
      ['periods.0.from', 'season_overlap'],
      ['periods.1.from', 'season_overlap'],
    ],
  ],
  ['no list', 'all year', [['periods', 'invalid']]],
])('%s is refused', (_what, periods, issues) => expect(wrong(periods)).toEqual(issues))

test('are accepted exactly when no day is in two of them', () => {
  const span = fc
    .tuple(fc.integer({ min: 0, max: 60 }), fc.integer({ min: 0, max: 12 }))
    .map(([first, length]) => ({ first, last: first + length }))
  let taken = 0
  fc.assert(
    fc.property(fc.array(span, { maxLength: 5 }), (spans) => {
      const days = spans.flatMap(({ first, last }) =>
        Array.from({ length: last - first + 1 }, (_, at) => first + at),
      )
      const isApart = new Set(days).size === days.length
      taken += Number(isApart && spans.length > 1)
      const periods = spans.map(({ first, last }) =>
        season(addDays('2027-01-01', first), addDays('2027-01-01', last)),
      )
      expect(set(periods).success).toBe(isApart)
    }),
    { numRuns: 500 },
  )
  expect(taken).toBeGreaterThan(10)
})
