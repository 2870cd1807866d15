import { expireUnpaidOrders, reconcilePayments } from '@/lib/jobs/jobs'
import { dueDate } from '@/lib/orders/rules'
import { stripe } from '@/lib/payments/client'
import { syncPayment } from '@/lib/payments/sync'
import { orderSecret } from '@/lib/orders/client-secret'
import { toDecimal } from '@/lib/money'
import { discountOfSales } from '@/lib/sales/sale'
import { placeOrder } from '@/lib/orders/place'
import { studioDate, studioTime } from '@/lib/time'
import { settlements } from '@/lib/settlements'
import { DEFAULT_OFFICE_WEEK } from '@/lib/studio'
import { openShop, orderCheckout, orderWish, refusal, visitor } from '@/tests/support/shop'
import { tellAll, toldCustomers } from '@/tests/support/told'

const shop = openShop()
const order = async () =>
  (
    await shop.rows(
      `SELECT status, cancel_reason AS reason, paid_at IS NOT NULL AS paid, due_at IS NOT NULL AS due FROM video_editing_orders ORDER BY id`,
    )
  )[0]
const payments = () => shop.rows(`SELECT status, outcome, reason FROM payments ORDER BY id`)
const PAID = { status: 'paid', reason: null, paid: true, due: true }
const KEPT = { status: 'succeeded', outcome: 'confirmed', reason: null }
const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000)
/** As if it had been placed two days ago. */
const age = () =>
  shop.rows(`UPDATE video_editing_orders SET created_at = now() - interval '2 days'`)

describe('a payment makes the order paid, once', () => {
  test('the webhook alone makes it due by the rule, with one mail in the visitor’s language', async () => {
    const { intent, order: id } = await orderCheckout({ locale: 'ms' })
    await shop.payments.pay(intent)
    expect(await order()).toMatchObject({ status: 'pending', paid: false })
    expect(new Set(await shop.payments.release())).toEqual(new Set([200]))
    expect(await order()).toEqual(PAID)
    expect(await payments()).toEqual([KEPT])
    expect(await tellAll()).toMatchObject([
      { says: 'received', recipient: 'aina@example.com', locale: 'ms', orderId: id },
      { kind: 'studio_order', locale: 'en', orderId: id },
    ])
    const [row] = await shop.rows(`SELECT paid_at, due_at FROM video_editing_orders`)
    const dates = await shop.rows(`SELECT date FROM holidays`)
    const office = { ...DEFAULT_OFFICE_WEEK, holidays: dates.map(({ date }) => String(date)) }
    expect([studioDate(row?.due_at as Date), studioTime(row?.due_at as Date)]).toEqual([
      dueDate('standard', false, row?.paid_at as Date, office),
      '21:00',
    ])
  })

  test('twenty callers at once, each event ten times and in reversed order, make it paid once', async () => {
    const { intent } = await orderCheckout()
    await refusal(shop.payments.pay(intent, 'pm_card_chargeDeclined'))
    await shop.payments.pay(intent)
    await shop.payments.control('webhooks', { mode: 'hold', duplicates: 9 })
    const [answers] = await Promise.all([
      shop.payments.release('reverse'),
      ...Array.from({ length: 20 }, () => syncPayment(settlements, intent)),
    ])
    expect(new Set(answers)).toEqual(new Set([200]))
    expect(await order()).toEqual(PAID)
    expect(await toldCustomers()).toEqual(['received'])
  })

  test('by the reconciler, when every webhook was lost', async () => {
    const { intent } = await orderCheckout()
    await shop.payments.pay(intent)
    await shop.payments.control('webhooks', { mode: 'drop' })
    await shop.rows(
      `UPDATE payments SET created_at = now() - interval '1 minute', checked_at = NULL`,
    )
    await reconcilePayments()
    expect(await order()).toEqual(PAID)
    expect(await toldCustomers()).toEqual(['received'])
  })

  test('a payment after a decline has the same order and the same intent', async () => {
    const first = await orderCheckout()
    await refusal(shop.payments.pay(first.intent, 'pm_card_chargeDeclined'))
    await shop.payments.release()
    expect(await orderCheckout()).toEqual(first)
    await shop.payments.pay(first.intent)
    await shop.payments.release()
    expect(await order()).toEqual(PAID)
    expect((await shop.payments.ledger()).payment_intents).toHaveLength(1)
  })
})

