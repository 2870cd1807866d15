import 'server-only'
import { randomUUID } from 'node:crypto'
import { assertVersion, recordChange } from '@/lib/audit/record'
import { transaction, type Tx } from '@/lib/db'
import { senOf, toDecimal } from '@/lib/money'
import { Problem } from '@/lib/problem'
import type { StudioMethod } from '@/lib/sales/money'
import { studioDate, toInstant } from '@/lib/time'
import { issueDocuments } from './documents'
import { closePayments } from './intents'
import {
  purposeOf,
  settlementFor,
  type Owing,
  type Settlement,
  type Settlements,
} from './settlement'

type Received = {
  sale: Owing['sale']
  sen: number
  method: StudioMethod
  /** Its reference, in the administrator's own words. */
  note: string | null
  /** When the money came. */
  at: Date
  now: Date
  key?: string
}

/** A payment that the studio received itself; its documents are the caller's. */
const received = (tx: Tx, { sale, sen, method, note, at, key }: Received) =>
  tx.payment.create({
    data: {
      ...{ saleId: sale.id, bookingId: sale.bookingId, orderId: sale.orderId },
      purpose: purposeOf(sale),
      idempotencyKey: key ?? randomUUID(),
      amount: toDecimal(sen),
      ...{ status: 'succeeded', outcome: 'confirmed', reason: 'offline', succeededAt: at },
      ...{ method, note },
    },
  })

const RECEIPT = { isSale: true, reference: null, refunds: [] }

/**
 * Records money that the studio received itself for what is sold in this transaction: a payment like
 * any other, with its receipt, and the customer is told. The caller has locked what it is for.
 */
export async function receiveAtStudio(
  tx: Tx,
  settlement: Settlement,
  { now, ...money }: Omit<Received, 'at' | 'key'>,
): Promise<{ id: number }> {
  const payment = await received(tx, { ...money, at: now, now })
  await issueDocuments(tx, settlement, payment, { ...RECEIPT, at: now, now })
  return payment
}

/** The moment that stands for a day of the studio. Throws invalid_request (date) for one to come. */
export function receivedAt(date: string, now: Date): Date {
  const today = studioDate(now)
  if (date > today) throw new Problem('invalid_request', { fields: { date: 'received_later' } })
  return date === today ? now : toInstant(date, '12:00')
}

export type RecordedPayment = {
  /** What it is for: one of both. */
  about: { bookingId: number | null; orderId: number | null }
  method: StudioMethod
  sen: number
  /** The studio's day on which the money came, not in the future. */
  date: string
  /** In the administrator's own words: the bank's number of a transfer, say. */
  reference: string | null
  /** Of the booking or order as the administrator saw it; absent, nothing is compared. */
  version?: string | undefined
  /** Names this one payment: recorded again under it, it is the same. */
  key: string
  actor: string
  now: Date
}

/** `owedSen`: what is still owed after it. */
export type Recorded = { paymentId: number; owedSen: number }

/**
 * Records money that the studio received itself for a booking or an order that owes something, with
 * its receipt. What waited for its payment and owes nothing any more is confirmed; a part keeps it,
 * without a deadline, until the rest comes or the owner decides (docs/decisions/040). An open payment
 * of the customer's is closed first. Throws not_found, version_conflict, not_changeable for what is
 * over, payment_in_progress, idempotency_mismatch, and invalid_request (date; amountSen above what is
 * owed).
 */
export async function recordPayment(
  settlements: Settlements,
  input: RecordedPayment,
): Promise<Recorded> {
  const { about, date, now } = input
  receivedAt(date, now)
  const purpose = about.bookingId === null ? 'order' : 'booking'
  const settlement = settlementFor(settlements, purpose)
  // First as a question, so that a payment is not closed for what is refused.
  const known = await transaction((tx) => owingFor(tx, settlement, input))
  if ('paymentId' in known) return known
  await closeOpen(settlements, { ...about, purpose })
  return transaction(async (tx) => {
    const owing = await owingFor(tx, settlement, input)
    return 'paymentId' in owing ? owing : receive(tx, settlement, input, owing)
  })
}

/** What it is to pay for, locked and checked; or the payment, where it was recorded before. */
async function owingFor(
  tx: Tx,
  settlement: Settlement,
  { about, sen, key, version }: RecordedPayment,
): Promise<Owing | Recorded> {
  const owing = await settlement.owing(tx, about)
  if (!owing) throw new Problem('not_found')
  const before = await tx.payment.findUnique({ where: { idempotencyKey: key } })
  if (before && (before.saleId !== owing.sale.id || senOf(before.amount) !== sen))
    throw new Problem('idempotency_mismatch')
  if (before) return { paymentId: before.id, owedSen: owing.owedSen }
  if (owing.isOver) throw new Problem('not_changeable', { sentence: 'nothing_owed_over' })
  assertVersion(owing, version)
  if (sen > owing.owedSen)
    throw new Problem('invalid_request', { fields: { amountSen: 'more_than_owed' } })
  return owing
}

/** While Stripe is away it stays open: what is paid with it then is paid twice, and goes back. */
async function closeOpen(
  settlements: Settlements,
  where: { bookingId: number | null; orderId: number | null; purpose: string },
): Promise<void> {
  const closed = await closePayments(settlements, where).catch((error: unknown) => {
    if (error instanceof Problem && ['unavailable', 'payments_off'].includes(error.code))
      return null
    throw error
  })
  if (closed === 'in_flight')
    throw new Problem('payment_in_progress', { sentence: 'customer_is_paying' })
}

async function receive(
  tx: Tx,
  settlement: Settlement,
  { about, sen, method, date, reference, key, actor, now }: RecordedPayment,
  { sale }: Owing,
): Promise<Recorded> {
  const at = receivedAt(date, now)
  const payment = await received(tx, { sale, sen, method, note: reference, at, now, key })
  const owedSen = await settlement.received(tx, about, now)
  await settlement.earn(tx, payment)
  await settlement.recount(tx, payment)
  await recordChange(tx, {
    actor,
    action: 'paid',
    entity: about.bookingId === null ? 'order' : 'booking',
    entityId: about.bookingId ?? about.orderId ?? 0,
    before: null,
    // Not the reference: it is free text.
    after: { payment: payment.id, amount: toDecimal(sen), method, date },
  })
  await issueDocuments(tx, settlement, payment, { ...RECEIPT, at, now })
  return { paymentId: payment.id, owedSen }
}
