import 'server-only'
import { assertVersion, recordChange } from '@/lib/audit/record'
import { transaction, type Prisma, type Tx } from '@/lib/db'
import { givenBackAtStudio, issueDocuments } from '@/lib/payments/documents'
import { offPriceOf, replaceParts, settleFailed, sumParts } from '@/lib/payments/part-refunds'
import { refundSubject } from '@/lib/payments/refund-log'
import { goesBackByHand, reasonOfRefund } from '@/lib/payments/rules'
import { refundNow } from '@/lib/payments/sync'
import { settlementFor, type Purpose } from '@/lib/payments/settlement'
import { Problem } from '@/lib/problem'
import { toDecimal } from '@/lib/money'
import { isOurCurrency, keptOf, refundablePartOf, type HandledAs } from '@/lib/sales/money'
import { settlements } from '@/lib/settlements'
import { handledWays } from './rules'
import type { AlertKind } from './schema'

type Handling = { id: number; note: string; version?: string | undefined; actor: string; now: Date }
type Row = {
  id: number
  kind: AlertKind | null
  outcome: string | null
  purpose: string
  reason: string | null
  refundReason: string | null
  intentId: string | null
  bookingId: number | null
  orderId: number | null
  currency: string
  receivedAmount: Prisma.Decimal | null
  returnedAmount: Prisma.Decimal
  lostAmount: Prisma.Decimal
  updatedAt: Date
}

/** Throws not_found, version_conflict. */
export async function locked(tx: Tx, id: number, version?: string): Promise<Row> {
  await tx.$executeRaw`SELECT 1 FROM payments WHERE id = ${id} FOR UPDATE`
  const [row] = await tx.$queryRaw<Row[]>`
    SELECT p.id, a.kind, outcome, purpose, reason, refund_reason AS "refundReason",
      stripe_payment_intent_id AS "intentId", booking_id AS "bookingId", order_id AS "orderId", currency,
      received_amount AS "receivedAmount", returned_amount AS "returnedAmount",
      lost_amount AS "lostAmount", updated_at AS "updatedAt"
    FROM payments p LEFT JOIN payment_alerts a ON a.payment_id = p.id WHERE p.id = ${id}`
  if (!row) throw new Problem('not_found')
  assertVersion(row, version)
  return row
}

/** Throws not_found, version_conflict, and not_changeable when it does not wait for an administrator. */
async function waiting(tx: Tx, id: number, version?: string): Promise<Row & { kind: AlertKind }> {
  const row = await locked(tx, id, version)
  const { kind } = row
  if (kind === null) throw new Problem('not_changeable', { sentence: 'payment_settled' })
  return { ...row, kind }
}

/**
 * In one transaction with its audit row, which says what became of the money where some was to be
 * decided about. The outcome stays; any later change of the money puts the payment back on the list.
 * A refund that is due is made automatically and cannot be marked as handled. Throws as `waiting`, and
 * invalid_request (money) where it does not say which of several, or says what is not possible.
 */
export const markHandled = ({
  id,
  note,
  money = null,
  version,
  actor,
  now,
}: Handling & { money?: HandledAs | null | undefined }): Promise<void> =>
  transaction(async (tx) => {
    const { outcome, kind, ...payment } = await waiting(tx, id, version)
    if (outcome === 'refund_due')
      throw new Problem('not_changeable', { sentence: 'payment_settled' })
    const row = await tx.payment.findUniqueOrThrow({ where: { id } })
    const ways = handledWays(kind, row, now)
    const [only = null] = ways
    const handledAs = ways.length === 1 && money === null ? only : money
    if (ways.length === 0 ? handledAs !== null : !handledAs || !ways.includes(handledAs))
      throw new Problem('invalid_request', { fields: { money: 'choice' } })
    await tx.payment.update({ where: { id }, data: { note, handledAt: now, handledAs } })
    // What could not go back of it is looked after: what fails later is another sum.
    await settleFailed(tx, id)
    await sumParts(tx, [id])
    // What was to be given back at the studio is kept.
    if (payment.purpose !== 'unmatched') {
      const settlement = settlementFor(settlements, payment.purpose)
      await settlement.recount(tx, payment)
      await settlement.tell(tx, payment)
    }
    await recordChange(tx, {
      actor,
      action: 'handled',
      entity: 'payment',
      entityId: id,
      before: { handled: false },
      // The note is free text: the log could not be rid of a name in it.
      after: { handled: true, ...(handledAs && { money: handledAs }) },
    })
  })

