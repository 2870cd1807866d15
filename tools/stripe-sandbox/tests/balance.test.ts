import type Stripe from 'stripe'
import { newIntent, paidIntent, refusal, startWorld, Target, until, type World } from './harness'

let world: World
let stripe: Stripe
let target: Target
beforeEach(async () => {
  target = await new Target().start()
  world = await startWorld([target])
  stripe = world.stripe
})
afterEach(async () => {
  await world.end()
  await target.stop()
})

const payOut = () => world.control<Stripe.Payout>('payout', {})
const linesOf = async (payout: string) =>
  (await stripe.balanceTransactions.list({ payout, limit: 100 })).data

async function paidBy(type: 'fpx' | 'grabpay'): Promise<Stripe.PaymentIntent> {
  const intent = await newIntent(stripe, {
    allowed_payment_method_types: [type],
    confirm: true,
    payment_method_data: type === 'fpx' ? { type, fpx: { bank: 'cimb' } } : { type },
    return_url: 'http://localhost/back',
  })
  return world.control('authorize', { payment_intent: intent.id })
}

test('a line of a card, a bank and a wallet has what Stripe keeps of each', async () => {
  const card = await paidIntent(stripe)
  await paidBy('fpx')
  await paidBy('grabpay')
  const { data } = await stripe.balanceTransactions.list({ expand: ['data.source'] })
  expect(data.map(({ type, amount, fee, net }) => [type, amount, fee, net])).toEqual([
    ['payment', 5_000, 250, 4_750],
    ['payment', 5_000, 150, 4_850],
    ['charge', 5_000, 250, 4_750],
  ])
  const [, , line] = data
  expect(line).toMatchObject({
    object: 'balance_transaction',
    currency: 'myr',
    reporting_category: 'charge',
    status: 'pending',
    fee_details: [{ amount: 250, type: 'stripe_fee' }],
    source: { object: 'charge', id: card.latest_charge, payment_intent: card.id },
  })
  const charge = await stripe.charges.retrieve(String(card.latest_charge), {
    expand: ['balance_transaction'],
  })
  expect(charge.balance_transaction).toMatchObject({ id: line?.id, net: 4_750 })
  expect(await stripe.balance.retrieve()).toMatchObject({
    object: 'balance',
    available: [{ amount: 0, currency: 'myr' }],
    pending: [{ amount: 14_350, currency: 'myr' }],
  })
})

test('what Stripe keeps can be set', async () => {
  await world.control('fees', { card: { basisPoints: 150, fixed: 50 } })
  await paidIntent(stripe)
  expect((await stripe.balanceTransactions.list()).data[0]).toMatchObject({ fee: 125, net: 4_875 })
  await expect(world.control('fees', { dispute: -1 })).rejects.toThrow('whole numbers')
})

test('a refund takes its amount and returns no fee; one that fails brings it back', async () => {
  const paid = await paidIntent(stripe)
  const refund = await stripe.refunds.create({ payment_intent: paid.id, amount: 2_000 })
  const line = await stripe.balanceTransactions.retrieve(String(refund.balance_transaction))
  expect(line).toMatchObject({
    ...{ type: 'refund', reporting_category: 'refund', amount: -2_000, fee: 0, source: refund.id },
  })
  const other = await paidIntent(stripe, 'pm_card_pendingRefund')
  const pending = await stripe.refunds.create({ payment_intent: other.id })
  expect(pending.balance_transaction).toBeNull()
  await world.control('finish_refund', { refund: pending.id, outcome: 'failed' })
  const lines = (await stripe.balanceTransactions.list({ source: pending.id })).data
  expect(lines.map(({ type, amount }) => [type, amount])).toEqual([
    ['refund_failure', 5_000],
    ['refund', -5_000],
  ])
})

