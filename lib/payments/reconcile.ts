import type { StripeFacts, RefundFact, DisputeFact } from './facts'
import type { Settled } from './rules'

export type Outcome = 'confirmed' | 'refund_due' | 'refunded' | 'needs_attention'
export type DisputeStatus = 'inquiry' | 'chargeback' | 'lost' | 'over'
export type RefundStatus = 'pending' | 'succeeded' | 'failed'

/** What our books say about a payment. Amounts in sen. */
export type PaymentState = {
  status: string
  /** Null until it has succeeded. */
  outcome: Outcome | null
  reason: string | null
  refundReason: string | null
  receivedSen: number | null
  refundedSen: number
  refundStatus: RefundStatus | null
  /** The refund that the site itself has asked for last. */
  stripeRefundId: string | null
  disputeStatus: DisputeStatus | null
  disputed: boolean
  cardFingerprint: string | null
  /** The admin has looked after it as it stood. */
  handled: boolean
}

/** `refund_failed`: somebody tried to give the money back; it is still here, and nobody's. */
export type TakeBack = 'refunded' | 'refund_failed' | 'disputed'

/** What must follow, beside the row: in the same transaction, but for `refund`. */
export type Effect =
  /** What the money had earned is taken back. */
  | { kind: 'take_back'; why: TakeBack }
  /** What the money earns counts from now on, or again. */
  | { kind: 'earn' }
  /** Sums that count this money are counted again. */
  | { kind: 'recount' }
  /** Money that paid for something is back, whoever gave it back: the purpose tells the customer. */
  | { kind: 'tell_refunded'; reason: string | null }
  /** Money is to go back: ask Stripe for it, after the commit. */
  | { kind: 'refund' }

export type Reconciled = { row: Partial<PaymentState>; effects: Effect[] }

const INQUIRY: readonly string[] = ['warning_needs_response', 'warning_under_review']
const OVER: readonly string[] = ['won', 'warning_closed', 'prevented']
const FAILED: readonly string[] = ['failed', 'canceled']

const isStanding = ({ status }: RefundFact) => !FAILED.includes(status)

/** What went back or is on its way back, in sen. */
const backSenOf = (facts: StripeFacts): number =>
  facts.refunds.filter(isStanding).reduce((sum, { amountSen }) => sum + amountSen, 0)

/** True when nothing is left of the money. */
export const isWholeBack = (facts: StripeFacts): boolean =>
  facts.receivedSen > 0 && backSenOf(facts) >= facts.receivedSen

/**
 * True when the purpose must say how this money ends: it has succeeded, our books do not know it
 * yet, and it is still here. Money that is already back never confirms anything.
 */
export const needsSettlement = (facts: StripeFacts, row: PaymentState): boolean =>
  facts.status === 'succeeded' && row.outcome === null && !isWholeBack(facts)

/** The worst of an intent's disputes. An inquiry only asks; the money is still here. */
function disputeStatusOf(disputes: readonly DisputeFact[]): DisputeStatus | null {
  if (disputes.length === 0) return null
  if (disputes.some(({ status }) => status === 'lost')) return 'lost'
  const open = disputes.filter(({ status }) => !OVER.includes(status))
  if (open.some(({ status }) => !INQUIRY.includes(status))) return 'chargeback'
  return open.length > 0 ? 'inquiry' : 'over'
}

const isChargedBack = (status: DisputeStatus | null) => status === 'chargeback' || status === 'lost'

