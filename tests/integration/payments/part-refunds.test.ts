// A part of a payment that the owner gives back: by Stripe or at the studio, several of one payment,
// with Stripe away, refused, and failed at the bank.
import { POST as refund } from '@/app/api/admin/payments/[id]/refund/route'
import { bookingDetail } from '@/lib/admin/bookings/queries'
import { cancelBooking } from '@/lib/bookings/cancel'
import { changeOrder } from '@/lib/orders/change'
import { setStatus } from '@/lib/bookings/set-status'
import { managedBooking } from '@/lib/bookings/manage'
import { reconcilePayments } from '@/lib/jobs/jobs'
import { letActsStand } from '@/tests/support/acts'
import { stripe } from '@/lib/payments/client'
import { settlements } from '@/lib/settlements'
import { syncPayment } from '@/lib/payments/sync'
import { callRoute } from '@/tests/support/call'
import { createAdminBooking } from '@/lib/bookings/create-admin-booking'
import { adminBookingBody } from '@/lib/bookings/schema'
import { expectAskedAsByRule } from '@/tests/support/asked'
import { assertBooksBalance } from '@/tests/support/books'
import { checkout, openShop, orderCheckout, workingDay } from '@/tests/support/shop'
import { tellAll, toldCustomers } from '@/tests/support/told'
import { ownerCookie } from '../admin/admin'

const shop = openShop()
afterEach(expectAskedAsByRule)
const owner = () => ({ actor: 'owner', now: new Date() })
let cookie: string
beforeEach(async () => {
  cookie = await ownerCookie(shop)
})

const back = async (id: number, body: object) => {
  const response = await callRoute(refund, `/api/admin/payments/${id}/refund`, {
    method: 'POST',
    body,
    params: { id: String(id) },
    headers: { cookie },
  })
  return { status: response.status, body: (await response.json()) as Record<string, unknown> }
}
const payment = async (id = 1) =>
  (
    await shop.rows(
      `SELECT outcome, reason, refunded_amount::text AS back, part_due::text AS due, off_price::text AS off
      FROM payments WHERE id = $1`,
      [id],
    )
  )[0]
const parts = async () =>
  (await shop.rows(`SELECT amount::text, status, reason FROM part_refunds ORDER BY id`)).map(
    (row) => Object.values(row).join(' '),
  )
const documents = async () =>
  (await shop.rows(`SELECT kind, total_amount::text AS total FROM receipts ORDER BY id`)).map(
    ({ kind, total }) => `${kind} ${total}`,
  )
const refunds = async () =>
  (await shop.payments.ledger()).refunds.map(({ amount, status }) => `${amount} ${status}`)
const atRest = async () =>
  assertBooksBalance(shop.database.sql, await shop.payments.ledger(), { settled: true })

