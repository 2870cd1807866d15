import { PATCH as lookAfter } from '@/app/api/admin/payments/[id]/route'
import { GET as list } from '@/app/api/video-editing-orders/route'
import { PATCH as patch } from '@/app/api/video-editing-orders/[id]/status/route'
import { recordGivenBack } from '@/lib/admin/attention/give-back'
import { attentionCount } from '@/lib/admin/attention/queries'
import { adminOrder } from '@/lib/admin/orders/queries'
import { reconcilePayments } from '@/lib/jobs/jobs'
import { managedOrder } from '@/lib/orders/queries'
import { stripe } from '@/lib/payments/client'
import { studioDate } from '@/lib/time'
import en from '@/messages/en.json'
import ms from '@/messages/ms.json'
import zh from '@/messages/zh.json'
import { callRoute } from '@/tests/support/call'
import { openShop, orderCheckout } from '@/tests/support/shop'
import { tellAll, toldCustomers } from '@/tests/support/told'
import { ownerCookie } from './admin'

const shop = openShop()
let cookie: string
beforeEach(async () => {
  cookie = await ownerCookie(shop)
})

const step = async (id: number, body: object) => {
  const response = await callRoute(patch, `/api/video-editing-orders/${id}/status`, {
    method: 'PATCH',
    body,
    params: { id: String(id) },
    headers: { cookie },
  })
  return { status: response.status, body: (await response.json()) as Record<string, unknown> }
}
const audit = () =>
  shop.rows(
    `SELECT actor, entity_id AS id, before->>'status' AS from, after->>'status' AS to FROM audit_log WHERE entity = 'order' ORDER BY id`,
  )
const orders = () =>
  shop.rows(
    `SELECT status, cancel_reason AS reason, deliveries FROM video_editing_orders ORDER BY id`,
  )

async function paid(about = {}) {
  const made = await orderCheckout(about)
  await shop.payments.pay(made.intent)
  await shop.payments.release()
  return made
}

test('paid → in progress → delivered → revised → delivered → completed; each delivery is told once and each step is in the log', async () => {
  const { order } = await paid({ locale: 'zh' })
  const steps = [
    [{ status: 'in_progress' }, { status: 'in_progress', deliveries: 0, revisionsLeft: 2 }],
    [
      { status: 'delivered', link: 'https://files.example/1' },
      {
        status: 'delivered',
        deliveries: 1,
        revisionsLeft: 2,
        deliveryLink: 'https://files.example/1',
      },
    ],
    [
      { status: 'delivered', link: 'https://files.example/again' },
      { status: 'delivered', deliveries: 1, deliveryLink: 'https://files.example/1' },
    ],
    [{ status: 'in_progress' }, { status: 'in_progress', deliveries: 1, revisionsLeft: 2 }],
    [
      { status: 'delivered' },
      { status: 'delivered', deliveries: 2, revisionsLeft: 1, deliveryLink: null },
    ],
    [{ status: 'completed' }, { status: 'completed' }],
  ] as const
  const told = await tellAll()
  for (const [body, after] of steps) {
    expect(await step(order, body)).toMatchObject({ status: 200, body: after })
    told.push(...(await tellAll()))
  }
  expect(told.filter(({ kind }) => kind === 'order_notice')).toMatchObject([
    { says: 'received', letter: { payload: { round: 0, link: null } } },
    { says: 'delivered', letter: { payload: { round: 1, link: 'https://files.example/1' } } },
    { says: 'delivered', letter: { payload: { round: 2, link: null } } },
  ])
  expect((await audit()).map(({ actor, from, to }) => [actor, from, to])).toEqual(
    [
      ['paid', 'in_progress'],
      ['in_progress', 'delivered'],
      ['delivered', 'in_progress'],
      ['in_progress', 'delivered'],
      ['delivered', 'completed'],
    ].map((pair) => ['owner', ...pair]),
  )
})

