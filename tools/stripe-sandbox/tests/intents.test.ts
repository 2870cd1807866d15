import type Stripe from 'stripe'
import { newIntent, paidIntent, refusal, sdk, startWorld, type World } from './harness'

let world: World
let stripe: Stripe
beforeAll(async () => {
  world = await startWorld()
  stripe = world.stripe
})
afterAll(() => world.end())

describe('a payment intent', () => {
  test('has the shape the SDK promises', async () => {
    const intent = await newIntent(stripe, {
      metadata: { booking: '7' },
      description: 'Studio A',
      receipt_email: 'a@example.com',
    })
    expect(intent).toMatchObject({
      object: 'payment_intent',
      amount: 5_000,
      amount_received: 0,
      amount_capturable: 0,
      currency: 'myr',
      status: 'requires_payment_method',
      metadata: { booking: '7' },
      description: 'Studio A',
      receipt_email: 'a@example.com',
      latest_charge: null,
      last_payment_error: null,
      next_action: null,
      automatic_payment_methods: null,
      payment_method_types: ['card'],
      allowed_payment_method_types: ['card'],
      capture_method: 'automatic_async',
      livemode: false,
      canceled_at: null,
    })
    expect(intent.id).toMatch(/^pi_3[0-9A-Za-z]{23}$/)
    expect(intent.client_secret).toMatch(new RegExp(`^${intent.id}_secret_[0-9A-Za-z]+$`))
    expect(intent.lastResponse.requestId).toMatch(/^req_/)
    expect(intent.lastResponse.apiVersion).toBe('2026-10-28.endive')
    expect(await stripe.paymentIntents.retrieve(intent.id)).toEqual(
      JSON.parse(JSON.stringify(intent)),
    )
  })

  test('understands the older name of the list of ways to pay', async () => {
    const form = { amount: '500', currency: 'myr', 'payment_method_types[0]': 'card' }
    const made = await world.raw('POST', '/v1/payment_intents', form, {
      authorization: 'Bearer sk_test_sandbox',
    })
    expect(made).toMatchObject({
      status: 200,
      body: {
        payment_method_types: ['card'],
        allowed_payment_method_types: null,
        automatic_payment_methods: null,
      },
    })
    expect(
      await refusal(newIntent(stripe, { allowed_payment_method_types: ['ideal'] })),
    ).toMatchObject({ statusCode: 400, param: 'allowed_payment_method_types' })
  })

  test('without named methods takes Stripe’s choice', async () => {
    const intent = await stripe.paymentIntents.create({ amount: 300, currency: 'MYR' })
    expect(intent).toMatchObject({
      currency: 'myr',
      automatic_payment_methods: { enabled: true, allow_redirects: 'always' },
    })
    const error = await refusal(
      stripe.paymentIntents.confirm(intent.id, { payment_method: 'pm_card_visa' }),
    )
    expect(error.message).toContain('you must provide a `return_url`')
  })

  test('a paid intent has a charge with the card, expanded on request', async () => {
    const paid = await paidIntent(stripe, 'pm_card_visa', {
      metadata: { booking: '8' },
      expand: ['latest_charge', 'payment_method'],
    })
    expect(paid).toMatchObject({ status: 'succeeded', amount_received: 5_000, next_action: null })
    const charge = paid.latest_charge as Stripe.Charge
    const thisYear = new Date().getUTCFullYear()
    expect(charge).toMatchObject({
      object: 'charge',
      amount: 5_000,
      amount_captured: 5_000,
      amount_refunded: 0,
      paid: true,
      captured: true,
      refunded: false,
      disputed: false,
      status: 'succeeded',
      payment_intent: paid.id,
      metadata: { booking: '8' },
      outcome: { type: 'authorized' },
      payment_method_details: {
        type: 'card',
        card: {
          brand: 'visa',
          last4: '4242',
          exp_month: 12,
          exp_year: thisYear + 4,
          funding: 'credit',
        },
      },
    })
    expect((paid.payment_method as Stripe.PaymentMethod).card?.fingerprint).toBe(
      charge.payment_method_details?.card?.fingerprint,
    )
    const again = await paidIntent(stripe, 'pm_card_visa', {
      expand: ['latest_charge.payment_intent'],
    })
    const second = again.latest_charge as Stripe.Charge
    expect(second.payment_method_details?.card?.fingerprint).toBe(
      charge.payment_method_details?.card?.fingerprint,
    )
    expect(second.payment_intent).toMatchObject({ id: again.id, object: 'payment_intent' })
  })

  test('expanding what is not there yet gives null', async () => {
    expect(
      await newIntent(stripe, { expand: ['latest_charge', 'payment_method', 'customer'] }),
    ).toMatchObject({ latest_charge: null, payment_method: null, customer: null })
  })

  test('metadata merges; an empty value unsets one key, an empty object all', async () => {
    const { id } = await newIntent(stripe, { metadata: { a: '1', b: '2' } })
    expect(
      (await stripe.paymentIntents.update(id, { metadata: { b: '', c: '3' } })).metadata,
    ).toEqual({ a: '1', c: '3' })
    expect((await stripe.paymentIntents.update(id, { metadata: '' })).metadata).toEqual({})
  })

  test('amount can change until it is paid', async () => {
    const intent = await newIntent(stripe)
    expect((await stripe.paymentIntents.update(intent.id, { amount: 6_000 })).amount).toBe(6_000)
    await stripe.paymentIntents.confirm(intent.id, { payment_method: 'pm_card_visa' })
    const error = await refusal(stripe.paymentIntents.update(intent.id, { amount: 7_000 }))
    expect(error).toMatchObject({
      code: 'payment_intent_unexpected_state',
      payment_intent: { amount: 6_000, status: 'succeeded' },
    })
    expect(
      (await stripe.paymentIntents.update(intent.id, { metadata: { late: 'yes' } })).metadata,
    ).toEqual({ late: 'yes' })
  })

  test('manual capture holds the money first', async () => {
    const held = await paidIntent(stripe, 'pm_card_visa', { capture_method: 'manual' })
    expect(held).toMatchObject({
      status: 'requires_capture',
      amount_capturable: 5_000,
      amount_received: 0,
    })
    expect(await stripe.paymentIntents.capture(held.id)).toMatchObject({
      status: 'succeeded',
      amount_capturable: 0,
      amount_received: 5_000,
    })
  })

  test('lists page by cursor, newest first', async () => {
    const customer = await stripe.customers.create({ email: 'pages@example.com' })
    const made: string[] = []
    for (let index = 0; index < 5; index += 1)
      made.unshift((await newIntent(stripe, { customer: customer.id })).id)
    const first = await stripe.paymentIntents.list({ customer: customer.id, limit: 2 })
    expect(first).toMatchObject({ object: 'list', has_more: true, url: '/v1/payment_intents' })
    expect(first.data.map(({ id }) => id)).toEqual(made.slice(0, 2))
    const next = await stripe.paymentIntents.list({
      customer: customer.id,
      limit: 10,
      starting_after: String(made[1]),
    })
    expect(next).toMatchObject({ has_more: false })
    expect(next.data.map(({ id }) => id)).toEqual(made.slice(2))
    const back = await stripe.paymentIntents.list({
      customer: customer.id,
      limit: 2,
      ending_before: String(made[3]),
    })
    expect(back.data.map(({ id }) => id)).toEqual(made.slice(1, 3))
    expect(back.has_more).toBe(true)
    const all: string[] = []
    for await (const intent of stripe.paymentIntents.list({ customer: customer.id, limit: 2 }))
      all.push(intent.id)
    expect(all).toEqual(made)
    expect((await stripe.paymentIntents.list({ created: { lt: 1_000 } })).data).toEqual([])
  })
})

