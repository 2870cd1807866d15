import type Stripe from 'stripe'
import { newIntent, paidIntent, refusal, startWorld, type World } from './harness'

let world: World
let stripe: Stripe
beforeAll(async () => {
  world = await startWorld()
  stripe = world.stripe
})
afterAll(() => world.end())

function card(number: string, more: Record<string, string> = {}) {
  return {
    'payment_method_data[type]': 'card',
    'payment_method_data[card][number]': number,
    'payment_method_data[card][exp_month]': '12',
    'payment_method_data[card][exp_year]': '34',
    'payment_method_data[card][cvc]': '123',
    ...more,
  }
}

/** A confirmation as the browser's frame sends it. */
async function pay(
  intent: Stripe.PaymentIntent,
  number: string,
  more: Record<string, string> = {},
) {
  return world.raw('POST', `/v1/payment_intents/${intent.id}/confirm`, {
    client_secret: String(intent.client_secret),
    ...card(number, more),
  })
}

describe('refused cards', () => {
  test.each([
    ['4000000000000002', 'card_declined', 'generic_decline'],
    ['4000000000009995', 'card_declined', 'insufficient_funds'],
    ['4000000000009987', 'card_declined', 'lost_card'],
    ['4000000000009979', 'card_declined', 'stolen_card'],
    ['4000000000000069', 'expired_card', undefined],
    ['4000000000000127', 'incorrect_cvc', undefined],
    ['4000000000000119', 'processing_error', undefined],
    ['4000000000006975', 'card_declined', 'card_velocity_exceeded'],
    ['5500005555555559', 'card_declined', 'test_mode_live_card'],
  ])('a card is refused: %s: %s, %s', async (number, code, declineCode) => {
    const intent = await newIntent(stripe)
    const { status, body } = await pay(intent, number)
    expect(status).toBe(402)
    expect(body.error).toMatchObject({
      type: 'card_error',
      code,
      payment_intent: { id: intent.id, status: 'requires_payment_method' },
    })
    expect(body.error?.decline_code).toBe(declineCode)
    const charge = await stripe.charges.retrieve(String(body.error?.charge))
    expect(charge).toMatchObject({
      status: 'failed',
      paid: false,
      failure_code: code,
      payment_intent: intent.id,
    })
    const after = await stripe.paymentIntents.retrieve(intent.id)
    expect(after).toMatchObject({
      status: 'requires_payment_method',
      payment_method: null,
      amount_received: 0,
      last_payment_error: { code, charge: charge.id },
    })
    // The same intent takes another card.
    expect(await pay(intent, '4242 4242 4242 4242')).toMatchObject({
      status: 200,
      body: { status: 'succeeded', last_payment_error: null },
    })
  })

  test.each([
    ['a wrong check digit', '4242424242424241', {}, 'incorrect_number'],
    [
      'month 13',
      '4242424242424242',
      { 'payment_method_data[card][exp_month]': '13' },
      'invalid_expiry_month',
    ],
    [
      'a past year',
      '4242424242424242',
      { 'payment_method_data[card][exp_year]': '20' },
      'invalid_expiry_year',
    ],
    [
      'two digits of security code',
      '4242424242424242',
      { 'payment_method_data[card][cvc]': '12' },
      'invalid_cvc',
    ],
  ])('%s never reaches a bank', async (_what, number, more, code) => {
    const intent = await newIntent(stripe)
    expect(await pay(intent, number, more as Record<string, string>)).toMatchObject({
      status: 402,
      body: { error: { type: 'card_error', code } },
    })
    expect((await stripe.charges.list({ payment_intent: intent.id })).data).toEqual([])
  })

  test('the server SDK sees a StripeCardError with the intent', async () => {
    const error = await refusal(paidIntent(stripe, 'pm_card_visa_chargeDeclinedInsufficientFunds'))
    expect(error).toMatchObject({
      type: 'StripeCardError',
      statusCode: 402,
      code: 'card_declined',
      decline_code: 'insufficient_funds',
    })
    expect(error.payment_intent?.status).toBe('requires_payment_method')
  })
})

