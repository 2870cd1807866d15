import 'server-only'
import { randomUUID } from 'node:crypto'
import { db, transaction, type Prisma, type Tx } from '@/lib/db'
import { log } from '@/lib/log'
import { senOf, toDecimal } from '@/lib/money'
import { Problem } from '@/lib/problem'
import { askStripe, isStripeAway, stripe } from './client'
import { givenBackByHand, issueDocuments, refundsToNote } from './documents'
import { readFacts, type RefundFact, type StripeFacts } from './facts'
import {
  isActiveRefund,
  needsSettlement,
  reconcile,
  type Effect,
  type PaymentState,
  type Reconciled,
} from './reconcile'
import { makePartRefund, readParts, type DuePart } from '@/lib/payments/part-refunds'
import { recordUnmadeRefund } from '@/lib/payments/refund-log'
import { makeRefund, type DueRefund } from '@/lib/payments/refunds'
import { CURRENCY } from '@/lib/sales/money'
import { isFinal, type Settled } from './rules'
import { settlementFor, type SettledPayment, type Settlements } from './settlement'
import { meaningOf } from './stripe-errors'

/** After this many readings in one call the rest is left to the reconciler. */
const MAX_READINGS = 8

/** The event that caused a reading; stored in the transaction that applies what it announced. */
export type EventRef = { id: string; type: string; objectId: string }

/** False when it was already processed. Blocks while another delivery of it is being processed. */
export async function rememberEvent(tx: Tx, event: EventRef): Promise<boolean> {
  const inserted = await tx.$executeRaw`
    INSERT INTO stripe_events (id, type, object_id)
      VALUES (${event.id}, ${event.type}, ${event.objectId}) ON CONFLICT DO NOTHING`
  return inserted > 0
}

/**
 * Brings one payment in line with the current state at Stripe: intent, refunds, disputes. The one
 * function behind the webhook, the return pages, administrators' actions, the reconciler and the
 * sweeps; nothing else writes Stripe's state. Never trusts an event's snapshot, metadata or a URL.
 *
 * A reading that began before the row last changed is discarded, so that a slow answer never
 * overwrites a newer one; after each change Stripe is read again, until a reading has nothing new.
 * Safe to call any number of times, concurrently and in any order. Returns the last facts from
 * Stripe. Throws unavailable when Stripe is away (nothing is written then).
 */
export async function syncPayment(
  settlements: Settlements,
  intentId: string,
  event?: EventRef,
): Promise<StripeFacts> {
  if (event && (await db().stripeEvent.count({ where: { id: event.id } })) > 0) event = undefined
  let facts: StripeFacts | null = null
  let changed = false
  for (let reading = 1; reading <= MAX_READINGS; reading++) {
    const known = await knownPayment(intentId)
    facts = await readFacts(intentId)
    const origin = known ? null : await paymentByReference(facts)
    if (origin && (await attachOrphanIntent(origin, intentId, facts))) continue
    if (known?.outcome === null && facts.status === 'succeeded')
      await settlementFor(settlements, known.purpose).releaseExpiredHolds?.(settlements, known)
    const read = { intentId, known, origin, facts }
    const applied = await transaction((tx) => apply(tx, settlements, { ...read, event }))
    if (applied === 'stale') continue
    event = undefined
    changed = true
    if (applied.refund && (await ask(applied.refund)) === 'away') return facts
    if (!applied.changed && !applied.refund) return facts
  }
  if (!changed || !facts) throw new Problem('unavailable', { sentence: 'payments_unavailable' })
  return facts // The row is marked as due, so the reconciler continues.
}

const ask = (due: DueRefund | DuePart) => ('partId' in due ? makePartRefund(due) : makeRefund(due))

type Known = SettledPayment & { purpose: string; syncVersion: number; outcome: string | null }
const KNOWN = {
  id: true,
  bookingId: true,
  orderId: true,
  purpose: true,
  syncVersion: true,
  outcome: true,
} satisfies Prisma.PaymentSelect

const knownPayment = (intentId: string): Promise<Known | null> =>
  db().payment.findUnique({ where: { stripePaymentIntentId: intentId }, select: KNOWN })

