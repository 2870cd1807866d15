// What the administrator sells at the desk: a discount with its reason, ways to pay, add-ons, and a
// customer without an email (docs/decisions/020 C15).
import { POST as makeBooking } from '@/app/api/admin/bookings/route'
import { POST as payByLink } from '@/app/api/manage/[token]/payment/route'
import { GET as readManaged } from '@/app/api/manage/[token]/route'
import { bookingDetail } from '@/lib/admin/bookings/queries'
import { unpaidOver } from '@/lib/admin/attention/queries'
import { callRoute } from '@/tests/support/call'
import { openShop, workingDay } from '@/tests/support/shop'
import { tellAll, toldCustomers } from '@/tests/support/told'
import { ownerCookie } from '../admin/admin'

const shop = openShop()
let cookie: string
beforeEach(async () => {
  cookie = await ownerCookie(shop)
})

const make = async (changes: object = {}, headers: Record<string, string> = {}) => {
  const body = {
    ...{ serviceId: 1, firstName: 'Hakim', email: 'hakim@example.com', locale: 'ms' },
    ...{ date: workingDay(), time: '09:00', paid: 'link', ...changes },
  }
  const response = await callRoute(makeBooking, '/api/admin/bookings', {
    body,
    headers: { cookie, ...headers },
  })
  return { status: response.status, body: (await response.json()) as Record<string, unknown> }
}
const of = async (path: typeof payByLink, token: string, body?: object) => {
  const response = await callRoute(path, `/api/manage/${token}`, {
    ...(body && { body }),
    params: { token },
  })
  return { status: response.status, body: (await response.json()) as Record<string, unknown> }
}
const booking = async (id: unknown) =>
  (
    await shop.rows(
      `SELECT status, email, total_amount::text AS total, on_account::text AS "onAccount" FROM bookings WHERE id = $1`,
      [id],
    )
  )[0]
const lines = async () =>
  (await shop.rows(`SELECT lines FROM sales ORDER BY id`)).flatMap(
    (row) => row.lines as { kind: string; amountSen: number; text?: string }[],
  )
const payments = () =>
  shop.rows(`SELECT purpose, method, outcome, amount::text, note FROM payments ORDER BY id`)
const receiptLines = async () =>
  (await shop.rows(`SELECT lines FROM receipts ORDER BY id`)).flatMap((row) =>
    (row.lines as { english: string; amountSen: number }[]).map(
      ({ english, amountSen }) => `${english} ${amountSen}`,
    ),
  )

