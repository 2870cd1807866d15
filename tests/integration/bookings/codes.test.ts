// What a code takes off, who may use it and how often (docs/decisions/042).
import { callRoute } from '@/tests/support/call'
import { hold, openShop, refusal, wish, workingDay } from '@/tests/support/shop'
import { refundPart } from '@/lib/admin/attention/handle'
import { exportBookings } from '@/lib/admin/bookings/queries'
import { filterOf } from '@/lib/admin/bookings/schema'
import { holdSlot } from '@/lib/bookings/book'
import { expireHold } from '@/lib/bookings/expire'
import { extendBooking, extensionOf } from '@/lib/bookings/extend'
import { rescheduleBooking } from '@/lib/bookings/reschedule'
import { setStatus } from '@/lib/bookings/set-status'
import { senOf } from '@/lib/money'
import { syncPayment } from '@/lib/payments/sync'
import { settlements } from '@/lib/settlements'
import { routeAt } from '../http/refused'

process.env.RATE_LIMIT_SCALE = '1'

const shop = openShop()
const MINE = 'mineminemineminemineme'

const code = async (about: Record<string, unknown> = {}): Promise<number> => {
  const row = { code: 'RAYA2027', name: 'Raya week', percent: 15, ...about }
  const [made] = await shop.rows(
    `INSERT INTO codes (${Object.keys(row).join(', ')})
      VALUES (${Object.keys(row)
        .map((_, nth) => `$${nth + 1}`)
        .join(', ')}) RETURNING id`,
    Object.values(row),
  )
  return Number(made?.id)
}
const field = (reason: string) =>
  expect.objectContaining({ details: expect.objectContaining({ fields: { code: reason } }) })
const booked = (id: number) =>
  shop.rows(`SELECT b.status, s.subtotal::text, s.total_amount::text AS total, line
    FROM bookings b JOIN sales s ON s.booking_id = b.id LEFT JOIN LATERAL jsonb_array_elements(s.lines) AS line
      ON line ->> 'kind' = 'discount' WHERE b.id = ${id}`)
const book = (about: Parameters<typeof wish>[0]) => holdSlot(wish(about))

test('a code is a line of the sale with its name, however it is typed', async () => {
  await code()
  const { booking } = await book({ code: ' raya\u200b 2027 ' })
  expect(await booked(booking.id)).toEqual([
    {
      ...{ status: 'pending', subtotal: '84.15', total: '91.09' },
      line: {
        ...{ kind: 'discount', reason: 'code', code: 'RAYA2027', text: 'Raya week' },
        ...{ quantity: 1, unitSen: -1485, amountSen: -1485 },
      },
    },
  ])
})

test('an amount comes off once, and its receipt says what for', async () => {
  await code({ percent: null, amount: '20.00' })
  await shop.sold({ code: 'RAYA2027', hours: 2 })
  const [receipt] = await shop.rows(`SELECT lines, total_amount::text AS total FROM receipts`)
  expect(receipt?.total).toBe('192.69')
  expect((receipt?.lines as { text: string; amountSen: number }[])[1]).toMatchObject({
    ...{ text: 'Code RAYA2027: Raya week', amountSen: -2000 },
  })
})

test('the file of bookings names the code of each, as text that no spreadsheet calculates', async () => {
  await code({ code: '12E3' })
  await shop.sold({ code: '12e3' })
  await shop.sold({ date: workingDay(4) })
  let file = ''
  for await (const part of exportBookings(filterOf({}))) file += part
  const [head = [], ...lines] = file.split('\r\n').map((line) => line.split(','))
  const codes = lines.filter(({ length }) => length > 1).map((line) => line[head.indexOf('code')])
  expect(codes).toEqual(['', `"=""12E3"""`])
})

test('what would be left below RM2 is not charged: the session is free, for a proven email', async () => {
  await code({ percent: 99 })
  const mine = { code: 'raya2027', who: MINE, email: 'aina@example.com' }
  expect(await refusal(book(mine))).toMatchObject({
    code: 'email_unproven',
    details: { fields: { email: 'unproven_code' } },
  })
  const { booking } = await book({ ...mine, provenEmail: 'aina@example.com' })
  expect(booking.status).toBe('confirmed')
  expect(await booked(booking.id)).toMatchObject([{ status: 'confirmed', total: '0.00' }])
  const cookie = { cookie: `visitor=${MINE}` }
  const read = await callRoute(
    routeAt('bookings/free/[id]').GET!,
    `/api/bookings/free/${booking.id}`,
    {
      ...{ headers: cookie, params: { id: String(booking.id) } },
    },
  )
  expect(await read.json()).toMatchObject({ status: 'confirmed', totalAmount: '0.00' })
  expect(await shop.rows(`SELECT id FROM payments`)).toEqual([])
})

