import type { StripeFacts, RefundFact, DisputeFact } from './facts'
import type { Settled } from './rules'

export type Outcome = 'confirmed' | 'refund_due' | 'refunded' | 'needs_attention'
export type DisputeStatus = 'inquiry' | 'chargeback' | 'lost' | 'over'
export type RefundStatus = 'pending' | 'succeeded' | 'failed'

/** The state of a payment in our database. Amounts in sen. */
export type PaymentState = {
  status: string
  /** Null until it has succeeded. */
  outcome: Outcome | null
  reason: string | null
  refundReason: string | null
  receivedSen: number | null
  /** Of what was received, and until then of what is due; in lower case. */
  currency: string
  refundedSen: number
  /** Of it, what the studio gave back itself. */
  returnedSen: number
  refundStatus: RefundStatus | null
  /** Null until they were counted. */
  failedRefunds: number | null
  /** The last refund that the site itself requested. */
  stripeRefundId: string | null
  disputeStatus: DisputeStatus | null
  disputed: boolean
  /** There are undecided ones, and a bank decides about each: none can be answered. */
  disputeAnswered: boolean
  /** What undecided disputes want back, and what lost ones took. */
  disputedSen: number
  lostSen: number
  cardFingerprint: string | null
  /** What Stripe calls the way it was paid; null while that is not known. */
  method: string | null
  /** The administrator has handled it in its current state. */
  handled: boolean
}

/** `refund_failed`: a refund was attempted; the money is still here and belongs to nothing. */
export type TakeBack = 'refunded' | 'refund_failed' | 'disputed'

/** What must follow a change of the row: in the same transaction, except `refund`. */
export type Effect =
  | { kind: 'take_back'; why: TakeBack }
  /** What the money earns counts from now on, or again. */
  | { kind: 'earn' }
  | { kind: 'recount' }
  /** Money is to be refunded: ask Stripe for it, after the commit. */
  | { kind: 'refund' }

/** Of the parts that the owner gives back: what failed, and was neither given back since nor kept. */
export type PartsNow = { failedSen: number }

export type Reconciled = { row: Partial<PaymentState>; effects: Effect[] }

const INQUIRY: readonly string[] = ['warning_needs_response', 'warning_under_review']
const OVER: readonly string[] = ['won', 'warning_closed', 'prevented']
const TO_ANSWER: readonly string[] = ['needs_response', 'warning_needs_response']
const FAILED: readonly string[] = ['failed', 'canceled']

export const isActiveRefund = ({ status }: RefundFact) => !FAILED.includes(status)

/** The amount refunded or being refunded, in sen. */
const backSenOf = (facts: StripeFacts): number =>
  facts.refunds.filter(isActiveRefund).reduce((sum, { amountSen }) => sum + amountSen, 0)

/** True when nothing is left of the money. */
export const isFullyRefunded = (facts: StripeFacts, returnedSen = 0): boolean =>
  facts.receivedSen > 0 && backSenOf(facts) + returnedSen >= facts.receivedSen

/** It has succeeded, has no outcome yet, and is not refunded. Refunded money never confirms anything. */
export const needsSettlement = (facts: StripeFacts, row: PaymentState): boolean =>
  facts.status === 'succeeded' && row.outcome === null && !isFullyRefunded(facts)

const isOpen = ({ status }: DisputeFact) => status !== 'lost' && !OVER.includes(status)
const isLost = ({ status }: DisputeFact) => status === 'lost'

/**
 * The most serious of an intent's undecided disputes, else how they ended. An inquiry only asks; the
 * money is still here.
 */
function disputeStatusOf(disputes: readonly DisputeFact[]): DisputeStatus | null {
  if (disputes.length === 0) return null
  const open = disputes.filter(isOpen)
  if (open.some(({ status }) => !INQUIRY.includes(status))) return 'chargeback'
  if (open.length > 0) return 'inquiry'
  return disputes.some(isLost) ? 'lost' : 'over'
}

function isAnswered(disputes: readonly DisputeFact[]): boolean {
  const open = disputes.filter(isOpen)
  return open.length > 0 && open.every(({ status }) => !TO_ANSWER.includes(status))
}

