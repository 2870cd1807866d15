// A part of a payment that could not go back: what the owner, the customer and the bank form are told is
// the part, until it was given back another way.
import { GET as standing, POST as ask } from '@/app/api/admin/payments/[id]/bank-details/route'
import { POST as refund } from '@/app/api/admin/payments/[id]/refund/route'
import { markHandled } from '@/lib/admin/attention/handle'
import { attentionPayments, paymentAlert } from '@/lib/admin/attention/queries'
import { bookingDetail } from '@/lib/admin/bookings/queries'
import { paymentsToDecide } from '@/lib/admin/today/todo'
import { stripe } from '@/lib/payments/client'
import { syncPayment } from '@/lib/payments/sync'
import { settlements } from '@/lib/settlements'
import { studioDate } from '@/lib/time'
import { assertBooksBalance } from '@/tests/support/books'
import { callRoute } from '@/tests/support/call'
import { checkout, openShop, orderCheckout } from '@/tests/support/shop'
import { tellAll } from '@/tests/support/told'
import { ownerCookie } from '../admin/admin'

const shop = openShop()
let cookie: string
beforeEach(async () => {
  cookie = await ownerCookie(shop)
})

type Handler = Parameters<typeof callRoute>[0]
const call = async (handler: Handler, path: string, method: string, body?: object) => {
  const response = await callRoute(handler, `/api/admin/payments/1/${path}`, {
    ...{ method, params: { id: '1' }, headers: { cookie } },
    ...(body && { body }),
  })
  const text = await response.text()
  return { status: response.status, body: text ? (JSON.parse(text) as object) : null }
}
const back = (amountSen: number) => call(refund, 'refund', 'POST', { amountSen })
const transferred = (amountSen?: number) =>
  call(refund, 'refund', 'POST', {
    ...(amountSen && { amountSen }),
    returned: { method: 'transfer', date: studioDate(new Date()), reference: '' },
  })
const payment = async () =>
  (
    await shop.rows(
      `SELECT outcome, reason, refunded_amount::text AS back, part_failed::text AS failed, off_price::text AS off
      FROM payments WHERE id = 1`,
    )
  )[0]
const atRest = async () =>
  assertBooksBalance(shop.database.sql, await shop.payments.ledger(), { settled: true })

/** Refunds of FPX wait until a test says how they end. */
async function byFpx(made: { intent: string }): Promise<void> {
  await shop.payments.leaveFor('fpx', made.intent)
  await shop.payments.answer(made.intent, 'succeed')
  await shop.payments.release()
}
async function soldByFpx() {
  const made = await checkout()
  await byFpx(made)
  return made
}
async function fail(amount: number) {
  const found = (await shop.payments.ledger()).refunds.find(
    (one) => one.amount === amount && one.status === 'pending',
  )
  await shop.payments.control('finish_refund', { refund: found?.id, outcome: 'failed' })
  await shop.payments.release()
}

