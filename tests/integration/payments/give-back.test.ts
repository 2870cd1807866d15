// Money that the studio gives back itself: what it received, and what Stripe does not give back.
import { POST as refund } from '@/app/api/admin/payments/[id]/refund/route'
import { refundPayment } from '@/lib/admin/attention/handle'
import { attentionPayments, paymentAlert } from '@/lib/admin/attention/queries'
import { bookingDetail } from '@/lib/admin/bookings/queries'
import { paymentsToDecide } from '@/lib/admin/today/todo'
import { cancelBooking } from '@/lib/bookings/cancel'
import { createAdminBooking } from '@/lib/bookings/create-admin-booking'
import { managedBooking } from '@/lib/bookings/manage'
import { adminBookingBody } from '@/lib/bookings/schema'
import { beginRefunds, reconcilePayments } from '@/lib/jobs/jobs'
import { syncPayment } from '@/lib/payments/sync'
import { settlements } from '@/lib/settlements'
import { addDays, studioDate } from '@/lib/time'
import { letActsStand } from '@/tests/support/acts'
import { assertBooksBalance } from '@/tests/support/books'
import { callRoute } from '@/tests/support/call'
import { checkout, openShop, workingDay } from '@/tests/support/shop'
import { tellAll, toldCustomers } from '@/tests/support/told'
import { ownerCookie } from '../admin/admin'

const shop = openShop()
const owner = () => ({ actor: 'owner', now: new Date() })
const today = () => studioDate(new Date())
let cookie: string
beforeEach(async () => {
  cookie = await ownerCookie(shop)
})

const givenBack = async (id: number, body: object = {}, returned: object = {}) => {
  const response = await callRoute(refund, `/api/admin/payments/${id}/refund`, {
    method: 'POST',
    body: {
      ...body,
      returned: { method: 'transfer', date: today(), reference: 'CIMB 99', ...returned },
    },
    params: { id: String(id) },
    headers: { cookie },
  })
  return { status: response.status, body: (await response.json()) as Record<string, unknown> }
}
const payment = async (id = 1) =>
  (
    await shop.rows(
      `SELECT outcome, reason, refunded_amount::text AS back, returned_amount::text AS returned FROM payments WHERE id = $1`,
      [id],
    )
  )[0]
const parts = () =>
  shop.rows(
    `SELECT amount::text, method, note, (returned_at AT TIME ZONE 'Asia/Kuala_Lumpur')::date::text AS day FROM part_refunds ORDER BY id`,
  )
const documents = async () =>
  (
    await shop.rows(`SELECT kind, total_amount::text AS total, method FROM receipts ORDER BY id`)
  ).map(({ kind, total, method }) => `${kind} ${total} ${method}`)
const atRest = async () =>
  assertBooksBalance(shop.database.sql, await shop.payments.ledger(), { settled: true })

/** A session paid by FPX. */
async function soldByFpx() {
  const made = await checkout()
  await shop.payments.leaveFor('fpx', made.intent)
  await shop.payments.answer(made.intent, 'succeed')
  await shop.payments.release()
  return made
}
const age = () => shop.rows(`UPDATE payments SET succeeded_at = succeeded_at - interval '61 days'`)

test('what the studio received goes back as it is recorded, in parts and at last all of it', async () => {
  const wish = adminBookingBody.parse({
    ...{ serviceId: 1, firstName: 'Siti', email: 'siti@example.com' },
    ...{ date: workingDay(), time: '10:00', paid: { method: 'cash' } },
  })
  const { id } = await createAdminBooking(wish, owner())
  await toldCustomers()
  const day = addDays(today(), -1)
  expect(await givenBack(1, { amountSen: 7_17 }, { date: day })).toMatchObject({ status: 200 })
  expect(await parts()).toEqual([{ amount: '7.17', method: 'transfer', note: 'CIMB 99', day }])
  expect((await tellAll()).find(({ kind }) => kind === 'booking_notice')).toMatchObject({
    ...{ says: 'refund', letter: { payload: { askedSen: 0, news: { returnedSen: 7_17 } } } },
  })
  await cancelBooking({ id, refund: 'full', ...owner() })
  await letActsStand()
  expect(await payment()).toMatchObject({ outcome: 'needs_attention', reason: 'offline_refund' })
  expect(await givenBack(1, {}, { method: 'cash', reference: '' })).toMatchObject({ status: 200 })
  expect(await payment()).toMatchObject({ outcome: 'refunded', back: '107.17', returned: '0.00' })
  expect(await documents()).toEqual([
    ...['receipt 107.17 cash', 'credit_note 7.17 transfer', 'credit_note 100.00 cash'],
  ])
  expect(await givenBack(1)).toMatchObject({ status: 409 })
  expect(JSON.stringify((await bookingDetail(id, 'en'))?.history)).not.toContain('CIMB')
})

