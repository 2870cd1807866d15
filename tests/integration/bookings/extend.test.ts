// An hour more of a session, or an add-on, sold at the desk: paid there, owed, or by the link of the
// booking (docs/decisions/020 C15).
import { GET as offer, POST as extend } from '@/app/api/admin/bookings/[id]/extend/route'
import { POST as refund } from '@/app/api/admin/payments/[id]/refund/route'
import { POST as payByLink } from '@/app/api/manage/[token]/payment/route'
import type { OfferedExtension } from '@/lib/admin/bookings/schema'
import { createAdminBooking } from '@/lib/bookings/create-admin-booking'
import { extendBooking } from '@/lib/bookings/extend'
import { managedBooking } from '@/lib/bookings/manage'
import { adminBookingBody, type ExtendBody } from '@/lib/bookings/schema'
import { letActsStand } from '@/tests/support/acts'
import { callRoute } from '@/tests/support/call'
import { openShop, refusal, workingDay } from '@/tests/support/shop'
import { mailedText, tellAll, toldCustomers } from '@/tests/support/told'
import { ownerCookie } from '../admin/admin'

const shop = openShop()
const DAY = workingDay()
const at = (time: string) => new Date(`${DAY}T${time}:00+08:00`)
let cookie: string
beforeEach(async () => {
  cookie = await ownerCookie(shop)
})

const byHand = async (changes: object = {}): Promise<number> => {
  const wish = adminBookingBody.parse({
    ...{ serviceId: 1, firstName: 'Siti', email: 'siti@example.com', date: DAY, time: '10:00' },
    ...{ paid: { method: 'cash' }, ...changes },
  })
  return (await createAdminBooking(wish, { actor: 'owner', now: at('08:00') })).id
}
const offered = async (id: number, query = '') => {
  const response = await callRoute(offer, `/api/admin/bookings/${id}/extend?${query}`, {
    params: { id: String(id) },
    headers: { cookie },
  })
  return { status: response.status, body: (await response.json()) as Record<string, unknown> }
}
const sell = async (id: number, body: object) => {
  const response = await callRoute(extend, `/api/admin/bookings/${id}/extend`, {
    body,
    params: { id: String(id) },
    headers: { cookie },
  })
  return { status: response.status, body: (await response.json()) as Record<string, unknown> }
}
/** As the administrator at a time of the session's day. */
const sellAt = (time: string, id: number, body: Partial<ExtendBody>) =>
  extendBooking({
    ...{ id, hours: 1, addOns: [], pay: 'later', priceSen: 107_17, actor: 'owner', now: at(time) },
    ...body,
  })
const booking = async (id: number) =>
  (
    await shop.rows(
      `SELECT status, duration, hours, total_amount::text AS total, on_account::text AS "onAccount",
        to_char(ends_at AT TIME ZONE 'Asia/Kuala_Lumpur', 'HH24:MI') AS ends FROM bookings WHERE id = $1`,
      [id],
    )
  )[0]
const payments = async () =>
  (await shop.rows(`SELECT purpose, method, outcome, amount::text FROM payments ORDER BY id`)).map(
    (row) => Object.values(row).join(' '),
  )
const receipts = async () =>
  (await shop.rows(`SELECT lines, total_amount::text AS total FROM receipts ORDER BY id`)).map(
    ({ lines, total }) =>
      `${(lines as { english: string }[]).map(({ english }) => english.split(',')[0]).join(' + ')} ${total}`,
  )
const payRest = async (id: number, amount: string) => {
  const token = await shop.tokenOf(id)
  const asked = await callRoute(payByLink, `/api/manage/${token}/payment`, {
    body: { amount },
    params: { token },
  })
  const { clientSecret } = (await asked.json()) as { clientSecret?: string }
  expect(clientSecret).toBeDefined()
  await shop.payments.pay(String(clientSecret).split('_secret_')[0] ?? '')
  await shop.payments.release()
}