describe('a part refund that fails', () => {
  test.each(['by the console', 'in Stripe’s dashboard'])(
    'asked for %s: list, dialog, to do, bank form and mail say the part, which is recorded once',
    async (way) => {
      const { booking, intent } = await soldByFpx()
      await tellAll()
      if (way === 'by the console') expect(await back(30_00)).toMatchObject({ status: 200 })
      else await stripe().refunds.create({ payment_intent: intent, amount: 30_00 })
      await shop.payments.release()
      expect(await payment()).toMatchObject({ back: '30.00', off: '30.00', failed: '0.00' })
      await tellAll()
      await fail(30_00)
      expect(await payment()).toEqual({
        ...{ outcome: 'confirmed', reason: 'refund_failed' },
        ...{ back: '0.00', off: '0.00', failed: '30.00' },
      })
      expect((await attentionPayments()).open).toMatchObject([
        { id: 1, left: 30_00, byHandSen: 30_00, bar: 'refused', received: 107_17 },
      ])
      expect((await paymentsToDecide()).rows).toMatchObject([
        { kind: 'refund_failed', amountSen: 30_00 },
      ])
      expect((await bookingDetail(booking, 'en'))?.payments).toMatchObject([
        { byHandSen: 30_00, bar: 'refused' },
      ])
      const [mail] = (await tellAll()).filter(({ kind }) => kind === 'booking_notice')
      expect(mail).toMatchObject({
        says: 'refund_failed',
        letter: { payload: { askedSen: 0, news: { stuckSen: 30_00 } } },
      })

      expect(await call(standing, 'bank-details', 'GET')).toMatchObject({
        body: { amountSen: 30_00, canAsk: true },
      })
      expect(await call(ask, 'bank-details', 'POST')).toMatchObject({ status: 200 })
      const [form] = (await tellAll()).filter(({ kind }) => kind === 'bank_form')
      expect(form).toMatchObject({ letter: { payload: { amountSen: 30_00 } } })

      expect(await transferred(30_01)).toMatchObject({ status: 400 })
      expect(await transferred(10_00)).toMatchObject({ status: 200 })
      expect((await attentionPayments()).open).toMatchObject([{ left: 20_00, byHandSen: 20_00 }])
      // Two at once: the second is refused.
      const answers = await Promise.all([transferred(20_00), transferred(20_00)])
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
      expect((await attentionPayments()).open).toEqual([])
      expect(await call(standing, 'bank-details', 'GET')).toMatchObject({
        body: { state: 'given_back', amountSen: 0 },
      })
      await syncPayment(settlements, intent)
      expect(await payment()).toEqual({
        ...{ outcome: 'confirmed', reason: null },
        ...{ back: '30.00', off: '30.00', failed: '0.00' },
      })
      expect(await transferred()).toMatchObject({ status: 409 })
      await atRest()
    },
  )

  test('twice of one payment: both are shown together, and what was kept is not shown again', async () => {
    const { intent } = await soldByFpx()
    await back(30_00)
    await back(20_00)
    await fail(30_00)
    expect(await paymentAlert(1)).toMatchObject({ left: 30_00, byHandSen: 30_00 })
    await fail(20_00)
    expect(await paymentAlert(1)).toMatchObject({ left: 50_00, byHandSen: 50_00 })
    const kept = { id: 1, note: 'She keeps it as credit', actor: 'owner', now: new Date() }
    await expect(markHandled({ ...kept, money: 'given_back' })).rejects.toMatchObject({
      code: 'invalid_request',
    })
    await markHandled(kept)
    expect((await shop.rows(`SELECT after FROM audit_log ORDER BY id`)).at(-1)).toEqual({
      after: { handled: true, money: 'kept' },
    })
    await syncPayment(settlements, intent)
    const { open, handled } = await attentionPayments()
    expect([open, handled]).toMatchObject([[], [{ left: 50_00, byHandSen: 0, handledAs: 'kept' }]])
    await back(10_00)
    await fail(10_00)
    expect((await attentionPayments()).open).toMatchObject([{ left: 10_00, byHandSen: 10_00 }])
    await atRest()
  })

  test('tried again in the dashboard: the entry ends when that is made', async () => {
    const { intent } = await soldByFpx()
    await back(30_00)
    await fail(30_00)
    await stripe().refunds.create({ payment_intent: intent, amount: 30_00 })
    await shop.payments.release()
    expect((await attentionPayments()).open).toEqual([])
    expect(await payment()).toMatchObject({ reason: null, back: '30.00', off: '30.00' })
  })

  test('of a payment a part of which was lost in a dispute says the part that failed', async () => {
    // The sandbox lets a bank refuse what goes back to this card.
    const { intent } = await shop.sold({}, 'pm_card_refundFail')
    await back(30_00)
    await shop.payments.release()
    await shop.payments.letBanksAnswer()
    await shop.payments.release()
    const about = { payment_intent: intent, amount: 40_00 }
    await shop.payments.control('dispute', about)
    await shop.payments.release()
    // While the bank decides, nothing is given back by hand.
    expect(await paymentAlert(1)).toMatchObject({ left: 40_00, byHandSen: 0 })
    await shop.payments.control('dispute', { ...about, outcome: 'lost' })
    await shop.payments.release()
    expect(await paymentAlert(1)).toMatchObject({ left: 30_00, byHandSen: 30_00 })
  })

  test('of an order: the entry is the part, and it ends when that was transferred', async () => {
    const made = await orderCheckout()
    await byFpx(made)
    await back(30_00)
    await fail(30_00)
    expect(await paymentAlert(1)).toMatchObject({ left: 30_00, byHandSen: 30_00 })
    expect(await call(standing, 'bank-details', 'GET')).toMatchObject({
      body: { amountSen: 30_00, canAsk: true },
    })
    expect(await transferred()).toMatchObject({ status: 200 })
    expect((await attentionPayments()).open).toEqual([])
    expect(
      await shop.rows('SELECT status FROM video_editing_orders WHERE id = $1', [made.order]),
    ).toEqual([{ status: 'paid' }])
  })
})
