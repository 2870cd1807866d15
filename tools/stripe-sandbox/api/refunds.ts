import type Stripe from 'stripe'
import { invalid, missing, noSuch } from '../http/errors'
import { choice, integer, mergeMetadata, text } from '../http/params'
import { refund } from '../payments/refund'
import { PAGE, words, type Call, type Endpoint } from './endpoint'
import { page } from './lists'

/** The charge a refund names, directly or through its payment intent. */
export function chargeToRefund({
  sandbox,
  params,
}: Pick<Call, 'sandbox' | 'params'>): Stripe.Charge {
  const chargeId = text(params, 'charge')
  const intentId = text(params, 'payment_intent')
  if (chargeId) {
    const charge = sandbox.store.get('charge', chargeId)
    if (!charge) throw noSuch('charge', chargeId, 'charge')
    return charge
  }
  if (!intentId) throw missing('payment_intent')
  const intent = sandbox.store.get('payment_intent', intentId)
  if (!intent) throw noSuch('payment_intent', intentId, 'payment_intent')
  const charge = sandbox.store.get('charge', String(intent.latest_charge))
  if (intent.status !== 'succeeded' || !charge) {
    throw invalid(
      `This PaymentIntent (${intent.id}) does not have a successful charge to refund.`,
      { param: 'payment_intent' },
    )
  }
  return charge
}

function create({ sandbox, params }: Call): object {
  const charge = chargeToRefund({ sandbox, params })
  const reason =
    choice(params, 'reason', ['duplicate', 'fraudulent', 'requested_by_customer'] as const) ?? null
  return refund(sandbox, charge, {
    amount: integer(params, 'amount'),
    reason,
    metadata: mergeMetadata({}, params),
  })
}

function refundOf({ sandbox, id }: Call): Stripe.Refund {
  const found = sandbox.store.get('refund', id)
  if (!found) throw noSuch('refund', id, 'id')
  return found
}

function update(call: Call): object {
  const found = refundOf(call)
  found.metadata = mergeMetadata(found.metadata ?? {}, call.params)
  call.sandbox.webhooks.emit('refund.updated', found)
  return call.sandbox.store.put('refund', found)
}

function list({ sandbox, params }: Call): object {
  const charge = text(params, 'charge')
  const intent = text(params, 'payment_intent')
  return page(
    params,
    sandbox.store.all('refund'),
    '/v1/refunds',
    (each) => (!charge || each.charge === charge) && (!intent || each.payment_intent === intent),
  )
}

export const refunds: Endpoint[] = [
  {
    method: 'POST',
    path: '/v1/refunds',
    params: words(
      'amount charge currency customer instructions_email metadata origin payment_intent reason refund_application_fee reverse_transfer',
    ),
    handle: create,
  },
  {
    method: 'GET',
    path: '/v1/refunds',
    params: words(`${PAGE} charge payment_intent`),
    handle: list,
  },
  { method: 'GET', path: '/v1/refunds/:id', params: words(), handle: refundOf },
  { method: 'POST', path: '/v1/refunds/:id', params: words('metadata'), handle: update },
]
