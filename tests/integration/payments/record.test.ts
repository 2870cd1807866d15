// Money that the studio receives itself, for a booking or an order that owes something.
import { POST as record } from '@/app/api/admin/payments/route'
import { POST as payByLink } from '@/app/api/manage/[token]/payment/route'
import { recordGivenBack } from '@/lib/admin/attention/give-back'
import { bookingDetail } from '@/lib/admin/bookings/queries'
import { refundPayment } from '@/lib/admin/attention/handle'
import { owedToUs } from '@/lib/admin/money/queries'
import { listOrders } from '@/lib/admin/orders/queries'
import { thingsToDo } from '@/lib/admin/today/todo'
import { cancelBooking } from '@/lib/bookings/cancel'
import { createAdminBooking } from '@/lib/bookings/create-admin-booking'
import { managedBooking } from '@/lib/bookings/manage'
import { bookingByIntent } from '@/lib/bookings/queries'
import { adminBookingBody } from '@/lib/bookings/schema'
import { setStatus } from '@/lib/bookings/set-status'
import { expireElapsedHolds, expireUnpaidOrders } from '@/lib/jobs/jobs'
import { changeOrder } from '@/lib/orders/change'
import { managedOrder } from '@/lib/orders/queries'
import { addDays, studioDate } from '@/lib/time'
import { expectAskedAsByRule } from '@/tests/support/asked'
import { letActsStand } from '@/tests/support/acts'
import { assertBooksBalance } from '@/tests/support/books'
import { callRoute } from '@/tests/support/call'
import { checkout, openShop, orderCheckout, workingDay } from '@/tests/support/shop'
import { mailedText, tellAll, toldCustomers } from '@/tests/support/told'
import { ownerCookie } from '../admin/admin'

const shop = openShop()
afterEach(expectAskedAsByRule)
const owner = () => ({ actor: 'owner', now: new Date() })
const today = () => studioDate(new Date())
let cookie: string
beforeEach(async () => {
  cookie = await ownerCookie(shop)
})

const received = async (body: object, key?: string) => {
  const response = await callRoute(record, '/api/admin/payments', {
    method: 'POST',
    body: { method: 'transfer', date: today(), reference: 'Maybank 4711', ...body },
    headers: { cookie, ...(key && { 'idempotency-key': key }) },
  })
  return { status: response.status, body: (await response.json()) as Record<string, unknown> }
}
async function byLink(changes: object = {}): Promise<number> {
  const wish = adminBookingBody.parse({
    ...{ serviceId: 1, firstName: 'Aina', email: 'aina@example.com' },
    ...{ date: workingDay(), time: '09:00', paid: 'link', ...changes },
  })
  return (await createAdminBooking(wish, owner())).id
}
const booking = async (id: number) =>
  (
    await shop.rows(
      `SELECT status, hold_expires_at AS until, on_account::text AS asked FROM bookings WHERE id = $1`,
      [id],
    )
  )[0]
const payments = () =>
  shop.rows(
    `SELECT method, outcome, amount::text, note FROM payments WHERE outcome IS NOT NULL ORDER BY id`,
  )
const documents = async () =>
  (
    await shop.rows(`SELECT kind, total_amount::text AS total, method FROM receipts ORDER BY id`)
  ).map(({ kind, total, method }) => `${kind} ${total} ${method}`)
const atRest = async () =>
  assertBooksBalance(shop.database.sql, await shop.payments.ledger(), { settled: true })