test.each([
  [{ first_day: '2099-01-01' }, 'code_early'],
  [{ last_day: '2026-01-01' }, 'code_over'],
  [{ service_ids: [2] }, 'code_service'],
  [{ durations: ['half-day'] }, 'code_length'],
  [{ weekdays: [0, 6] }, 'code_time'],
  [{ from_hour: 10, to_hour: 21 }, 'code_time'],
  [{ from_hour: 0, to_hour: 9 }, 'code_time'],
  [{ stopped_at: new Date() }, 'code_unknown'],
  [{ code: 'OTHER' }, 'code_unknown'],
])('a code with %j is refused: %s', async (about, reason) => {
  await code(about)
  expect(await refusal(book({ code: 'RAYA2027' }))).toEqual(field(reason))
  expect(await shop.rows(`SELECT id FROM bookings`)).toEqual([])
})

test('it holds on its first and its last day, in its hours and on its weekdays', async () => {
  const today = new Date(Date.now() + 8 * 3_600_000).toISOString().slice(0, 10)
  await code({
    ...{ first_day: today, last_day: today, from_hour: 9, to_hour: 10 },
    ...{ service_ids: [1], durations: ['hourly'], weekdays: [1, 2, 3, 4, 5] },
  })
  expect((await book({ code: 'RAYA2027' })).booking.status).toBe('pending')
})

test('of many who want the last use at once, one has it; it comes back when the hold ends unpaid', async () => {
  await code({ max_uses: 1 })
  // Each in a room and a network of its own, so that they do not wait for one another there.
  const services: number[] = []
  for (let nth = 0; nth < 8; nth++) {
    services.push(await shop.serviceInNewRoom(`Service ${nth}`, 99))
    await shop.rows(`UPDATE studios SET name = 'Room ${nth}' WHERE name = 'Studio B'`)
  }
  const tries = await Promise.allSettled(
    services.map((serviceId, nth) => book({ who: `who${nth}`, serviceId, code: 'RAYA2027' })),
  )
  expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  const answer = await callRoute(routeAt('bookings').POST!, '/api/bookings', {
    body: {
      ...{ serviceId: 1, firstName: 'Aina', email: 'aina@example.com', code: 'RAYA2027' },
      ...{ date: workingDay(), time: '09:00' },
    },
  })
  expect([answer.status, await answer.json()]).toMatchObject([
    400,
    { fields: { code: 'This code has been used up.' } },
  ])
  const [row] = await shop.rows(`SELECT id FROM bookings`)
  await shop.rows(
    `UPDATE bookings SET created_at = now() - interval '20 minutes', hold_expires_at = now() - interval '1 second'`,
  )
  expect(await expireHold({ bookingId: Number(row?.id) })).toBe('ended')
  expect((await book({ who: 'next', code: 'RAYA2027' })).booking.status).toBe('pending')
})

test('whoever holds the last use may choose another time with it, or the same again', async () => {
  await code({ max_uses: 1 })
  const first = await book({ code: 'RAYA2027' })
  const again = await book({ code: 'RAYA2027' })
  expect([again.created, again.booking.id]).toEqual([false, first.booking.id])
  const other = await book({ code: 'RAYA2027', time: '11:00' })
  expect(other.released).toEqual([first.booking.id])
  const without = await book({ time: '11:00' })
  expect(without.released).toEqual([other.booking.id])
})

test('once for each proven email', async () => {
  await code({ once_each: true })
  expect(await refusal(book({ code: 'RAYA2027' }))).toMatchObject({ code: 'email_unproven' })
  const proven = { code: 'RAYA2027', provenEmail: 'aina@example.com', email: 'aina@example.com' }
  await book(proven)
  const answer = await refusal(book({ ...proven, who: 'elsewhere', date: workingDay(1) }))
  expect(String(answer)).toContain('no use of code')
  await book({
    ...proven,
    email: 'mei@example.com',
    provenEmail: 'mei@example.com',
    who: 'mei',
    date: workingDay(2),
  })
})

test('once for each inbox, under whichever of its spellings', async () => {
  await code({ once_each: true })
  const as = (email: string) => ({ code: 'RAYA2027', email, provenEmail: email, who: email })
  await book(as('aina.lim@gmail.com'))
  for (const [nth, email] of ['ainalim+2@gmail.com', 'AinaLim@googlemail.com'].entries())
    expect(String(await refusal(book({ ...as(email), date: workingDay(nth + 1) })))).toContain(
      'no use of code',
    )
  await book({ ...as('ainalim@example.com'), date: workingDay(3) })
})