describe('what is refused', () => {
  const cases: [what: string, call: () => Promise<unknown>, expected: object][] = [
    [
      'no amount',
      () => stripe.paymentIntents.create({ currency: 'myr' } as never),
      { statusCode: 400, code: 'parameter_missing', param: 'amount' },
    ],
    [
      'no currency',
      () => stripe.paymentIntents.create({ amount: 500 } as never),
      { statusCode: 400, code: 'parameter_missing', param: 'currency' },
    ],
    [
      'unknown parameter',
      () => newIntent(stripe, { colour: 'red' } as never),
      { statusCode: 400, code: 'parameter_unknown', param: 'colour' },
    ],
    [
      'less than RM2',
      () => newIntent(stripe, { amount: 199 }),
      { statusCode: 400, code: 'amount_too_small', param: 'amount' },
    ],
    [
      'half a sen',
      () => newIntent(stripe, { amount: 500.5 }),
      { statusCode: 400, code: 'parameter_invalid_integer', param: 'amount' },
    ],
    [
      'too much',
      () => newIntent(stripe, { amount: 100_000_000 }),
      { statusCode: 400, code: 'amount_too_large' },
    ],
    [
      'unknown currency',
      () => newIntent(stripe, { currency: 'zzz' }),
      { statusCode: 400, param: 'currency' },
    ],
    [
      'unknown intent',
      () => stripe.paymentIntents.retrieve('pi_nothing'),
      { statusCode: 404, code: 'resource_missing', param: 'intent' },
    ],
    [
      'unknown customer',
      () => newIntent(stripe, { customer: 'cus_nothing' }),
      { statusCode: 400, code: 'resource_missing', param: 'customer' },
    ],
    [
      'unknown expansion',
      () => newIntent(stripe, { expand: ['colour'] }),
      { statusCode: 400, param: 'expand' },
    ],
    [
      'limit of 101',
      () => stripe.paymentIntents.list({ limit: 101 }),
      { statusCode: 400, param: 'limit' },
    ],
  ]
  test.each(cases)('a call is refused: %s', async (_what, call, expected) => {
    expect(await refusal(call())).toMatchObject({
      type: 'StripeInvalidRequestError',
      rawType: 'invalid_request_error',
      ...expected,
    })
  })

  test('the smallest amount is RM2.00 exactly', async () => {
    expect((await newIntent(stripe, { amount: 200 })).amount).toBe(200)
  })

  test('a wrong key, no key and an unknown address are refused', async () => {
    const wrong = sdk(world.sandbox.port, 'sk_test_other')
    expect(await refusal(wrong.paymentIntents.list())).toMatchObject({
      type: 'StripeAuthenticationError',
      statusCode: 401,
    })
    expect(await world.raw('GET', '/v1/payment_intents', {}, {})).toMatchObject({ status: 401 })
    const unknown = await world.raw(
      'GET',
      '/v1/nonsense',
      {},
      { authorization: 'Bearer sk_test_sandbox' },
    )
    expect(unknown).toMatchObject({
      status: 404,
      body: { error: { type: 'invalid_request_error' } },
    })
    expect(String(unknown.body.error?.message)).toContain(
      'Unrecognized request URL (GET: /v1/nonsense)',
    )
  })
})

