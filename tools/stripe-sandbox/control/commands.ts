import { chargeToRefund } from '../api/refunds'
import { newPaymentMethod } from '../objects/payment-method'
import { newPaymentIntent } from '../objects/payment-intent'
import { invalid, missing, noSuch } from '../http/errors'
import type { Params } from '../http/form'
import { authorise, OUTCOMES } from '../payments/authorise'
import { adjust, finishPayout, payOut } from '../payments/balance'
import { confirm } from '../payments/confirm'
import { answerDispute, closeDispute, openDispute } from '../payments/dispute'
import { FEES, type Fees } from '../payments/fees'
import { finishRefund } from '../payments/finish-refund'
import { METHOD_TYPES } from '../payments/methods'
import { refund } from '../payments/refund'
import type { Sandbox } from '../sandbox'
import type { Kind } from '../store/records'

export type Input = Record<string, unknown>

const EMITTABLE = [
  'payment_intent',
  'charge',
  'refund',
  'dispute',
  'customer',
  'product',
  'price',
  'payment_link',
  'payout',
] as const

function intentFrom(sandbox: Sandbox, input: Input) {
  const id = String(input.payment_intent ?? '')
  if (!id) throw missing('payment_intent')
  const intent = sandbox.store.get('payment_intent', id)
  if (!intent) throw noSuch('payment_intent', id, 'payment_intent')
  return intent
}

/** The customer's bank, with no browser. */
export function authorizeCommand(sandbox: Sandbox, input: Input): object {
  const intent = intentFrom(sandbox, input)
  const outcome = OUTCOMES.find((known) => known === (input.outcome ?? 'succeed'))
  if (!outcome) throw invalid(`outcome must be one of ${OUTCOMES.join(', ')}`, { param: 'outcome' })
  authorise(sandbox, intent, outcome)
  return intent
}

/** A refund made in the dashboard: the application only receives the webhook. */
export function refundCommand(sandbox: Sandbox, input: Input): object {
  const params = { payment_intent: String(input.payment_intent ?? '') } satisfies Params
  return refund(sandbox, chargeToRefund({ sandbox, params }), {
    amount: input.amount === undefined ? undefined : Number(input.amount),
    reason: 'requested_by_customer',
    metadata: {},
  })
}

/** The bank's result of a pending refund; a finished one has no further result. */
export function finishRefundCommand(sandbox: Sandbox, input: Input): object {
  const made = sandbox.store.get('refund', String(input.refund))
  if (!made) throw noSuch('refund', String(input.refund), 'refund')
  const outcome = input.outcome ?? 'succeeded'
  if (outcome !== 'succeeded' && outcome !== 'failed')
    throw invalid('outcome must be "succeeded" or "failed"', { param: 'outcome' })
  if (made.status !== 'pending') throw invalid(`Refund ${made.id} is ${made.status}.`)
  finishRefund(sandbox, made, outcome)
  return made
}

/** Which payment methods the account lacks; all others are available. */
export function methodsCommand(sandbox: Sandbox, input: Input): object {
  const types = (name: string) => {
    const given = input[name] ?? []
    if (!Array.isArray(given) || given.some((type) => !METHOD_TYPES.includes(type as never)))
      throw invalid(`${name} must be a list of ${METHOD_TYPES.join(', ')}`, { param: name })
    return given as string[]
  }
  sandbox.account = { ...sandbox.account, refused: types('refused'), withheld: types('withheld') }
  return sandbox.account
}

/** What Stripe keeps from now on; what a call leaves out is as in Malaysia again. */
export function feesCommand(sandbox: Sandbox, input: Input): object {
  const fees = { ...FEES, ...(input as Partial<Fees>) }
  const numbers = Object.values(fees).flatMap((fee) =>
    typeof fee === 'number' ? [fee] : [fee.basisPoints, fee.fixed],
  )
  if (numbers.some((number) => !Number.isInteger(number) || number < 0))
    throw invalid('Fees are whole numbers: { card: { basisPoints, fixed }, …, dispute }.')
  sandbox.account = { ...sandbox.account, fees }
  return fees
}