describe('an order that was not paid in time', () => {
  test('is ended, its intent closed, and asking again makes a new one', async () => {
    const { intent, order: id } = await orderCheckout()
    await age()
    expect(
      await refusal(orderSecret({ orderId: id, visitorHash: visitor(), now: new Date() })),
    ).toMatchObject({ code: 'not_payable', details: { sentence: 'order_not_payable' } })
    await expireUnpaidOrders()
    expect(await order()).toMatchObject({ status: 'cancelled', reason: 'expired' })
    expect((await stripe().paymentIntents.retrieve(intent)).status).toBe('canceled')
    expect((await orderCheckout()).order).not.toBe(id)
  })

  test('is left alone before its time, and while the bank decides', async () => {
    const { intent } = await orderCheckout()
    await expireUnpaidOrders()
    expect(await order()).toMatchObject({ status: 'pending' })
    await age()
    await shop.payments.faults({ match: 'POST /v1/payment_intents/*/cancel', status: 500 })
    await expireUnpaidOrders()
    expect(await order()).toMatchObject({ status: 'pending' })
    await shop.payments.faults()
    await shop.payments.pay(intent)
    await expireUnpaidOrders() // Paid a moment ago: that is a sale, not an expiry.
    expect(await order()).toEqual(PAID)
  })

  test('and is paid after all: nobody else had its place, so it is taken', async () => {
    const { intent } = await orderCheckout()
    await shop.payments.pay(intent)
    await shop.rows(
      `UPDATE video_editing_orders SET status = 'cancelled', cancel_reason = 'expired'`,
    )
    await shop.payments.release()
    expect(await order()).toEqual(PAID)
    expect(await toldCustomers()).toEqual(['received'])
  })

  test('an open intent of an order that is over is closed by the reconciler', async () => {
    const { intent } = await orderCheckout()
    await shop.rows(`UPDATE video_editing_orders SET status = 'cancelled'`)
    await shop.rows(
      `UPDATE payments SET created_at = now() - interval '1 minute', checked_at = NULL`,
    )
    await reconcilePayments()
    expect((await stripe().paymentIntents.retrieve(intent)).status).toBe('canceled')
  })
})

