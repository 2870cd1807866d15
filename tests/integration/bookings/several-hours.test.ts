// Bookings of two to eight hours by the hour (docs/decisions/020 B2).
import { GET as availabilityGet } from '@/app/api/availability/[date]/route'
import { POST } from '@/app/api/bookings/route'
import { POST as upgradePost } from '@/app/api/manage/[token]/upgrade/route'
import { holdSlot } from '@/lib/bookings/book'
import { rescheduleBooking } from '@/lib/bookings/reschedule'
import { setStatus } from '@/lib/bookings/set-status'
import { managedBooking } from '@/lib/bookings/manage'
import { lengthOf } from '@/lib/availability/rules'
import { saveSetting } from '@/lib/settings/change'
import { callRoute } from '@/tests/support/call'
import { openShop, refusal, wish, workingDay, type Wish } from '@/tests/support/shop'

// seedMinimal: service 1 at RM99 by the hour only, service 2 at RM248, 228 × 4, 208 × 8.
const shop = openShop()
const date = workingDay()
const room = (id: number) =>
  shop.rows(
    `SELECT to_char(starts_at AT TIME ZONE 'Asia/Kuala_Lumpur', 'HH24:MI') AS from, to_char(ends_at AT TIME ZONE 'Asia/Kuala_Lumpur', 'HH24:MI') AS to FROM slot_reservations WHERE booking_id = $1`,
    [id],
  )
const free = async (query: string): Promise<string[]> => {
  const answer = await callRoute(availabilityGet, `/api/availability/${date}?${query}`, {
    params: { date },
  })
  return ((await answer.json()) as { availableSlots: string[] }).availableSlots
}

test('are priced by the hour, take the whole time, and are one hold of their own', async () => {
  const first = await holdSlot(wish({ hours: 3, totalSen: 321_50, addOns: [] }))
  expect(first.booking).toMatchObject({ duration: 'hourly', hours: 3 })
  expect(first.booking.sales).toMatchObject([{ subtotal: '297.00', taxAmount: '24.50' }])
  expect(await room(first.booking.id)).toEqual([{ from: '09:00', to: '12:00' }])
  const again = await holdSlot(wish({ hours: 3 }))
  expect([again.created, again.booking.id]).toEqual([false, first.booking.id])
  const shorter = await holdSlot(wish({ hours: 2 }))
  expect(shorter).toMatchObject({ created: true, released: [first.booking.id] })
  expect(await room(shorter.booking.id)).toEqual([{ from: '09:00', to: '11:00' }])
})

test('charge their add-ons for every hour', async () => {
  const { booking } = await holdSlot(wish({ hours: 2, addOns: [3] }))
  expect(booking.sales).toMatchObject([{ subtotal: (2 * (99 + 80)).toFixed(2) }])
})

test('are offered where all their hours are free, and over the wire answer as documented', async () => {
  await holdSlot(wish({ who: 'other', time: '12:00' }))
  const whole = await free('')
  expect(await free('hours=1')).toEqual(whole)
  expect(await free('duration=hourly&hours=3')).toEqual(
    ['09:00', '13:00', '14:00', '15:00', '16:00', '17:00', '18:00'], // three hours before 12:00 or after it
  )
  const answer = await callRoute(POST, '/api/bookings', {
    body: {
      serviceId: 1,
      firstName: 'Aina',
      email: 'aina@example.com',
      date,
      time: '13:00',
      duration: 'hourly',
      hours: 2,
    },
  })
  expect([answer.status, await answer.json()]).toMatchObject([
    201,
    { duration: 'hourly', hours: 2, subtotal: '198.00', totalAmount: '214.34' },
  ])
})

test.each([
  ['hours=0', 'choice'],
  ['hours=9', 'choice'],
  ['hours=1.5', 'choice'],
  ['hours=two', 'choice'],
  ['duration=half-day&hours=2', 'choice'],
])('GET with %s is refused beside its field', async (query) => {
  const answer = await callRoute(availabilityGet, `/api/availability/${date}?${query}`, {
    params: { date },
  })
  expect([answer.status, await answer.json()]).toMatchObject([
    400,
    { code: 'invalid_request', fields: { hours: expect.any(String) } },
  ])
})

test.each([[0], [9], [1.5], ['2'], [null]])('POST with hours %p is refused', async (hours) => {
  const body = { serviceId: 1, firstName: 'A', email: 'a@example.com', date, time: '09:00', hours }
  const answer = await callRoute(POST, '/api/bookings', { body })
  expect([answer.status, await answer.json()]).toMatchObject([
    400,
    { fields: { hours: expect.any(String) } },
  ])
  expect(await shop.rows('SELECT 1 FROM bookings')).toEqual([])
})

