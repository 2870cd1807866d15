import 'server-only'
import { randomUUID } from 'node:crypto'
import { assertVersion, recordChange } from '@/lib/audit/record'
import { transaction, type Tx } from '@/lib/db'
import { senOf, toDecimal } from '@/lib/money'
import { Problem } from '@/lib/problem'
import type { StudioMethod, UNSAID_METHOD } from '@/lib/sales/money'
import { studioDate, toInstant } from '@/lib/time'
import { isStripeAway } from './client'
import { issueDocuments } from './documents'
import { startRefunds } from './refunds'
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
  method: StudioMethod | typeof UNSAID_METHOD
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

/**
 * The same within an act that can be taken back: its receipt is issued once it no longer can
 * (`issueAfterActs`), so that none is for money that never came.
 */
export const receiveUntilItStands = (
  tx: Tx,
  { now, ...money }: Omit<Received, 'at' | 'key'>,
): Promise<{ id: number }> => received(tx, { ...money, at: now, now })

type Come = Omit<Received, 'sale'>

/** `owedSen`: what is owed after it. */
export type MoneyTaken = {
  keptSen: number
  surplusSen: number
  owedSen: number
  paymentIds: number[]
}

/**
 * Records money that the studio received itself as what it is: for what is owed, so far as that takes place
 * or can still (`Settlement.resume`); the rest is to be given back, which the owner is shown. `use`: what
 * the owner said that it is. The caller holds the locks, and issues its documents. Throws slot_taken where
 * it is for what the customer cannot have any more.
 */
export async function takeMoney(
  tx: Tx,
  settlement: Settlement,
  { sale, owedSen, isOver }: Pick<Owing, 'sale' | 'owedSen' | 'isOver'>,
  { use, ...money }: Come & { use?: 'purchase' | 'give_back' | undefined },
): Promise<MoneyTaken> {
  const { now } = money
  const evenLate = use === 'purchase'
  const stands =
    use !== 'give_back' && (!isOver || (await settlement.resume(tx, sale, { now, evenLate })))
  if (!stands && use === 'purchase') throw new Problem('slot_taken', { sentence: 'money_too_late' })
  const keptSen = stands ? Math.min(money.sen, owedSen) : 0
  const surplusSen = money.sen - keptSen
  const paymentIds: number[] = []
  let restSen = owedSen
  if (keptSen > 0) {
    const payment = await received(tx, { ...money, sale, sen: keptSen })
    restSen = await settlement.received(tx, sale, now)
    await settlement.earn(tx, payment)
    await settlement.recount(tx, payment)
    paymentIds.push(payment.id)
  }
  if (surplusSen > 0) {
    const key = money.key && (keptSen > 0 ? `${money.key}:surplus` : money.key)
    const payment = await received(tx, { ...money, ...(key && { key }), sale, sen: surplusSen })
    await startRefunds(tx, { id: payment.id })
    await settlement.recount(tx, payment)
    paymentIds.push(payment.id)
  }
  return { keptSen, surplusSen, owedSen: restSen, paymentIds }
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
  /** What is not owed is recorded too, to be given back. */
  notOwed?: boolean | undefined
  /** Of the booking or order as the administrator saw it; absent, nothing is compared. */
  version?: string | undefined
  /** Names this one payment: recorded again under it, it is the same. */
  key: string
  actor: string
  now: Date
}

/** `owedSen`: what is still owed after it; `surplusSen`: what of it is to be given back. */
export type Recorded = { paymentId: number; owedSen: number; surplusSen: number }

/**
 * Records money that the studio received itself for a booking or an order that owes something, with
 * its receipt. What waited for its payment and owes nothing any more is confirmed; a part keeps it,
 * without a deadline, until the rest comes or the owner decides (docs/decisions/040). An open payment
 * of the customer's is closed first. What is not owed, or came for what is over, is recorded with `notOwed`
 * alone (`takeMoney`). Throws not_found, version_conflict, payment_in_progress, idempotency_mismatch, and
 * without it not_changeable for what is over and invalid_request (amountSen) above what is owed.
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
  if (known.isOver) await settlement.releaseExpiredHolds?.(settlements, { id: 0, ...about })
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
  { about, sen, method, key, version, notOwed = false }: RecordedPayment,
): Promise<Owing | Recorded> {
  const owing = await settlement.owing(tx, about)
  if (!owing) throw new Problem('not_found')
  const before = await tx.payment.findUnique({ where: { idempotencyKey: key } })
  if (before) {
    const surplus = await tx.payment.findUnique({ where: { idempotencyKey: `${key}:surplus` } })
    const surplusSen = surplus ? senOf(surplus.amount) : 0
    const isSame =
      before.saleId === owing.sale.id &&
      senOf(before.amount) + surplusSen === sen &&
      before.method === method
    if (!isSame) throw new Problem('idempotency_mismatch')
    return { paymentId: before.id, owedSen: owing.owedSen, surplusSen }
  }
  if (owing.isOver && !notOwed)
    throw new Problem('not_changeable', { sentence: 'nothing_owed_over' })
  assertVersion(owing, version)
  if (sen > owing.owedSen && !notOwed)
    throw new Problem('invalid_request', { fields: { amountSen: 'more_than_owed' } })
  return owing
}

/** While Stripe is away it stays open: what is paid with it then is paid twice, and goes back. */
async function closeOpen(
  settlements: Settlements,
  where: { bookingId: number | null; orderId: number | null; purpose: string },
): Promise<void> {
  const closed = await closePayments(settlements, where).catch((error: unknown) => {
    if (isStripeAway(error)) return null
    throw error
  })
  if (closed === 'in_flight')
    throw new Problem('payment_in_progress', { sentence: 'customer_is_paying' })
}

async function receive(
  tx: Tx,
  settlement: Settlement,
  { about, sen, method, date, reference, key, actor, now }: RecordedPayment,
  owing: Owing,
): Promise<Recorded> {
  const at = receivedAt(date, now)
  const taken = await takeMoney(tx, settlement, owing, {
    sen,
    method,
    note: reference,
    at,
    now,
    key,
  })
  const [paymentId = 0] = taken.paymentIds
  await recordChange(tx, {
    actor,
    action: 'paid',
    entity: about.bookingId === null ? 'order' : 'booking',
    entityId: about.bookingId ?? about.orderId ?? 0,
    before: null,
    // Not the reference: it is free text.
    after: {
      ...{ payment: paymentId, amount: toDecimal(sen), method, date },
      ...(taken.surplusSen > 0 && { surplus: toDecimal(taken.surplusSen) }),
    },
  })
  const payment = await tx.payment.findUniqueOrThrow({ where: { id: paymentId } })
  const isSale = taken.keptSen > 0
  await issueDocuments(tx, settlement, payment, { ...RECEIPT, isSale, at, now })
  return { paymentId, owedSen: taken.owedSen, surplusSen: taken.surplusSen }
}