test('is offered with its price, and sold at the studio with its own receipt', async () => {
  const id = await byHand()
  await tellAll()
  const { body } = await offered(id)
  expect(body).toMatchObject({
    ...{ state: 'free', length: { duration: 'hourly', hours: 2 }, clash: null, warnings: [] },
    price: { subtotal: '99.00', taxAmount: '8.17', totalAmount: '107.17' },
    ...{ from: at('11:00').toISOString(), to: at('12:00').toISOString() },
  })
  const pay = { method: 'terminal', note: '77' }
  expect(await sell(id, { pay, priceSen: 107_17, version: body.version })).toMatchObject({
    ...{ status: 200, body: { hours: 2, totalAmount: '214.34', payUrl: null } },
  })
  expect(await booking(id)).toMatchObject({ hours: 2, ends: '12:00', onAccount: '0.00' })
  expect(await payments()).toEqual([
    ...['booking cash confirmed 107.17', 'upgrade terminal confirmed 107.17'],
  ])
  expect(await receipts()).toHaveLength(1)
  expect(await toldCustomers()).toEqual(['upgraded'])
  await letActsStand()
  expect((await receipts())[1]).toBe('Upgrade (difference): Audio Basic 107.17')
  expect(await sell(id, { pay: 'later', priceSen: 107_17, version: body.version })).toMatchObject({
    ...{ status: 409, body: { code: 'version_conflict' } },
  })
  expect(await sell(id, { pay: 'later', priceSen: 100_00 })).toMatchObject({
    // 321.50 for three hours, less 214.34.
    ...{ status: 409, body: { code: 'price_changed', totalAmount: '107.16' } },
  })
})

test('the mail that is shown before is the one that is sent, owed and paid at once', async () => {
  for (const [time, shown, pay, isTold] of [
    ['10:00', 'owed', 'later', true],
    ['13:00', 'paid', { method: 'cash' }, true],
    // Nothing was mailed of it yet: one mail says it all.
    ['16:00', 'owed', 'later', false],
  ] as const) {
    const id = await byHand({ time, locale: 'ms', email: `${shown}@example.com` })
    if (isTold) await tellAll()
    const { mail } = (await offered(id)).body as Pick<OfferedExtension, 'mail'>
    if (isTold) expect(mail?.owed).not.toEqual(mail?.paid)
    expect((await sell(id, { pay, priceSen: 107_17 })).status).toBe(200)
    expect(await mailedText('ms')).toEqual(mail?.[shown])
    expect(mail?.locale).toBe('ms')
  }
})

test('several hours are offered and sold at once, up to the longest session', async () => {
  const id = await byHand()
  expect((await offered(id, 'hours=2')).body).toMatchObject({
    ...{ state: 'free', length: { duration: 'hourly', hours: 3 } },
    // 321.50 for three hours, less 107.17.
    ...{ price: { totalAmount: '214.33' }, to: at('13:00').toISOString() },
  })
  expect((await offered(id, 'hours=8')).body).toMatchObject({ state: 'longest', price: null })
  expect((await offered(id, 'hours=-1')).status).toBe(400)
  expect((await sell(id, { hours: 9, pay: 'later', priceSen: 214_33 })).status).toBe(400)
  expect(await sell(id, { hours: 2, pay: 'later', priceSen: 214_33 })).toMatchObject({
    ...{ status: 200, body: { hours: 3 } },
  })
  expect(await booking(id)).toMatchObject({ hours: 3, ends: '13:00', onAccount: '214.33' })
})

