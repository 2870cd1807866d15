import { lengthOf, spansOf } from '@/lib/availability/rules'
import { sessionPrice, withCode } from '@/lib/bookings/price'
import { bareCode, codeRefusal, type CodeTerms } from '@/lib/codes/rules'
import { codeBody } from '@/lib/codes/schema'

const ANY: CodeTerms = {
  ...{ firstDay: null, lastDay: null, serviceIds: [], durations: [], weekdays: [] },
  ...{ fromHour: null, toHour: null },
}
const HOUR = lengthOf({ duration: 'hourly', hours: 2 })
// Tuesday.
const spans = spansOf('2026-12-01', '10:00', HOUR, new Set())
const wish = { today: '2026-11-20', serviceId: 1, duration: 'hourly', spans }
const RATES = { hourly: 9900, halfDay: null, fullDay: null, weekly: null }
const TAX = { basisPoints: 825, label: 'Tax' }

test.each([
  ['raya-2027', 'RAYA2027'],
  [' ra ya 20\u200b27\ufeff ', 'RAYA2027'],
  ['ＲＡＹＡ２０２７', 'RAYA2027'],
  ['新年 2027', '新年2027'],
  ['STUDİO', 'STUDIO'],
  ['studıo', 'STUDIO'],
  ['studi\u0307o', 'STUDIO'],
  ['***', ''],
])('%j is read as %s', (typed, code) => expect(bareCode(typed)).toBe(code))

test.each<[Partial<CodeTerms>, string | null]>([
  [{}, null],
  [{ firstDay: '2026-11-20', lastDay: '2026-11-20' }, null],
  [{ firstDay: '2026-11-21' }, 'code_early'],
  [{ lastDay: '2026-11-19' }, 'code_over'],
  [{ serviceIds: [2] }, 'code_service'],
  [{ durations: ['half-day'] }, 'code_length'],
  [{ weekdays: [2] }, null],
  [{ weekdays: [1] }, 'code_time'],
  [{ fromHour: 10, toHour: 12 }, null],
  [{ fromHour: 11, toHour: 24 }, 'code_time'],
  [{ fromHour: 0, toHour: 11 }, 'code_time'],
])('a code with %j: %s', (terms, refusal) =>
  expect(codeRefusal({ ...ANY, ...terms }, wish)).toBe(refusal),
)

test('each day of a week has to be one of the code’s', () => {
  const week = spansOf('2026-12-07', '09:00', lengthOf({ duration: 'weekly' }), new Set())
  const asked = { ...wish, duration: 'weekly', spans: week }
  expect(codeRefusal({ ...ANY, weekdays: [1, 2, 3, 4, 5] }, asked)).toBeNull()
  expect(codeRefusal({ ...ANY, weekdays: [1, 2, 3, 4] }, asked)).toBe('code_time')
})

test.each([
  [{ percent: 15, amountSen: null }, 8415],
  [{ percent: null, amountSen: 2000 }, 7900],
  [{ percent: null, amountSen: 50_000 }, 0],
  [{ percent: 100, amountSen: null }, 0],
  // RM1.07 with tax would be left.
  [{ percent: 99, amountSen: null }, 0],
  // RM2.00 is.
  [{ percent: null, amountSen: 9715 }, 185],
])('with %j an hour for RM99 costs %i sen before tax', (off, subtotal) => {
  const full = sessionPrice(RATES, lengthOf({ duration: 'hourly' }), TAX)
  const price = withCode(full, { code: 'RAYA', name: 'Raya', ...off }, TAX)
  expect(price.subtotalSen).toBe(subtotal)
})

test.each([
  [{ code: 'a-b-c' }, 'code', 'code_short'],
  [{ percent: null }, 'percent', 'code_off'],
  [{ amountSen: 100 }, 'percent', 'code_off'],
  [{ firstDay: '2026-12-02', lastDay: '2026-12-01' }, 'lastDay', 'season_order'],
  [{ fromHour: 9 }, 'toHour', 'required'],
  [{ fromHour: 9, toHour: 9 }, 'toHour', 'block_order'],
])('a new code with %j is refused at %s', (about, field, reason) => {
  const typed = { code: 'raya 2027', name: 'Raya', percent: 10, ...about }
  const issues = codeBody
    .safeParse(typed)
    .error?.issues.map(({ path, message }) => [path[0], message])
  expect(issues).toContainEqual([field, reason])
})

test('a new code is stored as it is compared, without limits that were left out', () =>
  expect(codeBody.parse({ code: 'raya 2027', name: 'Raya', percent: 10 })).toMatchObject({
    ...{ code: 'RAYA2027', amountSen: null, maxUses: null, onceEach: false, weekdays: [] },
  }))