/** What disputes want and took: together never more than was received, whatever each is over. */
function disputeSumsOf({ disputes, receivedSen }: StripeFacts) {
  const sumOf = (some: readonly DisputeFact[]) =>
    some.reduce((sum, { amountSen }) => sum + amountSen, 0)
  const lostSen = Math.min(receivedSen, sumOf(disputes.filter(isLost)))
  return { lostSen, disputedSen: Math.min(receivedSen - lostSen, sumOf(disputes.filter(isOpen))) }
}

/** What banks have taken back of it, for good or until they decide. */
const chargedBackSen = ({ disputeStatus, disputedSen, lostSen }: PaymentState): number =>
  lostSen + (disputeStatus === 'chargeback' ? disputedSen : 0)

function refundStatusOf(
  { refunds }: StripeFacts,
  { returnedSen }: PaymentState,
): RefundStatus | null {
  const [newest] = refunds
  if (!newest) return null
  // What failed there may have been given back here.
  if (!isActiveRefund(newest)) return returnedSen > 0 ? 'succeeded' : 'failed'
  return refunds.some((refund) => isActiveRefund(refund) && refund.status !== 'succeeded')
    ? 'pending'
    : 'succeeded'
}

type End = { outcome: Outcome; reason: string | null; refundReason: string | null }

const failed = (before: End): End => ({
  outcome: 'needs_attention',
  reason: 'refund_failed',
  refundReason: before.reason === 'refund_failed' ? before.refundReason : before.reason,
})
/** The reason that the payment had before a refund of it failed. */
const reasonOf = ({ reason, refundReason }: End): string | null =>
  reason === 'refund_failed' ? refundReason : reason

/** The outcome given its refunds; `before` is the outcome so far, or the one just settled. */
function afterRefunds(
  facts: StripeFacts,
  before: End,
  { stripeRefundId: ours, returnedSen, handled }: PaymentState,
  { failedSen }: PartsNow,
): End {
  const backSen = backSenOf(facts) + returnedSen
  // Beside a refund, what a dispute took is gone too: nothing is left to give back.
  const { lostSen } = disputeSumsOf(facts)
  const isGone = backSen > 0 && backSen + lostSen >= facts.receivedSen
  if (isFullyRefunded(facts, returnedSen) || (isGone && before.outcome !== 'confirmed'))
    return { ...before, outcome: 'refunded', reason: reasonOf(before) }
  const [newest] = facts.refunds
  const newestFailed = newest !== undefined && !isActiveRefund(newest)
  switch (before.outcome) {
    case 'refunded':
      return failed(before)
    case 'refund_due': {
      const requested = facts.refunds.find(({ id }) => id === ours)
      const hasFailed = requested !== undefined && !isActiveRefund(requested)
      // Stripe would give back the whole rest, of which a bank took a part: the owner does.
      const isReduced = lostSen > 0 && (ours === null || requested !== undefined)
      return hasFailed || isReduced ? failed(before) : before
    }
    case 'confirmed':
      if (newestFailed && backSenOf(facts) + newest.amountSen >= facts.receivedSen)
        return failed(before)
      // Part of it could not be refunded: the administrator must know, the rest is unchanged.
      return failedSen > 0 || (handled && before.reason === 'refund_failed')
        ? { ...failed(before), outcome: 'confirmed' }
        : { ...before, reason: reasonOf(before) }
    case 'needs_attention':
      return before
  }
}

/**
 * From Stripe's facts, our row and, where `needsSettlement` is true, the purpose's decision, to the
 * changes of the row and their effects. Pure: the same facts again change nothing. Each succeeded
 * payment ends as exactly one of confirmed, refunded or shown to the administrator, and any change
 * to money that was handled puts it back on the list.
 */