/**
 * Records what money was for: unmatched money, for an unpaid booking or order that is still active,
 * or another sum than was due, which the administrator accepts. From then on it is the payment of
 * that booking or order. Throws not_found, version_conflict, not_changeable, and invalid_request
 * when it does not fit or is of another currency.
 */
export async function linkPayment({
  id,
  bookingId,
  orderId,
  note,
  version,
  actor,
  now,
}: Handling & { bookingId: number | null; orderId: number | null }): Promise<void> {
  await transaction(async (tx) => {
    const payment = await locked(tx, id, version)
    const purpose = bookingId === null ? 'order' : 'booking'
    const isOther =
      payment.reason === 'amount_mismatch' &&
      (payment.purpose !== purpose ||
        payment.bookingId !== bookingId ||
        payment.orderId !== orderId)
    const isLinkable = payment.reason === 'unmatched' || payment.reason === 'amount_mismatch'
    if (payment.outcome !== 'needs_attention' || !isLinkable)
      throw new Problem('not_changeable', { sentence: 'payment_settled' })
    const field = bookingId === null ? 'orderId' : 'bookingId'
    if (isOther)
      throw new Problem('invalid_request', {
        fields: { [field]: bookingId === null ? 'link_order' : 'link_booking' },
      })
    if (!isOurCurrency(payment))
      throw new Problem('invalid_request', { fields: { [field]: 'link_currency' } })
    const settlement = settlementFor(settlements, purpose)
    await settlement.link(tx, { id, bookingId, orderId }, now)
    const { id: saleId } = await tx.sale.findFirstOrThrow({
      where: { bookingId, orderId, kind: bookingId === null ? 'edit' : 'session' },
    })
    await tx.payment.update({
      where: { id },
      data: {
        ...{ purpose, bookingId, orderId, note, saleId },
        ...{ outcome: 'confirmed', reason: null, handledAt: null },
        // What was accepted is what came.
        ...(payment.receivedAmount && { amount: payment.receivedAmount }),
        syncDue: true,
        syncVersion: { increment: 1 },
      },
    })
    await settlement.earn(tx, { id, bookingId, orderId })
    await recordChange(tx, {
      actor,
      action: 'link',
      entity: 'payment',
      entityId: id,
      before: { purpose: payment.purpose as Purpose },
      after: { bookingId, orderId },
    })
    await settlement.recount(tx, { id, bookingId, orderId })
    const paid = await tx.payment.findUniqueOrThrow({ where: { id } })
    await issueDocuments(tx, settlement, paid, {
      isSale: true,
      at: paid.succeededAt ?? now,
      reference: paid.stripePaymentIntentId,
      // The next reading of Stripe finds the refunds made before.
      refunds: [],
      now,
    })
  })
}

/**
 * Refunds a payment that is neither confirmed nor refunded, or tries again, also when it was marked
 * as handled, as long as its money is here. Money paid at the studio was returned there, which is
 * only recorded. Throws not_found, and not_changeable for any other payment and when Stripe
 * refuses.
 */
export async function refundPayment({ id, actor }: { id: number; actor: string }): Promise<void> {
  const isAtStripe = await transaction(async (tx) => {
    const payment = await locked(tx, id)
    // Stripe was away: try now instead of waiting for the reconciler.
    if (payment.outcome === 'refund_due') return true
    if (payment.outcome !== 'needs_attention')
      throw new Problem('not_changeable', { sentence: 'payment_settled' })
    if (goesBackByHand({ ...payment, stripePaymentIntentId: payment.intentId }))
      throw new Problem('not_changeable', { sentence: 'refund_by_hand' })
    const keptSen = keptOf(await tx.payment.findUniqueOrThrow({ where: { id } }))
    const reason = reasonOfRefund(payment)
    const outcome = payment.intentId ? 'refund_due' : 'refunded'
    if (payment.intentId) {
      await tx.payment.update({
        where: { id },
        data: {
          ...{ outcome, reason, refundKey: null },
          ...{ stripeRefundId: null, refusal: null, handledAt: null },
        },
      })
      await replaceParts(tx, [id])
    } else
      await tx.$executeRaw`
        UPDATE payments SET outcome = ${outcome}, refund_status = 'succeeded', refunded_amount = amount,
          updated_at = now()
        WHERE id = ${id}`
    await recordChange(tx, {
      actor,
      action: payment.intentId ? 'refund_asked' : 'refund',
      ...refundSubject(payment),
      before: null,
      after: { amount: toDecimal(keptSen), payment: id },
    })
    if (!payment.intentId) await noteOfflineRefund(tx, id)
    return payment.intentId !== null
  })
  if (isAtStripe) await refundNow(settlements, [id])
}