describe('a card payment', () => {
  test('is given back in parts, each with its credit note, and the booking stands as paid', async () => {
    const { booking } = await shop.sold()
    await toldCustomers()
    const first = await back(1, { amountSen: 20_00, reason: 'The lamp was broken' })
    expect(first).toMatchObject({ status: 200, body: { outcome: 'confirmed', refundable: 87_17 } })
    expect(await back(1, { amountSen: 7_17 })).toMatchObject({ status: 200 })
    await shop.payments.release()
    expect(await payment()).toEqual({
      ...{ outcome: 'confirmed', reason: null, back: '27.17', due: '0.00', off: '27.17' },
    })
    expect(await refunds()).toEqual(['2000 succeeded', '717 succeeded'])
    expect(await parts()).toEqual(['20.00 made The lamp was broken', '7.17 made '])
    expect(await documents()).toEqual([
      ...['receipt 107.17', 'credit_note 20.00', 'credit_note 7.17'],
    ])
    const detail = await bookingDetail(booking, 'en')
    expect(detail?.payments).toMatchObject([
      {
        ...{ state: 'paid', refunded: 27_17, refundable: 80_00, due: 0 },
        refunds: [
          { amountSen: 20_00, reason: 'The lamp was broken', state: 'made' },
          { amountSen: 7_17, reason: null, state: 'made' },
        ],
      },
    ])
    expect(detail?.history.map(({ action }) => action)).toEqual(['refund_asked', 'refund_asked'])
    expect(JSON.stringify(detail?.history)).not.toContain('lamp')
    const [mail] = (await tellAll()).filter(({ kind }) => kind === 'booking_notice')
    expect(mail).toMatchObject({ says: 'refund', letter: { payload: { askedSen: 0 } } })
    const token = await shop.tokenOf(booking)
    expect(await managedBooking(token, 'en', new Date())).toMatchObject({
      ...{ status: 'confirmed', payable: false, owedAmount: '0.00', payment: 'paid' },
    })
    // Also when it is set back to wait: it was given back on purpose.
    await setStatus({ id: booking, status: 'pending', ...owner() })
    expect(await managedBooking(token, 'en', new Date())).toMatchObject({
      ...{ payable: false, owedAmount: '0.00' },
    })
    await setStatus({ id: booking, status: 'confirmed', ...owner() })
    await atRest()
  })

  test('is never given back beyond what is here and not going back', async () => {
    await shop.sold()
    const fields = { amountSen: expect.any(String) as string }
    for (const amountSen of [0, -1, 1.5, 107_18, '20'])
      expect(await back(1, { amountSen })).toMatchObject({ status: 400, body: { fields } })
    await shop.payments.faults({ match: 'POST /v1/refunds', status: 500 })
    await back(1, { amountSen: 100_00 })
    expect(await back(1, { amountSen: 7_18 })).toMatchObject({ status: 400, body: { fields } })
    await shop.payments.faults()
    const answers = await Promise.all([1, 2].map(() => back(1, { amountSen: 7_17 })))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400])
    await shop.payments.release()
    expect(await payment()).toMatchObject({ back: '107.17', due: '0.00' })
    expect(await back(99, { amountSen: 1 })).toMatchObject({ status: 404 })
    expect(await back(1, { amountSen: 1 })).toMatchObject({ status: 409 })
  })

  test('whose version is old is left alone', async () => {
    await shop.sold()
    expect(await back(1, { amountSen: 1_00, version: '2026-01-01T00:00:00.000Z' })).toMatchObject({
      ...{ status: 409, body: { code: 'version_conflict' } },
    })
    expect(await parts()).toEqual([])
  })

  test('stays due while Stripe is away, and goes back once', async () => {
    const { intent, booking } = await shop.sold()
    await shop.payments.faults({ match: 'POST /v1/refunds', status: 500, after: true })
    expect(await back(1, { amountSen: 20_00 })).toMatchObject({ status: 200 })
    expect((await bookingDetail(booking, 'en'))?.payments).toMatchObject([
      { due: 20_00, refundable: 87_17, state: 'paid' },
    ])
    await shop.payments.faults()
    await Promise.all([1, 2, 3].map(() => syncPayment(settlements, intent)))
    await syncPayment(settlements, intent)
    await shop.payments.release()
    expect(await refunds()).toEqual(['2000 succeeded'])
    expect(await payment()).toMatchObject({ back: '20.00', due: '0.00', off: '20.00' })
  })

  test('is found by the reconciler', async () => {
    await shop.sold()
    await shop.payments.faults({ match: '*', status: 500 })
    await back(1, { amountSen: 20_00 })
    await shop.payments.faults()
    expect(await refunds()).toEqual([])
    await reconcilePayments()
    expect(await refunds()).toEqual(['2000 succeeded'])
  })

  test('is given back whole by its parts, and then listed as any that went back', async () => {
    const { booking } = await shop.sold()
    await back(1, { amountSen: 100_00 })
    await back(1, { amountSen: 7_17 })
    await shop.payments.release()
    expect(await payment()).toMatchObject({ outcome: 'refunded', back: '107.17', off: '107.17' })
    expect(await shop.rows('SELECT kind FROM payment_alerts')).toEqual([{ kind: 'paid_back' }])
    expect(await managedBooking(await shop.tokenOf(booking), 'en', new Date())).toMatchObject({
      ...{ payable: false, owedAmount: '0.00' },
    })
  })

  test('goes back whole with a cancellation, and a part of it that was due with it', async () => {
    const { booking } = await shop.sold()
    await back(1, { amountSen: 10_00 })
    await shop.payments.faults({ match: '*', status: 500 })
    await back(1, { amountSen: 20_00 })
    await cancelBooking({ id: booking, refund: 'full', ...owner() }).catch(() => null)
    await shop.payments.faults()
    await letActsStand()
    await reconcilePayments()
    await shop.payments.release()
    expect(await refunds()).toEqual(['1000 succeeded', '9717 succeeded'])
    expect(await parts()).toEqual(['10.00 made ', '20.00 replaced '])
    expect(await payment()).toMatchObject({ outcome: 'refunded', back: '107.17', due: '0.00' })
  })

  test('of a cancelled and of a completed booking is given back in part, too', async () => {
    const { booking } = await shop.sold()
    await cancelBooking({ id: booking, refund: 'none', ...owner() })
    expect(await back(1, { amountSen: 50_00, reason: 'Goodwill' })).toMatchObject({ status: 200 })
    await shop.payments.release()
    expect(await payment()).toMatchObject({ outcome: 'confirmed', back: '50.00' })
    const done = await shop.sold({ who: 'mei', time: '13:00' })
    await setStatus({ id: done.booking, status: 'completed', ...owner() })
    expect(await back(2, { amountSen: 50_00 })).toMatchObject({ status: 200 })
  })

  test('of which the older of two parts fails at last shows it, and owes nothing', async () => {
    // A bank takes long enough to decide: a card's refund ends by itself after two seconds.
    const { booking, intent } = await checkout()
    await shop.payments.leaveFor('fpx', intent)
    await shop.payments.answer(intent, 'succeed')
    await shop.payments.release()
    await back(1, { amountSen: 20_00 })
    await back(1, { amountSen: 30_00 })
    const of = async (amount: number) =>
      (await shop.payments.ledger()).refunds.find((one) => one.amount === amount)?.id
    const end = async (amount: number, outcome: string) => {
      await shop.payments.control('finish_refund', { refund: await of(amount), outcome })
      await shop.payments.release()
    }
    expect(await payment()).toMatchObject({ back: '50.00', due: '0.00', off: '50.00' })
    await end(30_00, 'succeeded')
    await end(20_00, 'failed')
    expect(await parts()).toEqual(['20.00 failed ', '30.00 made '])
    const failed = { outcome: 'confirmed', reason: 'refund_failed', due: '0.00', off: '30.00' }
    expect(await payment()).toEqual({ ...failed, back: '30.00' })
    expect(await documents()).toEqual(['receipt 107.17', 'credit_note 30.00'])
    expect(await shop.rows('SELECT kind FROM payment_alerts')).toEqual([{ kind: 'open' }])
    expect(await managedBooking(await shop.tokenOf(booking), 'en', new Date())).toMatchObject({
      owedAmount: '0.00',
    })
    // Given back again, it is looked after.
    expect(await back(1, { amountSen: 20_00 })).toMatchObject({ status: 200 })
    await shop.payments.release()
    expect(await payment()).toMatchObject({ reason: null, back: '50.00', off: '50.00' })
  })

  test('that the owner refunds in the dashboard too is counted once, and a refusal is shown', async () => {
    const { intent } = await shop.sold()
    await back(1, { amountSen: 20_00 })
    await stripe().refunds.create({ payment_intent: intent, amount: 80_00 })
    // Not told yet: only 7.17 are left.
    expect(await back(1, { amountSen: 30_00 })).toMatchObject({ status: 200 })
    await shop.payments.release()
    expect(await parts()).toEqual(['20.00 made ', '30.00 refused ', '80.00 made '])
    expect(await payment()).toMatchObject({
      ...{ outcome: 'confirmed', reason: 'refund_failed', back: '100.00' },
      ...{ due: '0.00', off: '100.00' },
    })
    expect(await shop.rows('SELECT kind FROM payment_alerts')).toEqual([{ kind: 'open' }])
  })
})