describe('for a booking that waits for its payment', () => {
  // Seen: 20.44 and 8.16 where the sale had 20.46 and 8.17.
  test('the receipts of its parts add up to its price before tax and its tax, also with a part given back between them', async () => {
    const id = await byLink({ serviceId: 2 })
    const part = (amountSen: number) => received({ bookingId: id, amountSen })
    const sums = async () =>
      shop.rows(
        `SELECT sum(subtotal)::text AS subtotal, sum(tax_amount)::text AS tax, sum(total_amount)::text AS total
         FROM receipts WHERE kind = 'receipt'`,
      )
    expect(await part(40_06)).toMatchObject({ status: 201 })
    expect(await part(40_06)).toMatchObject({ status: 201 })
    await recordGivenBack({
      ...{ id: 1, amountSen: 10_03, method: 'transfer', date: today(), reference: null },
      ...{ reason: null, ...owner() },
    })
    for (let times = 0; times < 3; times++) expect((await part(40_06)).status).toBe(201)
    const shown = await managedBooking(await shop.tokenOf(id), 'en', new Date())
    expect(shown).toMatchObject({ owedAmount: '68.16' })
    expect((await part(68_16)).status).toBe(201)
    expect(await sums()).toEqual([{ subtotal: '248.00', tax: '20.46', total: '268.46' }])
    const [newest] = await shop.rows(
      `SELECT tax_amount::text AS tax FROM receipts ORDER BY id DESC LIMIT 1`,
    )
    expect(newest?.tax).toBe(shown?.owedTax)
    await atRest()
  })

  test('the whole price confirms it, with a receipt that names the way', async () => {
    const id = await byLink()
    await toldCustomers()
    const answer = await received({ bookingId: id, amountSen: 107_17 })
    expect(answer).toMatchObject({ status: 201, body: { owedSen: 0 } })
    expect(await booking(id)).toMatchObject({ status: 'confirmed' })
    expect(await payments()).toEqual([
      { method: 'transfer', outcome: 'confirmed', amount: '107.17', note: 'Maybank 4711' },
    ])
    expect(await documents()).toEqual(['receipt 107.17 transfer'])
    const mails = await tellAll()
    expect(mails.find(({ kind }) => kind === 'booking_notice')).toMatchObject({ says: 'confirmed' })
    const detail = await bookingDetail(id, 'en')
    expect(detail?.history[0]).toMatchObject({
      action: 'paid',
      after: { amount: '107.17', method: 'transfer', date: today() },
    })
    expect(JSON.stringify(detail?.history)).not.toContain('Maybank')
    await atRest()
  })

  test('a part keeps it; the customer is told of the rest, pays it by the link, and it is confirmed', async () => {
    const id = await byLink()
    await toldCustomers()
    expect(await received({ bookingId: id, amountSen: 50_00 })).toMatchObject({
      body: { owedSen: 57_17 },
    })
    expect(await booking(id)).toMatchObject({ status: 'pending', until: null })
    const mails = await tellAll()
    expect(mails.find(({ kind }) => kind === 'booking_notice')).toMatchObject({
      says: 'paid',
      letter: { payload: { askedSen: 57_17, news: { paidSen: 50_00 } } },
    })
    const token = await shop.tokenOf(id)
    expect(await managedBooking(token, 'en', new Date())).toMatchObject({
      ...{ status: 'pending', payable: true, owedAmount: '57.17' },
    })
    expect((await thingsToDo('en', new Date())).rows).toMatchObject([
      { kind: 'part_paid', amountSen: 57_17, href: `/admin/bookings/${id}` },
    ])
    const opened = await callRoute(payByLink, `/api/manage/${token}/payment`, {
      body: { amount: '57.17' },
      params: { token },
    })
    const { clientSecret } = (await opened.json()) as { clientSecret: string }
    await shop.payments.pay(clientSecret.split('_secret_')[0] ?? '')
    await shop.payments.release()
    expect(await booking(id)).toMatchObject({ status: 'confirmed' })
    expect(await documents()).toEqual(['receipt 50.00 transfer', 'receipt 57.17 card'])
    expect((await thingsToDo('en', new Date())).rows).toEqual([])
    await atRest()
  })

  test('paid in cash, by transfer and by card, and cancelled with a refund: pages and mail say where each goes', async () => {
    const id = await byLink()
    await received({ bookingId: id, amountSen: 20_00, method: 'cash' })
    await received({ bookingId: id, amountSen: 30_00, method: 'transfer' })
    const token = await shop.tokenOf(id)
    const opened = await callRoute(payByLink, `/api/manage/${token}/payment`, {
      body: { amount: '57.17' },
      params: { token },
    })
    const { clientSecret } = (await opened.json()) as { clientSecret: string }
    const intent = clientSecret.split('_secret_')[0] ?? ''
    await shop.payments.pay(intent)
    await shop.payments.release()
    await toldCustomers()
    await cancelBooking({ id, refund: 'full', ...owner() })
    await letActsStand()
    await shop.payments.release()
    expect(await managedBooking(token, 'en', new Date())).toMatchObject({
      status: 'cancelled',
      money: [
        { place: 'back', sen: 57_17 },
        { place: 'owed_cash', sen: 20_00 },
        { place: 'owed_transfer', sen: 30_00 },
      ],
    })
    const { sentences } = await mailedText('en')
    const text = sentences.join(' ')
    expect(text).toContain('We are refunding RM57.17 to the card')
    expect(text).toContain('You paid RM20.00 in cash at the studio, so we will refund you there')
    expect(text).toContain('You paid RM30.00 by bank transfer. We transfer it back')
    await recordGivenBack({
      ...{ id: 2, amountSen: 30_00, method: 'transfer', date: today(), reference: null },
      ...{ reason: null, ...owner() },
    })
    const money = [
      { place: 'back', sen: 57_17 },
      { place: 'owed_cash', sen: 20_00 },
      { place: 'returned', sen: 30_00 },
    ]
    expect(await managedBooking(token, 'en', new Date())).toMatchObject({ money })
    // The page after the payment says the same as the booking's own.
    expect(await bookingByIntent(intent, 'en')).toMatchObject({ dto: { money } })
    await atRest()
  })

  test('a part makes a visitor’s hold a booking without a deadline, and ends their open payment', async () => {
    const { booking: id, intent } = await checkout()
    expect(await received({ bookingId: id, amountSen: 7_17 })).toMatchObject({ status: 201 })
    await shop.rows(
      `UPDATE bookings SET created_at = created_at - interval '1 day' WHERE id = $1`,
      [id],
    )
    await expireElapsedHolds()
    expect(await booking(id)).toMatchObject({ status: 'pending', until: null })
    const { payment_intents: intents } = await shop.payments.ledger()
    expect(intents).toMatchObject([{ id: intent, status: 'canceled' }])
    await atRest()
  })

  test('what the customer pays while Stripe cannot close it goes back as paid twice', async () => {
    const { booking: id, intent } = await checkout()
    await shop.payments.faults({ match: 'POST /v1/payment_intents/', status: 500 })
    expect(await received({ bookingId: id, amountSen: 107_17 })).toMatchObject({ status: 201 })
    await shop.payments.faults()
    await shop.payments.pay(intent)
    await shop.payments.release()
    await shop.payments.release()
    expect(await payments()).toMatchObject([
      { method: 'card', outcome: 'refunded' },
      { method: 'transfer', outcome: 'confirmed' },
    ])
    await atRest()
  })
})

