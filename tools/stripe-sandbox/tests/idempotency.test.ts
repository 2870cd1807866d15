import type Stripe from 'stripe'
import { newIntent, paidIntent, refusal, startWorld, Target, until, type World } from './harness'

let world: World
let stripe: Stripe
let target: Target
beforeAll(async () => {
  target = await new Target().start()
  world = await startWorld([target])
  stripe = world.stripe
})
afterAll(async () => {
  await world.end()
  await target.stop()
})

const create = {
  amount: 5_000,
  currency: 'myr',
  allowed_payment_method_types: ['card'] satisfies ['card'],
}

test('the same key gives the same answer, marked as a replay', async () => {
  const first = await stripe.paymentIntents.create(create, { idempotencyKey: 'k-replay' })
  await stripe.paymentIntents.update(first.id, { amount: 9_000 })
  const second = await stripe.paymentIntents.create(create, { idempotencyKey: 'k-replay' })
  // The old snapshot, not the intent as it is now.
  expect(second).toMatchObject({ id: first.id, amount: 5_000 })
  expect(second.lastResponse.headers['idempotent-replayed']).toBe('true')
  expect(first.lastResponse.headers['idempotent-replayed']).toBeUndefined()
})

test('a decline is replayed too, without a second attempt', async () => {
  const attempt = () =>
    refusal(
      stripe.paymentIntents.create(
        { ...create, confirm: true, payment_method: 'pm_card_chargeDeclined' },
        { idempotencyKey: 'k-decline' },
      ),
    )
  const [first, second] = [await attempt(), await attempt()]
  expect(second.charge).toBe(first.charge)
  expect(second.payment_intent?.id).toBe(first.payment_intent?.id)
})

test('other parameters or another endpoint are an idempotency_error', async () => {
  const first = await stripe.paymentIntents.create(create, { idempotencyKey: 'k-other' })
  const other = await refusal(
    stripe.paymentIntents.create({ ...create, amount: 6_000 }, { idempotencyKey: 'k-other' }),
  )
  expect(other).toMatchObject({
    type: 'StripeIdempotencyError',
    statusCode: 400,
    rawType: 'idempotency_error',
  })
  expect(
    await refusal(stripe.paymentIntents.cancel(first.id, {}, { idempotencyKey: 'k-other' })),
  ).toMatchObject({ type: 'StripeIdempotencyError' })
})

test('a failed validation keeps the key free', async () => {
  await refusal(
    stripe.paymentIntents.create({ ...create, amount: 100 }, { idempotencyKey: 'k-free' }),
  )
  expect((await stripe.paymentIntents.create(create, { idempotencyKey: 'k-free' })).amount).toBe(
    5_000,
  )
})

test('409 while the first is in flight; the SDK retries it into a replay', async () => {
  const intent = await newIntent(stripe)
  target.delayMs = 700
  await world.control('webhooks', { first: true })
  const confirm = (maxNetworkRetries: number) =>
    stripe.paymentIntents.confirm(
      intent.id,
      { payment_method: 'pm_card_visa' },
      { idempotencyKey: 'k-flight', maxNetworkRetries },
    )
  const first = confirm(0)
  await until('the first request is under way', () =>
    target.types.includes('payment_intent.succeeded'),
  )
  const clash = await refusal(confirm(0))
  expect(clash).toMatchObject({
    statusCode: 409,
    code: 'idempotency_key_in_use',
    headers: { 'stripe-should-retry': 'true' },
  })
  const retried = await confirm(3)
  expect(retried.lastResponse.headers['idempotent-replayed']).toBe('true')
  expect((await first).status).toBe('succeeded')
  target.delayMs = 0
  await world.control('webhooks', {})
})

test('one key makes one refund', async () => {
  const paid = await paidIntent(stripe)
  const refund = () =>
    stripe.refunds.create(
      { payment_intent: paid.id, amount: 1_000 },
      { idempotencyKey: 'k-refund' },
    )
  expect((await refund()).id).toBe((await refund()).id)
  expect((await stripe.refunds.list({ payment_intent: paid.id })).data).toHaveLength(1)
})

test('a key is at most 255 characters', async () => {
  expect(
    await refusal(stripe.paymentIntents.create(create, { idempotencyKey: 'k'.repeat(256) })),
  ).toMatchObject({ statusCode: 400 })
})