test('a use comes back once, to all and to its person, when a hold runs out, gives way or is cancelled, and not by a move, more hours or a refund', async () => {
  const id = await code({ once_each: true, max_uses: 1 })
  const mine = { code: 'RAYA2027', email: 'aina@example.com', provenEmail: 'aina@example.com' }
  const used = async () =>
    Number(
      (
        await shop.rows(
          `SELECT count(*) FROM bookings WHERE code_id = $1 AND status <> 'cancelled'`,
          [id],
        )
      )[0]?.count,
    )
  const first = await book(mine)
  await shop.rows(
    `UPDATE bookings SET created_at = now() - interval '20 minutes', hold_expires_at = now() - interval '1 second'`,
  )
  expect(await expireHold({ bookingId: first.booking.id })).toBe('ended')
  expect(await used()).toBe(0)
  const second = await book(mine)
  expect((await book({ ...mine, time: '12:00' })).released).toEqual([second.booking.id])
  expect(await used()).toBe(1)
  const { booking } = await shop.sold({ ...mine, time: '13:00' })
  const by = { actor: 'owner', now: new Date() }
  const moved = { id: booking, newDate: workingDay(1), newTime: '13:00', by: 'admin' as const }
  await rescheduleBooking({ ...moved, ...by })
  const offered = await extensionOf(booking, { hours: 1, addOns: [] }, 'en', by.now)
  const priceSen = senOf(offered?.price?.totalAmount ?? '0')
  await extendBooking({ id: booking, hours: 1, addOns: [], pay: 'later', priceSen, ...by })
  await refundPart({ id: 1, amountSen: 10_00, reason: null, ...by })
  expect(await used()).toBe(1)
  const other = { ...mine, who: 'other', date: workingDay(4) }
  expect(String(await refusal(book(other)))).toContain('no use of code')
  await setStatus({ id: booking, status: 'cancelled', ...by })
  expect(await used()).toBe(0)
  await book(other)
  expect(await used()).toBe(1)
})

test('late money brings back a session only while a use of its code is left', async () => {
  await code({ max_uses: 1 })
  const made = await shop.lapsed({ code: 'RAYA2027' })
  await hold({ who: 'other', code: 'RAYA2027', date: workingDay(3) })
  await shop.payments.pay(made.intent)
  await syncPayment(settlements, made.intent)
  expect(await shop.rows(`SELECT status FROM bookings WHERE id = ${made.booking}`)).toEqual([
    { status: 'cancelled' },
  ])
  expect(
    await shop.rows(`SELECT outcome, reason FROM payments WHERE status = 'succeeded'`),
  ).toEqual([{ outcome: 'refunded', reason: 'late' }])
})

test('a use that was given back by a cancellation can be taken by the owner while one is left', async () => {
  await code({ max_uses: 1 })
  const { booking } = await shop.sold({ code: 'RAYA2027' })
  const by = { id: booking, actor: 'admin', now: new Date() }
  await setStatus({ ...by, status: 'cancelled' })
  await setStatus({ ...by, status: 'confirmed' })
  await setStatus({ ...by, status: 'cancelled' })
  await hold({ who: 'other', code: 'RAYA2027', date: workingDay(3) })
  await expect(setStatus({ ...by, status: 'confirmed' })).rejects.toThrow('no use of code')
})

test('the price that is shown with a code is the one that is sold, and guesses are counted', async () => {
  await code()
  const ask = (body: object) =>
    callRoute(routeAt('bookings/code').POST!, '/api/bookings/code', { body })
  expect(await (await ask({ code: 'raya 2027', serviceId: 1, hours: 2 })).json()).toEqual({
    ...{ code: 'RAYA2027', name: 'Raya week' },
    price: { subtotal: '168.30', taxAmount: '13.88', totalAmount: '182.18', discount: '29.70' },
  })
  expect(await (await ask({ code: 'RAYA2027' })).json()).toMatchObject({ price: null })
  const wrong = await ask({ code: 'RAYA2028' })
  expect([wrong.status, await wrong.json()]).toMatchObject([
    400,
    { fields: { code: 'We do not know this code. Please check it, or leave the field empty.' } },
  ])
  const answers = await Promise.all(
    Array.from({ length: 60 }, (_, nth) => ask({ code: `GUESS${nth}` })),
  )
  expect(answers.filter(({ status }) => status === 429)).toHaveLength(3)
})

test('a code that is used up by a paid booking does not refuse the same request again', async () => {
  await code({ max_uses: 1 })
  const { booking } = await shop.sold({ code: 'RAYA2027' })
  expect(await book({ code: 'raya 2027' })).toMatchObject({
    created: false,
    booking: { id: booking },
  })
})