/** Money was returned at the studio: it no longer counts, and has its credit note. */
async function noteOfflineRefund(tx: Tx, id: number): Promise<void> {
  const payment = await tx.payment.findUniqueOrThrow({ where: { id } })
  await settlementFor(settlements, payment.purpose).takeBack(tx, payment, 'refunded')
  await settlementFor(settlements, payment.purpose).recount(tx, payment)
  const now = new Date()
  await issueDocuments(tx, settlementFor(settlements, payment.purpose), payment, {
    isSale: false,
    at: now,
    reference: null,
    refunds: await givenBackAtStudio(tx, payment),
    now,
  })
}

type Part = {
  id: number
  amountSen: number
  reason: string | null
  version?: string | undefined
  actor: string
  now: Date
}

/**
 * Gives a part of a settled payment back: by Stripe, now or once it answers, or as it was done at the
 * studio. What is booked or ordered stays as it is, and costs that much less. Throws not_found,
 * version_conflict, not_changeable for a payment that is not settled and when Stripe refuses, and
 * invalid_request (amountSen) above what is here and not going back.
 */
export async function refundPart(part: Part): Promise<void> {
  const isAtStripe = await transaction((tx) => startPart(tx, part))
  if (isAtStripe) await refundNow(settlements, [part.id])
}

async function startPart(
  tx: Tx,
  { id, amountSen, reason, version, actor, now }: Part,
): Promise<boolean> {
  const { intentId } = await locked(tx, id, version)
  const payment = await tx.payment.findUniqueOrThrow({ where: { id } })
  if (payment.outcome !== 'confirmed') throw new Problem('not_changeable')
  const mostSen = refundablePartOf(payment)
  if (amountSen > mostSen || !isOurCurrency(payment))
    throw new Problem('invalid_request', { fields: { amountSen: 'refund_amount' } })
  await tx.partRefund.create({
    data: {
      paymentId: id,
      amount: toDecimal(amountSen),
      offPrice: toDecimal(await offPriceOf(tx, payment, amountSen)),
      reason,
      status: intentId ? 'due' : 'made',
    },
  })
  // An earlier part that failed is tried again with this one.
  if (intentId) await settleFailed(tx, id, amountSen)
  else
    await tx.payment.update({
      where: { id },
      data: {
        refundedAmount: { increment: toDecimal(amountSen) },
        refundStatus: 'succeeded',
        ...(amountSen === mostSen && { outcome: 'refunded' }),
      },
    })
  await sumParts(tx, [id])
  await endFailure(tx, id)
  await recordChange(tx, {
    actor,
    // Of what Stripe has, it is asked after this transaction.
    action: intentId ? 'refund_asked' : 'refund',
    ...refundSubject(payment),
    before: null,
    after: { amount: toDecimal(amountSen), payment: id }, // Not the reason: it is free text.
  })
  const settlement = settlementFor(settlements, payment.purpose)
  await settlement.recount(tx, payment)
  const paid = await tx.payment.findUniqueOrThrow({ where: { id } })
  await issueDocuments(tx, settlement, paid, {
    isSale: false,
    at: now,
    reference: null,
    refunds: intentId ? [] : await givenBackAtStudio(tx, paid),
    now,
  })
  return intentId !== null
}

/** A settled payment of whose parts that failed nothing is left is as it was before; true where it is. */
export async function endFailure(tx: Tx, id: number): Promise<boolean> {
  const ended = await tx.$executeRaw`
    UPDATE payments SET reason = refund_reason, refund_reason = NULL, refusal = NULL
    WHERE id = ${id} AND outcome = 'confirmed' AND reason = 'refund_failed' AND part_failed = 0`
  return ended > 0
}
