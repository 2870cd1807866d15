import type Stripe from 'stripe'
import { invalid, noSuch } from '../http/errors'
import type { Params } from '../http/form'
import { flag, mergeMetadata, record, requiredText, text, texts } from '../http/params'
import { newId, seconds } from '../ids'
import { PAGE, words, type Call, type Endpoint } from './endpoint'
import { page } from './lists'
import { createPrice } from './prices'

const FIELDS =
  'name active description images marketing_features metadata package_dimensions shippable statement_descriptor tax_code tax_details type unit_label url'

function apply(product: Stripe.Product, params: Params): void {
  const name = text(params, 'name')
  if (name) product.name = name
  for (const field of ['description', 'statement_descriptor', 'unit_label', 'url'] as const) {
    const value = text(params, field)
    if (value !== undefined) product[field] = value
  }
  product.active = flag(params, 'active') ?? product.active
  product.images = params.images === '' ? [] : (texts(params, 'images') ?? product.images)
  product.metadata = mergeMetadata(product.metadata, params)
  product.updated = seconds()
}

function create({ sandbox, params }: Call): object {
  const id = text(params, 'id') ?? newId('prod')
  if (sandbox.store.get('product', id))
    throw invalid(`Product already exists.`, { code: 'resource_already_exists', param: 'id' })
  const product: Stripe.Product = {
    id,
    object: 'product',
    active: true,
    created: seconds(),
    default_price: null,
    description: null,
    images: [],
    livemode: false,
    marketing_features: [],
    metadata: {},
    name: requiredText(params, 'name'),
    package_dimensions: null,
    shippable: null,
    statement_descriptor: null,
    tax_code: null,
    tax_details: null,
    type: 'service',
    unit_label: null,
    updated: seconds(),
    url: null,
  }
  apply(product, params)
  sandbox.store.put('product', product)
  sandbox.webhooks.emit('product.created', product)
  const price = record(params, 'default_price_data')
  if (price) product.default_price = createPrice(sandbox, price, product.id).id
  return sandbox.store.put('product', product)
}

function productOf({ sandbox, id }: Call): Stripe.Product {
  const found = sandbox.store.get('product', id)
  if (!found) throw noSuch('product', id, 'id')
  return found
}

function update(call: Call): object {
  const product = productOf(call)
  const price = text(call.params, 'default_price')
  if (price && !call.sandbox.store.get('price', price))
    throw noSuch('price', price, 'default_price', 400)
  apply(product, call.params)
  if (price !== undefined) product.default_price = price
  call.sandbox.webhooks.emit('product.updated', product)
  return call.sandbox.store.put('product', product)
}

function remove(call: Call): object {
  const product = productOf(call)
  if (call.sandbox.store.all('price').some((price) => price.product === product.id)) {
    throw invalid('This product cannot be deleted because it has one or more user-created prices.')
  }
  call.sandbox.store.remove('product', product.id)
  call.sandbox.webhooks.emit('product.deleted', product)
  return { id: product.id, object: 'product', deleted: true }
}

function list({ sandbox, params }: Call): object {
  const active = flag(params, 'active')
  const ids = texts(params, 'ids')
  return page(
    params,
    sandbox.store.all('product'),
    '/v1/products',
    (each) => (active === undefined || each.active === active) && (!ids || ids.includes(each.id)),
  )
}

export const products: Endpoint[] = [
  {
    method: 'POST',
    path: '/v1/products',
    params: words(`${FIELDS} id default_price_data`),
    handle: create,
  },
  {
    method: 'GET',
    path: '/v1/products',
    params: words(`${PAGE} active ids shippable type url`),
    handle: list,
  },
  { method: 'GET', path: '/v1/products/:id', params: words(), handle: productOf },
  {
    method: 'POST',
    path: '/v1/products/:id',
    params: words(`${FIELDS} default_price`),
    handle: update,
  },
  { method: 'DELETE', path: '/v1/products/:id', params: words(), handle: remove },
]
