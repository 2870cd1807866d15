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

const about = (id: string): string[] =>
  target.received.filter(({ body }) => body.includes(id)).map(({ event }) => event.type)

test('a payment is refunded in parts, then the rest, then no more', async () => {
  const paid = await paidIntent(stripe)
  const charge = String(paid.latest_charge)
  const part = await stripe.refunds.create({
    payment_intent: paid.id,
    amount: 1_500,
    reason: 'requested_by_customer',
    metadata: { why: 'late' },
  })
  expect(part).toMatchObject({
    object: 'refund',
    amount: 1_500,
    currency: 'myr',
    status: 'succeeded',
    charge,
    payment_intent: paid.id,
    reason: 'requested_by_customer',
    metadata: { why: 'late' },
  })
  expect(await stripe.charges.retrieve(charge)).toMatchObject({
    amount_refunded: 1_500,
    refunded: false,
  })
  const over = await refusal(stripe.refunds.create({ payment_intent: paid.id, amount: 3_501 }))
  expect(over).toMatchObject({ statusCode: 400, param: 'amount' })
  expect(over.message).toBe(
    'Refund amount (RM35.01) is greater than unrefunded amount on charge (RM35.00)',
  )
  const rest = await stripe.refunds.create({ charge })
  expect(rest.amount).toBe(3_500)
  expect(await stripe.charges.retrieve(charge, { expand: ['refunds'] })).toMatchObject({
    amount_refunded: 5_000,
    refunded: true,
    refunds: { data: [{ id: rest.id }, { id: part.id }] },
  })
  expect(await refusal(stripe.refunds.create({ payment_intent: paid.id }))).toMatchObject({
    code: 'charge_already_refunded',
  })
  expect((await stripe.refunds.list({ payment_intent: paid.id })).data.map(({ id }) => id)).toEqual(
    [rest.id, part.id],
  )
  expect(
    (await stripe.refunds.retrieve(part.id, { expand: ['charge', 'payment_intent'] })).charge,
  ).toMatchObject({ id: charge })
  // Paid stays paid: a refund does not change the intent's status.
  expect((await stripe.paymentIntents.retrieve(paid.id)).status).toBe('succeeded')
})

test('nothing to give back', async () => {
  const unpaid = await newIntent(stripe)
  expect((await refusal(stripe.refunds.create({ payment_intent: unpaid.id }))).message).toContain(
    'does not have a successful charge to refund',
  )
  expect(await refusal(stripe.refunds.create({ payment_intent: 'pi_nothing' }))).toMatchObject({
    code: 'resource_missing',
  })
  expect(await refusal(stripe.refunds.create({}))).toMatchObject({ code: 'parameter_missing' })
})

test('a refund is pending at first and succeeds later', async () => {
  const paid = await paidIntent(stripe, 'pm_card_pendingRefund')
  const refund = await stripe.refunds.create({ payment_intent: paid.id })
  expect(refund.status).toBe('pending')
  await until(
    'the refund succeeds',
    async () => (await stripe.refunds.retrieve(refund.id)).status === 'succeeded',
  )
  await until('refund.updated tells so', () =>
    target.received.some(
      ({ event }) =>
        event.type === 'refund.updated' &&
        (event.data.object as Stripe.Refund).id === refund.id &&
        (event.data.object as Stripe.Refund).status === 'succeeded',
    ),
  )
})

test('succeeded at first, failed later: the charge has its money back', async () => {
  const paid = await paidIntent(stripe, 'pm_card_refundFail')
  const refund = await stripe.refunds.create({ payment_intent: paid.id })
  expect(refund.status).toBe('succeeded')
  await until(
    'the refund fails',
    async () => (await stripe.refunds.retrieve(refund.id)).status === 'failed',
  )
  expect(await stripe.refunds.retrieve(refund.id)).toMatchObject({
    failure_reason: 'expired_or_canceled_card',
  })
  expect(await stripe.charges.retrieve(String(paid.latest_charge))).toMatchObject({
    amount_refunded: 0,
    refunded: false,
  })
  await until('refund.failed arrives', () => about(refund.id).includes('refund.failed'))
})

test('time that is passed brings what a bank says by then, and the rest so much sooner', async () => {
  const paid = await paidIntent(stripe, 'pm_card_pendingRefund')
  const refund = await stripe.refunds.create({ payment_intent: paid.id })
  const status = async () => (await stripe.refunds.retrieve(refund.id)).status
  await world.control('time', { seconds: 1 })
  expect(await status()).toBe('pending')
  await world.control('time', { seconds: 1 })
  expect(await status()).toBe('succeeded')
  await expect(world.control('time', {})).rejects.toThrow('seconds must be a number')
})

test('asynchronous refunds survive a restart', async () => {
  const paid = await paidIntent(stripe, 'pm_card_pendingRefund')
  const refund = await stripe.refunds.create({ payment_intent: paid.id })
  await world.restart()
  stripe = world.stripe
  await until(
    'the refund succeeds',
    async () => (await stripe.refunds.retrieve(refund.id)).status === 'succeeded',
  )
})

test('the application hears by webhook of a refund from the dashboard', async () => {
  const paid = await paidIntent(stripe)
  await world.control('refund', { payment_intent: paid.id, amount: 700 })
  await until('the events arrive', () =>
    ['refund.created', 'charge.refunded'].every((type) => about(paid.id).includes(type)),
  )
  const event = target.received.find(
    ({ event }) =>
      event.type === 'charge.refunded' &&
      (event.data.object as Stripe.Charge).payment_intent === paid.id,
  )?.event
  expect(event?.data.object).toMatchObject({ amount_refunded: 700, refunded: false })
  expect(event?.data.previous_attributes).toEqual({ amount_refunded: 0, refunded: false })
})

test('disputes: by card and from the bank; a disputed charge cannot be refunded', async () => {
  const byCard = await paidIntent(stripe, 'pm_card_createDispute')
  const [dispute] = (await stripe.disputes.list({ payment_intent: byCard.id })).data
  expect(dispute).toMatchObject({
    object: 'dispute',
    amount: 5_000,
    reason: 'fraudulent',
    status: 'needs_response',
    charge: byCard.latest_charge,
  })
  const later = await paidIntent(stripe)
  await world.control('dispute', { payment_intent: later.id })
  await until('charge.dispute.created arrives', () =>
    about(later.id).includes('charge.dispute.created'),
  )
  expect(await stripe.charges.retrieve(String(later.latest_charge))).toMatchObject({
    disputed: true,
  })
  expect(await refusal(stripe.refunds.create({ payment_intent: later.id }))).toMatchObject({
    code: 'charge_disputed',
  })
})
