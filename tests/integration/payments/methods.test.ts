// FPX and GrabPay: payment methods that redirect to a bank's or wallet's page, whose refunds take
// time and may fail. No payment depends on the browser coming back.
import type Stripe from 'stripe'
import { refundPayment } from '@/lib/admin/attention/handle'
import { attentionCount, attentionPayments } from '@/lib/admin/attention/queries'
import { cancelBooking } from '@/lib/bookings/cancel'
import { clientSecretFor } from '@/lib/bookings/client-secret'
import { expireHold } from '@/lib/bookings/expire'
import { managedBooking } from '@/lib/bookings/manage'
import { bookingByIntent } from '@/lib/bookings/queries'
import { upgradeSecret } from '@/lib/bookings/upgrade'
import { bookingDetail } from '@/lib/admin/bookings/queries'
import { changeOrder } from '@/lib/orders/change'
import { managedOrder } from '@/lib/orders/queries'
import { reconcilePayments } from '@/lib/jobs/jobs'
import { syncPayment } from '@/lib/payments/sync'
import { saveSetting } from '@/lib/settings/change'
import { settlements } from '@/lib/settlements'
import { letActsStand } from '@/tests/support/acts'
import {
  age,
  checkout,
  hold,
  minutesAgo,
  openShop,
  orderCheckout,
  visitor,
  type Wish,
} from '@/tests/support/shop'
import { BANK_WAYS } from '@/tools/stripe-sandbox'
import { toldCustomers } from '@/tests/support/told'

const shop = openShop()
const booking = async (id: number) =>
  (await shop.rows(`SELECT status, cancel_reason FROM bookings WHERE id = $1`, [id]))[0]
const payment = async () =>
  (
    await shop.rows(
      `SELECT status, outcome, reason, refund_status, refunded_amount::text AS refunded FROM payments ORDER BY id`,
    )
  )[0]
const CONFIRMED = { status: 'confirmed', cancel_reason: null }
const refunds = async () => (await shop.payments.ledger()).refunds
const manage = async (id: number) => managedBooking(await shop.tokenOf(id), 'en', new Date())