describe('money that does not fit ends in exactly one place', () => {
  test.each([129_89, 200_00])('%p sen instead of 129.90: the owner looks', async (amount) => {
    const { intent } = await orderCheckout()
    await stripe().paymentIntents.update(intent, { amount })
    await shop.payments.pay(intent)
    await shop.payments.release()
    expect(await order()).toMatchObject({ status: 'pending' })
    expect(await payments()).toEqual([
      { status: 'succeeded', outcome: 'needs_attention', reason: 'amount_mismatch' },
    ])
    expect(await toldCustomers()).toEqual([])
  })

  test('a second payment of one order goes back, and the customer reads that the order stands', async () => {
    const { intent, order: id } = await orderCheckout()
    await shop.payments.pay(intent)
    await shop.payments.release()
    expect(await toldCustomers()).toEqual(['received'])
    const second = await stripe().paymentIntents.create({
      amount: 129_90,
      currency: 'myr',
      allowed_payment_method_types: ['card'],
      confirm: true,
      payment_method: 'pm_card_visa',
    })
    await shop.rows(
      `INSERT INTO payments (order_id, sale_id, purpose, stripe_payment_intent_id, idempotency_key, amount, updated_at) VALUES ($1, (SELECT id FROM sales WHERE order_id = $1), 'order', $2, 'second', 129.90, now())`,
      [id, second.id],
    )
    await Promise.all([shop.payments.release(), syncPayment(settlements, second.id)])
    expect(await payments()).toEqual([
      KEPT,
      { status: 'succeeded', outcome: 'refunded', reason: 'duplicate' },
    ])
    expect(await order()).toEqual(PAID)
    expect(await toldCustomers()).toEqual(['duplicate'])
    expect((await shop.payments.ledger()).refunds).toHaveLength(1)
  })

  test('a payment after the owner’s cancellation is refunded in full, once, and told', async () => {
    const { intent } = await orderCheckout()
    await shop.payments.pay(intent)
    await shop.rows(`UPDATE video_editing_orders SET status = 'cancelled'`)
    await shop.payments.release()
    await syncPayment(settlements, intent)
    expect(await payments()).toEqual([
      { status: 'succeeded', outcome: 'refunded', reason: 'cancelled' },
    ])
    expect(await toldCustomers()).toEqual(['late'])
    expect((await shop.payments.ledger()).refunds).toHaveLength(1)
  })

  test('a refund that is due while Stripe is away stays due, and the reconciler makes it', async () => {
    const { intent } = await orderCheckout()
    await shop.payments.pay(intent)
    await shop.rows(`UPDATE video_editing_orders SET status = 'refunded'`)
    await shop.payments.faults({ match: 'POST /v1/refunds', status: 500 })
    await shop.payments.release()
    expect(await payments()).toMatchObject([{ outcome: 'refund_due' }])
    await shop.payments.faults()
    await reconcilePayments()
    expect(await payments()).toMatchObject([{ outcome: 'refunded' }])
    await Promise.all([syncPayment(settlements, intent), syncPayment(settlements, intent)])
    expect(await toldCustomers()).toEqual(['late'])
  })

  test('the whole sum refunded in Stripe’s dashboard: the order is refunded; a part leaves it', async () => {
    const { intent } = await orderCheckout()
    await shop.payments.pay(intent)
    await shop.payments.release()
    await shop.payments.control('refund', { payment_intent: intent, amount: 29_90 })
    await syncPayment(settlements, intent)
    expect(await order()).toEqual(PAID)
    expect(await toldCustomers()).toEqual(['received'])
    await shop.payments.control('refund', { payment_intent: intent })
    await shop.payments.release()
    expect(await order()).toMatchObject({ status: 'refunded' })
    expect(await payments()).toMatchObject([{ outcome: 'refunded' }])
    expect(await toldCustomers()).toEqual(['ended'])
  })

  test('a sum that did not fit, refunded in the dashboard, does not touch the order that another payment has paid', async () => {
    const { intent, order: id } = await orderCheckout()
    await shop.payments.pay(intent)
    await shop.payments.release()
    const wrong = await stripe().paymentIntents.create({
      amount: 5_00,
      currency: 'myr',
      allowed_payment_method_types: ['card'],
      confirm: true,
      payment_method: 'pm_card_visa',
    })
    await shop.rows(
      `INSERT INTO payments (order_id, sale_id, purpose, stripe_payment_intent_id, idempotency_key, amount, updated_at) VALUES ($1, (SELECT id FROM sales WHERE order_id = $1), 'order', $2, 'second', 129.90, now())`,
      [id, wrong.id],
    )
    await shop.payments.release()
    await shop.rows(`UPDATE payments SET amount = 5.00 WHERE stripe_payment_intent_id = $1`, [
      wrong.id,
    ])
    await shop.payments.control('refund', { payment_intent: wrong.id })
    await syncPayment(settlements, wrong.id)
    expect(await payments()).toEqual([
      KEPT,
      { status: 'succeeded', outcome: 'refunded', reason: 'amount_mismatch' },
    ])
    expect(await order()).toEqual(PAID)
  })

  test('a second order is another order: paying it twice over is two orders', async () => {
    const first = await orderCheckout()
    await shop.payments.pay(first.intent)
    await shop.payments.release()
    const second = await orderCheckout()
    expect(second.order).not.toBe(first.order)
    await shop.payments.pay(second.intent)
    await shop.payments.release()
    expect(await shop.rows(`SELECT status FROM video_editing_orders`)).toEqual([
      { status: 'paid' },
      { status: 'paid' },
    ])
  })

  test('asking again for what was paid a moment ago says so, and names the payment', async () => {
    const { intent, order: id } = await orderCheckout()
    await shop.payments.pay(intent)
    expect(
      await refusal(orderSecret({ orderId: id, visitorHash: visitor(), now: new Date() })),
    ).toMatchObject({ code: 'not_payable', details: { data: { paymentIntentId: intent } } })
    expect(await order()).toEqual(PAID)
    expect(
      await refusal(orderSecret({ orderId: id, visitorHash: visitor(), now: new Date() })),
    ).toMatchObject({ code: 'not_payable', details: { data: { paymentIntentId: intent } } })
  })
})

