import { memberIn, monogramOf } from '@/lib/settings/proof'
import { SETTINGS } from '@/lib/settings/schema'

const member = { name: 'Farah', role: 'Sound', languages: 'Malay, English', picture: '' }
const team = (members: unknown) => SETTINGS.team.body.safeParse({ members })
const marks = (list: unknown) => SETTINGS.marks.body.safeParse({ marks: list })

const RATING = {
  source: 'Google',
  score: '4.9',
  count: '132',
  url: 'https://g.page/studio',
  date: '2026-11-26',
}
const EMPTY = { source: '', score: '', count: '', url: '', date: '' }

test('a rating is entered whole or not at all', () => {
  expect(SETTINGS.rating.body.safeParse(EMPTY)).toMatchObject({
    data: { value: SETTINGS.rating.initial },
  })
  expect(SETTINGS.rating.body.safeParse(RATING)).toMatchObject({
    data: { value: { score: 4.9, count: 132 } },
  })
  for (const name of Object.keys(RATING)) {
    const result = SETTINGS.rating.body.safeParse({ ...RATING, [name]: '' })
    expect(result.error?.issues.map(({ path, message }) => [path[0], message])).toEqual([
      [name, 'required'],
    ])
  }
})

test.each([
  ['score', '5.1'],
  ['score', '0'],
  ['score', '4.95'],
  ['count', '0'],
  ['count', '1000000'],
  ['url', 'http://g.page/studio'],
  ['date', '2026-02-30'],
  ['source', 'x'.repeat(41)],
])('a rating with %s %j is refused', (name, value) =>
  expect(SETTINGS.rating.body.safeParse({ ...RATING, [name]: value }).success).toBe(false),
)

test('who works here has a name, a role and at most a portrait; six at most', () => {
  expect(team([{ ...member, translations: { ms: null } }])).toMatchObject({
    data: { value: { members: [{ ...member, translations: {} }] } },
  })
  expect(team(Array(7).fill(member)).success).toBe(false)
  for (const fault of [{ name: ' ' }, { role: '' }, { picture: 'javascript:alert(1)' }])
    expect([fault, team([{ ...member, ...fault }]).success]).toEqual([fault, false])
  expect(team([{ ...member, translations: { ms: { role: '', languages: '' } } }]).success).toBe(
    false,
  )
})

test('a client’s mark has a name and a picture; eight at most', () => {
  const mark = { name: 'Kopi Sdn. Bhd.', picture: '/api/uploads/a.webp' }
  expect(marks([mark]).success).toBe(true)
  expect(marks(Array(9).fill(mark)).success).toBe(false)
  expect(marks([{ ...mark, picture: '' }]).success).toBe(false)
  expect(marks([{ ...mark, name: '' }]).success).toBe(false)
})

test('a person is shown in the language’s own words, or in English and marked so', () => {
  const person = { ...member, translations: { ms: { role: 'Bunyi', languages: 'Melayu' } } }
  expect(memberIn('ms', person)).toMatchObject({ role: 'Bunyi', languages: 'Melayu', lang: 'ms' })
  expect(memberIn('zh', person)).toMatchObject({ role: 'Sound', lang: 'en' })
})

test.each([
  ['Farah', 'F'],
  ['Nur Farah Aziz', 'NA'],
  ['陈小明', '陈'],
  ['陈 小明', '陈'],
  [' 𝒳av ier ', '𝒳I'],
])('the monogram of %j is %s', (name, monogram) => expect(monogramOf(name)).toBe(monogram))