describe('the publishable key', () => {
  test('may retrieve and confirm with the secret, and sees the browser’s part only', async () => {
    const intent = await newIntent(stripe, { metadata: { secret: 'yes' } })
    const path = `/v1/payment_intents/${intent.id}`
    const key = { key: 'pk_test_sandbox', client_secret: String(intent.client_secret) }
    const seen = await world.raw('GET', path, key, {})
    expect(seen).toMatchObject({
      status: 200,
      body: { id: intent.id, amount: 5_000, status: 'requires_payment_method' },
    })
    for (const hidden of ['metadata', 'customer', 'latest_charge', 'amount_received'])
      expect(seen.body).not.toHaveProperty(hidden)
    const card = {
      'payment_method_data[type]': 'card',
      'payment_method_data[card][number]': '4242424242424242',
      'payment_method_data[card][exp_month]': '12',
      'payment_method_data[card][exp_year]': '34',
      'payment_method_data[card][cvc]': '123',
    }
    const paid = await world.raw('POST', `${path}/confirm`, { ...key, ...card }, {})
    expect(paid).toMatchObject({ status: 200, body: { status: 'succeeded' } })
    expect(paid.body).not.toHaveProperty('metadata')
    const again = await world.raw('POST', `${path}/confirm`, { ...key, ...card }, {})
    expect(again).toMatchObject({
      status: 400,
      body: {
        error: { code: 'payment_intent_unexpected_state', payment_intent: { status: 'succeeded' } },
      },
    })
    expect(again.body.error?.payment_intent).not.toHaveProperty('metadata')
  })

  test('may do nothing else', async () => {
    const intent = await newIntent(stripe)
    const path = `/v1/payment_intents/${intent.id}`
    const secret = { client_secret: String(intent.client_secret) }
    expect(await world.raw('GET', path, {})).toMatchObject({ status: 400 })
    expect(
      await world.raw('GET', path, { client_secret: `${intent.id}_secret_guess` }),
    ).toMatchObject({ status: 400 })
    expect(await world.raw('POST', path, { ...secret, amount: '200' })).toMatchObject({
      status: 403,
    })
    expect(await world.raw('POST', `${path}/cancel`, {})).toMatchObject({ status: 403 })
    expect(await world.raw('GET', '/v1/events', {})).toMatchObject({ status: 403 })
    expect((await stripe.paymentIntents.retrieve(intent.id)).amount).toBe(5_000)
  })
})
