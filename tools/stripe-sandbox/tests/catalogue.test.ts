import type Stripe from 'stripe'
import { paidIntent, refusal, startWorld, type World } from './harness'

let world: World
let stripe: Stripe
beforeAll(async () => {
  world = await startWorld()
  stripe = world.stripe
})
afterAll(() => world.end())

test('customers are made, read and listed', async () => {
  const customer = await stripe.customers.create({
    email: 'a@example.com',
    name: 'A',
    metadata: { tier: 'gold' },
    address: { city: 'Kuala Lumpur' },
  })
  expect(customer).toMatchObject({
    object: 'customer',
    email: 'a@example.com',
    address: { city: 'Kuala Lumpur' },
    metadata: { tier: 'gold' },
    livemode: false,
  })
  expect(await stripe.customers.update(customer.id, { name: 'B', email: '' })).toMatchObject({
    name: 'B',
    email: null,
  })
  expect(
    await paidIntent(stripe, 'pm_card_visa', { customer: customer.id, expand: ['customer'] }),
  ).toMatchObject({ customer: { id: customer.id } })
  expect((await stripe.charges.list({ customer: customer.id })).data).toHaveLength(1)
  expect(await stripe.customers.del(customer.id)).toMatchObject({ id: customer.id, deleted: true })
  expect(await refusal(stripe.customers.retrieve(customer.id))).toMatchObject({
    code: 'resource_missing',
    statusCode: 404,
  })
})

test('products, prices and payment links', async () => {
  const product = await stripe.products.create({
    name: 'Podcast hour',
    default_price_data: { currency: 'myr', unit_amount: 12_000 },
    expand: ['default_price'],
  })
  const price = product.default_price as Stripe.Price
  expect(price).toMatchObject({
    object: 'price',
    unit_amount: 12_000,
    currency: 'myr',
    type: 'one_time',
    product: product.id,
  })
  expect(String(price.unit_amount_decimal)).toBe('12000')
  expect(
    await stripe.products.update(product.id, { active: false, metadata: { room: 'A' } }),
  ).toMatchObject({ active: false, metadata: { room: 'A' } })
  expect((await stripe.products.list({ active: true })).data).toEqual([])
  const monthly = await stripe.prices.create({
    product: product.id,
    currency: 'myr',
    unit_amount: 9_900,
    recurring: { interval: 'month' },
    lookup_key: 'monthly',
  })
  expect((await stripe.prices.list({ lookup_keys: ['monthly'] })).data.map(({ id }) => id)).toEqual(
    [monthly.id],
  )
  expect(await stripe.prices.update(monthly.id, { active: false })).toMatchObject({ active: false })
  const link = await stripe.paymentLinks.create({
    line_items: [{ price: price.id, quantity: 2 }],
    metadata: { from: 'poster' },
  })
  expect(link).toMatchObject({
    object: 'payment_link',
    active: true,
    currency: 'myr',
    metadata: { from: 'poster' },
  })
  expect(await stripe.paymentLinks.listLineItems(link.id)).toMatchObject({
    data: [{ amount_total: 24_000, quantity: 2, price: { id: price.id } }],
  })
  expect(await stripe.paymentLinks.update(link.id, { active: false })).toMatchObject({
    active: false,
  })
  expect((await stripe.paymentLinks.list({ active: true })).data).toEqual([])
  expect(await refusal(stripe.products.del(product.id))).toMatchObject({ statusCode: 400 })
  expect(
    await refusal(
      stripe.prices.create({ product: 'prod_nothing', currency: 'myr', unit_amount: 1 }),
    ),
  ).toMatchObject({ code: 'resource_missing', param: 'product' })

  const paid = await world.control<{ id: string }>('pay_link', { payment_link: link.id })
  expect(await stripe.paymentIntents.retrieve(paid.id)).toMatchObject({
    status: 'succeeded',
    amount: 24_000,
    metadata: { from: 'poster' },
  })
})

test('the ledger lists everything', async () => {
  const paid = await paidIntent(stripe)
  await stripe.refunds.create({ payment_intent: paid.id })
  const state = (await (await fetch(`${world.sandbox.url}/_sandbox/state`)).json()) as Record<
    string,
    { id: string }[]
  >
  expect(state.payment_intents?.map(({ id }) => id)).toContain(paid.id)
  expect(state.charges?.map(({ id }) => id)).toContain(paid.latest_charge)
  for (const kind of ['refunds', 'customers', 'disputes', 'products', 'prices', 'payment_links'])
    expect(Array.isArray(state[kind])).toBe(true)
  const { events } = (await (await fetch(`${world.sandbox.url}/_sandbox/events`)).json()) as {
    events: { type: string }[]
  }
  expect(events.map(({ type }) => type)).toContain('charge.refunded')
})

test('the control API never answers through the site’s proxy', async () => {
  const proxied = { 'x-studio-proxy': '1' }
  for (const path of ['state', 'events']) {
    expect(
      (await fetch(`${world.sandbox.url}/_sandbox/${path}`, { headers: proxied })).status,
    ).toBe(404)
  }
  for (const path of [
    'webhooks',
    'webhooks/release',
    'resend',
    'faults',
    'authorize',
    'refund',
    'dispute',
    'emit',
    'payout',
    'fees',
    'adjust',
    'pay_link',
  ]) {
    expect(
      (
        await fetch(`${world.sandbox.url}/_sandbox/${path}`, {
          method: 'POST',
          body: '{}',
          headers: proxied,
        })
      ).status,
    ).toBe(404)
  }
  const script = await fetch(`${world.sandbox.url}/v3/stripe.js`, { headers: proxied })
  expect(script.status).toBe(200)
  expect(script.headers.get('content-type')).toContain('text/javascript')
  const frame = await (
    await fetch(`${world.sandbox.url}/_sandbox/frame`, { headers: proxied })
  ).text()
  expect(frame).not.toMatch(/<script(?![^>]* src=)|<style|\son\w+=|\sstyle=/)
})
