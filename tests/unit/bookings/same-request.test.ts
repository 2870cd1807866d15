import { isSameRequest, isSameSession, type AskedFor } from '@/lib/bookings/same-request'
import { bookingBody } from '@/lib/bookings/schema'
import { COMPANY_FIELDS } from '@/lib/receipts/company'

const asked = bookingBody.parse({
  ...{ serviceId: 1, roomId: 2, date: '2026-12-01', time: '09:00', hours: 2, addOns: [4, 3] },
  ...{ firstName: 'Aina', lastName: 'Rahman', email: 'aina@example.com', phone: '012-345 6789' },
  ...{ requirements: 'Two chairs', code: 'RAYA-2027' },
})
const row: AskedFor = {
  ...{ serviceId: 1, roomId: 2, date: '2026-12-01', time: '09:00', duration: 'hourly', hours: 2 },
  ...{ addOns: [3, 4], code: 'RAYA2027', isFreeSession: false, email: 'aina@example.com' },
  ...{ firstName: 'Aina', lastName: 'Rahman', phone: '012-345 6789', requirements: 'Two chairs' },
  billing: null,
}
const other: Record<string, unknown> = {
  ...{ serviceId: 2, roomId: null, date: '2026-12-02', time: '10:00', duration: 'half-day' },
  ...{ hours: 3, addOns: [3], code: null, useFreeSession: true, email: 'someone@example.com' },
}
const DETAILS = ['firstName', 'lastName', 'phone', 'requirements', ...COMPANY_FIELDS]
// Only compared with the server's own price.
const fields = Object.keys(bookingBody.shape).filter((field) => field !== 'totalAmount')

test('the same request is recognised, with its add-ons in any order and its code in any spelling', () => {
  expect([isSameSession(row, asked), isSameRequest(row, asked)]).toEqual([true, true])
})

test.each(fields)('a request with another %s is another request', (field) => {
  const changed = { ...asked, [field]: field in other ? other[field] : 'Another' }
  expect(isSameRequest(row, changed)).toBe(false)
})

test.each(fields)(
  'another %s is another session, unless it is a detail of the customer',
  (field) => {
    const changed = { ...asked, [field]: field in other ? other[field] : 'Another' }
    expect(isSameSession(row, changed)).toBe(DETAILS.includes(field))
  },
)
