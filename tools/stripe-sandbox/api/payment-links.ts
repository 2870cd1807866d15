import type Stripe from 'stripe'
import { missing, noSuch } from '../http/errors'
import type { Params } from '../http/form'
import {
  flag,
  integer,
  list as listOf,
  mergeMetadata,
  record,
  requiredText,
  text,
} from '../http/params'
import { newPaymentLink } from '../objects/payment-link'
import { PAGE, words, type Call, type Endpoint } from './endpoint'
import { lineItems } from './expand'
import { page } from './lists'

const FIELDS =
  'line_items after_completion allow_promotion_codes application_fee_amount application_fee_percent automatic_tax billing_address_collection consent_collection custom_fields custom_text customer_creation inactive_message invoice_creation metadata name_collection on_behalf_of optional_items payment_intent_data payment_method_collection payment_method_options payment_method_types phone_number_collection restrictions shipping_address_collection shipping_options submit_type subscription_data tax_id_collection transfer_data'

function apply(link: Stripe.PaymentLink, params: Params): void {
  link.active = flag(params, 'active') ?? link.active
  link.allow_promotion_codes = flag(params, 'allow_promotion_codes') ?? link.allow_promotion_codes
  link.metadata = mergeMetadata(link.metadata, params)
  const message = text(params, 'inactive_message')
  if (message !== undefined) link.inactive_message = message
  const after = record(params, 'after_completion')
  const redirect = after ? record(after, 'redirect') : undefined
  if (redirect)
    link.after_completion = { redirect: { url: requiredText(redirect, 'url') }, type: 'redirect' }
}

function create({ sandbox, params }: Call): object {
  const given = listOf(params, 'line_items')
  if (!given || given.length === 0) throw missing('line_items')
  const items = given.map((item) => {
    const line = item as Params
    return { price: requiredText(line, 'price'), quantity: integer(line, 'quantity') ?? 1 }
  })
  const found = items.map(({ price: id }) => {
    const price = sandbox.store.get('price', id)
    if (!price) throw noSuch('price', id, 'line_items[0][price]', 400)
    return price
  })
  const link = newPaymentLink(found[0]?.currency ?? 'myr', `${sandbox.url}/pay`)
  apply(link, params)
  sandbox.store.put('line_items', { id: link.id, items })
  sandbox.webhooks.emit('payment_link.created', link)
  return sandbox.store.put('payment_link', link)
}

function linkOf({ sandbox, id }: Call): Stripe.PaymentLink {
  const found = sandbox.store.get('payment_link', id)
  if (!found) throw noSuch('payment_link', id, 'id')
  return found
}

function update(call: Call): object {
  const link = linkOf(call)
  apply(link, call.params)
  call.sandbox.webhooks.emit('payment_link.updated', link)
  return call.sandbox.store.put('payment_link', link)
}

function list({ sandbox, params }: Call): object {
  const active = flag(params, 'active')
  return page(
    params,
    sandbox.store.all('payment_link'),
    '/v1/payment_links',
    (each) => active === undefined || each.active === active,
  )
}

export const paymentLinks: Endpoint[] = [
  {
    method: 'POST',
    path: '/v1/payment_links',
    params: words(`${FIELDS} currency managed_payments`),
    handle: create,
  },
  { method: 'GET', path: '/v1/payment_links', params: words(`${PAGE} active`), handle: list },
  { method: 'GET', path: '/v1/payment_links/:id', params: words(), handle: linkOf },
  {
    method: 'POST',
    path: '/v1/payment_links/:id',
    params: words(`${FIELDS} active`),
    handle: update,
  },
  {
    method: 'GET',
    path: '/v1/payment_links/:id/line_items',
    params: words(PAGE),
    handle: (call) => lineItems(call.sandbox, linkOf(call).id),
  },
]