describe('3-D Secure', () => {
  test.each(['4000002760003184', '4000002500003155', '4000000000003220'])(
    '%s asks, approval pays',
    async (number) => {
      const intent = await newIntent(stripe)
      expect(await pay(intent, number)).toMatchObject({
        status: 200,
        body: { status: 'requires_action', next_action: { type: 'use_stripe_sdk' } },
      })
      await world.control('authorize', { payment_intent: intent.id, outcome: 'succeed' })
      const paid = await stripe.paymentIntents.retrieve(intent.id, { expand: ['latest_charge'] })
      expect(paid).toMatchObject({
        status: 'succeeded',
        next_action: null,
        latest_charge: {
          payment_method_details: { card: { three_d_secure: { result: 'authenticated' } } },
        },
      })
    },
  )

  test('refusing frees the intent for another card', async () => {
    const intent = await newIntent(stripe)
    await pay(intent, '4000002760003184')
    await world.control('authorize', { payment_intent: intent.id, outcome: 'fail' })
    expect(await stripe.paymentIntents.retrieve(intent.id)).toMatchObject({
      status: 'requires_payment_method',
      next_action: null,
      latest_charge: null,
      last_payment_error: {
        type: 'invalid_request_error',
        code: 'payment_intent_authentication_failure',
      },
    })
    expect(await pay(intent, '4242424242424242')).toMatchObject({ body: { status: 'succeeded' } })
  })

  test.each([
    ['4000008400001629', 'generic_decline'],
    ['4000008260003178', 'insufficient_funds'],
  ])('%s is declined after approval: %s', async (number, declineCode) => {
    const intent = await newIntent(stripe)
    await pay(intent, number)
    await world.control('authorize', { payment_intent: intent.id, outcome: 'succeed' })
    expect(await stripe.paymentIntents.retrieve(intent.id)).toMatchObject({
      status: 'requires_payment_method',
      last_payment_error: { decline_code: declineCode },
    })
  })

  test('a server’s confirmation with return_url redirects; the bank’s page leads back', async () => {
    const intent = await newIntent(stripe)
    const asked = await stripe.paymentIntents.confirm(intent.id, {
      payment_method: 'pm_card_authenticationRequired',
      return_url: 'https://shop.example/done?order=7',
    })
    const action = asked.next_action?.redirect_to_url
    expect(action?.return_url).toBe('https://shop.example/done?order=7')
    const page = await fetch(String(action?.url))
    const html = await page.text()
    expect(page.headers.get('content-type')).toContain('text/html')
    expect(html).toContain('MYR 50.00')
    expect(html).toContain('•••• 3184')
    // The site's content security policy forbids inline code.
    expect(html).not.toMatch(/<script(?![^>]* src=)|<style|\son\w+=|\sstyle=/)
    const form = new URLSearchParams({
      client_secret: String(intent.client_secret),
      outcome: 'succeed',
      as: 'json',
    })
    const answer = (await (
      await fetch(`${world.sandbox.url}/_sandbox/authorize/${intent.id}`, {
        method: 'POST',
        body: form,
      })
    ).json()) as { redirect: string }
    const back = new URL(answer.redirect)
    expect(Object.fromEntries(back.searchParams)).toEqual({
      order: '7',
      payment_intent: intent.id,
      payment_intent_client_secret: intent.client_secret,
      redirect_status: 'succeeded',
    })
  })

  test('the bank’s page needs the client secret', async () => {
    const intent = await newIntent(stripe)
    await pay(intent, '4000002760003184')
    expect(
      await world.raw('GET', `/_sandbox/authorize/${intent.id}`, { client_secret: 'guess' }),
    ).toMatchObject({ status: 404 })
    expect(
      await world.raw('POST', `/_sandbox/authorize/${intent.id}`, {
        client_secret: 'guess',
        outcome: 'succeed',
      }),
    ).toMatchObject({ status: 404 })
    expect((await stripe.paymentIntents.retrieve(intent.id)).status).toBe('requires_action')
  })

  test('off session the question is a refusal', async () => {
    const error = await refusal(
      paidIntent(stripe, 'pm_card_authenticationRequired', { off_session: true }),
    )
    expect(error).toMatchObject({
      type: 'StripeCardError',
      code: 'authentication_required',
      decline_code: 'authentication_required',
    })
  })
})

