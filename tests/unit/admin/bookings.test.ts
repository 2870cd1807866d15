import { BOOKING_STATUSES, transition } from '@/lib/bookings/status'
import { csvLine } from '@/lib/admin/bookings/csv'
import { cursorText, filterOf, parseCursor, queryOf } from '@/lib/admin/bookings/schema'

describe('any status to any (docs/decisions/020 C11)', () => {
  const pairs = BOOKING_STATUSES.flatMap((from) =>
    BOOKING_STATUSES.map((to) => [from, to] as const),
  )
  test.each(pairs)('%s becomes %s', (from, to) => {
    const step = transition(from, to)
    if (from === to) return expect(step).toBeNull()
    expect(step?.slot).toBe(from === 'cancelled' ? 'take' : to === 'cancelled' ? 'free' : 'keep')
    // What one change writes into a member's ledger, the way back takes out again.
    expect(step?.session === 'record').toBe(to === 'completed')
    if (from === 'completed') expect(step?.session).toBe('reverse')
  })
})

const csvField = (text: string) => csvLine([text]).slice(0, -2)

describe('a CSV field is never a formula', () => {
  test.each([
    '=1+1',
    '+60123',
    '-2',
    '@SUM(A1)',
    '\t=1',
    '\r=1',
    '  =cmd|"/C calc"!A0',
    '＝1',
    '\u00a0=1',
  ])('%j', (text) => {
    const field = csvField(text)
    expect(field.startsWith(`"'`)).toBe(true)
    expect(field.slice(2, -1).replaceAll('""', '"')).toBe(text)
  })
  test.each([
    ['Aina', 'Aina'],
    ['Tan, Wei "W"', '"Tan, Wei ""W"""'],
    ['two\nlines', '"two\nlines"'],
    ['', ''],
  ])('%j stays text', (text, field) => expect(csvField(text)).toBe(field))
  test('numbers and nothing stay as they are', () =>
    expect(csvLine([-7, null, '陈'])).toBe('-7,,陈\r\n'))
})

test('a cursor is parsed as it was formatted; anything else is refused', () => {
  const at = new Date('2026-11-21T04:00:00.123Z')
  expect(parseCursor(cursorText({ at, id: 42 }))).toEqual({ at, id: 42 })
  for (const text of ['', '1-1', `${at.getTime()}-99999999999`, `${at.getTime()}-1;`])
    expect(parseCursor(text)).toBeNull()
})

test('an address gives the filter it was made from; what makes no sense is left out', () => {
  const query = {
    search: 'tan',
    status: 'confirmed',
    service: '3',
    from: '2026-12-01',
    to: '2026-12-31',
    sort: 'session',
    all: '1',
  }
  expect(Object.fromEntries(queryOf(filterOf(query)))).toEqual(query)
  const nonsense = {
    status: 'paid',
    service: '0',
    from: '2027-02-30',
    to: ['a', 'b'],
    sort: 'price',
    all: 'yes',
    search: 'x'.repeat(101),
    tab: 'audit',
  }
  expect(queryOf(filterOf(nonsense)).toString()).toBe('')
})

// Seen in accounts kept in spreadsheets: registration numbers and codes lose their zeros.
describe('real life: a code of digits in the CSV', () => {
  test.each([
    ['022', '"=""022"""'],
    ['0123456789', '"=""0123456789"""'],
    ['202301012345', '"=""202301012345"""'],
    ['12E3', '"=""12E3"""'],
    ['00 12', '"=""00 12"""'],
    ['99.00', '99.00'],
    ['0.50', '0.50'],
    ['0', '0'],
    ['2026-11-25', '2026-11-25'],
    ['09:00', '09:00'],
    ['=1+1', '"\'=1+1"'],
    ['="022"', `"'=""022"""`],
    ['0"&HYPERLINK("x")', '"0""&HYPERLINK(""x"")"'],
    ['０２２', '０２２'],
    // Codes and order numbers that become days.
    ['DEC25', '"=""DEC25"""'],
    ['May 2026', '"=""May 2026"""'],
    ['sept-1', '"=""sept-1"""'],
    ['25DEC', '"=""25DEC"""'],
    ['1-Jan-27', '"=""1-Jan-27"""'],
    ['3/4', '"=""3/4"""'],
    ['12-3456', '"=""12-3456"""'],
    ['2026-11', '"=""2026-11"""'],
    ['01/02/2026', '"=""01/02/2026"""'],
    ['MARIA1', 'MARIA1'],
    ['MAY', 'MAY'],
    ['RAYA2027', 'RAYA2027'],
    ['012-345 6789', '012-345 6789'],
    ['DEC25"&A1', '"DEC25""&A1"'],
    ['DEC２５', 'DEC２５'],
  ])('%s is written as %s', (text, written) => expect(csvLine([text])).toBe(`${written}\r\n`))
})
