import type Stripe from 'stripe'
import { noSuch } from '../http/errors'
import { text } from '../http/params'
import { asOfNow, balance, payoutOf } from '../payments/balance'
import { PAGE, words, type Call, type Endpoint } from './endpoint'
import { page } from './lists'

// The balance, its lines and the payouts that are made of them: only read.

function line({ sandbox, id }: Call): object {
  const found = sandbox.store.get('balance_transaction', id)
  if (!found) throw noSuch('balance transaction', id, 'id')
  return asOfNow(found)
}

function lines({ sandbox, params }: Call): object {
  const asked = (name: string) => text(params, name)
  const [payout, source, type, currency] = ['payout', 'source', 'type', 'currency'].map(asked)
  if (payout && !sandbox.store.get('payout', payout)) throw noSuch('payout', payout, 'payout')
  return page(
    params,
    sandbox.store.all('balance_transaction').map(asOfNow),
    '/v1/balance_transactions',
    (each: Stripe.BalanceTransaction) =>
      (!payout || payoutOf(sandbox, each) === payout) &&
      (!source || each.source === source) &&
      (!type || each.type === type) &&
      (!currency || each.currency === currency),
  )
}

function payout({ sandbox, id }: Call): object {
  const found = sandbox.store.get('payout', id)
  if (!found) throw noSuch('payout', id, 'id')
  return found
}

function payouts({ sandbox, params }: Call): object {
  const status = text(params, 'status')
  return page(
    params,
    sandbox.store.all('payout'),
    '/v1/payouts',
    (each) => !status || each.status === status,
  )
}

export const balances: Endpoint[] = [
  {
    method: 'GET',
    path: '/v1/balance',
    params: words(),
    handle: ({ sandbox }) => balance(sandbox),
  },
  {
    method: 'GET',
    path: '/v1/balance_transactions',
    params: words(`${PAGE} currency payout source type`),
    handle: lines,
  },
  { method: 'GET', path: '/v1/balance_transactions/:id', params: words(), handle: line },
  {
    method: 'GET',
    path: '/v1/payouts',
    params: words(`${PAGE} arrival_date destination status`),
    handle: payouts,
  },
  { method: 'GET', path: '/v1/payouts/:id', params: words(), handle: payout },
]