describe('the end of an intent', () => {
  const unexpected = {
    type: 'StripeInvalidRequestError',
    statusCode: 400,
    code: 'payment_intent_unexpected_state',
  }

  test('cancelling a paid one fails and shows it paid', async () => {
    const paid = await paidIntent(stripe)
    expect(await refusal(stripe.paymentIntents.cancel(paid.id))).toMatchObject({
      ...unexpected,
      payment_intent: { id: paid.id, status: 'succeeded' },
    })
  })

  test('a cancelled one takes no money, neither by card nor from the bank', async () => {
    const intent = await newIntent(stripe)
    await pay(intent, '4000002760003184')
    expect(
      await stripe.paymentIntents.cancel(intent.id, { cancellation_reason: 'abandoned' }),
    ).toMatchObject({ status: 'canceled', cancellation_reason: 'abandoned', next_action: null })
    await expect(
      world.control('authorize', { payment_intent: intent.id, outcome: 'succeed' }),
    ).rejects.toThrow('payment_intent_unexpected_state')
    expect(
      await refusal(stripe.paymentIntents.confirm(intent.id, { payment_method: 'pm_card_visa' })),
    ).toMatchObject({ ...unexpected, payment_intent: { status: 'canceled' } })
    expect(await refusal(stripe.paymentIntents.cancel(intent.id))).toMatchObject(unexpected)
    expect((await stripe.charges.list({ payment_intent: intent.id })).data).toEqual([])
  })

  test('confirming a paid one, and one without a card', async () => {
    const paid = await paidIntent(stripe)
    expect(
      await refusal(stripe.paymentIntents.confirm(paid.id, { payment_method: 'pm_card_visa' })),
    ).toMatchObject({ ...unexpected, payment_intent: { status: 'succeeded' } })
    const bare = await newIntent(stripe)
    expect(await refusal(stripe.paymentIntents.confirm(bare.id))).toMatchObject(unexpected)
  })

  test('ten confirmations at once make one charge', async () => {
    const intent = await newIntent(stripe)
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => pay(intent, '4242424242424242')),
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect((await stripe.charges.list({ payment_intent: intent.id })).data).toHaveLength(1)
  })
})

describe('the test wallet', () => {
  test('pays with a card that says which wallet it came from', async () => {
    const { id } = await newIntent(stripe)
    const paid = await stripe.paymentIntents.confirm(id, {
      payment_method_data: { type: 'card', card: { token: 'tok_wallet' } } as never,
      expand: ['payment_method', 'latest_charge'],
    })
    expect(paid.status).toBe('succeeded')
    const { card } = paid.payment_method as Stripe.PaymentMethod
    expect(card).toMatchObject({ brand: 'visa', last4: '4242', wallet: { type: 'google_pay' } })
    const { payment_method_details: details } = paid.latest_charge as Stripe.Charge
    expect(details?.card?.wallet?.type).toBe('google_pay')
  })

  test('and no other token is known', async () => {
    const { id } = await newIntent(stripe)
    const data = { type: 'card', card: { token: 'tok_other' } } as never
    expect(
      await refusal(stripe.paymentIntents.confirm(id, { payment_method_data: data })),
    ).toMatchObject({ statusCode: 400, code: 'resource_missing' })
  })
})