function refundStatusOf({ refunds }: StripeFacts): RefundStatus | null {
  const [newest] = refunds
  if (!newest) return null
  if (!isStanding(newest)) return 'failed'
  return refunds.some((refund) => isStanding(refund) && refund.status !== 'succeeded')
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

/** How it ends given its refunds; `before` is how it stood, or has just been settled. */
function afterRefunds(facts: StripeFacts, before: End, ours: string | null): End {
  if (isWholeBack(facts)) return { ...before, outcome: 'refunded', reason: reasonOf(before) }
  const [newest] = facts.refunds
  const newestFailed = newest !== undefined && !isStanding(newest)
  switch (before.outcome) {
    case 'refunded':
      return failed(before)
    case 'refund_due': {
      const asked = facts.refunds.find(({ id }) => id === ours)
      return asked && !isStanding(asked) ? failed(before) : before
    }
    case 'confirmed':
      if (newestFailed && backSenOf(facts) + newest.amountSen >= facts.receivedSen)
        return failed(before)
      // A part that could not be given back: the admin must know, the rest is as before.
      return newestFailed
        ? { ...failed(before), outcome: 'confirmed' }
        : { ...before, reason: reasonOf(before) }
    case 'needs_attention':
      return before
  }
}

/**
 * Brings our row in line with what Stripe knows: from Stripe's facts, our row and, where
 * `needsSettlement` says so, what the purpose said, to the row's changes and what follows from
 * them. Decides from these alone, so the same facts again change nothing. Each succeeded payment
 * ends as exactly one of confirmed, refunded or shown to the admin, and any change of money that
 * the admin had handled opens it again.
 */
export function reconcile(
  facts: StripeFacts,
  row: PaymentState,
  settled: Settled | null,
): Reconciled {
  if (facts.status !== 'succeeded') {
    // Money that Stripe once took does not vanish because Stripe cannot find it now.
    if (row.outcome !== null) return { row: {}, effects: [] }
    const status = facts.status === 'unknown' ? 'canceled' : facts.status
    return { row: changesOf(row, { status }), effects: [] }
  }
  const before = endBefore(facts, row, settled)
  const end = afterRefunds(facts, before, row.stripeRefundId)
  const disputeStatus = disputeStatusOf(facts.disputes)
  const next: Partial<PaymentState> = {
    ...end,
    status: 'succeeded',
    receivedSen: facts.receivedSen,
    refundedSen: Math.min(backSenOf(facts), facts.receivedSen),
    refundStatus: refundStatusOf(facts) ?? row.refundStatus,
    disputeStatus,
    disputed: disputeStatus !== null && disputeStatus !== 'over',
    cardFingerprint: facts.card,
  }
  const changes = changesOf(row, next)
  const SEEN = ['outcome', 'reason', 'refundedSen', 'refundStatus', 'disputeStatus'] as const
  if (row.handled && SEEN.some((name) => name in changes)) changes.handled = false
  return { row: changes, effects: effectsOf(facts, row, { ...row, ...next }) }
}

function endBefore(facts: StripeFacts, row: PaymentState, settled: Settled | null): End {
  const { outcome, reason, refundReason } = row
  if (outcome !== null) return { outcome, reason, refundReason }
  if (isWholeBack(facts)) return { outcome: 'refunded', reason: null, refundReason: null }
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

/**
 * True when money counts from now on: it has been settled, perhaps after the admin had completed the
 * session, or a dispute of it is over.
 */
const beginsToCount = (row: PaymentState, next: PaymentState): boolean =>
  next.outcome === 'confirmed' && !next.disputed && (row.outcome === null || row.disputed)

function effectsOf(facts: StripeFacts, row: PaymentState, next: PaymentState): Effect[] {
  const effects: Effect[] = []
  const was = row.outcome
  // A second payment for the same thing had earned nothing: the first one stands.
  const earned = reasonOf(next as End) !== 'duplicate'
  if (earned && was !== next.outcome && (was === 'confirmed' || next.outcome === 'refunded'))
    if (next.outcome !== 'confirmed' && next.outcome !== 'refund_due')
      effects.push({
        kind: 'take_back',
        why: next.outcome === 'refunded' ? 'refunded' : 'refund_failed',
      })
  if (earned && isChargedBack(next.disputeStatus) && !isChargedBack(row.disputeStatus))
    effects.push({ kind: 'take_back', why: 'disputed' })
  if (beginsToCount(row, next)) effects.push({ kind: 'earn' })
  if ((was === 'refund_due' || was === 'confirmed') && next.outcome === 'refunded')
    effects.push({ kind: 'tell_refunded', reason: next.reason })
  if (
    was !== next.outcome ||
    row.refundedSen !== next.refundedSen ||
    row.disputed !== next.disputed
  )
    effects.push({ kind: 'recount' })
  // A refund that the site asked for and that Stripe does not list yet is on its way.
  const asked = facts.refunds.find(({ id }) => id === row.stripeRefundId)
  if (next.outcome === 'refund_due' && (row.stripeRefundId === null || asked))
    effects.push({ kind: 'refund' })
  return effects
}