describe('the audit log', () => {
  const log = async () =>
    (
      await shop.rows(
        `SELECT actor, action, entity, coalesce(after->>'amount', after->>'refund') AS sum FROM audit_log ORDER BY id`,
      )
    ).map((row) => Object.values(row).join(' '))

  test('says of a part that Stripe refused that it was asked for, and refused', async () => {
    const { intent } = await shop.sold()
    await stripe().refunds.create({ payment_intent: intent, amount: 80_00 })
    // Not told yet: only 27.17 are left.
    await back(1, { amountSen: 30_00 })
    expect(await log()).toEqual([
      ...['owner refund_asked booking 30.00', 'stripe refund_refused booking 30.00'],
    ])
    await shop.payments.release()
    await syncPayment(settlements, intent)
    expect(await log()).toHaveLength(2)
  })

  test('says of a part that the bank returned that it failed, once', async () => {
    const { intent } = await shop.sold({}, 'pm_card_refundFail')
    await back(1, { amountSen: 20_00 })
    await shop.payments.letBanksAnswer()
    await Promise.all([1, 2, 3].map(() => syncPayment(settlements, intent)))
    await shop.payments.release()
    expect(await log()).toEqual([
      ...['owner refund_asked booking 20.00', 'stripe refund_failed booking 20.00'],
    ])
  })

  test('says of all of a booking’s money that Stripe refused it', async () => {
    const { booking, intent } = await shop.sold()
    await shop.payments.control('dispute', { payment_intent: intent })
    await cancelBooking({ id: booking, refund: 'full', ...owner() })
    await letActsStand()
    await shop.payments.release()
    expect(await log()).toEqual([
      'owner cancel booking full',
      'stripe refund_refused booking 107.17',
    ])
  })

  test('says of all of an order’s money that the bank returned it', async () => {
    const { intent, order } = await orderCheckout()
    await shop.payments.pay(intent, 'pm_card_refundFail')
    await shop.payments.release()
    await changeOrder({ id: order, to: 'refunded', link: null, actor: 'owner' })
    await shop.payments.letBanksAnswer()
    await syncPayment(settlements, intent)
    await shop.payments.release()
    expect(await log()).toEqual([
      ...['owner refund_asked order 129.90', 'stripe refund_failed order 129.90'],
    ])
  })

  test('says of money that is not Stripe’s that it was given back', async () => {
    const wish = adminBookingBody.parse({
      ...{ serviceId: 1, firstName: 'Siti', email: 'siti@example.com' },
      ...{ date: workingDay(), time: '10:00', paid: { method: 'cash' } },
    })
    await createAdminBooking(wish, owner())
    await back(1, { amountSen: 20_00 })
    expect((await log()).at(-1)).toBe('owner refund booking 20.00')
  })
})