/** Stripe pays out what is in the balance, or the bank says what became of a payout. */
export function payoutCommand(sandbox: Sandbox, input: Input): object {
  if (input.payout === undefined) return payOut(sandbox)
  const id = String(input.payout)
  const payout = sandbox.store.get('payout', id)
  if (!payout) throw noSuch('payout', id, 'payout')
  const { outcome } = input
  if (outcome !== 'paid' && outcome !== 'failed')
    throw invalid('outcome must be "paid" or "failed"', { param: 'outcome' })
  // One that was paid may still come back.
  if (payout.status !== 'in_transit' && !(payout.status === 'paid' && outcome === 'failed'))
    throw invalid(`Payout ${id} is ${payout.status}.`)
  return finishPayout(sandbox, payout, outcome)
}

/** Stripe takes a fee of its own, or corrects the balance. */
export function adjustCommand(sandbox: Sandbox, input: Input): object {
  const { type = 'adjustment', amount, description = '' } = input
  if (type !== 'adjustment' && type !== 'stripe_fee')
    throw invalid('type must be "adjustment" or "stripe_fee"', { param: 'type' })
  if (!Number.isInteger(amount)) throw invalid('amount must be in sen', { param: 'amount' })
  return adjust(sandbox, { type, amount: Number(amount), description: String(description) })
}

/**
 * The bank takes a payment back, or a part of it, or, given an outcome, decides an open dispute; it is
 * answered with `answered`.
 */
export function disputeCommand(sandbox: Sandbox, input: Input): object {
  const amount = input.amount === undefined ? undefined : Number(input.amount)
  if (input.outcome === 'won' || input.outcome === 'lost')
    return closeDispute(sandbox, intentFrom(sandbox, input), input.outcome, amount)
  if (input.outcome === 'answered') return answerDispute(sandbox, intentFrom(sandbox, input))
  if (input.outcome !== undefined)
    throw invalid('outcome must be "answered", "won" or "lost"', { param: 'outcome' })
  return openDispute(sandbox, intentFrom(sandbox, input), 'fraudulent', amount)
}

/**
 * An extra, properly signed event about an object, with fields changed as a test wants to see them
 * handled.
 */
export function emitCommand(sandbox: Sandbox, input: Input): object {
  const kind = EMITTABLE.find((each) => each === input.kind)
  if (!kind) throw invalid(`kind must be one of ${EMITTABLE.join(', ')}`, { param: 'kind' })
  const found = sandbox.store.get(kind as Kind, String(input.id))
  if (!found) throw noSuch(kind, String(input.id), 'id')
  return sandbox.webhooks.emit(String(input.type), {
    ...found,
    ...(input.patch as object | undefined),
  })
}

/** Somebody pays a payment link: a succeeded intent that the application did not create. */
export function payLinkCommand(sandbox: Sandbox, input: Input): object {
  const id = String(input.payment_link ?? '')
  const link = sandbox.store.get('payment_link', id)
  if (!link) throw noSuch('payment_link', id, 'payment_link')
  const amount = (sandbox.store.get('line_items', id)?.items ?? []).reduce(
    (sum, item) => sum + (sandbox.store.get('price', item.price)?.unit_amount ?? 0) * item.quantity,
    0,
  )
  const intent = newPaymentIntent({
    amount,
    currency: link.currency,
    automatic: null,
    methodTypes: ['card'],
    captureMethod: 'automatic_async',
    confirmationMethod: 'automatic',
    metadata: { ...link.metadata },
  })
  sandbox.store.put('payment_intent', intent)
  sandbox.webhooks.emit('payment_intent.created', intent)
  const number = '4242424242424242'
  const method = sandbox.store.put(
    'payment_method',
    newPaymentMethod(
      { number, expMonth: 12, expYear: new Date().getUTCFullYear() + 4, cvc: '123' },
      undefined,
    ),
  )
  sandbox.store.put('card', { id: method.id, testNumber: number })
  confirm(sandbox, intent, method, { sdk: true, returnUrl: null, noQuestions: false })
  return intent
}
