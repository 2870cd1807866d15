import type Stripe from 'stripe'
import { newId, seconds } from '../ids'

const DAY = 86_400

/** On its way to the bank, as the account's schedule makes one. */
export function newPayout(amount: number, currency: string): Stripe.Payout {
  return {
    id: newId('po'),
    object: 'payout',
    amount,
    application_fee: null,
    application_fee_amount: null,
    arrival_date: (Math.floor(seconds() / DAY) + 2) * DAY,
    automatic: true,
    balance_transaction: null,
    created: seconds(),
    currency,
    description: 'STRIPE PAYOUT',
    destination: newId('ba'),
    failure_balance_transaction: null,
    failure_code: null,
    failure_message: null,
    livemode: false,
    metadata: {},
    method: 'standard',
    original_payout: null,
    payout_method: null,
    reconciliation_status: 'completed',
    reversed_by: null,
    source_type: 'card',
    statement_descriptor: null,
    status: 'in_transit',
    trace_id: { status: 'pending', value: null },
    type: 'bank_account',
  }
}