test('a dispute takes its amount and a fee; a won one returns the amount', async () => {
  const paid = await paidIntent(stripe)
  const opened = await world.control<Stripe.Dispute>('dispute', { payment_intent: paid.id })
  expect(opened.balance_transactions).toMatchObject([
    { type: 'adjustment', reporting_category: 'dispute', amount: -5_000, fee: 6_000, net: -11_000 },
  ])
  await world.control('dispute', { payment_intent: paid.id, outcome: 'won' })
  const { data } = await stripe.balanceTransactions.list({ source: opened.id })
  expect(data.map(({ reporting_category, net }) => [reporting_category, net])).toEqual([
    ['dispute_reversal', 5_000],
    ['dispute', -11_000],
  ])
  const asked = await paidIntent(stripe, 'pm_card_createDisputeInquiry')
  const [inquiry] = (await stripe.disputes.list({ payment_intent: asked.id })).data
  expect(inquiry?.balance_transactions).toEqual([])
})

test('a payout has every line since the one before it, and adds up to them', async () => {
  await paidIntent(stripe)
  await world.control('adjust', { type: 'stripe_fee', amount: -120, description: 'Radar' })
  const first = await payOut()
  await paidIntent(stripe)
  const second = await payOut()
  expect(first).toMatchObject({ object: 'payout', status: 'in_transit', amount: 4_630 })
  const lines = await linesOf(first.id)
  expect(lines.map(({ type }) => type)).toEqual(['payout', 'stripe_fee', 'charge'])
  expect(lines.reduce((sum, { net }) => sum + net, 0)).toBe(0)
  expect((await linesOf(second.id)).map(({ net }) => net)).toEqual([-4_750, 4_750])
  expect((await stripe.payouts.list()).data.map(({ id }) => id)).toEqual([second.id, first.id])
  expect((await stripe.balance.retrieve()).pending[0]?.amount).toBe(0)
  await expect(payOut()).rejects.toThrow('nothing in the balance')
  expect(await refusal(stripe.payouts.retrieve('po_none'))).toMatchObject({
    code: 'resource_missing',
  })
})

test('the bank pays a payout or refuses it, and the site hears of each', async () => {
  await paidIntent(stripe)
  const { id } = await payOut()
  await world.control('payout', { payout: id, outcome: 'paid' })
  expect(await stripe.payouts.retrieve(id)).toMatchObject({ status: 'paid', failure_code: null })
  await world.control('payout', { payout: id, outcome: 'failed' })
  expect(await stripe.payouts.retrieve(id)).toMatchObject({
    ...{ status: 'failed', failure_code: 'account_closed' },
  })
  await until('all three arrive', () =>
    ['payout.created', 'payout.paid', 'payout.failed'].every((type) => target.types.includes(type)),
  )
  const again = await payOut()
  expect((await linesOf(again.id)).map(({ type, net }) => [type, net])).toEqual([
    ['payout', -4_750],
    ['payout_failure', 4_750],
  ])
})

test('payouts and their lines survive a restart', async () => {
  await paidIntent(stripe)
  const { id } = await payOut()
  const before = await linesOf(id)
  await world.restart()
  stripe = world.stripe
  expect(await linesOf(id)).toEqual(before)
})

test('disputes of parts: together no more than was paid, and a lost one may give a part back', async () => {
  const paid = await paidIntent(stripe)
  const dispute = (about: { amount?: number; outcome?: 'won' | 'lost' }) =>
    world.control<Stripe.Dispute>('dispute', { payment_intent: paid.id, ...about })
  expect(await dispute({ amount: 3_000 })).toMatchObject({ amount: 3_000 })
  await expect(dispute({ amount: 2_001 })).rejects.toThrow('about 1 to 2000')
  expect(await dispute({})).toMatchObject({ amount: 2_000 })
  await expect(dispute({})).rejects.toThrow('already disputed')
  await expect(dispute({ outcome: 'lost', amount: 3_001 })).rejects.toThrow('keeps 0 to 3000')
  await dispute({ outcome: 'lost', amount: 1_000 })
  await dispute({ outcome: 'won' })
  const { data } = await stripe.disputes.list({ payment_intent: paid.id })
  const taken = data.map(({ status, balance_transactions: lines }) => [
    status,
    lines.map(({ amount }) => amount),
  ])
  expect(taken).toEqual(
    expect.arrayContaining([
      ['lost', [-3_000, 2_000]],
      ['won', [-2_000, 2_000]],
    ]),
  )
})
