import { newIntent, refusal, sdk, startWorld, type World } from './harness'

let world: World
beforeAll(async () => {
  world = await startWorld()
})
afterEach(() => world.control('faults', []))
afterAll(() => world.end())

const create = {
  amount: 5_000,
  currency: 'myr',
  allowed_payment_method_types: ['card'] satisfies ['card'],
}

test('status 500 comes as often as requested, and only where requested', async () => {
  await world.control('faults', [{ match: 'POST /v1/payment_intents', status: 500, times: 2 }])
  const { stripe } = world
  expect(await refusal(stripe.paymentIntents.create(create))).toMatchObject({
    type: 'StripeAPIError',
    statusCode: 500,
  })
  expect((await stripe.paymentIntents.list()).data).toEqual([])
  const patient = sdk(world.sandbox.port, 'sk_test_sandbox', { maxNetworkRetries: 2 })
  const intent = await patient.paymentIntents.create(create)
  expect(intent.status).toBe('requires_payment_method')
})

test('a match without /confirm does not affect confirming; * matches an id', async () => {
  const { stripe } = world
  const intent = await newIntent(stripe)
  await world.control('faults', [
    { match: 'POST /v1/payment_intents', status: 500 },
    { match: 'POST /v1/payment_intents/*/cancel', status: 503 },
  ])
  expect(
    (await stripe.paymentIntents.confirm(intent.id, { payment_method: 'pm_card_visa' })).status,
  ).toBe('succeeded')
  expect(await refusal(stripe.paymentIntents.cancel(intent.id))).toMatchObject({ statusCode: 503 })
  expect(await refusal(stripe.paymentIntents.create(create))).toMatchObject({ statusCode: 500 })
})

test('a reset before execution lets nothing happen', async () => {
  await world.control('faults', [{ match: 'POST /v1/customers', status: 'reset', times: 3 }])
  expect(
    await refusal(world.stripe.customers.create({ email: 'reset@example.com' })),
  ).toMatchObject({ type: 'StripeConnectionError' })
  expect((await world.stripe.customers.list({ email: 'reset@example.com' })).data).toEqual([])
})

test('a call that is executed, its answer lost, returns the same intent for the same key', async () => {
  await world.control('faults', [
    { match: 'POST /v1/payment_intents', status: 'hang', after: true, times: 1 },
  ])
  const call = (timeout: number) =>
    world.stripe.paymentIntents.create(
      { ...create, metadata: { lost: 'yes' } },
      { idempotencyKey: 'lost-1', timeout },
    )
  expect(await refusal(call(300))).toMatchObject({ type: 'StripeConnectionError' })
  const found = await call(5_000)
  expect(found.lastResponse.headers['idempotent-replayed']).toBe('true')
  const all = (await world.stripe.paymentIntents.list({ limit: 100 })).data.filter(
    ({ metadata }) => metadata.lost === 'yes',
  )
  expect(all.map(({ id }) => id)).toEqual([found.id])
})

test('a call that hangs is ended by the SDK’s time-out', async () => {
  await world.control('faults', [{ match: 'GET /v1/payment_intents/*', status: 'hang', times: 1 }])
  const intent = await newIntent(world.stripe)
  expect(
    await refusal(world.stripe.paymentIntents.retrieve(intent.id, {}, { timeout: 200 })),
  ).toMatchObject({ type: 'StripeConnectionError' })
  expect((await world.stripe.paymentIntents.retrieve(intent.id)).id).toBe(intent.id)
})

test('the SDK repeats a reset with its own key: one intent, no double', async () => {
  await world.control('faults', [
    { match: 'POST /v1/payment_intents', status: 'reset', after: true, times: 1 },
  ])
  const made = await world.stripe.paymentIntents.create({ ...create, metadata: { reset: 'yes' } })
  const all = (await world.stripe.paymentIntents.list({ limit: 100 })).data.filter(
    ({ metadata }) => metadata.reset === 'yes',
  )
  expect(all.map(({ id }) => id)).toEqual([made.id])
})
