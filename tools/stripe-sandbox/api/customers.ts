import type Stripe from 'stripe'
import { noSuch } from '../http/errors'
import type { Params } from '../http/form'
import { mergeMetadata, record, text } from '../http/params'
import { newId, random, seconds } from '../ids'
import { billingDetails } from '../objects/billing-details'
import { PAGE, words, type Call, type Endpoint } from './endpoint'
import { page } from './lists'

const FIELDS =
  'address balance business_name cash_balance description email individual_name invoice_prefix invoice_settings metadata name next_invoice_sequence payment_method phone preferred_locales shipping source tax tax_exempt tax_id_data test_clock validate default_source'

function apply(customer: Stripe.Customer, params: Params): void {
  for (const name of ['description', 'email', 'name', 'phone'] as const) {
    const value = text(params, name)
    if (value !== undefined) customer[name] = value
  }
  if (record(params, 'address')) customer.address = billingDetails(params).address
  customer.metadata = mergeMetadata(customer.metadata, params)
}

function create({ sandbox, params }: Call): object {
  const customer: Stripe.Customer = {
    id: newId('cus'),
    object: 'customer',
    address: null,
    balance: 0,
    created: seconds(),
    currency: null,
    customer_account: null,
    default_source: null,
    delinquent: false,
    description: null,
    discount: null,
    email: null,
    invoice_prefix: random(8).toUpperCase(),
    invoice_settings: {
      custom_fields: null,
      default_payment_method: null,
      footer: null,
      rendering_options: null,
    },
    livemode: false,
    metadata: {},
    name: null,
    next_invoice_sequence: 1,
    phone: null,
    preferred_locales: [],
    shipping: null,
    tax_exempt: 'none',
    test_clock: null,
  }
  apply(customer, params)
  sandbox.webhooks.emit('customer.created', customer)
  return sandbox.store.put('customer', customer)
}

function customerOf({ sandbox, id }: Call): Stripe.Customer {
  const found = sandbox.store.get('customer', id)
  if (!found) throw noSuch('customer', id, 'id')
  return found
}

function update(call: Call): object {
  const customer = customerOf(call)
  apply(customer, call.params)
  call.sandbox.webhooks.emit('customer.updated', customer)
  return call.sandbox.store.put('customer', customer)
}

function remove(call: Call): object {
  const customer = customerOf(call)
  call.sandbox.store.remove('customer', customer.id)
  call.sandbox.webhooks.emit('customer.deleted', customer)
  return { id: customer.id, object: 'customer', deleted: true }
}

function list({ sandbox, params }: Call): object {
  const email = text(params, 'email')
  return page(
    params,
    sandbox.store.all('customer'),
    '/v1/customers',
    (each) => !email || each.email === email,
  )
}

export const customers: Endpoint[] = [
  { method: 'POST', path: '/v1/customers', params: words(FIELDS), handle: create },
  { method: 'GET', path: '/v1/customers', params: words(`${PAGE} email test_clock`), handle: list },
  { method: 'GET', path: '/v1/customers/:id', params: words(), handle: customerOf },
  { method: 'POST', path: '/v1/customers/:id', params: words(FIELDS), handle: update },
  { method: 'DELETE', path: '/v1/customers/:id', params: words(), handle: remove },
]
