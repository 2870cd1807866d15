import { noSuch } from '../http/errors'
import { flag, text, texts } from '../http/params'
import { PAGE, words, type Call, type Endpoint } from './endpoint'
import { page } from './lists'

// Charges, events, disputes and payment methods: they come about by payments and are only read.

function one(kind: 'charge' | 'event' | 'dispute' | 'payment_method', name: string) {
  return ({ sandbox, id }: Call): object => {
    const found = sandbox.store.get(kind, id)
    if (!found) throw noSuch(name, id, 'id')
    return found
  }
}

function charges({ sandbox, params }: Call): object {
  const intent = text(params, 'payment_intent')
  const customer = text(params, 'customer')
  return page(
    params,
    sandbox.store.all('charge'),
    '/v1/charges',
    (each) =>
      (!intent || each.payment_intent === intent) && (!customer || each.customer === customer),
  )
}

/** `payment_intent.*` in a type filter stands for all of them. */
function matchesType(type: string, wanted: string): boolean {
  return wanted.endsWith('*') ? type.startsWith(wanted.slice(0, -1)) : type === wanted
}

function events({ sandbox, params }: Call): object {
  const types =
    texts(params, 'types') ?? [text(params, 'type')].filter((type) => typeof type === 'string')
  const success = flag(params, 'delivery_success')
  return page(
    params,
    sandbox.store.all('event'),
    '/v1/events',
    (event) =>
      (types.length === 0 || types.some((wanted) => matchesType(event.type, wanted))) &&
      (success === undefined || (event.pending_webhooks === 0) === success),
  )
}

function disputes({ sandbox, params }: Call): object {
  const intent = text(params, 'payment_intent')
  const charge = text(params, 'charge')
  return page(
    params,
    sandbox.store.all('dispute'),
    '/v1/disputes',
    (each) => (!intent || each.payment_intent === intent) && (!charge || each.charge === charge),
  )
}

export const readable: Endpoint[] = [
  {
    method: 'GET',
    path: '/v1/charges',
    params: words(`${PAGE} payment_intent customer transfer_group`),
    handle: charges,
  },
  { method: 'GET', path: '/v1/charges/:id', params: words(), handle: one('charge', 'charge') },
  {
    method: 'GET',
    path: '/v1/events',
    params: words(`${PAGE} type types delivery_success`),
    handle: events,
  },
  { method: 'GET', path: '/v1/events/:id', params: words(), handle: one('event', 'event') },
  {
    method: 'GET',
    path: '/v1/disputes',
    params: words(`${PAGE} payment_intent charge`),
    handle: disputes,
  },
  { method: 'GET', path: '/v1/disputes/:id', params: words(), handle: one('dispute', 'dispute') },
  {
    method: 'GET',
    path: '/v1/payment_methods/:id',
    params: words(),
    handle: one('payment_method', 'PaymentMethod'),
  },
]