describe('a discount', () => {
  test('is a line of the sale and of the receipt, with the reason', async () => {
    const discount = { amountSen: 19_00, reason: 'Regular guest' }
    const paid = { method: 'duitnow', note: '0931' }
    const made = await make({ discount, paid, addOns: [3] })
    // 99 + 80 − 19 = 160, and 8.25 % of it.
    expect(made).toMatchObject({
      status: 201,
      body: { status: 'confirmed', subtotal: '160.00', totalAmount: '173.20', payUrl: null },
    })
    expect((await lines()).map(({ kind, amountSen }) => `${kind} ${amountSen}`)).toEqual([
      ...['session 9900', 'add_on 8000', 'discount -1900'],
    ])
    expect(await payments()).toEqual([
      {
        ...{ purpose: 'booking', method: 'duitnow', outcome: 'confirmed' },
        ...{ amount: '173.20', note: '0931' },
      },
    ])
    expect((await receiptLines()).slice(1)).toEqual([
      ...['Co-host Support, 1 hour 8000', 'Discount: Regular guest -1900'],
    ])
    expect((await bookingDetail(Number(made.body.id), 'en'))?.addOns).toEqual([
      { name: 'Co-host Support', hours: 1, totalAmount: '80.00' },
    ])
  })

  test('in percent is of everything, to the nearest sen', async () => {
    const discount = { percent: 15, reason: 'Opening week' }
    const { body } = await make({ discount, addOns: [3], totalAmount: '164.70' })
    // 15 % of 179 is 26.85; 152.15 with tax is 164.70.
    expect(body).toMatchObject({ subtotal: '152.15', totalAmount: '164.70' })
  })

  test('is refused above the price, without its reason, and where the link could not be paid', async () => {
    const refused = async (changes: object) => {
      const { status, body } = await make(changes)
      return [status, Object.keys((body.fields ?? {}) as object)]
    }
    const reason = 'Friend'
    const faults: [object, string][] = [
      [{ discount: { amountSen: 99_01, reason } }, 'discount'],
      [{ discount: { amountSen: 10_00 } }, 'discount'],
      [{ discount: { amountSen: 10_00, reason: '  ' } }, 'discount'],
      [{ discount: { amountSen: 10_00, percent: 10, reason } }, 'discount'],
      [{ discount: { percent: 101, reason } }, 'discount'],
      [{ discount: { amountSen: -1, reason } }, 'discount'],
      [{ discount: { amountSen: 97_50, reason } }, 'paid'],
      [{ paid: 'free' }, 'discount'],
      [{ paid: { method: 'card' } }, 'paid'],
      [{ paid: 'never' }, 'paid'],
      [{ addOns: [1] }, 'addOns'],
    ]
    for (const [changes, field] of faults) expect(await refused(changes)).toEqual([400, [field]])
    expect(await shop.rows('SELECT 1 FROM bookings')).toEqual([])
    const { body } = await make({ discount: { amountSen: 10_00, reason }, totalAmount: '107.17' })
    expect(body).toMatchObject({ code: 'price_changed', totalAmount: '96.34' })
  })

  test('of everything leaves nothing to pay: confirmed, without a payment', async () => {
    const made = await make({ paid: 'free', discount: { percent: 10, reason: 'Charity' } })
    expect(made.body).toMatchObject({ status: 'confirmed', totalAmount: '0.00', payUrl: null })
    expect(await payments()).toEqual([])
    expect(await toldCustomers()).toEqual(['confirmed'])
    const whole = await make({ time: '11:00', discount: { amountSen: 99_00, reason: 'Prize' } })
    expect(whole.body).toMatchObject({ status: 'confirmed', totalAmount: '0.00' })
  })
})

describe('what is to be paid', () => {
  test('by link waits, and the answer has the address to send', async () => {
    const { body } = await make()
    expect(body).toMatchObject({ status: 'pending' })
    expect(body.payUrl).toMatch(new RegExp(`/ms/manage/${await shop.tokenOf(Number(body.id))}$`))
  })

  test('is asked for in a message in the customer’s language, for the number they gave', async () => {
    const { body } = await make({ phone: '012-345 6789' })
    expect(body.whatsApp).toBe('60123456789')
    expect(body.payText).toBe(
      `Hai Hakim, ini Bintang Studio. Bayaran untuk sesi anda boleh dibuat di sini: ${String(body.payUrl)}`,
    )
    const paid = await make({ time: '11:00', paid: { method: 'cash' } })
    expect(paid.body).toMatchObject({ payUrl: null, payText: null, whatsApp: null })
  })

  test('later is confirmed and owed, is told so, and ends with its payment', async () => {
    const { body } = await make({ paid: 'later' })
    const id = Number(body.id)
    const token = await shop.tokenOf(id)
    expect(await booking(id)).toMatchObject({ status: 'confirmed', onAccount: '107.17' })
    expect(body.payUrl).toMatch(new RegExp(`/ms/manage/${token}$`))
    const [mail] = await tellAll()
    expect(mail).toMatchObject({
      says: 'confirmed',
      letter: { payload: { askedSen: 107_17, calendar: 'confirmed' } },
    })
    const owed = { status: 'confirmed', payable: true, owedAmount: '107.17' }
    expect((await of(readManaged, token)).body).toMatchObject(owed)
    const asked = await of(payByLink, token, { amount: '107.17' })
    await shop.payments.pay(String(asked.body.clientSecret).split('_secret_')[0] ?? '')
    await shop.payments.release()
    expect((await of(readManaged, token)).body).toMatchObject({
      payable: false,
      owedAmount: '0.00',
    })
    expect((await bookingDetail(id, 'en'))?.payLink).toBeNull()
    expect(await of(payByLink, token, { amount: '107.17' })).toMatchObject({ status: 409 })
  })

  test('later is listed once the session is over, until it is paid', async () => {
    const { body } = await make({ paid: 'later' })
    const id = Number(body.id)
    await shop.rows(`DELETE FROM slot_reservations`)
    await shop.rows(`UPDATE bookings SET status = 'completed', completed_at = now(),
      starts_at = now() - interval '3 hours', ends_at = now() - interval '2 hours'`)
    expect(await unpaidOver()).toMatchObject([{ id, amount: '107.17' }])
    const token = await shop.tokenOf(id)
    const asked = await of(payByLink, token, { amount: '107.17' })
    await shop.payments.pay(String(asked.body.clientSecret).split('_secret_')[0] ?? '')
    await shop.payments.release()
    expect(await unpaidOver()).toEqual([])
    expect(await payments()).toMatchObject([{ outcome: 'confirmed', amount: '107.17' }])
    // Put back where the books expect it.
    await shop.rows(
      `UPDATE bookings SET status = 'cancelled', cancelled_at = now(), completed_at = NULL`,
    )
  })
})

