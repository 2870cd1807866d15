import { sandboxNow } from './network'

/** What Stripe has of an intent, as one line: equal as long as nothing about the money changed. */
export function factsOf(intent: string): string {
  const { store } = sandboxNow()
  const refunds = store
    .all('refund')
    .filter((refund) => refund.payment_intent === intent)
    .map(({ id, amount, status }) => `${id} ${amount} ${status}`)
  const disputes = store
    .all('dispute')
    .filter((dispute) => dispute.payment_intent === intent)
    .map(({ id, status, amount }) => `${id} ${amount} ${status}`)
  return [store.get('payment_intent', intent)?.status ?? 'unknown', ...refunds, ...disputes].join()
}
