import { bookingBody, paymentIntentBody } from '@/lib/bookings/schema'

const NO_COMPANY = {
  company: null,
  companyRegistration: null,
  companyIdKind: null,
  companyTin: null,
  companySst: null,
  companyAddress: null,
  companyPostcode: null,
  companyCity: null,
  companyState: null,
  companyCountry: null,
  poNumber: null,
  financeEmail: null,
}

describe('what a booking request may say', () => {
  const good = {
    serviceId: 1,
    firstName: 'Aina',
    email: 'Aina@Example.com',
    date: '2026-12-01',
    time: '09:00',
  }

  test('what it leaves out is null, the length is hourly, and there are no add-ons', () => {
    expect(bookingBody.parse(good)).toEqual({
      ...good,
      email: 'aina@example.com',
      hours: 1,
      roomId: null,
      addOns: [],
      lastName: null,
      phone: null,
      requirements: null,
      code: null,
      ...NO_COMPANY,
      duration: 'hourly',
      totalAmount: undefined,
      useFreeSession: false,
    })
    const empty = { lastName: '', phone: '  ', requirements: '\n', totalAmount: null }
    expect(bookingBody.parse({ ...good, ...empty })).toMatchObject({
      lastName: null,
      phone: null,
      requirements: null,
      totalAmount: null,
    })
  })

  test('what it adds is dropped', () => {
    const forged = JSON.parse(
      '{"status":"confirmed","id":7,"subtotal":"1.00","taxAmount":"0","holdExpiresAt":"2099-01-01","manageToken":"x","__proto__":{"status":"confirmed"},"constructor":1}',
    ) as object
    const parsed = bookingBody.parse({ ...good, ...forged })
    expect(Object.keys(parsed).sort()).toEqual(Object.keys(bookingBody.parse(good)).sort())
    expect((parsed as { status?: string }).status).toBeUndefined()
  })

  test.each([
    ['107.17', 10717],
    [107.17, 10717],
    ['107.1', 10710],
    [107, 10700],
    ['0', 0],
    [0, 0],
    ['99999999.99', 9999999999],
  ])('amount %p is %p sen', (value, expected) =>
    expect(paymentIntentBody.parse({ amount: value, bookingId: 1 })).toEqual({
      amount: expected,
      bookingId: 1,
    }),
  )

  test.each([
    -1,
    '-1',
    NaN,
    Infinity,
    'NaN',
    '1e3',
    1e21,
    '0x10',
    '107,17',
    ' 107.17',
    '107.170',
    107.171,
    '',
    true,
    [],
    ['107.17'],
    {},
  ])('amount %p is refused', (value) =>
    expect(paymentIntentBody.safeParse({ amount: value, bookingId: 1 }).success).toBe(false),
  )

  test.each([null, undefined])('amount %p leaves it to the server', (value) =>
    expect(paymentIntentBody.safeParse({ amount: value, bookingId: 1 }).success).toBe(true),
  )

  test.each([
    0,
    -1,
    1.5,
    2 ** 31,
    2 ** 53,
    1e300,
    NaN,
    Infinity,
    '1',
    null,
    undefined,
    true,
    [1],
    {},
  ])('id %p is refused', (value) => {
    expect(paymentIntentBody.safeParse({ amount: '1.00', bookingId: value }).success).toBe(false)
    expect(bookingBody.safeParse({ ...good, serviceId: value }).success).toBe(false)
  })
})