test('a double press, and the same call again, record it once', async () => {
  const id = await byLink()
  const version = (await bookingDetail(id, 'en'))?.booking.updatedAt
  const body = { bookingId: id, amountSen: 50_00, version }
  const key = 'a-key-of-a-double-press'
  const twice = await Promise.all([received(body, key), received(body, key)])
  expect(twice.map(({ status }) => status)).toEqual([201, 201])
  expect(await received(body, key)).toMatchObject({ status: 201, body: { owedSen: 57_17 } })
  expect(await received({ ...body, amountSen: 51_00 }, key)).toMatchObject({
    ...{ status: 409, body: { code: 'idempotency_mismatch' } },
  })
  expect(await received(body)).toMatchObject({ status: 409, body: { code: 'version_conflict' } })
  expect(await payments()).toHaveLength(1)
})

test('two at once never take more than is owed', async () => {
  const id = await byLink()
  const body = { bookingId: id, amountSen: 60_00 }
  const answers = await Promise.all([1, 2, 3].map(() => received(body)))
  expect(answers.map(({ status }) => status).sort()).toEqual([201, 400, 400])
  expect(await payments()).toHaveLength(1)
})

test('more than is owed, tomorrow, a stranger’s way and what is over are refused', async () => {
  const id = await byLink()
  const body = { bookingId: id, amountSen: 1_00 }
  const refusedAt = (field: string) => ({
    ...{ status: 400, body: { fields: { [field]: expect.any(String) as string } } },
  })
  expect(await received({ ...body, amountSen: 107_18 })).toMatchObject(refusedAt('amountSen'))
  expect(await received({ ...body, amountSen: 0 })).toMatchObject(refusedAt('amountSen'))
  expect(await received({ ...body, date: addDays(today(), 1) })).toMatchObject(refusedAt('date'))
  expect(await received({ ...body, method: 'card' })).toMatchObject(refusedAt('method'))
  expect(await received({ ...body, orderId: 1 })).toMatchObject(refusedAt('bookingId'))
  expect(await received({ ...body, bookingId: 99 })).toMatchObject({ status: 404 })
  await setStatus({ id, status: 'cancelled', ...owner() })
  expect(await received(body)).toMatchObject({ status: 409, body: { code: 'not_changeable' } })
  expect(await payments()).toEqual([])
})

test('it counts for the day on which it came', async () => {
  const id = await byLink()
  const day = addDays(today(), -3)
  await received({ bookingId: id, amountSen: 50_00, date: day })
  expect(
    await shop.rows(
      `SELECT (succeeded_at AT TIME ZONE 'Asia/Kuala_Lumpur')::date::text AS day FROM payments`,
    ),
  ).toEqual([{ day }])
})

