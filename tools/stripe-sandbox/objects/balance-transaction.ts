import type Stripe from 'stripe'
import { newId, seconds } from '../ids'

export interface LineInput {
  type:
    | 'charge'
    | 'payment'
    | 'refund'
    | 'payment_refund'
    | 'refund_failure'
    | 'adjustment'
    | 'stripe_fee'
    | 'payout'
    | 'payout_failure'
  category: string
  /** Sen; negative when it left the balance. */
  amount: number
  fee?: number
  feeName?: string
  currency: string
  source: string | null
  description?: string | null
  availableOn?: number
}

export function newBalanceTransaction(input: LineInput): Stripe.BalanceTransaction {
  const { type, category, amount, fee = 0, currency, source, description = null } = input
  return {
    id: newId('txn'),
    object: 'balance_transaction',
    amount,
    available_on: input.availableOn ?? seconds(),
    balance_type: 'payments',
    created: seconds(),
    currency,
    description,
    exchange_rate: null,
    fee,
    fee_details:
      fee === 0
        ? []
        : [
            {
              amount: fee,
              application: null,
              currency,
              description: input.feeName ?? 'Stripe processing fees',
              type: 'stripe_fee',
            },
          ],
    net: amount - fee,
    reporting_category: category,
    source,
    status: 'pending',
    type,
  }
}