test('what Stripe refused to give back is transferred, and stays so whatever Stripe says', async () => {
  const { booking, intent } = await shop.sold()
  expect(await givenBack(1)).toMatchObject({ status: 409, body: { code: 'not_changeable' } })
  await shop.payments.faults({ match: 'POST /v1/refunds', status: 402 })
  await cancelBooking({ id: booking, refund: 'full', ...owner() })
  await letActsStand()
  await beginRefunds()
  await reconcilePayments()
  await shop.payments.faults()
  expect(await payment()).toMatchObject({ outcome: 'needs_attention', reason: 'refund_failed' })
  expect(await paymentAlert(1)).toMatchObject({ bar: 'refused', byHandSen: 107_17 })
  await toldCustomers()
  expect(await givenBack(1)).toMatchObject({ status: 200 })
  const returned = { outcome: 'refunded', back: '107.17', returned: '107.17' }
  expect(await payment()).toMatchObject(returned)
  expect(await documents()).toEqual(['receipt 107.17 card', 'credit_note 107.17 transfer'])
  expect((await tellAll()).find(({ kind }) => kind === 'booking_notice')).toMatchObject({
    ...{ says: 'refund', letter: { payload: { news: { returnedSen: 107_17, backSen: 0 } } } },
  })
  await syncPayment(settlements, intent)
  expect(await payment()).toMatchObject(returned)
  expect(await managedBooking(await shop.tokenOf(booking), 'en', new Date())).toMatchObject({
    ...{ status: 'cancelled', refund: 'returned' },
  })
  expect(await documents()).toHaveLength(2)
  await atRest()
})

test('FPX that is older than 60 days is transferred, and a part of it too', async () => {
  const { booking, intent } = await soldByFpx()
  expect((await bookingDetail(booking, 'en'))?.payments).toMatchObject([{ bar: null }])
  await age()
  expect((await bookingDetail(booking, 'en'))?.payments).toMatchObject([{ bar: 'too_old' }])
  expect(await givenBack(1, { amountSen: 7_17 })).toMatchObject({ status: 200 })
  expect(await payment()).toMatchObject({ outcome: 'confirmed', back: '7.17', returned: '7.17' })
  await syncPayment(settlements, intent)
  expect(await payment()).toMatchObject({ outcome: 'confirmed', back: '7.17', returned: '7.17' })
  expect(await givenBack(1, { amountSen: 100_01 })).toMatchObject({ status: 400 })
  expect(await givenBack(1, {}, { date: addDays(today(), 1) })).toMatchObject({ status: 400 })
  expect(await givenBack(1, {}, { method: 'card' })).toMatchObject({ status: 400 })
  await atRest()
})

test('of a refund that failed, a part is transferred, and the rest later', async () => {
  const { booking, intent } = await shop.sold({}, 'pm_card_refundFail')
  await cancelBooking({ id: booking, refund: 'full', ...owner() })
  await letActsStand()
  await beginRefunds()
  await shop.payments.release()
  await shop.payments.letBanksAnswer()
  await shop.payments.release()
  expect(await payment()).toMatchObject({ outcome: 'needs_attention', reason: 'refund_failed' })
  expect(await givenBack(1, { amountSen: 7_17 })).toMatchObject({ status: 200 })
  await syncPayment(settlements, intent)
  expect(await payment()).toMatchObject({
    ...{ outcome: 'needs_attention', back: '7.17', returned: '7.17' },
  })
  // The owner still sees it.
  expect((await attentionPayments()).open).toMatchObject([
    { id: 1, bar: 'refused', byHand: true, byHandSen: 100_00, received: 107_17, left: 100_00 },
  ])
  expect((await paymentsToDecide()).rows).toMatchObject([
    { kind: 'refund_failed', amountSen: 100_00 },
  ])
  expect(await givenBack(1)).toMatchObject({ status: 200 })
  expect((await attentionPayments()).open).toEqual([])
  expect((await documents()).slice(-2)).toEqual([
    ...['credit_note 7.17 transfer', 'credit_note 100.00 transfer'],
  ])
  await syncPayment(settlements, intent)
  expect(await payment()).toMatchObject({ outcome: 'refunded', back: '107.17' })
  await atRest()
})

// Stripe knows nothing of what the studio transferred: it would give back all that it has.
test('once a part was transferred, Stripe is not asked for the rest any more', async () => {
  const { booking, intent } = await shop.sold()
  await shop.payments.faults({ match: 'POST /v1/refunds', status: 402 })
  await cancelBooking({ id: booking, refund: 'full', ...owner() })
  await letActsStand()
  await beginRefunds()
  await reconcilePayments()
  await shop.payments.faults()
  expect(await givenBack(1, { amountSen: 7_17 })).toMatchObject({ status: 200 })
  const waits = { outcome: 'needs_attention', reason: 'refund_failed', back: '7.17' }
  for (const again of [
    () => refundPayment({ id: 1, actor: 'owner' }),
    () => cancelBooking({ id: booking, refund: 'full', ...owner() }),
  ])
    await expect(again()).rejects.toMatchObject({ code: 'not_changeable' })
  await beginRefunds()
  await reconcilePayments()
  await syncPayment(settlements, intent)
  expect(await payment()).toMatchObject(waits)
  expect(await givenBack(1)).toMatchObject({ status: 200 })
  expect(await payment()).toMatchObject({ outcome: 'refunded', back: '107.17', returned: '107.17' })
  await atRest()
})

test('a session of which a part was transferred, cancelled later: the owner transfers the rest', async () => {
  const { booking, intent } = await soldByFpx()
  await age()
  expect(await givenBack(1, { amountSen: 7_17 })).toMatchObject({ status: 200 })
  await cancelBooking({ id: booking, refund: 'full', ...owner() })
  await letActsStand()
  await beginRefunds()
  await syncPayment(settlements, intent)
  expect(await payment()).toMatchObject({
    ...{ outcome: 'needs_attention', reason: 'refund_failed', back: '7.17', returned: '7.17' },
  })
  expect(await givenBack(1)).toMatchObject({ status: 200 })
  expect(await payment()).toMatchObject({ outcome: 'refunded', back: '107.17', returned: '107.17' })
  expect((await documents()).slice(1)).toEqual([
    ...['credit_note 7.17 transfer', 'credit_note 100.00 transfer'],
  ])
  await atRest()
})
