// The blocks of a year, as the page of closed days lists them.
import { blocksOfYear, MOST_BLOCKS } from '@/lib/closings/year/queries'
import { openShop } from '@/tests/support/shop'

const shop = openShop()

const block = (
  days: [first: string, last: string],
  more: Partial<{ repeats: string; until: string; skips: string; reason: string }> = {},
) =>
  shop.rows(
    `INSERT INTO blocks (first_day, last_day, repeats, repeats_until, skips, reason)
    VALUES ($1::date, $2::date, $3, $4::date, coalesce($5::date[], '{}'), $6)`,
    [...days, more.repeats, more.until, more.skips, more.reason ?? days[0]],
  )

const found = async (year: number) =>
  (await blocksOfYear(year)).blocks.map(({ reason, days }) => [reason, ...days])

test('a block over New Year is in both years, each with its own days, at the studio’s midnight', async () => {
  await block(['2026-12-31', '2027-01-02'])
  expect(await found(2026)).toEqual([['2026-12-31', '2026-12-31']])
  expect(await found(2027)).toEqual([['2026-12-31', '2027-01-01', '2027-01-02']])
  expect(await found(2025)).toEqual([])
  expect(await found(2028)).toEqual([])
})

test('a block that repeats has the days of its occurrences but the skipped ones, by date', async () => {
  await block(['2027-03-05', '2027-03-05'], {
    ...{ repeats: 'weekly', until: '2027-03-26', skips: '{2027-03-19}', reason: 'Prayers' },
  })
  await block(['2020-02-29', '2020-02-29'], { repeats: 'yearly', reason: 'Founded' })
  expect(await found(2027)).toEqual([
    ['Founded', '2027-02-28'],
    ['Prayers', '2027-03-05', '2027-03-12', '2027-03-26'],
  ])
  expect(await found(2028)).toEqual([['Founded', '2028-02-29']])
})

test('a year with more blocks than are listed says so', async () => {
  await shop.rows(
    `INSERT INTO blocks (first_day, last_day) SELECT day, day
    FROM generate_series('2027-01-01'::date, '2027-01-01'::date + $1::int - 1, '1 day') AS day`,
    [MOST_BLOCKS],
  )
  expect(await blocksOfYear(2027)).toMatchObject({ more: false })
  await block(['2027-12-01', '2027-12-01'])
  const { blocks, more } = await blocksOfYear(2027)
  expect([blocks.length, more]).toEqual([MOST_BLOCKS, true])
})