describe.each(BANK_WAYS)('%s', (way) => {
  async function away(about?: Wish) {
    const made = await checkout(about)
    await shop.payments.leaveFor(way, made.intent)
    return made
  }
  async function paid() {
    const made = await away()
    await shop.payments.answer(made.intent, 'succeed')
    await shop.payments.release()
    return made
  }

  test('approved: confirmed by the webhook alone, without a return to the site', async () => {
    const { booking: id } = await away()
    await shop.payments.release()
    expect([await booking(id), await payment()]).toMatchObject([
      { status: 'pending' },
      { status: 'requires_action' },
    ])
    await shop.payments.answer(
      (await shop.payments.ledger()).payment_intents[0]?.id ?? '',
      'succeed',
    )
    await shop.payments.release('reverse')
    expect(await booking(id)).toEqual(CONFIRMED)
    expect(await toldCustomers()).toEqual(['confirmed'])
  })

  test('a payment that the bank approves is confirmed by the next reading when every webhook is lost', async () => {
    const { booking: id, intent } = await away()
    await shop.payments.answer(intent, 'succeed')
    await shop.rows(`UPDATE payments SET checked_at = now() - interval '1 hour'`)
    await reconcilePayments()
    expect(await booking(id)).toEqual(CONFIRMED)
  })

  test('refused: the hold stays, the same intent is paid by card', async () => {
    const { booking: id, intent, secret } = await away()
    await shop.payments.answer(intent, 'fail')
    await shop.payments.release()
    expect([(await booking(id))?.status, (await payment())?.status]).toEqual([
      'pending',
      'requires_payment_method',
    ])
    const again = await clientSecretFor({
      bookingId: id,
      visitorHash: visitor(),
      amountSen: 107_17,
    })
    expect(again.clientSecret).toBe(secret)
    await shop.payments.pay(intent)
    await shop.payments.release()
    expect(await booking(id)).toEqual(CONFIRMED)
  })

  test('an abandoned payment holds twice as long, then is released, and a later approval takes no money', async () => {
    const { booking: id, intent } = await away({ now: minutesAgo(16) })
    expect(await expireHold({ bookingId: id })).toBe('extended')
    const [{ left = 0 } = {}] = await shop.rows(
      `SELECT round(extract(epoch FROM hold_expires_at - created_at) / 60)::int AS left FROM bookings`,
    )
    expect(left).toBe(30)
    await age(id, 15)
    expect(await expireHold({ bookingId: id })).toBe('ended')
    expect(await booking(id)).toEqual({ status: 'cancelled', cancel_reason: 'expired' })
    await expect(shop.payments.answer(intent, 'succeed')).rejects.toThrow('status of canceled')
    await shop.payments.release()
    expect(await booking(id)).toEqual({ status: 'cancelled', cancel_reason: 'expired' })
    await hold({ who: 'next' })
  })

  test('a slow bank: the time is reserved until the bank approves, then confirmed', async () => {
    const { booking: id, intent } = await away({ now: minutesAgo(16) })
    await shop.payments.answer(intent, 'pending')
    await shop.payments.release()
    expect((await payment())?.status).toBe('processing')
    expect(await expireHold({ bookingId: id })).toBe('extended')
    await age(id, 60)
    expect(await expireHold({ bookingId: id })).toBe('kept')
    await shop.payments.answer(intent, 'succeed')
    await shop.payments.release()
    expect(await booking(id)).toEqual(CONFIRMED)
  })

  test('a slow bank that refuses: the time is released', async () => {
    const { booking: id, intent } = await away({ now: minutesAgo(16) })
    await shop.payments.answer(intent, 'pending')
    expect(await expireHold({ bookingId: id })).toBe('extended')
    await age(id, 60)
    await shop.payments.answer(intent, 'fail')
    expect(await expireHold({ bookingId: id })).toBe('ended')
    expect((await payment())?.status).toBe('canceled')
  })

  test('late: approved after the time was released and sold, the money is refunded', async () => {
    const { booking: id, intent } = await away({ now: minutesAgo(46) })
    await shop.endUnclosed(id)
    await hold({ who: 'next' })
    await shop.payments.answer(intent, 'succeed')
    await shop.payments.release()
    expect(await payment()).toEqual({
      status: 'succeeded',
      outcome: 'refunded',
      reason: 'late',
      refund_status: 'pending',
      refunded: '107.17',
    })
    // Both sides are mailed at once that the refund is in progress, and the customer's mail does
    // not say that it has arrived.
    expect((await bookingByIntent(intent, 'en'))?.dto.paymentStatus).toBe('refunding')
    expect((await attentionPayments()).late).toMatchObject([
      { outcome: 'refunded', refundStatus: 'pending' },
    ])
    await shop.payments.finishRefund(intent, 'succeeded')
    await shop.payments.release()
    expect((await bookingByIntent(intent, 'en'))?.dto.paymentStatus).toBe('refunded')
  })

  test('refunded by the studio: on its way until the bank has done it', async () => {
    const { booking: id, intent } = await paid()
    await cancelBooking({ id, refund: 'full', actor: 'owner', now: new Date() })
    await letActsStand()
    expect(await payment()).toMatchObject({ outcome: 'refunded', refund_status: 'pending' })
    expect((await manage(id))?.refund).toBe('refunding')
    const owner = await bookingDetail(id, 'en')
    expect(owner?.payments).toMatchObject([
      { state: 'refunding', refundPending: true, refunded: 107_17, currency: 'myr' },
    ])
    expect(await attentionCount()).toBe(0)
    await shop.payments.finishRefund(intent, 'succeeded')
    await shop.payments.release()
    expect((await manage(id))?.refund).toBe('refunded')
    expect((await bookingDetail(id, 'en'))?.payments).toMatchObject([
      { state: 'refunded', refundPending: false },
    ])
  })

  test('a refund that fails at the bank needs the owner, who tries again', async () => {
    const { booking: id, intent } = await paid()
    await cancelBooking({ id, refund: 'full', actor: 'owner', now: new Date() })
    await letActsStand()
    await shop.payments.finishRefund(intent, 'failed')
    await shop.payments.release('reverse')
    expect(await payment()).toEqual({
      status: 'succeeded',
      outcome: 'needs_attention',
      reason: 'refund_failed',
      refund_status: 'failed',
      refunded: '0.00',
    })
    expect(await attentionPayments()).toMatchObject({ open: [{ reason: 'refund_failed' }] })
    expect((await manage(id))?.refund).toBe('refund_failed')
    expect((await bookingByIntent(intent, 'en'))?.dto.paymentStatus).toBe('refund_failed')
    expect((await bookingDetail(id, 'en'))?.payments).toMatchObject([{ state: 'refund_failed' }])
    // By webhook and by asking alike, and never again by itself.
    await syncPayment(settlements, intent)
    await reconcilePayments()
    expect(await refunds()).toHaveLength(1)
    const [alert] = (await attentionPayments()).open
    await refundPayment({ id: alert?.id ?? 0, actor: 'owner' })
    await shop.payments.release()
    expect(await refunds()).toHaveLength(2)
    expect(await manage(id)).toMatchObject({
      refund: 'refunding',
      money: [{ place: 'arriving', sen: 107_17 }],
    })
    await shop.payments.finishRefund(intent, 'succeeded')
    await shop.payments.release()
    expect(await manage(id)).toMatchObject({
      refund: 'refunded',
      money: [{ place: 'back', sen: 107_17 }],
    })
  })

  test('an upgrade and an order are paid the same way', async () => {
    const { booking: id } = await paid()
    const { clientSecret } = await upgradeSecret({
      bookingId: id,
      length: { duration: 'hourly', hours: 2 },
      addOns: [],
      amountSen: 107_17,
      now: new Date(),
    })
    const longer = clientSecret.split('_secret_')[0] ?? ''
    await shop.payments.leaveFor(way, longer)
    await shop.payments.answer(longer, 'succeed')
    const order = await orderCheckout()
    await shop.payments.leaveFor(way, order.intent)
    await shop.payments.answer(order.intent, 'succeed')
    await shop.payments.release()
    expect(await shop.rows(`SELECT hours FROM bookings`)).toEqual([{ hours: 2 }])
    expect(await shop.rows(`SELECT status FROM video_editing_orders`)).toEqual([{ status: 'paid' }])

    const token = await shop.tokenOf(order.order, 'video_editing_orders')
    await changeOrder({ id: order.order, to: 'refunded', link: null, actor: 'owner' })
    expect((await managedOrder(token))?.refund).toBe('refunding')
    await shop.payments.finishRefund(order.intent, 'failed')
    await shop.payments.release()
    expect(await managedOrder(token)).toMatchObject({
      status: 'refunded',
      refund: 'refund_failed',
    })
  })
})

