import { decryptFor } from '@/lib/secrets/encryption'
import { callRoute } from '@/tests/support/call'
import { routeAt } from '@/tests/integration/http/refused'
import { openShop } from '@/tests/support/shop'

const shop = openShop()
const BODY = {
  customerName: ' Aina Rahman ',
  customerEmail: 'Aina@Example.com',
  customerPhone: '',
  requirements: 'Subtitles',
  footageLinks: ['https://drive.example/footage'],
  tier: 'standard',
  duration: '<60s',
  rushService: true,
}
const KEY = 'a-key-of-at-least-16-characters'

const post = async (body: object, headers: Record<string, string> = {}) => {
  const response = await callRoute(
    routeAt('video-editing-orders').POST as never,
    '/api/video-editing-orders',
    { body, headers },
  )
  const cookie = /visitor=[^;]+/.exec(response.headers.get('set-cookie') ?? '')?.[0] ?? ''
  return {
    status: response.status,
    body: (await response.json()) as Record<string, unknown> & { id: number; clientSecret: string },
    cookie,
    set: response.headers.get('set-cookie') ?? '',
  }
}
const read = async (secret: string, headers: Record<string, string> = {}, query = '') => {
  const id = secret.split('_secret_')[0] ?? ''
  const response = await callRoute(
    routeAt('video-editing-orders/payment/[paymentIntentId]').GET as never,
    `/api/video-editing-orders/payment/${id}${query}`,
    { headers, params: { paymentIntentId: id } },
  )
  return { status: response.status, body: (await response.json()) as Record<string, unknown> }
}
const orders = () => shop.rows(`SELECT id FROM video_editing_orders`)

describe('POST /api/video-editing-orders', () => {
  test('a new order is answered with 201, the whole row, the server’s figures and the secret, and nothing private', async () => {
    const { status, body, set } = await post({
      ...BODY,
      price: '90',
      rushPrice: 32,
      totalAmount: '132.07',
      status: 'paid',
      id: 99,
      stripePaymentIntentId: 'pi_mine',
      discount: 'member',
    })
    expect(status).toBe(201)
    expect(body).toEqual({
      id: 1,
      customerName: 'Aina Rahman',
      customerEmail: 'aina@example.com',
      customerPhone: null,
      requirements: 'Subtitles',
      tier: 'standard',
      duration: '<60s',
      price: '90.00',
      rushService: true,
      rushPrice: '32.00',
      discount: null,
      discountAmount: '0.00',
      taxAmount: '10.07',
      totalAmount: '132.07',
      currency: 'MYR',
      status: 'pending',
      cancelReason: null,
      footageLinks: ['https://drive.example/footage'],
      footageAt: null,
      paidAt: null,
      dueAt: null,
      stripePaymentIntentId: expect.stringMatching(/^pi_\w+$/) as string,
      createdAt: expect.stringMatching(/^\d{4}-.*Z$/) as string,
      clientSecret: expect.stringMatching(/^pi_\w+_secret_\w+$/) as string,
    })
    expect(set).toMatch(/^visitor=[\w-]{22};.*HttpOnly/i)
    const [intent] = (await shop.payments.ledger()).payment_intents
    expect(body.stripePaymentIntentId).toBe(intent?.id)
    expect(intent).toMatchObject({ amount: 132_07, currency: 'myr', metadata: { order_id: '1' } })
    expect(
      await shop.rows(
        `SELECT purpose, amount::text, order_id, stripe_payment_intent_id AS intent FROM payments`,
      ),
    ).toEqual([{ purpose: 'order', amount: '132.07', order_id: 1, intent: intent?.id }])
  })

  test('without rush and without figures: no surcharge, and rush is off by default', async () => {
    const { body } = await post({ ...BODY, rushService: undefined })
    expect(body).toMatchObject({ rushService: false, rushPrice: null, totalAmount: '97.43' })
  })

  test('the same visitor asking again: the same order and intent, the details said last; another wish is another order', async () => {
    const first = await post(BODY)
    const again = await post(
      { ...BODY, customerPhone: '+60 12-345 6789' },
      { cookie: first.cookie },
    )
    expect([again.status, again.body.id, again.body.clientSecret]).toEqual([
      200,
      first.body.id,
      first.body.clientSecret,
    ])
    expect(again.body.customerPhone).toBe('+60 12-345 6789')
    expect((await post({ ...BODY, tier: 'premium' }, { cookie: first.cookie })).body.id).not.toBe(
      first.body.id,
    )
    expect((await post(BODY)).body.id).not.toBe(first.body.id) // somebody else
    expect(await orders()).toHaveLength(3)
  })

  test('another customer of the same device who orders the same edit gets an order of their own, and the first one ends', async () => {
    const first = await post(BODY)
    const second = await post(
      { ...BODY, customerName: 'Ben', customerEmail: 'ben@example.com' },
      { cookie: first.cookie },
    )
    expect([second.status, second.body.id === first.body.id]).toEqual([201, false])
    expect(
      await shop.rows(
        `SELECT customer_email, status, cancel_reason FROM video_editing_orders ORDER BY id`,
      ),
    ).toEqual([
      { customer_email: 'aina@example.com', status: 'cancelled', cancel_reason: 'replaced' },
      { customer_email: 'ben@example.com', status: 'pending', cancel_reason: null },
    ])
  })

  test('a double click, with the key and without a cookie yet, is one order, one intent, one visitor', async () => {
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => post(BODY, { 'idempotency-key': KEY })),
    )
    expect(
      new Set(
        answers.map(
          ({ status, body, cookie }) => `${status} ${body.id} ${body.clientSecret} ${cookie}`,
        ),
      ).size,
    ).toBe(1)
    expect(await orders()).toHaveLength(1)
    expect((await shop.payments.ledger()).payment_intents).toHaveLength(1)
    expect((await post({ ...BODY, tier: 'basic' }, { 'idempotency-key': KEY })).body.code).toBe(
      'idempotency_mismatch',
    )
    const [kept] = await shop.rows(`SELECT sealed_response FROM idempotency_keys`)
    const remembered = decryptFor(KEY, String(kept?.sealed_response), 'video-editing-orders answer')
    expect(remembered).toContain('aina@example.com')
    expect(remembered).not.toContain('_secret_')
  })

  test('fifty clicks of one visitor at once, from tabs that know nothing of each other, make one order and one intent', async () => {
    const { cookie } = await post({ ...BODY, tier: 'basic' })
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, tab) =>
        post(BODY, { cookie, 'idempotency-key': `tab-${tab}-of-the-same-visitor` }),
      ),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([
      ...Array<number>(49).fill(200),
      201,
    ])
    expect(new Set(answers.map(({ body }) => body.clientSecret)).size).toBe(1)
    expect(await orders()).toHaveLength(2)
    expect((await shop.payments.ledger()).payment_intents).toHaveLength(2)
  })

  test('while Stripe is away it answers 503, and the same request continues the same order', async () => {
    await shop.payments.faults({ match: 'POST /v1/payment_intents', status: 500 })
    const refused = await post(BODY, { 'idempotency-key': KEY })
    expect([refused.status, refused.body.code]).toEqual([503, 'unavailable'])
    await shop.payments.faults()
    const taken = await post(BODY, { 'idempotency-key': KEY })
    expect([taken.status, taken.body.id]).toEqual([201, 1])
    expect(await orders()).toHaveLength(1)
  })
})

