import type Stripe from 'stripe'
import { invalid } from '../http/errors'
import { seconds } from '../ids'
import { newBalanceTransaction, type LineInput } from '../objects/balance-transaction'
import { newPayout } from '../objects/payout'
import type { Sandbox } from '../sandbox'
import { feeOf } from './fees'
import { METHOD_TYPES } from './methods'

const DAY = 86_400

/** How long the money of a payment waits before it can be paid out. */
const WAIT_DAYS = 7

/** Writes one line of the balance. Returns its id. */
function record(sandbox: Sandbox, input: LineInput): string {
  return sandbox.store.put('balance_transaction', newBalanceTransaction(input)).id
}

const methodOf = ({ payment_method_details: details }: Stripe.Charge) =>
  METHOD_TYPES.find((type) => type === details?.type) ?? 'card'

export function recordCharge(sandbox: Sandbox, charge: Stripe.Charge): string {
  const method = methodOf(charge)
  const amount = charge.amount_captured
  return record(sandbox, {
    type: method === 'card' ? 'charge' : 'payment',
    category: 'charge',
    amount,
    fee: feeOf(sandbox.account.fees[method], amount),
    currency: charge.currency,
    source: charge.id,
    description: charge.description,
    availableOn: seconds() + WAIT_DAYS * DAY,
  })
}

export function recordRefund(sandbox: Sandbox, refund: Stripe.Refund): string {
  return record(sandbox, {
    type: refund.destination_details?.type === 'card' ? 'refund' : 'payment_refund',
    category: 'refund',
    amount: -refund.amount,
    currency: refund.currency,
    source: refund.id,
    description: 'REFUND FOR CHARGE',
  })
}

/** What a refund that failed brings back. */
export function recordFailedRefund(sandbox: Sandbox, refund: Stripe.Refund): string {
  return record(sandbox, {
    type: 'refund_failure',
    category: 'refund_failure',
    amount: refund.amount,
    currency: refund.currency,
    source: refund.id,
    description: 'REFUND FAILURE',
  })
}

/** What a dispute takes, or brings back when it is won. */
export function recordDispute(
  sandbox: Sandbox,
  dispute: Stripe.Dispute,
  way: 'taken' | 'returned',
): Stripe.BalanceTransaction {
  const taken = way === 'taken'
  return sandbox.store.put(
    'balance_transaction',
    newBalanceTransaction({
      type: 'adjustment',
      category: taken ? 'dispute' : 'dispute_reversal',
      amount: taken ? -dispute.amount : dispute.amount,
      fee: taken ? sandbox.account.fees.dispute : 0,
      feeName: 'Dispute fee',
      currency: dispute.currency,
      source: dispute.id,
      description: taken
        ? `Chargeback withdrawal for ${String(dispute.charge)}`
        : `Chargeback reversal for ${String(dispute.charge)}`,
    }),
  )
}

/** Anything else that Stripe takes or gives: a fee of its own, or a correction. */
export function adjust(
  sandbox: Sandbox,
  input: { type: 'adjustment' | 'stripe_fee'; amount: number; description: string },
): Stripe.BalanceTransaction {
  const { type, amount, description } = input
  return sandbox.store.put(
    'balance_transaction',
    newBalanceTransaction({
      ...{ type, amount, description, currency: 'myr', source: null },
      category: type === 'stripe_fee' ? 'fee' : 'other_adjustment',
    }),
  )
}

/** A line as it is now: its money becomes available by itself. */
export const asOfNow = (line: Stripe.BalanceTransaction): Stripe.BalanceTransaction => ({
  ...line,
  status: line.status === 'available' || line.available_on <= seconds() ? 'available' : 'pending',
})

export const payoutOf = ({ store }: Sandbox, line: { id: string }): string | undefined =>
  store.get('paid_out', line.id)?.payout

const waiting = (sandbox: Sandbox): Stripe.BalanceTransaction[] =>
  sandbox.store
    .all('balance_transaction')
    .filter((line) => line.type !== 'payout' && !payoutOf(sandbox, line))

/** Pays out everything that no payout has, as though its day had come. */
export function payOut(sandbox: Sandbox): Stripe.Payout {
  const { store, webhooks } = sandbox
  const lines = waiting(sandbox)
  const amount = lines.reduce((sum, { net }) => sum + net, 0)
  if (amount <= 0) throw invalid('There is nothing in the balance to pay out.')
  const payout = newPayout(amount, 'myr')
  for (const line of lines) {
    store.put('balance_transaction', { ...line, status: 'available' })
    store.put('paid_out', { id: line.id, payout: payout.id })
  }
  payout.balance_transaction = record(sandbox, {
    type: 'payout',
    category: 'payout',
    amount: -amount,
    currency: payout.currency,
    source: payout.id,
    description: payout.description,
  })
  store.put('paid_out', { id: payout.balance_transaction, payout: payout.id })
  store.put('payout', payout)
  webhooks.emit('payout.created', payout)
  return payout
}

/** The bank's word on a payout; what it refuses returns to the balance. */
export function finishPayout(
  sandbox: Sandbox,
  payout: Stripe.Payout,
  outcome: 'paid' | 'failed',
): Stripe.Payout {
  payout.status = outcome
  if (outcome === 'failed') {
    payout.failure_code = 'account_closed'
    payout.failure_message = 'The bank account has been closed.'
    payout.failure_balance_transaction = record(sandbox, {
      type: 'payout_failure',
      category: 'payout_reversal',
      amount: payout.amount,
      currency: payout.currency,
      source: payout.id,
      description: 'PAYOUT FAILURE',
    })
  }
  sandbox.store.put('payout', payout)
  sandbox.webhooks.emit(`payout.${outcome}`, payout)
  return payout
}

/** What is in the balance: available, and not yet. */
export function balance(sandbox: Sandbox): Stripe.Balance {
  const lines = sandbox.store
    .all('balance_transaction')
    .map(asOfNow)
    .filter((line) => payoutOf(sandbox, line) === undefined)
  const sum = (status: string) => {
    const amount = lines
      .filter((line) => line.status === status)
      .reduce((total, { net }) => total + net, 0)
    return [{ amount, currency: 'myr', source_types: { card: amount } }]
  }
  return {
    object: 'balance',
    available: sum('available'),
    livemode: false,
    pending: sum('pending'),
    refund_and_dispute_prefunding: { available: [], pending: [] },
  }
}