describe('discounts belong to a proven email (docs/decisions/020 D5)', () => {
  const proven = { provenEmail: 'aina@example.com' }
  const placed = async (about = {}) => {
    const { order: row } = await placeOrder(orderWish(about))
    return [
      row.discount,
      row.price.toFixed(2),
      toDecimal(discountOfSales(row.sales)),
      row.totalAmount.toFixed(2),
    ]
  }
  const member = (status: string) =>
    shop.rows(
      `INSERT INTO memberships (customer_name, customer_email, service_id, referral_code, status, email_proven_at) VALUES ('Aina', 'aina@example.com', 1, 'ABCDEFGH', $1, now() - interval '1 minute')`,
      [status],
    )

  test('a guest pays the table price, also with a member’s email typed in', async () => {
    await member('active')
    expect(await placed()).toEqual([null, '120.00', '0.00', '129.90'])
    expect(await placed({ provenEmail: 'someone@else.example' })).toEqual([
      null,
      '120.00',
      '0.00',
      '129.90',
    ])
  })

  test('an active member pays 90 %, each time; a paused one only as a first order', async () => {
    await member('active')
    const { intent } = await orderCheckout(proven)
    await shop.payments.pay(intent)
    await shop.payments.release()
    const spent = async () =>
      (await shop.rows(`SELECT total_spent::text AS spent FROM memberships`))[0]?.spent
    expect(await spent()).toBe('116.91')
    expect(await placed(proven)).toEqual(['member', '108.00', '12.00', '116.91'])
    await shop.payments.control('refund', { payment_intent: intent })
    await syncPayment(settlements, intent)
    expect(await spent()).toBe('0.00')
    await shop.rows(`UPDATE memberships SET status = 'paused'`)
    await shop.rows(`UPDATE video_editing_orders SET status = 'cancelled' WHERE status = 'pending'`)
    const again = await orderCheckout({ ...proven, provenEmail: null })
    await shop.payments.pay(again.intent)
    await shop.payments.release()
    expect(await placed(proven)).toEqual([null, '120.00', '0.00', '129.90'])
  })

  test('the first order of a proven email, until one is paid', async () => {
    expect(await placed(proven)).toEqual(['first_order', '108.00', '12.00', '116.91'])
    const { intent } = await orderCheckout(proven)
    await shop.payments.pay(intent)
    await shop.payments.release()
    expect(await placed(proven)).toEqual([null, '120.00', '0.00', '129.90'])
  })

  test('the first order of an inbox, under whichever of its spellings one was paid or is open', async () => {
    const other = { ...proven, who: 'other', customerEmail: 'aina+2@example.com' }
    const spelled = { ...other, provenEmail: other.customerEmail }
    await orderCheckout(proven)
    // The first-order price moves to the latest order.
    await orderCheckout(spelled)
    expect(
      await shop.rows(
        `SELECT customer_email AS email FROM video_editing_orders
        WHERE discount = 'first_order' AND status = 'pending'`,
      ),
    ).toEqual([{ email: 'aina+2@example.com' }])
    const again = await orderCheckout({ ...proven, provenEmail: null })
    await shop.payments.pay(again.intent)
    await shop.payments.release()
    expect(await placed(spelled)).toEqual([null, '120.00', '0.00', '129.90'])
  })

  test('with rush the surcharge is of the discounted price: never stacked', async () => {
    expect(await placed({ ...proven, duration: '5-10 mins', rushService: true })).toEqual([
      'first_order',
      '338.00',
      '37.00',
      '493.62',
    ])
  })

  test('two devices cannot have the first order twice: the later one has it, the earlier one is closed', async () => {
    const { intent } = await orderCheckout(proven)
    const results = await Promise.allSettled(
      ['phone', 'laptop', 'tablet'].map((who) =>
        orderCheckout({ ...proven, who, customerEmail: 'aina@example.com', tier: 'premium' }),
      ),
    )
    expect(results.filter(({ status }) => status === 'fulfilled').length).toBeGreaterThan(0)
    for (const result of results)
      if (result.status === 'rejected') expect(result.reason).toMatchObject({ status: 409 })
    expect((await stripe().paymentIntents.retrieve(intent)).status).toBe('canceled')
    expect(
      await shop.rows(
        `SELECT count(*)::int FROM video_editing_orders WHERE discount = 'first_order' AND status = 'pending'`,
      ),
    ).toEqual([{ count: 1 }])
  })

  test('one whose money is on its way keeps it', async () => {
    const { intent } = await orderCheckout(proven)
    await shop.payments.pay(intent)
    expect(await refusal(placeOrder(orderWish({ ...proven, tier: 'premium' })))).toMatchObject({
      code: 'payment_in_progress',
    })
    expect(await order()).toEqual(PAID)
    expect(await placed({ ...proven, tier: 'premium' })).toEqual([null, '200.00', '0.00', '216.50'])
  })

  test('a payment for a first order that lost its price is refunded', async () => {
    const { intent, order: id } = await orderCheckout(proven)
    await shop.payments.pay(intent)
    await shop.rows(
      `UPDATE video_editing_orders SET status = 'cancelled', cancel_reason = 'replaced' WHERE id = $1`,
      [id],
    )
    await placeOrder(orderWish({ ...proven, tier: 'premium' }))
    await shop.payments.release()
    expect(await payments()).toEqual([{ status: 'succeeded', outcome: 'refunded', reason: 'late' }])
    expect(await order()).toMatchObject({ status: 'cancelled', reason: 'replaced' })
  })
})