type Origin = SettledPayment & {
  purpose: string
  saleId: number | null
  status: string
  stripePaymentIntentId: string | null
}

/** Null when the intent was not made by this site. */
async function paymentByReference({ reference }: StripeFacts): Promise<Origin | null> {
  if (!reference || !/^[0-9a-f-]{36}$/.test(reference)) return null
  return db().payment.findUnique({
    where: { reference },
    select: {
      id: true,
      bookingId: true,
      orderId: true,
      saleId: true,
      purpose: true,
      status: true,
      stripePaymentIntentId: true,
    },
  })
}

/**
 * An intent of ours that is not its row's: the answer to its creation was lost, or another creation
 * was faster. A paid one becomes the row's if that has no other. An unpaid one beside the row's
 * own, or for a closed row, is cancelled. True when it has to be read again.
 */
async function attachOrphanIntent(
  origin: Origin,
  intentId: string,
  facts: StripeFacts,
): Promise<boolean> {
  // Attached since this reading began: the webhook of its creation is often that fast.
  if (origin.stripePaymentIntentId === intentId) return true
  if (facts.status === 'succeeded') {
    if (origin.stripePaymentIntentId !== null) return false // Recorded as paid twice.
    await transaction((tx) =>
      tx.payment.updateMany({
        where: { id: origin.id, stripePaymentIntentId: null },
        data: { stripePaymentIntentId: intentId },
      }),
    )
    return true
  }
  const isStray = origin.stripePaymentIntentId !== null || isFinal(origin.status)
  // While a bank decides about it, it cannot be cancelled; its result arrives later.
  if (!isStray || isFinal(facts.status) || facts.status === 'processing') return false
  await cancelAtStripe(intentId)
  return true
}

/** The answer is not used: only a reading is authoritative. Throws unavailable when Stripe is away. */
export async function cancelAtStripe(intentId: string): Promise<void> {
  try {
    await askStripe(stripe().paymentIntents.cancel(intentId))
  } catch (error) {
    if (!['refused', 'unknown'].includes(meaningOf(error))) throw error
  }
}

type Reading = {
  intentId: string
  /** Our row when the reading began. */
  known: Known | null
  origin: Origin | null
  facts: StripeFacts
  event?: EventRef | undefined
}

type Applied = 'stale' | { changed: boolean; refund: DueRefund | DuePart | null }
const NOTHING = { changed: false, refund: null }

async function apply(tx: Tx, settlements: Settlements, reading: Reading): Promise<Applied> {
  const { intentId, known, facts, event } = reading
  if (known && facts.status === 'succeeded' && known.purpose !== 'unmatched')
    await settlementFor(settlements, known.purpose).lock(tx, known)
  const row = await lockedRow(tx, intentId)
  if ((row?.syncVersion ?? null) !== (known?.syncVersion ?? null)) return 'stale'
  if (event) await rememberEvent(tx, event)
  if (row) return applyToRow(tx, settlements, { ...reading, row })
  if (facts.status !== 'succeeded') return NOTHING
  return recordUnmatchedPayment(tx, reading)
}

type Row = SettledPayment &
  PaymentState & {
    purpose: string
    succeededAt: Date | null
    syncVersion: number
    syncDue: boolean
    /** Stripe is not asked for a refund yet: the act that caused it can be taken back. */
    canBeTakenBack: boolean
    now: Date
  }

async function lockedRow(tx: Tx, intentId: string): Promise<Row | null> {
  const [clock] = await tx.$queryRaw<{ now: Date; canBeTakenBack: boolean }[]>`
    SELECT clock_timestamp() AS now, can_be_taken_back(booking_id, clock_timestamp()) AS "canBeTakenBack"
    FROM payments WHERE stripe_payment_intent_id = ${intentId} FOR UPDATE`
  if (!clock) return null
  const row = await tx.payment.findUniqueOrThrow({ where: { stripePaymentIntentId: intentId } })
  return {
    ...row,
    ...clock,
    outcome: row.outcome as Row['outcome'],
    refundStatus: row.refundStatus as Row['refundStatus'],
    disputeStatus: row.disputeStatus as Row['disputeStatus'],
    receivedSen: row.receivedAmount && senOf(row.receivedAmount),
    refundedSen: senOf(row.refundedAmount),
    returnedSen: senOf(row.returnedAmount),
    disputedSen: senOf(row.disputedAmount),
    lostSen: senOf(row.lostAmount),
    handled: row.handledAt !== null,
  }
}