export function reconcile(
  facts: StripeFacts,
  row: PaymentState,
  settled: Settled | null,
  parts: PartsNow = { failedSen: 0 },
): Reconciled {
  if (facts.status !== 'succeeded') {
    // Money that Stripe once took does not disappear because Stripe cannot find it now.
    if (row.outcome !== null) return { row: {}, effects: [] }
    const status = facts.status === 'unknown' ? 'canceled' : facts.status
    return { row: changesOf(row, { status }), effects: [] }
  }
  const before = endBefore(facts, row, settled)
  const end = afterRefunds(facts, before, row, parts)
  const disputeStatus = disputeStatusOf(facts.disputes)
  const next: Partial<PaymentState> = {
    ...end,
    status: 'succeeded',
    receivedSen: facts.receivedSen,
    currency: facts.currency,
    refundedSen: Math.min(backSenOf(facts) + row.returnedSen, facts.receivedSen),
    refundStatus: refundStatusOf(facts, row) ?? row.refundStatus,
    failedRefunds: facts.refunds.filter((refund) => !isActiveRefund(refund)).length,
    disputeStatus,
    disputed: disputeStatus !== null && disputeStatus !== 'over',
    disputeAnswered: isAnswered(facts.disputes),
    ...disputeSumsOf(facts),
    cardFingerprint: facts.card,
    method: facts.method ?? row.method,
  }
  const changes = changesOf(row, next)
  const SEEN = [
    ...(['outcome', 'reason', 'refundedSen', 'refundStatus', 'disputeStatus'] as const),
    ...(['disputedSen', 'lostSen'] as const),
  ]
  // Another refund may fail where one had failed before.
  const isAnother = row.failedRefunds !== null && 'failedRefunds' in changes
  if (row.handled && (isAnother || SEEN.some((name) => name in changes))) changes.handled = false
  return { row: changes, effects: effectsOf(facts, row, { ...row, ...next }) }
}

function endBefore(facts: StripeFacts, row: PaymentState, settled: Settled | null): End {
  const { outcome, reason, refundReason } = row
  if (outcome !== null) return { outcome, reason, refundReason }
  if (isFullyRefunded(facts)) return { outcome: 'refunded', reason: null, refundReason: null }
  if (!settled) throw new Error('A payment that has succeeded was not settled')
  return {
    outcome: settled.outcome,
    reason: 'reason' in settled ? settled.reason : null,
    refundReason: null,
  }
}

function changesOf(row: PaymentState, next: Partial<PaymentState>): Partial<PaymentState> {
  const changed = Object.entries(next).filter(
    ([name, value]) => row[name as keyof PaymentState] !== value,
  )
  return Object.fromEntries(changed)
}

/** What is left of it, and not disputed. */
const countsSen = ({ receivedSen, refundedSen, disputedSen, lostSen }: PaymentState): number =>
  (receivedSen ?? 0) - refundedSen - disputedSen - lostSen

/** It was settled, perhaps after the session was completed, or a dispute about it is over. */
const beginsToCount = (row: PaymentState, next: PaymentState): boolean =>
  next.outcome === 'confirmed' &&
  countsSen(next) > 0 &&
  (row.outcome === null || countsSen(row) <= 0)

function effectsOf(facts: StripeFacts, row: PaymentState, next: PaymentState): Effect[] {
  const effects: Effect[] = []
  const was = row.outcome
  // A duplicate payment had earned nothing: the first one counts.
  const earned = reasonOf(next as End) !== 'duplicate'
  if (earned && was !== next.outcome && (was === 'confirmed' || next.outcome === 'refunded'))
    if (next.outcome !== 'confirmed' && next.outcome !== 'refund_due')
      effects.push({
        kind: 'take_back',
        why: next.outcome === 'refunded' ? 'refunded' : 'refund_failed',
      })
  if (earned && chargedBackSen(next) > chargedBackSen(row))
    effects.push({ kind: 'take_back', why: 'disputed' })
  if (beginsToCount(row, next)) effects.push({ kind: 'earn' })
  if (
    was !== next.outcome ||
    row.refundedSen !== next.refundedSen ||
    row.disputedSen !== next.disputedSen ||
    row.lostSen !== next.lostSen
  )
    effects.push({ kind: 'recount' })
  // A refund that the site requested and that Stripe does not list yet is pending.
  const requested = facts.refunds.find(({ id }) => id === row.stripeRefundId)
  if (next.outcome === 'refund_due' && (row.stripeRefundId === null || requested))
    effects.push({ kind: 'refund' })
  return effects
}