describe('one unpaid order of a visitor for the same edit (docs/decisions/020 C3)', () => {
  const proven = { provenEmail: 'aina@example.com' }
  const unpaid = () =>
    shop.rows(`SELECT id, discount FROM video_editing_orders WHERE status = 'pending'`)

  test('one from yesterday is closed, not taken up again', async () => {
    const { intent, order: old } = await orderCheckout({ now: daysAgo(0.99) })
    await age()
    const { order: fresh, created } = await placeOrder(orderWish())
    expect([fresh.id === old, created]).toEqual([false, true])
    expect(await unpaid()).toEqual([{ id: fresh.id, discount: null }])
    expect((await stripe().paymentIntents.retrieve(intent)).status).toBe('canceled')
  })

  test('a tab that knows another price makes no second one: the order moves to the price asked for last', async () => {
    const { intent } = await orderCheckout()
    const { order: cheaper } = await placeOrder(orderWish(proven))
    expect(await unpaid()).toEqual([{ id: cheaper.id, discount: 'first_order' }])
    expect((await stripe().paymentIntents.retrieve(intent)).status).toBe('canceled')
    const { order: back } = await placeOrder(orderWish())
    expect(await unpaid()).toEqual([{ id: back.id, discount: null }])
  })

  test('one whose money is on its way is not replaced, and what was paid stands', async () => {
    const { intent } = await orderCheckout()
    await shop.payments.pay(intent)
    expect(await refusal(placeOrder(orderWish(proven)))).toMatchObject({
      code: 'payment_in_progress',
    })
    expect(await shop.rows(`SELECT status FROM video_editing_orders`)).toEqual([{ status: 'paid' }])
  })
})