describe('a payment method that the account lacks', () => {
  const chosen = (value: { fpx: boolean; grabpay: boolean }) =>
    saveSetting({ key: 'methods', value, version: undefined, actor: 'owner' })
  const offered = async (): Promise<readonly string[]> => {
    const { payment_intents } = await shop.payments.ledger()
    return (payment_intents.at(-1) as Stripe.PaymentIntent).payment_method_types
  }
  const shown = async () =>
    (await attentionPayments()).methodRefusals.map(({ method, refusal }) => [method, refusal])

  test('is left out of the payment, and the owner sees Stripe’s message', async () => {
    await shop.payments.control('methods', { refused: ['fpx'] })
    await checkout()
    expect(await offered()).toEqual(['card', 'grabpay'])
    expect(await shown()).toEqual([
      ['fpx', expect.stringContaining('"fpx" is invalid. Please ensure the provided type')],
    ])
    expect(await attentionCount()).toBe(1)
    // Requested again with every payment: once the account has it, nothing is shown any more.
    await shop.payments.control('methods', {})
    await checkout({ who: 'next', time: '11:00' })
    expect([await offered(), await shown()]).toEqual([['card', 'fpx', 'grabpay'], []])
  })

  test('all of them: cards remain, and the dialog works', async () => {
    await shop.payments.control('methods', { refused: ['fpx', 'grabpay'] })
    const { intent } = await checkout()
    expect(await offered()).toEqual(['card'])
    expect((await shown()).map(([method]) => method)).toEqual(['fpx', 'grabpay'])
    await shop.payments.pay(intent)
    await shop.payments.release()
    expect((await payment())?.outcome).toBe('confirmed')
  })

  test('silently left out by Stripe: the owner sees that', async () => {
    await shop.payments.control('methods', { withheld: ['grabpay'] })
    await checkout()
    expect([await offered(), await shown()]).toEqual([['card', 'fpx'], [['grabpay', null]]])
  })

  test('a refusal for another reason is not attributed to a payment method', async () => {
    await shop.payments.faults({ match: 'POST /v1/payment_intents', status: 400 })
    await expect(checkout()).rejects.toMatchObject({ statusCode: 400 })
    await shop.payments.faults()
    expect(await shown()).toEqual([])
  })

  test('switched off by the owner, it is not requested and not shown', async () => {
    await shop.payments.control('methods', { refused: ['fpx'] })
    await checkout()
    await chosen({ fpx: false, grabpay: true })
    expect(await shown()).toEqual([])
    await checkout({ who: 'next', time: '11:00' })
    expect([await offered(), await shown()]).toEqual([['card', 'grabpay'], []])
  })

  test('a lost answer, then another choice: one open intent at the end', async () => {
    await shop.payments.faults({
      match: 'POST /v1/payment_intents',
      status: 'reset',
      after: true,
      times: 2,
    })
    const id = await hold()
    const ask = () => clientSecretFor({ bookingId: id, visitorHash: visitor(), amountSen: 107_17 })
    await expect(ask()).rejects.toMatchObject({ code: 'unavailable' })
    await chosen({ fpx: true, grabpay: false })
    const { clientSecret } = await ask()
    await shop.payments.release()
    const { payment_intents } = await shop.payments.ledger()
    expect(payment_intents.map(({ status }) => status)).toEqual([
      'canceled',
      'requires_payment_method',
    ])
    expect(clientSecret).toContain(payment_intents[1]?.id)
  })
})
