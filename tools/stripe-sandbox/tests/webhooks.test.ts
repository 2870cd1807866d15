import Stripe from 'stripe'
import { newIntent, paidIntent, startWorld, Target, until, type World } from './harness'

let world: World
let stripe: Stripe
let target: Target
let second: Target
beforeEach(async () => {
  target = await new Target().start()
  second = await new Target().start()
  world = await startWorld([target, second])
  stripe = world.stripe
})
afterEach(async () => {
  await world.end()
  await target.stop()
  await second.stop()
})

const settle = () => new Promise((resolve) => setTimeout(resolve, 250))
const of = (type: string) => target.received.filter(({ event }) => event.type === type)

test('every event reaches every target, signed so that the SDK accepts it', async () => {
  const paid = await paidIntent(stripe)
  const expected = [
    'payment_intent.created',
    'charge.succeeded',
    'payment_intent.succeeded',
    'charge.updated',
  ]
  for (const each of [target, second]) {
    await until('all arrive', () => each.received.length === expected.length)
    expect([...each.types].sort()).toEqual([...expected].sort())
  }
  const event = of('payment_intent.succeeded')[0]?.event as Stripe.PaymentIntentSucceededEvent
  expect(event).toMatchObject({
    object: 'event',
    api_version: '2026-10-28.endive',
    livemode: false,
    data: { object: { id: paid.id, status: 'succeeded' } },
  })
  expect(event.id).toMatch(/^evt_/)
  expect(event.request?.id).toMatch(/^req_/)
  expect(event.request?.idempotency_key).toMatch(/^stripe-node-retry-/)
  const { body } = of('payment_intent.succeeded')[0] ?? { body: '' }
  expect(() =>
    Stripe.webhooks.constructEvent(body, target.received[0]?.signature ?? '', 'whsec_other'),
  ).toThrow('signature')
})

test('declines, questions, cancellations and the catalogue are told', async () => {
  await paidIntent(stripe, 'pm_card_chargeDeclined').catch(() => null)
  const asked = await paidIntent(stripe, 'pm_card_authenticationRequired', { use_stripe_sdk: true })
  await stripe.paymentIntents.cancel(asked.id)
  const customer = await stripe.customers.create({ name: 'A' })
  await stripe.customers.update(customer.id, { name: 'B' })
  const product = await stripe.products.create({ name: 'Hour' })
  await stripe.prices.create({ product: product.id, currency: 'myr', unit_amount: 10_000 })
  const wanted = [
    'charge.failed',
    'payment_intent.payment_failed',
    'payment_intent.requires_action',
    'payment_intent.canceled',
    'customer.created',
    'customer.updated',
    'product.created',
    'price.created',
  ]
  await until(wanted.join(', '), () => wanted.every((type) => target.types.includes(type)))
})

test('an event is retried until 2xx, signed afresh each time', async () => {
  await world.control('webhooks', { retrySchedule: [1.1, 0.1] })
  target.answers = [500, 302]
  await stripe.customers.create({})
  await until('the third attempt', () => target.received.length === 3)
  await settle()
  expect(target.received).toHaveLength(3)
  expect(new Set(target.received.map(({ event }) => event.id)).size).toBe(1)
  const [one, two] = target.received
  expect(two?.signature).not.toBe(one?.signature)
  expect((two?.at ?? 0) - (one?.at ?? 0)).toBeGreaterThan(1_000)
  expect(second.received).toHaveLength(1)
})

test('events list by delivery_success', async () => {
  await world.control('webhooks', { retrySchedule: [60] })
  target.answers = [500]
  const customer = await stripe.customers.create({})
  await until('delivered once', () => second.received.length === 1 && target.received.length === 1)
  await settle()
  const failed = await stripe.events.list({ delivery_success: false })
  expect(failed.data).toMatchObject([
    { type: 'customer.created', pending_webhooks: 1, data: { object: { id: customer.id } } },
  ])
  await world.control('resend', { event: String(failed.data[0]?.id) })
  expect((await stripe.events.list({ delivery_success: false })).data).toEqual([])
  expect(
    (await stripe.events.list({ delivery_success: true, type: 'customer.created' })).data,
  ).toHaveLength(1)
  expect((await stripe.events.retrieve(String(failed.data[0]?.id))).pending_webhooks).toBe(0)
})

test('hold, then release in either order', async () => {
  await world.control('webhooks', { mode: 'hold' })
  const intent = await newIntent(stripe)
  await stripe.paymentIntents
    .confirm(intent.id, { payment_method: 'pm_card_chargeDeclined' })
    .catch(() => null)
  await stripe.paymentIntents.confirm(intent.id, { payment_method: 'pm_card_visa' })
  await settle()
  expect(target.received).toEqual([])
  await world.control('webhooks/release', { order: 'reverse' })
  const reversed = target.types
  expect(reversed.indexOf('payment_intent.succeeded')).toBeLessThan(
    reversed.indexOf('payment_intent.payment_failed'),
  )
  expect(reversed.at(-1)).toBe('payment_intent.created')
  await stripe.customers.create({})
  await stripe.products.create({ name: 'X' })
  await world.control('webhooks/release', { order: 'created' })
  expect(target.types.slice(reversed.length)).toEqual(['customer.created', 'product.created'])
})

test('drop loses it; resend brings it back', async () => {
  await world.control('webhooks', { mode: 'drop' })
  await stripe.customers.create({})
  await world.control('webhooks', {})
  await settle()
  expect(target.received).toEqual([])
  const [event] = (await stripe.events.list({ delivery_success: false })).data
  await world.control('resend', { event: String(event?.id) })
  expect(target.received.map((each) => each.event.id)).toEqual([event?.id])
  await world.control('resend', { event: String(event?.id) })
  expect(target.received).toHaveLength(2)
})

test('first: the webhooks are in before the answer', async () => {
  target.delayMs = 200
  const intent = await newIntent(stripe)
  await world.control('webhooks', { first: true })
  await stripe.paymentIntents.confirm(intent.id, { payment_method: 'pm_card_visa' })
  expect(target.types).toContain('payment_intent.succeeded')
  expect(second.types).toContain('payment_intent.succeeded')
})

test('duplicates arrive at the same time', async () => {
  await world.control('webhooks', { duplicates: 2 })
  await stripe.customers.create({})
  await until('three copies', () => target.received.length === 3)
  expect(new Set(target.received.map(({ event }) => event.id)).size).toBe(1)
  await settle()
  expect(target.received).toHaveLength(3)
})

test('delayMs delays a delivery', async () => {
  await world.control('webhooks', { delayMs: 400 })
  const start = Date.now()
  await stripe.customers.create({})
  await until('it arrives', () => target.received.length === 1)
  expect((target.received[0]?.at ?? 0) - start).toBeGreaterThanOrEqual(390)
})

test('emit sends another signed event with other fields, the object itself unchanged', async () => {
  const paid = await paidIntent(stripe)
  await world.control('emit', {
    kind: 'payment_intent',
    id: paid.id,
    type: 'payment_intent.succeeded',
    patch: { amount_received: 200 },
  })
  await until('both arrive', () => of('payment_intent.succeeded').length === 2)
  expect(
    of('payment_intent.succeeded')
      .map(({ event }) => (event.data.object as Stripe.PaymentIntent).amount_received)
      .sort(),
  ).toEqual([200, 5_000])
  expect((await stripe.paymentIntents.retrieve(paid.id)).amount_received).toBe(5_000)
})