test('are refused with another duration', async () => {
  expect(await refusal(holdSlot(wish({ hours: 2, duration: 'half-day' })))).toMatchObject({
    details: { fields: { hours: 'choice' } },
  })
})

async function sold(hours: number, about: Wish = {}) {
  const { booking: id } = await shop.sold({ serviceId: 2, time: '10:00', hours, ...about })
  return { id, token: await shop.tokenOf(id) }
}

const upgrade = (token: string, body: object) =>
  callRoute(upgradePost, `/api/manage/${token}/upgrade`, { body, params: { token } })

test('paid, they keep their length when they are moved, and are one session in the ledger', async () => {
  const { id, token } = await sold(3)
  const other = workingDay(1)
  const now = new Date()
  expect(
    await rescheduleBooking({
      id,
      newDate: other,
      newTime: '18:00',
      by: 'customer',
      actor: 'x',
      now,
    }),
  ).toBe(true)
  expect(await room(id)).toEqual([{ from: '18:00', to: '21:00' }])
  // It would end after closing time.
  expect(
    await refusal(
      rescheduleBooking({ id, newDate: other, newTime: '19:00', by: 'customer', actor: 'x', now }),
    ),
  ).toMatchObject({ code: 'slot_unavailable' })
  expect(await managedBooking(token, 'en', now)).toMatchObject({ duration: 'hourly', hours: 3 })
})

test('are upgraded hour by hour or to the day, for the difference', async () => {
  const { id, token } = await sold(2) // 2 × 248 = 496.00, with tax 536.92
  const offers = (await managedBooking(token, 'en', new Date()))?.offers
  expect(offers?.lengths).toEqual([
    { ...lengthOf({ duration: 'hourly', hours: 3 }), state: 'free' },
    { ...lengthOf({ duration: 'half-day' }), state: 'free' },
    { ...lengthOf({ duration: 'full-day' }), state: 'free' },
  ])
  // 912.00 with tax is 987.24.
  const half = await upgrade(token, { duration: 'half-day', amount: '450.32' })
  expect(half.status).toBe(200)
  const three = await upgrade(token, { duration: 'hourly', hours: 3, amount: '268.46' })
  expect(three.status).toBe(200)
  const { clientSecret } = (await three.json()) as { clientSecret: string }
  await shop.payments.pay(clientSecret.split('_secret_')[0] ?? '')
  await shop.payments.release()
  expect(await room(id)).toEqual([{ from: '10:00', to: '13:00' }])
  expect(
    await shop.rows('SELECT duration, hours, total_amount::text AS total FROM bookings'),
  ).toEqual([{ duration: 'hourly', hours: 3, total: '805.38' }])
})

test.each([
  ['fewer hours', { duration: 'hourly', hours: 1, amount: '0.01' }, 400],
  ['the same, with nothing added', { amount: '0.01' }, 400],
  ['hours that the half day has', { duration: 'hourly', hours: 4, amount: '0.01' }, 400],
  ['add-ons only, the hours unsaid', { duration: 'hourly', addOns: [3], amount: '173.20' }, 200],
])('an upgrade of two hours to %s is answered: %s', async (_what, body, status) => {
  const { token } = await sold(2)
  expect((await upgrade(token, body)).status).toBe(status)
})

describe('while the owner offers single hours only', () => {
  test('they are refused with a sentence, and what was sold goes on', async () => {
    const { id, token } = await sold(2)
    const value = { severalHours: false }
    await saveSetting({ key: 'lengths', value, version: undefined, actor: 'owner' })
    expect(await refusal(holdSlot(wish({ hours: 2, who: 'other' })))).toMatchObject({
      details: { fields: { hours: 'hours_not_offered' } },
    })
    expect((await holdSlot(wish({ who: 'other' }))).created).toBe(true)
    const now = new Date()
    expect((await managedBooking(token, 'en', now))?.offers?.lengths).toEqual([
      { duration: 'half-day', hours: 1, state: 'free' },
      { duration: 'full-day', hours: 1, state: 'free' },
    ])
    const newDate = workingDay(1)
    await rescheduleBooking({ id, newDate, newTime: '10:00', by: 'customer', actor: 'x', now })
    expect(await room(id)).toEqual([{ from: '10:00', to: '12:00' }])
  })
})

test('cancelled and confirmed again they take their whole time again', async () => {
  const { id } = await sold(3)
  const set = (status: 'cancelled' | 'confirmed') =>
    setStatus({ id, status, actor: 'owner', now: new Date() })
  await set('cancelled')
  expect(await room(id)).toEqual([])
  await set('confirmed')
  expect(await room(id)).toEqual([{ from: '10:00', to: '13:00' }])
})
