import type Stripe from 'stripe'
import { ASYNC_REFUND_MS } from '../config'
import { docUrl, ApiError, invalid } from '../http/errors'
import { newId } from '../ids'
import { newRefund } from '../objects/refund'
import type { Sandbox } from '../sandbox'
import { recordRefund } from './balance'
import { applyToCharge } from './finish-refund'
import { METHOD_TYPES, type MethodType } from './methods'
import { money } from './money'
import { testCard } from './test-cards'
import { scheduleTimer } from './timers'

export interface RefundInput {
  /** Sen; absent = all that is left. */
  amount?: number | undefined
  reason: Stripe.Refund.Reason | null
  metadata: Record<string, string>
}

/**
 * Refunds money. Throws Stripe's refusals: nothing paid, already refunded, more than is left,
 * disputed.
 */
export function refund(sandbox: Sandbox, charge: Stripe.Charge, input: RefundInput): Stripe.Refund {
  const amount = checkedAmount(charge, input.amount)
  const { store, webhooks } = sandbox
  const type = typeOf(charge)
  const number = store.get('card', String(charge.payment_method))?.testNumber
  const manner =
    type === 'card' ? ((number ? testCard(number)?.refund : undefined) ?? 'instant') : 'pending'
  const made = store.put(
    'refund',
    newRefund(charge, { ...input, amount, status: manner === 'pending' ? 'pending' : 'succeeded' }),
  )
  // A card's bank is paid when its refund succeeds; others at once.
  if (made.status === 'succeeded' || type !== 'card')
    made.balance_transaction = recordRefund(sandbox, made)
  const before = { amount_refunded: charge.amount_refunded, refunded: charge.refunded }
  applyToCharge(sandbox, charge, amount)
  webhooks.emit('refund.created', made)
  webhooks.emit('charge.refunded', charge, before)
  webhooks.emit('refund.updated', made, {})
  if (manner !== 'instant') {
    const outcome = manner === 'fails' ? 'failed' : 'succeeded'
    scheduleTimer(sandbox, {
      id: newId('timer'),
      at: sandbox.clock.now() + ASYNC_REFUND_MS[type],
      refund: made.id,
      outcome,
    })
  }
  return made
}

function typeOf({ payment_method_details }: Stripe.Charge): MethodType {
  const type = payment_method_details?.type
  return METHOD_TYPES.find((known) => known === type) ?? 'card'
}

function checkedAmount(charge: Stripe.Charge, wanted: number | undefined): number {
  const left = charge.amount - charge.amount_refunded
  if (!charge.paid || !charge.captured)
    throw invalid(`Charge ${charge.id} cannot be refunded because it was not successful.`)
  if (charge.disputed)
    throw executed(
      'charge_disputed',
      `Charge ${charge.id} has been charged back; cannot issue a refund.`,
    )
  if (left === 0)
    throw executed('charge_already_refunded', `Charge ${charge.id} has already been refunded.`)
  if (wanted !== undefined && wanted < 1)
    throw invalid('Invalid positive integer', {
      code: 'parameter_invalid_integer',
      param: 'amount',
    })
  if (wanted !== undefined && wanted > left) {
    const whole = charge.amount_refunded === 0 ? 'charge amount' : 'unrefunded amount on charge'
    throw invalid(
      `Refund amount (${money(wanted, charge.currency)}) is greater than ${whole} (${money(left, charge.currency)})`,
      { param: 'amount' },
    )
  }
  return wanted ?? left
}

function executed(code: string, message: string): ApiError {
  return new ApiError(
    400,
    { code, doc_url: docUrl(code), message, type: 'invalid_request_error' },
    true,
  )
}