test('a step that does not exist is refused with a sentence, and nothing changes', async () => {
  const { order } = await paid()
  for (const status of ['delivered', 'completed', 'cancelled'])
    expect(await step(order, { status })).toMatchObject({
      status: 409,
      body: {
        code: 'not_changeable',
        message: 'This order cannot move to that status from its current one.',
      },
    })
  for (const body of [
    { status: 'paid' },
    { status: 'nonsense' },
    {},
    { status: 'delivered', link: 'javascript:alert(1)' },
  ])
    expect((await step(order, body)).status).toBe(400)
  expect((await step(999, { status: 'in_progress' })).status).toBe(404)
  expect([await orders(), await audit()]).toEqual([
    [{ status: 'paid', reason: null, deliveries: 0 }],
    [],
  ])
})

test('of two owners the second is told', async () => {
  const { order } = await paid()
  const [row] = await shop.rows('SELECT updated_at FROM video_editing_orders')
  const version = (row?.updated_at as Date).toISOString()
  const answers = await Promise.all([
    step(order, { status: 'in_progress', version }),
    step(order, { status: 'refunded', version }),
  ])
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
  expect(answers.find(({ status }) => status === 409)?.body).toMatchObject({
    code: 'version_conflict',
  })
  expect(await audit()).toHaveLength(1)
})

test('of two who deliver it at once the second is told that another link is the customer’s', async () => {
  const { order } = await paid()
  await step(order, { status: 'in_progress' })
  const [row] = await shop.rows('SELECT updated_at FROM video_editing_orders')
  const version = (row?.updated_at as Date).toISOString()
  const deliver = (link: string) => step(order, { status: 'delivered', link, version })
  const [first, again, other] = [
    await deliver('https://files.example/1'),
    await deliver('https://files.example/1'),
    await deliver('https://files.example/2'),
  ]
  expect([first?.status, again?.status]).toEqual([200, 200])
  expect(other).toMatchObject({ status: 409, body: { code: 'version_conflict' } })
  expect(await orders()).toMatchObject([{ status: 'delivered', deliveries: 1 }])
})

test('while a refund is on its way no other step is taken, with the newest version or with none', async () => {
  const { order } = await paid()
  await shop.payments.faults({ match: 'POST /v1/refunds', status: 500 })
  await step(order, { status: 'refunded' })
  const [row] = await shop.rows('SELECT updated_at FROM video_editing_orders')
  const version = (row?.updated_at as Date).toISOString()
  for (const body of [
    { status: 'in_progress', version },
    { status: 'in_progress' },
    { status: 'refunded' },
  ])
    expect(await step(order, body)).toMatchObject({
      status: 409,
      body: { code: 'not_changeable', message: expect.stringContaining('on its way') },
    })
  expect(await orders()).toMatchObject([{ status: 'paid' }])
  await shop.payments.faults()
  await reconcilePayments()
  expect(await orders()).toMatchObject([{ status: 'refunded' }])
})

test('a refund goes through Stripe, once, and is mailed', async () => {
  const { order, intent } = await paid()
  const answers = await Promise.all(
    Array.from({ length: 4 }, () => step(order, { status: 'refunded' })),
  )
  for (const { status } of answers) expect([200, 409]).toContain(status)
  expect((await step(order, { status: 'refunded' })).body).toMatchObject({
    status: 'refunded',
    paymentStatus: 'refunded',
  })
  expect(
    (await shop.payments.ledger()).refunds.map((refund) => [refund.payment_intent, refund.amount]),
  ).toEqual([[intent, 129_90]])
  expect(await toldCustomers()).toEqual(['ended'])
  expect(await shop.rows(`SELECT action, after->>'amount' AS refund FROM audit_log`)).toEqual([
    { action: 'refund_asked', refund: '129.90' },
  ])
})

test('Stripe away: the refund is due and the reconciler makes it', async () => {
  const { order } = await paid()
  await shop.payments.faults({ match: 'POST /v1/refunds', status: 500 })
  expect(await step(order, { status: 'refunded' })).toMatchObject({
    status: 200,
    body: { status: 'paid', paymentStatus: 'refunding' },
  })
  expect(await step(order, { status: 'refunded' })).toMatchObject({ status: 409 })
  await shop.payments.faults()
  await reconcilePayments()
  expect(await orders()).toMatchObject([{ status: 'refunded' }])
})