test('a payment at the studio is given back there in parts, with the same documents', async () => {
  const wish = adminBookingBody.parse({
    ...{ serviceId: 1, firstName: 'Siti', email: 'siti@example.com' },
    ...{ date: workingDay(), time: '10:00', paid: { method: 'cash' } },
  })
  await createAdminBooking(wish, owner())
  expect(await back(1, { amountSen: 20_00, reason: 'Late start' })).toMatchObject({ status: 200 })
  expect(await back(1, { amountSen: 20_00 })).toMatchObject({ status: 200 })
  expect(await payment()).toMatchObject({ outcome: 'confirmed', back: '40.00', off: '40.00' })
  expect(await documents()).toEqual([
    ...['receipt 107.17', 'credit_note 20.00', 'credit_note 20.00'],
  ])
  expect(await back(1, { amountSen: 67_18 })).toMatchObject({ status: 400 })
  expect(await back(1, { amountSen: 67_17 })).toMatchObject({ status: 200 })
  expect(await payment()).toMatchObject({ outcome: 'refunded', back: '107.17' })
  expect((await documents()).at(-1)).toBe('credit_note 67.17')
  expect(await refunds()).toEqual([])
})

test('an order is given back in part, and stays ordered', async () => {
  const { intent, order } = await orderCheckout()
  await shop.payments.pay(intent)
  await shop.payments.release()
  expect(await back(1, { amountSen: 10_00, reason: 'A day late' })).toMatchObject({ status: 200 })
  await shop.payments.release()
  expect(await payment()).toMatchObject({ outcome: 'confirmed', back: '10.00' })
  expect(await shop.rows('SELECT status FROM video_editing_orders WHERE id = $1', [order])).toEqual(
    [{ status: 'paid' }],
  )
  expect(await shop.rows(`SELECT entity, action FROM audit_log`)).toEqual([
    { entity: 'order', action: 'refund_asked' },
  ])
})
