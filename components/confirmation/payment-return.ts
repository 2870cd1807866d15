import { recall, remember } from '@/components/site/session-store'

/**
 * How the visitor came back from paying: the query of /booking-success. `freeId` is a booking there
 * was nothing to pay for.
 */
export type PaymentReturn = {
  intentId: string | null
  clientSecret: string | null
  status: string | null
  freeId: string | null
}
type Verdict = 'success' | 'failure' | 'unknown'

/** The spec's table (point 4): what the address claims. What is true, the server says. */
export function verdictOf({
  intentId,
  status,
}: Pick<PaymentReturn, 'intentId' | 'status'>): Verdict {
  if (status === 'failed') return 'failure'
  if (status === 'succeeded' && intentId) return 'success'
  return status === null && intentId === null ? 'success' : 'unknown'
}

/**
 * Reads the address once and takes the client secret out of it: addresses end up in histories, logs
 * and screenshots (decision C8). The tab remembers it, so that a refresh still shows the booking.
 */
export function readReturn(): PaymentReturn {
  const address = new URL(window.location.href)
  const query = address.searchParams
  const intentId = query.get('payment_intent')
  const store = `payment-return:${intentId}`
  const given = query.get('payment_intent_client_secret')
  if (given !== null) {
    if (intentId) remember(store, given)
    query.delete('payment_intent_client_secret')
    window.history.replaceState(window.history.state, '', address)
  }
  const kept = intentId ? recall(store) : null
  return {
    intentId,
    clientSecret: given ?? (typeof kept === 'string' ? kept : null),
    status: query.get('redirect_status'),
    freeId: query.get('booking'),
  }
}