describe('an order whose refund failed at the bank', () => {
  /** Refunded by the owner; the bank sends the money back after Stripe had paid it out. */
  async function failed(about = {}) {
    const made = await orderCheckout(about)
    await shop.payments.pay(made.intent, 'pm_card_refundFail')
    await shop.payments.release()
    await step(made.order, { status: 'refunded' })
    expect(await orders()).toMatchObject([{ status: 'refunded' }])
    await shop.payments.letBanksAnswer()
    await shop.payments.release()
    return made
  }
  const noted = async () => {
    const response = await callRoute(lookAfter, `/api/admin/payments/1`, {
      method: 'PATCH',
      body: { note: 'Given back in cash' },
      params: { id: '1' },
      headers: { cookie },
    })
    expect(response.status).toBe(200)
    expect(await attentionCount()).toBe(0)
  }

  test('goes on, and can still be refunded', async () => {
    const { order } = await failed()
    for (const status of ['in_progress', 'delivered', 'completed'])
      expect(await step(order, { status })).toMatchObject({
        status: 200,
        body: { status, keptAmount: '129.90', refundFailed: true },
      })
    expect(await step(order, { status: 'refunded' })).toMatchObject({
      body: { status: 'refunded', keptAmount: '0.00', refundFailed: false },
    })
  })

  test('is completed as it is', async () => {
    const { order } = await failed()
    expect(await step(order, { status: 'completed' })).toMatchObject({ status: 200 })
  })

  test('is cancelled once its money was given back otherwise, and nothing is left to do', async () => {
    const { order } = await failed()
    expect(await step(order, { status: 'cancelled' })).toMatchObject({
      status: 200,
      body: { status: 'cancelled', cancelReason: 'admin' },
    })
    await noted()
    for (const status of ['in_progress', 'completed'])
      expect(await step(order, { status })).toMatchObject({ status: 409 })
    expect((await step(order, { status: 'refunded' })).status).toBe(200)
    expect(await orders()).toMatchObject([{ status: 'cancelled' }])
    expect((await shop.payments.ledger()).refunds).toHaveLength(2)
  })

  test('and was settled by hand is named by what became of its money, in the console and on its page', async () => {
    const { order } = await failed()
    const token = await shop.tokenOf(order, 'video_editing_orders')
    const shown = async () => {
      const page = await managedOrder(token)
      const { refund } = await adminOrder(order)
      expect(page?.refund).toBe(refund)
      return [refund, ...(page?.money.map(({ place, sen }) => `${place} ${sen}`) ?? [])]
    }
    expect(await shown()).toEqual(['refund_failed', 'failed 12990'])
    await noted()
    expect(await shown()).toEqual(['noted_kept', 'noted_kept 12990'])
    const given = { method: 'transfer' as const, date: studioDate(new Date()), reference: null }
    await recordGivenBack({
      ...{ id: 1, amountSen: 29_90, ...given, reason: null, actor: 'owner', now: new Date() },
    })
    expect(await shown()).toEqual(['noted_kept', 'returned 2990', 'noted_kept 10000'])
    await recordGivenBack({
      ...{ id: 1, amountSen: undefined, ...given, reason: null, actor: 'owner', now: new Date() },
    })
    expect(await shown()).toEqual(['returned', 'returned 12990'])
    for (const { admin, orderPage } of [en, ms, zh])
      for (const refunded of [admin.orders.refunds, orderPage.status])
        for (const state of ['refund_failed', 'noted_kept', 'looked_after'] as const)
          expect(refunded[state]).not.toBe(refunded.refunded)
  })

  test('goes on also after the owner has looked after the payment', async () => {
    const { order } = await failed()
    await noted()
    expect(await step(order, { status: 'in_progress' })).toMatchObject({ status: 200 })
  })

  test('does not go on at a first order’s price that another order has by now', async () => {
    const aina = { provenEmail: 'aina@example.com', customerEmail: 'aina@example.com' }
    const { order } = await failed(aina)
    await orderCheckout({ ...aina, who: 'later' })
    for (const status of ['in_progress', 'completed'])
      expect(await step(order, { status })).toMatchObject({
        status: 409,
        body: { code: 'not_changeable' },
      })
    expect((await step(order, { status: 'cancelled' })).status).toBe(200)
  })

  test('or was refused by Stripe before it was refunded, is cancelled too', async () => {
    const { order, intent } = await paid()
    await shop.payments.control('dispute', { payment_intent: intent, reason: 'fraudulent' })
    expect((await step(order, { status: 'refunded' })).status).toBe(409)
    expect(await orders()).toMatchObject([{ status: 'paid' }])
    expect((await step(order, { status: 'cancelled' })).status).toBe(200)
  })
})

