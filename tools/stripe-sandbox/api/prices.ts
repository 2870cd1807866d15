import type Stripe from 'stripe'
import { invalid, missing, noSuch } from '../http/errors'
import type { Params } from '../http/form'
import { choice, flag, integer, mergeMetadata, record, text, texts } from '../http/params'
import { newId, seconds } from '../ids'
import type { Sandbox } from '../sandbox'
import { PAGE, words, type Call, type Endpoint } from './endpoint'
import { currencyFrom } from './intent-input'
import { page } from './lists'

const CREATE =
  'currency active billing_scheme currency_options custom_unit_amount lookup_key metadata nickname product product_data recurring tax_behavior tiers tiers_mode transfer_lookup_key transform_quantity unit_amount unit_amount_decimal'

function recurrence(params: Params): Stripe.Price.Recurring | null {
  const recurring = record(params, 'recurring')
  if (!recurring) return null
  const interval = choice(recurring, 'interval', ['day', 'week', 'month', 'year'] as const)
  if (!interval) throw missing('recurring[interval]')
  return {
    interval,
    interval_count: integer(recurring, 'interval_count') ?? 1,
    meter: null,
    trial_period_days: null,
    usage_type: 'licensed',
  } as Stripe.Price.Recurring
}

/** Makes a price of a product; also what a product's `default_price_data` does. */
export function createPrice(sandbox: Sandbox, params: Params, product: string): Stripe.Price {
  const currency = currencyFrom(params)
  const decimal = text(params, 'unit_amount_decimal')
  const amount = integer(params, 'unit_amount') ?? (decimal ? Number(decimal) : undefined)
  if (amount === undefined) throw missing('unit_amount')
  if (amount < 0)
    throw invalid('Invalid non-negative integer', {
      code: 'parameter_invalid_integer',
      param: 'unit_amount',
    })
  const recurring = recurrence(params)
  const price = {
    id: newId('price'),
    object: 'price',
    active: flag(params, 'active') ?? true,
    billing_scheme: 'per_unit',
    created: seconds(),
    currency,
    custom_unit_amount: null,
    livemode: false,
    lookup_key: text(params, 'lookup_key') ?? null,
    metadata: mergeMetadata({}, params),
    nickname: text(params, 'nickname') ?? null,
    product,
    recurring,
    tax_behavior: text(params, 'tax_behavior') ?? 'unspecified',
    tiers_mode: null,
    transform_quantity: null,
    type: recurring ? 'recurring' : 'one_time',
    unit_amount: Number.isInteger(amount) ? amount : null,
    // On the wire a string; the SDK makes its Decimal of it.
    unit_amount_decimal: String(amount),
  } as unknown as Stripe.Price
  sandbox.webhooks.emit('price.created', price)
  return sandbox.store.put('price', price)
}

function create({ sandbox, params }: Call): object {
  const product = text(params, 'product')
  if (!product) throw missing('product')
  if (!sandbox.store.get('product', product)) throw noSuch('product', product, 'product', 400)
  return createPrice(sandbox, params, product)
}

function priceOf({ sandbox, id }: Call): Stripe.Price {
  const found = sandbox.store.get('price', id)
  if (!found) throw noSuch('price', id, 'id')
  return found
}

function update(call: Call): object {
  const { params, sandbox } = call
  const price = priceOf(call)
  const nickname = text(params, 'nickname')
  const lookup = text(params, 'lookup_key')
  price.active = flag(params, 'active') ?? price.active
  price.metadata = mergeMetadata(price.metadata, params)
  if (nickname !== undefined) price.nickname = nickname
  if (lookup !== undefined) price.lookup_key = lookup
  sandbox.webhooks.emit('price.updated', price)
  return sandbox.store.put('price', price)
}

function list({ sandbox, params }: Call): object {
  const active = flag(params, 'active')
  const product = text(params, 'product')
  const keys = texts(params, 'lookup_keys')
  return page(
    params,
    sandbox.store.all('price'),
    '/v1/prices',
    (each) =>
      (active === undefined || each.active === active) &&
      (!product || each.product === product) &&
      (!keys || keys.includes(each.lookup_key ?? '')),
  )
}

export const prices: Endpoint[] = [
  { method: 'POST', path: '/v1/prices', params: words(CREATE), handle: create },
  {
    method: 'GET',
    path: '/v1/prices',
    params: words(`${PAGE} active currency lookup_keys product recurring type`),
    handle: list,
  },
  { method: 'GET', path: '/v1/prices/:id', params: words(), handle: priceOf },
  {
    method: 'POST',
    path: '/v1/prices/:id',
    params: words(
      'active currency_options lookup_key metadata nickname tax_behavior transfer_lookup_key',
    ),
    handle: update,
  },
]