async function applyToRow(
  tx: Tx,
  settlements: Settlements,
  reading: Reading & { row: Row },
): Promise<Applied> {
  const { row, facts } = reading
  const received = { amountSen: facts.receivedSen, currency: facts.currency }
  const settled = needsSettlement(facts, row)
    ? await settlementFor(settlements, row.purpose).settle(tx, row, {
        received,
        now: row.now,
      })
    : null
  const outcome = settled?.outcome ?? row.outcome
  const parts = await readParts(tx, { ...row, intentId: reading.intentId }, outcome, facts)
  const reconciled = reconcile(facts, row, settled, parts)
  const changed = Object.keys(reconciled.row).length > 0 || parts.changed
  await tx.payment.update({
    where: { id: row.id },
    data: {
      ...columnsOf(reconciled, row.now),
      checkedAt: row.now,
      syncFailingSince: null,
      syncDue: changed,
      ...(changed && { syncVersion: { increment: 1 } }),
    },
  })
  const failed = new Set([...parts.failed, ...failedWhole(facts, row, reconciled)])
  for (const { amountSen } of failed)
    await recordUnmadeRefund(tx, row, { sen: amountSen, why: 'failed' })
  for (const effect of reconciled.effects) await carryOut(tx, settlements, row, effect)
  if (parts.changed) await carryOut(tx, settlements, row, { kind: 'recount' })
  if (facts.status === 'succeeded' && row.purpose !== 'unmatched')
    await issueDocuments(tx, settlementFor(settlements, row.purpose), row, {
      isSale:
        settled?.outcome === 'confirmed' || (reconciled.row.outcome ?? row.outcome) === 'confirmed',
      at: row.succeededAt ?? row.now,
      reference: reading.intentId,
      refunds: [...refundsToNote(facts.refunds), ...(await givenBackByHand(tx, row.id))],
      now: row.now,
    })
  if (settled && settled.outcome !== 'confirmed')
    log.warn({ paymentId: row.id, ...settled }, 'payment not confirmed')
  const due = !row.canBeTakenBack && reconciled.effects.some(({ kind }) => kind === 'refund')
  const { stripeRefundId } = row
  return {
    changed,
    refund: due ? { id: row.id, intentId: reading.intentId, stripeRefundId } : parts.due,
  }
}

/** The refund by which all of a payment was to go back, where this reading finds that it has failed. */
function failedWhole(
  { refunds }: StripeFacts,
  { stripeRefundId: ours }: Row,
  { row: { outcome, reason } }: Reconciled,
): RefundFact[] {
  if (outcome !== 'needs_attention' || reason !== 'refund_failed') return []
  const refund = refunds.find(({ id }) => id === ours) ?? refunds[0]
  return refund && !isActiveRefund(refund) ? [refund] : []
}

function columnsOf({ row }: Reconciled, now: Date): Prisma.PaymentUncheckedUpdateInput {
  const { receivedSen, refundedSen, disputedSen, lostSen, handled, ...same } = row
  return {
    ...same,
    ...(receivedSen != null && { receivedAmount: toDecimal(receivedSen) }),
    ...(refundedSen !== undefined && { refundedAmount: toDecimal(refundedSen) }),
    ...(disputedSen !== undefined && { disputedAmount: toDecimal(disputedSen) }),
    ...(lostSen !== undefined && { lostAmount: toDecimal(lostSen) }),
    ...(handled === false && { handledAt: null }),
    ...(row.status === 'succeeded' && { succeededAt: now }),
    ...(row.refundStatus === 'pending' && { refundPendingSince: now }),
  }
}

async function carryOut(tx: Tx, settlements: Settlements, row: Row, effect: Effect): Promise<void> {
  if (row.purpose === 'unmatched' || effect.kind === 'refund') return
  const settlement = settlementFor(settlements, row.purpose)
  if (effect.kind === 'take_back') await settlement.takeBack(tx, row, effect.why)
  else if (effect.kind === 'earn') await settlement.earn(tx, row)
  else await settlement.recount(tx, row)
}

