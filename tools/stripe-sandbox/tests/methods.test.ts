// Payment methods that redirect to a page of a bank or wallet, like Stripe's FPX and GrabPay.
import type Stripe from 'stripe'
import { BANK_DATA, BANK_WAYS, type BankWay } from '../payments/methods'
import { newIntent, refusal, startWorld, Target, until, type World } from './harness'

let world: World
let stripe: Stripe
let target: Target
beforeAll(async () => {
  target = await new Target().start()
  world = await startWorld([target])
  stripe = world.stripe
})
beforeEach(() => world.control('methods', {}))
afterAll(async () => {
  await world.end()
  await target.stop()
})

const ALL = { allowed_payment_method_types: ['card', 'fpx', 'grabpay'] } as const
const BACK = 'https://shop.example/done?from=here'
const about = (id: string): string[] =>
  target.received.filter(({ body }) => body.includes(id)).map(({ event }) => event.type)
const offering = () =>
  newIntent(stripe, { allowed_payment_method_types: [...ALL.allowed_payment_method_types] })

/** An intent whose payer is on the page of the bank or wallet. */
async function away(method: BankWay): Promise<Stripe.PaymentIntent> {
  const { id } = await offering()
  return stripe.paymentIntents.confirm(id, {
    payment_method_data: BANK_DATA[method],
    return_url: BACK,
  })
}
const answer = (id: string, outcome: string) =>
  world.control<Stripe.PaymentIntent>('authorize', { payment_intent: id, outcome })

async function paidBy(method: BankWay): Promise<Stripe.PaymentIntent> {
  const { id } = await away(method)
  await answer(id, 'succeed')
  return stripe.paymentIntents.retrieve(id, { expand: ['latest_charge', 'payment_method'] })
}

describe('which are offered', () => {
  test('those are offered that the request names and that support the currency', async () => {
    expect((await offering()).payment_method_types).toEqual(['card', 'fpx', 'grabpay'])
    const dollars = await newIntent(stripe, {
      currency: 'sgd',
      allowed_payment_method_types: ['card', 'fpx', 'grabpay'],
    })
    expect(dollars.payment_method_types).toEqual(['card', 'grabpay'])
  })

  test('those that the account lacks are refused by name, or left out', async () => {
    await world.control('methods', { refused: ['fpx'], withheld: ['grabpay'] })
    expect(await refusal(offering())).toMatchObject({
      statusCode: 400,
      code: 'payment_intent_invalid_parameter',
      param: 'allowed_payment_method_types',
      message: expect.stringContaining('The payment method type "fpx" is invalid.') as string,
    })
    const rest = await newIntent(stripe, { allowed_payment_method_types: ['card', 'grabpay'] })
    expect(rest.payment_method_types).toEqual(['card'])
    expect(
      await refusal(
        stripe.paymentIntents.confirm(rest.id, {
          payment_method_data: BANK_DATA.grabpay,
          return_url: BACK,
        }),
      ),
    ).toMatchObject({ code: 'payment_intent_incompatible_payment_method' })
  })
})