test('what is over and paid in part is named until the rest is here', async () => {
  const id = await byLink()
  await received({ bookingId: id, amountSen: 50_00 })
  const move = (days: number) =>
    Promise.all(
      ['bookings WHERE id', 'slot_reservations WHERE booking_id'].map((rows) =>
        shop.rows(
          `UPDATE ${rows.replace(
            ' WHERE',
            ` SET starts_at = starts_at + interval '${days} days', ends_at = ends_at + interval '${days} days' WHERE`,
          )} = $1`,
          [id],
        ),
      ),
    )
  await move(-70)
  expect((await thingsToDo('en', new Date())).rows).toMatchObject([
    { kind: 'unpaid_over', amountSen: 57_17 },
  ])
  await received({ bookingId: id, amountSen: 57_17 })
  expect((await thingsToDo('en', new Date())).rows).toEqual([])
  await move(70)
})

test('of a booking that stands, a part is received and the rest is asked for', async () => {
  const id = await byLink()
  await setStatus({ id, status: 'confirmed', ...owner() })
  await received({ bookingId: id, amountSen: 50_00 })
  expect(await booking(id)).toMatchObject({ status: 'confirmed', asked: '57.17' })
  const token = await shop.tokenOf(id)
  expect(await managedBooking(token, 'en', new Date())).toMatchObject({
    ...{ payable: true, owedAmount: '57.17' },
  })
  await received({ bookingId: id, amountSen: 57_17 })
  expect(await managedBooking(token, 'en', new Date())).toMatchObject({
    ...{ payable: false, owedAmount: '0.00' },
  })
  await atRest()
})

test('what the studio gave back of a session that was to be paid later is not owed again', async () => {
  const id = await byLink({ paid: 'later' })
  await received({ bookingId: id, amountSen: 107_17 })
  await recordGivenBack({
    ...{ id: 1, amountSen: 7_17, method: 'cash', date: today(), reference: null, reason: null },
    ...owner(),
  })
  expect(await owedToUs()).toEqual([])
  expect((await bookingDetail(id, 'en'))?.payLink).toBeNull()
})

describe('for an order', () => {
  test('a part keeps it, and the rest makes it paid', async () => {
    const { order } = await orderCheckout()
    const [{ total, token }] = (await shop.rows(
      `SELECT total_amount::text AS total, manage_token AS token FROM video_editing_orders WHERE id = $1`,
      [order],
    )) as [{ total: string; token: string }]
    const totalSen = Math.round(Number(total) * 100)
    expect(await received({ orderId: order, amountSen: 50_00 })).toMatchObject({ status: 201 })
    await shop.rows(`UPDATE video_editing_orders SET created_at = created_at - interval '3 days'`)
    await expireUnpaidOrders()
    const [listed] = (await listOrders({ limit: 5 })).rows
    expect(listed).toMatchObject({ status: 'pending', owedSen: totalSen - 50_00 })
    expect(await managedOrder(token)).toMatchObject({ status: 'pending', receivedSen: 50_00 })
    expect((await thingsToDo('en', new Date())).rows).toMatchObject([
      { kind: 'part_paid', amountSen: totalSen - 50_00 },
    ])
    const mails = await tellAll()
    expect(mails.find(({ kind }) => kind === 'order_notice')).toMatchObject({
      ...{ says: 'part', letter: { payload: { owedSen: totalSen - 50_00 } } },
    })
    expect(await received({ orderId: order, amountSen: totalSen - 50_00 })).toMatchObject({
      ...{ status: 201, body: { owedSen: 0 } },
    })
    expect((await listOrders({ limit: 5 })).rows).toMatchObject([{ status: 'paid', owedSen: 0 }])
    await atRest()
  })
  test('with a part it is not cancelled: its money goes back, and it ends with that', async () => {
    const { order } = await orderCheckout()
    await received({ orderId: order, amountSen: 50_00 })
    const change = { id: order, link: null, actor: 'owner' }
    await expect(changeOrder({ ...change, to: 'cancelled' })).rejects.toMatchObject({
      code: 'not_changeable',
    })
    await changeOrder({ ...change, to: 'refunded' })
    const [{ id }] = (await shop.rows(`SELECT id FROM payments WHERE method = 'transfer'`)) as [
      { id: number },
    ]
    await refundPayment({ id, actor: 'owner' })
    expect((await listOrders({ limit: 5 })).rows).toMatchObject([
      { status: 'refunded', owedSen: 0 },
    ])
    expect(await documents()).toEqual(['receipt 50.00 transfer', 'credit_note 50.00 transfer'])
    await atRest()
  })
})
