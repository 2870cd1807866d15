import { callRoute } from '@/tests/support/call'
import { givenSessions, join } from '@/tests/support/members'
import { checkout, openShop, visitor, wish, workingDay } from '@/tests/support/shop'
import { holdSlot } from '@/lib/bookings/book'
import { expectRefusal, routeAt } from '../http/refused'

// A free session has no PaymentIntent to be read by: its page asks by the booking's id, and the
// visitor cookie answers for it (docs/decisions/020 C8).

const shop = openShop()
const MINE = 'mineminemineminemineme'
const OTHER = 'otherotherotherotherot'
const FOLDER = 'bookings/free/[id]'

async function freeSession(): Promise<number> {
  await join()
  await givenSessions(shop, 1, 10)
  return (
    await holdSlot(
      wish({
        who: MINE,
        email: 'aina@example.com',
        provenEmail: 'aina@example.com',
        useFreeSession: true,
      }),
    )
  ).booking.id
}
const read = (id: number | string, cookie?: string) =>
  callRoute(routeAt(FOLDER).GET!, `/api/bookings/free/${id}`, {
    headers: cookie ? { cookie: `visitor=${cookie}` } : {},
    params: { id: String(id) },
  })
const refused = (id: number | string, cookie?: string) =>
  expectRefusal(
    FOLDER,
    `/api/bookings/free/${id}`,
    { headers: cookie ? { cookie: `visitor=${cookie}` } : {}, params: { id: String(id) } },
    [404, 'not_found'],
  )

test('the visitor who booked it can read it repeatedly, with the link to its own page', async () => {
  const id = await freeSession()
  const [row] = await shop.rows('SELECT manage_token AS token FROM bookings')
  for (let times = 0; times < 2; times++) {
    const response = await read(id, MINE)
    expect([response.status, response.headers.get('cache-control')]).toEqual([200, 'no-store'])
    expect(await response.json()).toMatchObject({
      id,
      service: { id: 1, name: 'Audio Basic' },
      date: workingDay(),
      time: '09:00',
      status: 'confirmed',
      totalAmount: '0.00',
      paymentStatus: 'paid',
      manageToken: row?.token,
    })
  }
})

test('nobody else can: without a cookie, with another visitor’s, or by a made-up id', async () => {
  const id = await freeSession()
  await refused(id)
  await refused(id, OTHER)
  for (const wrong of [
    '0',
    '-1',
    '1.5',
    '01',
    'x',
    '99',
    '2147483648',
    '9007199254740993',
    '\u0000',
    '1 OR 1=1',
  ])
    await refused(wrong, MINE)
})

test('a booking that is to be paid for is not read this way, not even by its visitor', async () => {
  const { booking } = await checkout({ who: MINE })
  expect(await shop.rows('SELECT visitor_hash AS hash FROM bookings')).toEqual([
    { hash: visitor(MINE) },
  ])
  await refused(booking, MINE)
})

test('a free session asked for again, as when its answer was lost, is the same booking and one session', async () => {
  const id = await freeSession()
  const again = wish({
    ...{ who: MINE, email: 'aina@example.com', provenEmail: 'aina@example.com' },
    useFreeSession: true,
  })
  expect(await holdSlot(again)).toMatchObject({ created: false, booking: { id } })
  const ledger = await shop.rows(
    `SELECT booking_id FROM membership_sessions WHERE was_freebie_session`,
  )
  expect(ledger).toEqual([{ booking_id: id }])
})