describe.each(BANK_WAYS)('%s', (method) => {
  test('leads to a page of its own, with a way back', async () => {
    const intent = await away(method)
    expect(intent).toMatchObject({
      status: 'requires_action',
      next_action: {
        type: 'redirect_to_url',
        redirect_to_url: { return_url: BACK, url: expect.stringContaining(intent.id) as string },
      },
    })
    const page = await fetch(String(intent.next_action?.redirect_to_url?.url))
    expect(await page.text()).toContain(method === 'fpx' ? 'Maybank2U' : 'GrabPay')
  })

  test('is paid when the payer approves, with the usual events', async () => {
    const intent = await paidBy(method)
    expect(intent).toMatchObject({
      status: 'succeeded',
      amount_received: 5_000,
      next_action: null,
      payment_method: { type: method },
      latest_charge: {
        id: expect.stringMatching(/^py_/) as string,
        status: 'succeeded',
        paid: true,
        outcome: { risk_level: 'not_assessed' },
        payment_method_details: {
          type: method,
          [method]:
            method === 'fpx'
              ? { bank: 'maybank2u', transaction_id: expect.any(String) as string }
              : { transaction_id: null },
        },
      },
    })
    await until('every event', () => about(intent.id).includes('payment_intent.succeeded'))
    expect(about(intent.id)).toEqual(
      expect.arrayContaining(['payment_intent.requires_action', 'charge.succeeded']) as string[],
    )
  })

  test('refused there, the same intent is paid by card', async () => {
    const { id } = await away(method)
    expect(await answer(id, 'fail')).toMatchObject({
      status: 'requires_payment_method',
      next_action: null,
      last_payment_error: {
        code: 'payment_intent_authentication_failure',
        payment_method: { type: method },
      },
    })
    await until('the refusal', () => about(id).includes('payment_intent.payment_failed'))
    expect(
      await stripe.paymentIntents.confirm(id, { payment_method: 'pm_card_visa' }),
    ).toMatchObject({ status: 'succeeded' })
    // The page of the bank is still open somewhere: clicks there move no money.
    const late = await fetch(`${world.sandbox.url}/_sandbox/authorize/${id}?`, {
      method: 'POST',
      body: new URLSearchParams({
        client_secret: String((await stripe.paymentIntents.retrieve(id)).client_secret),
        outcome: 'succeed',
        as: 'json',
      }),
    })
    expect(late.status).toBe(200)
    const charges = await stripe.charges.list({ payment_intent: id })
    expect(charges.data.map(({ status }) => status)).toEqual(['succeeded'])
  })

  test('unanswered, it can be cancelled; a later approval is refused', async () => {
    const { id } = await away(method)
    expect((await stripe.paymentIntents.cancel(id)).status).toBe('canceled')
    await expect(answer(id, 'succeed')).rejects.toThrow('has a status of canceled')
  })

  test('a payment at a slow bank is processing, which cannot be cancelled, then paid or failed', async () => {
    const slow = await away(method)
    expect(await answer(slow.id, 'pending')).toMatchObject({ status: 'processing' })
    expect(await refusal(stripe.paymentIntents.cancel(slow.id))).toMatchObject({
      code: 'payment_intent_unexpected_state',
    })
    expect(await answer(slow.id, 'succeed')).toMatchObject({ status: 'succeeded' })
    const charges = await stripe.charges.list({ payment_intent: slow.id })
    expect(charges.data.map(({ status, paid }) => [status, paid])).toEqual([['succeeded', true]])

    const refused = await away(method)
    await answer(refused.id, 'pending')
    expect(await answer(refused.id, 'fail')).toMatchObject({
      status: 'requires_payment_method',
      last_payment_error: { code: 'payment_intent_payment_attempt_failed' },
    })
    await until('the event', () => about(refused.id).includes('charge.failed'))
  })

  test('a refund is pending until the bank pays or refuses it', async () => {
    const [kept, back] = [await paidBy(method), await paidBy(method)]
    const [first, second] = [
      await stripe.refunds.create({ payment_intent: kept.id }),
      await stripe.refunds.create({ payment_intent: back.id }),
    ]
    expect([first, second]).toMatchObject(
      Array.from({ length: 2 }, () => ({
        id: expect.stringMatching(/^pyr_/) as string,
        status: 'pending',
      })),
    )
    await world.control('finish_refund', { refund: first.id, outcome: 'failed' })
    expect(await stripe.refunds.retrieve(first.id)).toMatchObject({
      status: 'failed',
      failure_reason: 'declined',
    })
    expect((await stripe.charges.retrieve(first.charge as string)).amount_refunded).toBe(0)
    await world.control('finish_refund', { refund: second.id })
    expect((await stripe.refunds.retrieve(second.id)).status).toBe('succeeded')
    await expect(world.control('finish_refund', { refund: second.id })).rejects.toThrow('succeeded')
    await until('both', () => about(second.id).includes('refund.updated'))
    expect(about(first.id)).toContain('refund.failed')
  })

  test('there are no disputes', async () => {
    const { id } = await paidBy(method)
    await expect(world.control('dispute', { payment_intent: id })).rejects.toThrow(
      'cannot be disputed',
    )
  })

  test('requires a return address', async () => {
    const { id } = await offering()
    expect(
      await refusal(stripe.paymentIntents.confirm(id, { payment_method_data: BANK_DATA[method] })),
    ).toMatchObject({ param: 'return_url' })
  })
})

test('FPX requires an existing bank', async () => {
  const { id } = await offering()
  const confirm = (bank?: string) =>
    refusal(
      stripe.paymentIntents.confirm(id, {
        payment_method_data: { type: 'fpx', ...(bank && { fpx: { bank: bank as 'uob' } }) },
        return_url: BACK,
      }),
    )
  expect(await confirm()).toMatchObject({ code: 'parameter_missing' })
  expect(await confirm('bank_of_nowhere')).toMatchObject({
    param: 'payment_method_data[fpx][bank]',
  })
})

test.each([
  ['succeed', 'succeeded'],
  ['fail', 'failed'],
])('the page leads back with Stripe’s own parameters: %s', async (outcome, status) => {
  const { id, client_secret: secret } = await away('fpx')
  const answered = await fetch(`${world.sandbox.url}/_sandbox/authorize/${id}`, {
    method: 'POST',
    body: new URLSearchParams({ client_secret: String(secret), outcome, as: 'json' }),
  })
  const { redirect } = (await answered.json()) as { redirect: string }
  expect(redirect).toBe(
    `${BACK}&payment_intent=${id}&payment_intent_client_secret=${secret}&redirect_status=${status}`,
  )
})

test('cards know nothing of slow banks', async () => {
  const { id } = await newIntent(stripe)
  await stripe.paymentIntents.confirm(id, {
    payment_method: 'pm_card_threeDSecure2Required',
    return_url: BACK,
  })
  await expect(answer(id, 'pending')).rejects.toThrow('has a status of requires_action')
})