test('that is owed stands at once, and is paid with its own lines by the link', async () => {
  const id = await byHand()
  await tellAll()
  const sold = await sell(id, { pay: 'link', priceSen: 107_17 })
  expect(sold.body.payUrl).toMatch(/\/manage\//)
  expect(await booking(id)).toMatchObject({
    ...{ status: 'confirmed', hours: 2, ends: '12:00', total: '214.34', onAccount: '107.17' },
  })
  const token = await shop.tokenOf(id)
  expect(await managedBooking(token, 'en', new Date())).toMatchObject({
    ...{ payable: true, owedAmount: '107.17', offers: null },
  })
  const [mail] = await tellAll()
  expect(mail).toMatchObject({ says: 'upgraded', letter: { payload: { askedSen: 107_17 } } })
  await payRest(id, '107.17')
  expect(await managedBooking(token, 'en', new Date())).toMatchObject({
    ...{ payable: false, owedAmount: '0.00' },
  })
  expect(await receipts()).toEqual([
    ...['Audio Basic 107.17', 'Upgrade (difference): Audio Basic 107.17'],
  ])
})

test('of a session that waits for its own payment is paid together with it', async () => {
  const id = await byHand({ paid: 'link' })
  expect(await sell(id, { pay: 'later', priceSen: 107_17 })).toMatchObject({ status: 200 })
  expect(await booking(id)).toMatchObject({ status: 'pending', total: '214.34' })
  await payRest(id, '214.34')
  expect(await booking(id)).toMatchObject({ status: 'confirmed' })
  expect(await receipts()).toEqual(['Audio Basic + Upgrade (difference): Audio Basic 214.34'])
})

test('is sold while the session runs, until it ends, and beyond the hours after a warning', async () => {
  const id = await byHand({ time: '20:00' })
  expect(await refusal(sellAt('20:40', id, {}))).toMatchObject({
    ...{ code: 'slot_unavailable', details: { data: { warnings: expect.anything() as unknown } } },
  })
  await sellAt('20:40', id, { despite: ['outside_hours'] })
  expect(await booking(id)).toMatchObject({ hours: 2, ends: '22:00', onAccount: '107.17' })
  expect(await refusal(sellAt('22:00', id, { despite: ['outside_hours'] }))).toMatchObject({
    code: 'not_changeable',
  })
})

test('that somebody else has is refused with who and when, and the free rooms are named', async () => {
  const id = await byHand()
  const other = await byHand({ time: '11:00', firstName: 'Aina', email: 'aina@example.com' })
  await shop.rows(`INSERT INTO studios (name, position) VALUES ('Studio B', 2)`)
  await shop.rows(`INSERT INTO service_rooms (service_id, studio_id) VALUES (1, 2)`)
  const { invalidateContent } = await import('@/lib/cache/remembered')
  invalidateContent()
  const { body } = await offered(id)
  const clash = { bookingId: other, client: 'Aina', startsAt: at('11:00').toISOString() }
  expect(body).toMatchObject({ state: 'taken', clash, otherRooms: [{ id: 2, name: 'Studio B' }] })
  const refused = await sell(id, { pay: 'later', priceSen: 107_17 })
  expect(refused).toMatchObject({ status: 409, body: { code: 'slot_taken', clash } })
  expect(String(refused.body.message)).toContain('Aina')
  expect(await booking(id)).toMatchObject({ hours: 1, total: '107.17' })
})

test('becomes a half day where it has its hours, and has eight hours at most', async () => {
  const id = await byHand({ serviceId: 2, hours: 3, time: '09:00' })
  expect((await offered(id)).body).toMatchObject({ length: { duration: 'half-day', hours: 1 } })
  const long = await byHand({ hours: 8, time: '09:00', date: workingDay(1) })
  expect((await offered(long)).body).toMatchObject({ state: 'longest', price: null })
  expect(await sell(long, { pay: 'later', priceSen: 107_17 })).toMatchObject({ status: 409 })
})

test('an add-on is sold alone, and the discount of the session stays', async () => {
  const id = await byHand({ discount: { amountSen: 19_00, reason: 'Friend' } })
  const { body } = await offered(id, 'hours=0&addOns=3')
  expect(body).toMatchObject({ state: 'free', price: { subtotal: '80.00', totalAmount: '86.60' } })
  expect(await sell(id, { hours: 0, addOns: [3], pay: 'later', priceSen: 86_60 })).toMatchObject({
    ...{ status: 200, body: { hours: 1, subtotal: '160.00' } },
  })
  // 99 of the session and 80 of the add-on more.
  expect((await offered(id)).body).toMatchObject({ price: { subtotal: '179.00' } })
  expect(await sell(id, { hours: 0, addOns: [3], pay: 'later', priceSen: 86_60 })).toMatchObject({
    ...{ status: 400, body: { fields: { addOns: expect.any(String) as string } } },
  })
})

test('of five at once the last hour is sold once', async () => {
  const id = await byHand({ hours: 7, time: '09:00' })
  const answers = await Promise.all(
    Array.from({ length: 5 }, () => sell(id, { pay: 'later', priceSen: 107_17 })),
  )
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409, 409])
  expect(await booking(id)).toMatchObject({ hours: 8, onAccount: '107.17' })
})

test('an hour that is owed is not asked for again after a part of the session was given back', async () => {
  const id = await byHand()
  await sell(id, { pay: 'later', priceSen: 107_17 })
  const response = await callRoute(refund, '/api/admin/payments/1/refund', {
    method: 'POST',
    body: { amountSen: 50_00 },
    params: { id: '1' },
    headers: { cookie },
  })
  expect(response.status).toBe(200)
  expect(await managedBooking(await shop.tokenOf(id), 'en', new Date())).toMatchObject({
    ...{ payable: true, owedAmount: '107.17' },
  })
})