test('an unpaid order is cancelled after its payment is closed; one that is paid meanwhile is not', async () => {
  const first = await orderCheckout()
  expect(await step(first.order, { status: 'cancelled' })).toMatchObject({
    status: 200,
    body: { status: 'cancelled', cancelReason: 'admin' },
  })
  expect((await stripe().paymentIntents.retrieve(first.intent)).status).toBe('canceled')
  const second = await orderCheckout({ who: 'lim' })
  await shop.payments.pay(second.intent)
  expect(await step(second.order, { status: 'cancelled' })).toMatchObject({
    status: 409,
    body: { code: 'not_changeable' },
  })
  expect(await orders()).toEqual([
    { status: 'cancelled', reason: 'admin', deliveries: 0 },
    { status: 'paid', reason: null, deliveries: 0 },
  ])
})

test('real life: the search finds what looks the same', async () => {
  await orderCheckout({ who: 'aina', customerName: "Éric D'Souza", customerPhone: '012-345 6789' })
  await orderCheckout({ who: 'lim', customerName: 'Lim – O’Brien', customerPhone: '+60198765432' })
  for (const [q, found] of [
    ['0123456789', [1]],
    ['+60 12 345-6789', [1]],
    ['０１２３４５６７８９', [1]],
    ['\u202a012-345 6789\u202c', [1]],
    ['0198765432', [2]],
    ['eric', [1]],
    ['ÉRIC d’souza', [1]],
    ["lim - o'brien", [2]],
    ['2', [2, 1]],
    ['#2', [2]],
    ['＃２', [2]],
    ['#3', []],
  ] as [string, number[]][]) {
    const response = await callRoute(list, `/api/video-editing-orders?q=${encodeURIComponent(q)}`, {
      headers: { cookie },
    })
    const rows = (await response.json()) as { id: number }[]
    expect([q, rows.map(({ id }) => id)]).toEqual([q, found])
  }
})

test('orders are listed newest first, by cursor, searched and filtered, without what ended unpaid', async () => {
  for (const who of ['aina', 'lim', 'kumar'])
    await orderCheckout({ who, customerName: `${who} 100%` })
  await shop.rows(
    `UPDATE video_editing_orders SET status = 'cancelled', cancel_reason = 'expired' WHERE id = 2`,
  )
  await shop.rows(`UPDATE payments SET status = 'canceled' WHERE order_id = 2`)
  const ask = async (query: string) => {
    const response = await callRoute(list, `/api/video-editing-orders${query}`, {
      headers: { cookie },
    })
    const body = await response.json()
    return [
      Array.isArray(body) ? (body as { id: number }[]).map(({ id }) => id) : response.status,
      response.headers.get('x-next-cursor'),
    ]
  }
  expect(await ask('')).toEqual([[3, 1], null])
  expect(await ask('?limit=1')).toEqual([[3], '3'])
  expect(await ask('?limit=1&cursor=3')).toEqual([[1], null])
  expect(await ask('?status=cancelled')).toEqual([[2], null])
  for (const q of ['KUM', 'kumar@', '%233', '3']) expect(await ask(`?q=${q}`)).toEqual([[3], null])
  expect(await ask('?q=100%25')).toEqual([[3, 1], null])
  expect(await ask('?q=1_0')).toEqual([[], null])
  for (const bad of [
    '?limit=0',
    '?limit=101',
    '?cursor=x',
    '?cursor=0',
    '?status=lost',
    `?q=${'x'.repeat(101)}`,
  ])
    expect(await ask(bad)).toEqual([400, null])
})
