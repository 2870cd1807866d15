import { lastEnd } from '@/lib/admin/calendar/rules'
import { blockBody } from '@/lib/admin/calendar/schema'

const BLOCK = { date: '2026-12-30', from: '10:00', to: '12:00' }
const parsed = (change: object) => blockBody.safeParse({ ...BLOCK, ...change })

test.each([
  [{}],
  [{ to: '24:00' }],
  [{ until: '2027-01-05', repeats: 'weekly', repeatsUntil: '2027-06-30' }],
  [{ repeats: 'weekly', repeatsUntil: '2026-12-30' }],
  [{ repeats: 'yearly' }],
  [{ date: '2028-02-29', until: '2028-02-29', repeats: 'yearly', repeatsUntil: '2036-02-29' }],
  [{ until: '2027-12-30', wholeDay: true }],
])('a block with %j is accepted', (change) => expect(parsed(change).success).toBe(true))

test.each([
  [{ to: '09:00' }, 'to'],
  [{ to: '10:00' }, 'to'],
  [{ to: '24:30' }, 'to'],
  [{ from: '24:00', to: '24:00' }, 'from'],
  [{ date: '2027-02-30' }, 'date'],
  [{ until: '2026-12-29' }, 'until'],
  [{ until: '2027-12-31' }, 'until'],
  [{ until: '2027-12-30', repeats: 'yearly' }, 'repeats'],
  [{ until: '2027-01-06', repeats: 'weekly', repeatsUntil: '2027-06-30' }, 'repeats'],
  [{ repeats: 'weekly' }, 'repeatsUntil'],
  [{ repeats: 'weekly', repeatsUntil: '2026-12-29' }, 'repeatsUntil'],
  [{ repeats: 'daily' }, 'repeats'],
])('a block with %j is refused at %s', (change, field) =>
  expect(parsed(change).error?.issues.map(({ path }) => path[0])).toContain(field),
)

test.each([
  [{}, '2026-12-30T04:00Z'],
  [{ to: '24:00' }, '2026-12-30T16:00Z'],
  [{ wholeDay: true, until: '2027-01-01' }, '2027-01-01T16:00Z'],
  [{ repeats: 'weekly', repeatsUntil: '2027-01-12' }, '2027-01-06T04:00Z'],
  [{ repeats: 'weekly', repeatsUntil: '2027-01-13' }, '2027-01-13T04:00Z'],
  [{ repeats: 'yearly', repeatsUntil: '2029-12-29' }, '2028-12-30T04:00Z'],
  [{ repeats: 'yearly', repeatsUntil: '2029-12-30' }, '2029-12-30T04:00Z'],
  [{ date: '2028-02-29', repeats: 'yearly', repeatsUntil: '2030-02-28' }, '2030-02-28T04:00Z'],
  [{ date: '2028-02-29', repeats: 'yearly', repeatsUntil: '2032-02-28' }, '2031-02-28T04:00Z'],
  [{ until: '2027-01-02', repeats: 'yearly', repeatsUntil: '2028-01-01' }, '2028-01-02T04:00Z'],
])('a block with %j is over at %s', (change, end) =>
  expect(lastEnd(blockBody.parse({ ...BLOCK, ...change }))).toEqual(new Date(end)),
)

test('a block that repeats every year for ever is never over', () =>
  expect(lastEnd(blockBody.parse({ ...BLOCK, repeats: 'yearly' }))).toBeNull())