const BLANK: PaymentState = {
  status: 'requires_payment_method',
  outcome: null,
  reason: null,
  refundReason: null,
  receivedSen: null,
  currency: CURRENCY,
  refundedSen: 0,
  returnedSen: 0,
  refundStatus: null,
  failedRefunds: null,
  stripeRefundId: null,
  disputeStatus: null,
  disputed: false,
  disputeAnswered: false,
  disputedSen: 0,
  lostSen: 0,
  cardFingerprint: null,
  method: null,
  handled: false,
}

/**
 * From a second intent for something that is paid: it is refunded as paid twice. From an unknown
 * source (a payment link, say): it is kept and shown to the administrator.
 */
async function recordUnmatchedPayment(
  tx: Tx,
  { intentId, origin, facts }: Reading,
): Promise<Applied> {
  const settled: Settled = origin
    ? { outcome: 'refund_due', reason: 'duplicate' }
    : { outcome: 'needs_attention', reason: 'unmatched' }
  const reconciled = reconcile(facts, BLANK, settled)
  const state = { ...BLANK, ...reconciled.row }
  const { status, outcome, reason, refundReason, refundStatus } = state
  const [created] = await tx.payment.createManyAndReturn({
    skipDuplicates: true,
    select: { id: true },
    data: {
      purpose: origin?.purpose ?? 'unmatched',
      bookingId: origin?.bookingId ?? null,
      orderId: origin?.orderId ?? null,
      saleId: origin?.saleId ?? null,
      stripePaymentIntentId: intentId,
      idempotencyKey: randomUUID(),
      amount: toDecimal(facts.receivedSen),
      currency: facts.currency,
      ...{ status, outcome, reason, refundReason, refundStatus },
      ...{ disputed: state.disputed, disputeAnswered: state.disputeAnswered },
      disputeStatus: state.disputeStatus,
      disputedAmount: toDecimal(state.disputedSen),
      lostAmount: toDecimal(state.lostSen),
      receivedAmount: toDecimal(facts.receivedSen),
      refundedAmount: toDecimal(state.refundedSen),
      refundPendingSince: refundStatus === 'pending' ? new Date() : null,
      cardFingerprint: facts.card,
      method: facts.method,
      succeededAt: new Date(),
      checkedAt: new Date(),
      syncDue: true,
    },
  })
  if (!created) return 'stale'
  log.warn({ intent: intentId, reason }, 'payment without a row of its own')
  const refund = { id: created.id, intentId, stripeRefundId: null }
  return { changed: true, refund: outcome === 'refund_due' ? refund : null }
}

/**
 * For the administrator who requested it and waits. While Stripe is away, or payments are switched off,
 * they stay due. Stripe's own refusal (after a chargeback, for example) is reported as not_changeable
 * once every payment was asked about: it is then listed under Needs attention.
 */
export async function refundNow(
  settlements: Settlements,
  paymentIds: readonly number[],
): Promise<void> {
  const payments = await db().payment.findMany({
    where: { id: { in: [...paymentIds] } },
    orderBy: { id: 'asc' },
  })
  for (const { id, stripePaymentIntentId: intentId } of payments) {
    if (!intentId) throw new Error(`Payment ${id} was not made at Stripe`)
    await syncPayment(settlements, intentId).catch((error: unknown) => {
      if (!isStripeAway(error)) throw error
      log.warn({ paymentId: id }, 'refund waits for Stripe')
    })
  }
  const refused = { id: { in: [...paymentIds] }, outcome: 'needs_attention' }
  if ((await db().payment.count({ where: refused })) > 0)
    throw new Problem('not_changeable', { sentence: 'refund_refused' })
}

/** `syncPayment`; false while Stripe cannot be asked. */
export const syncIfReachable = (...about: Parameters<typeof syncPayment>): Promise<boolean> =>
  syncPayment(...about).then(
    () => true,
    (error: unknown) => {
      if (isStripeAway(error)) return false
      throw error
    },
  )
