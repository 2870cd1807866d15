// What the audit log says of a change: fields, never a setting's JSON.
import { changesOf } from '@/lib/audit/rules'
import { DEFAULT_HOURS } from '@/lib/studio'
import { DEFAULT_REPLIES } from '@/lib/settings/replies'
import { SETTINGS } from '@/lib/settings/schema'
import en from '@/messages/en.json'

const hours = (opens: number, closes: number) => ({ opens, closes })
const RAMADAN = {
  from: '2027-02-18',
  to: '2027-03-19',
  name: 'Ramadan',
  translations: { ms: { name: 'Ramadan' } },
  weekday: hours(9, 17),
  weekend: hours(10, 15),
}
const YEAR_END = {
  ...RAMADAN,
  from: '2026-12-21',
  to: '2026-12-31',
  name: 'Year end',
  translations: {},
}

test('fields that are the same are left out; what is new or gone says so', () => {
  expect(changesOf({ a: '1', b: '2', c: null }, { a: '1', b: '3', d: ['x', 'y'] })).toEqual([
    { path: ['b'], before: '2', after: '3' },
    { path: ['d'], before: null, after: 'x, y' },
  ])
  expect(changesOf(null, { severalHours: true })).toEqual([
    { path: ['severalHours'], before: null, after: true },
  ])
  expect(changesOf({ a: '1' }, null)).toEqual([{ path: ['a'], before: '1', after: null }])
})

test('a season is said field by field under its name, whatever stands before it in the list', () => {
  const changed = { ...RAMADAN, to: '2027-03-20', weekday: hours(10, 17) }
  expect(changesOf({ periods: [RAMADAN] }, { periods: [YEAR_END, changed] })).toEqual([
    { path: ['periods', 'Ramadan', 'to'], before: '2027-03-19', after: '2027-03-20' },
    { path: ['periods', 'Ramadan', 'weekday'], before: '09:00–17:00', after: '10:00–17:00' },
    { path: ['periods', 'Year end', 'from'], before: null, after: '2026-12-21' },
    { path: ['periods', 'Year end', 'to'], before: null, after: '2026-12-31' },
    { path: ['periods', 'Year end', 'weekday'], before: null, after: '09:00–17:00' },
    { path: ['periods', 'Year end', 'weekend'], before: null, after: '10:00–15:00' },
  ])
})

test('every field of every setting has words, and none is shown as JSON', () => {
  const filled = {
    ...SETTINGS.seasons.initial,
    periods: [RAMADAN],
    ...DEFAULT_HOURS,
    ...Object.assign({}, ...Object.values(SETTINGS).map(({ initial }) => initial)),
  } as object
  const changes = changesOf(null, { ...filled, periods: [RAMADAN] })
  const names = ['Ramadan', ...DEFAULT_REPLIES.map(({ name }) => name)]
  const unnamed = changes.flatMap(({ path }) =>
    path.filter((key) => !(key in en.admin.audit.fields) && !names.includes(key)),
  )
  expect(unnamed).toEqual([])
  expect(changes.filter(({ after }) => /^(\{"|\[)/.test(String(after)))).toEqual([])
})