test('a customer with only a telephone number is booked, and nothing is mailed to nobody', async () => {
  const { status, body } = await make({ email: '', phone: '012-345 6789', paid: 'later' })
  expect(status).toBe(201)
  expect(await booking(body.id)).toMatchObject({ email: '', status: 'confirmed' })
  expect((await tellAll()).map(({ kind }) => kind)).toEqual(['studio_booking'])
  expect(await make({ email: undefined, phone: '' })).toMatchObject({
    status: 400,
    body: { fields: { email: expect.any(String) } },
  })
})

test('how many people come is kept, from 1 to 100', async () => {
  expect((await make({ people: 4 })).body).toMatchObject({ people: 4 })
  for (const people of [0, 101, 1.5, '4'])
    expect((await make({ people, time: '11:00' })).body).toMatchObject({
      fields: { people: expect.any(String) },
    })
  expect((await make({ time: '11:00' })).body).toMatchObject({ people: null })
})

test('what is sent twice with one key is one booking, and answered as it is now', async () => {
  const key = { 'idempotency-key': 'one-press-of-the-button' }
  const first = await make({}, key)
  await shop.rows(`UPDATE bookings SET first_name = 'Hakimi'`)
  const again = await make({}, key)
  expect(again).toMatchObject({ status: 201, body: { id: first.body.id, firstName: 'Hakimi' } })
  expect(await shop.rows('SELECT 1 FROM bookings')).toHaveLength(1)
  expect(await make({ time: '11:00' }, key)).toMatchObject({
    body: { code: 'idempotency_mismatch' },
  })
  // What was refused is not an answer: the same may be sent again.
  const next = { 'idempotency-key': 'another-press-of-the-button' }
  await shop.rows(`UPDATE services SET state = 'retired' WHERE id = 1`)
  expect((await make({ time: '11:00' }, next)).status).toBe(400)
  await shop.rows(`UPDATE services SET state = 'offered' WHERE id = 1`)
  expect((await make({ time: '11:00' }, next)).status).toBe(201)
})

describe('a call that says `payment`, as before there was `paid`', () => {
  const say = (payment: string) => make({ paid: undefined, payment })

  test('`offline` is received at the studio without how, confirmed, and has its receipt', async () => {
    expect(await say('offline')).toMatchObject({ status: 201, body: { status: 'confirmed' } })
    expect(await payments()).toMatchObject([{ method: 'offline', amount: '107.17' }])
    expect(await receiptLines()).toHaveLength(1)
  })

  test('`later` is pending, and the customer is sent the link', async () => {
    expect(await say('later')).toMatchObject({
      status: 201,
      body: { status: 'pending', payUrl: expect.any(String) },
    })
  })

  test('anything else is refused at the field that says how it is paid', async () => {
    expect(await say('free of charge')).toMatchObject({
      status: 400,
      body: { fields: { paid: expect.any(String) } },
    })
    expect(await make({ paid: undefined })).toMatchObject({ status: 400 })
  })
})