describe('GET /api/video-editing-orders/payment/{id}', () => {
  test('its owner, by cookie or by the secret, reads the order; reading settles it; others find nothing', async () => {
    const { body, cookie } = await post(BODY)
    const secret = body.clientSecret
    expect(await read(secret, { cookie })).toMatchObject({
      status: 200,
      body: { id: 1, paymentStatus: 'failed', status: 'pending' },
    })
    await shop.payments.pay(secret.split('_secret_')[0] ?? '')
    const { status, body: paid } = await read(secret, { 'x-client-secret': secret })
    expect(status).toBe(200)
    expect(paid).toMatchObject({
      customerName: 'Aina Rahman',
      tier: 'standard',
      duration: '<60s',
      rushService: true,
      totalAmount: '132.07',
      requirements: 'Subtitles',
      status: 'paid',
      paymentStatus: 'paid',
    })
    expect(String(paid.dueAt)).toMatch(/^\d{4}-.*T13:00:00.000Z$/)
    expect((await read(secret, {}, `?payment_intent_client_secret=${secret}`)).status).toBe(200)
    const stranger = await post({ ...BODY, customerName: 'Somebody' })
    const wrong: Record<string, string>[] = [
      {},
      { cookie: stranger.cookie },
      { 'x-client-secret': stranger.body.clientSecret },
      { 'x-client-secret': `${secret}x` },
    ]
    for (const headers of wrong) expect((await read(secret, headers)).status).toBe(404)
    await shop.payments.control('refund', { payment_intent: secret.split('_secret_')[0] })
    expect(new Set(await shop.payments.release())).toEqual(new Set([200]))
    expect((await read(secret, { cookie })).body).toMatchObject({
      status: 'refunded',
      paymentStatus: 'refunded',
      money: [{ place: 'back', sen: 132_07 }],
    })
  })
})
