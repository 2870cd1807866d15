import 'server-only'
import { attemptWithin, databaseNow, db, transaction, type Prisma, type Tx } from '@/lib/db'
import type { PartRefund } from '@/lib/generated/prisma/client'
import { eachByItself } from '@/lib/each'
import { errorFields, log } from '@/lib/log'
import { senOf } from '@/lib/money'
import { issueNotes, issueReceipt, type RefundToNote } from '@/lib/receipts/issue'
import type { RefundFact } from './facts'
import { CURRENCY, keptOf } from '@/lib/sales/money'
import { settlementFor, type SettledPayment, type Settlement, type Settlements } from './settlement'

type Money = {
  /** The payment was accepted for a purchase. */
  isSale: boolean
  /** When the money arrived. */
  at: Date
  reference: string | null
  refunds: readonly RefundToNote[]
  now: Date
}

/**
 * Issues what a payment's money asks for and has not been issued: its receipt, a credit note for
 * each refund that was paid out (docs/decisions/030), and tells the customer. The last step of the
 * transaction that writes what the payment has become, whose row the caller holds; called again it
 * changes nothing. Money at Stripe that paid for nothing (late, twice, unknown) has no documents.
 *
 * Money never waits for a document: one that cannot be issued is undone alone, noted on the payment
 * for the administrator, and tried again by `issueMissingDocuments` or the reconciler.
 */
export async function issueDocuments(
  tx: Tx,
  settlement: Settlement,
  payment: SettledPayment,
  money: Money,
): Promise<void> {
  const { documentsFailingSince, _count } = await tx.payment.findUniqueOrThrow({
    where: { id: payment.id },
    select: { documentsFailingSince: true, _count: { select: { receipts: true } } },
  })
  const isIssued = _count.receipts > 0
  const isDue = isIssued ? money.refunds.length > 0 : money.isSale
  const failure = isDue
    ? await attemptWithin(tx, () => issueDue(tx, settlement, payment, { ...money, isIssued }))
    : null
  if (failure) {
    log.error({ paymentId: payment.id, ...errorFields(failure) }, 'document not issued')
    // The administrator sees it, also where they had looked after something else of this payment.
    if (documentsFailingSince === null)
      await tx.payment.update({
        where: { id: payment.id },
        data: { documentsFailingSince: money.now, handledAt: null },
      })
  } else if (documentsFailingSince !== null)
    await tx.payment.update({ where: { id: payment.id }, data: { documentsFailingSince: null } })
  await settlement.tell(tx, payment)
}

async function issueDue(
  tx: Tx,
  settlement: Settlement,
  payment: SettledPayment,
  { isIssued, at, reference, refunds }: Money & { isIssued: boolean },
): Promise<void> {
  if (!isIssued) {
    const sold = await settlement.sold(tx, payment)
    if (sold.price.totalSen === 0) return
    const { method } = await tx.payment.findUniqueOrThrow({ where: { id: payment.id } })
    await issueReceipt(tx, { paymentId: payment.id, at, method, reference }, sold)
  }
  await issueNotes(tx, payment.id, refunds)
}

/** The refunds that may need a note, oldest first; a pending refund needs none yet. */
export const refundsToNote = (refunds: readonly RefundFact[]): RefundToNote[] =>
  [...refunds]
    .reverse()
    .flatMap(({ id, amountSen, status }): RefundToNote[] =>
      status === 'succeeded'
        ? [{ id, amountSen, state: 'succeeded' }]
        : status === 'failed' || status === 'canceled'
          ? [{ id, amountSen, state: 'failed' }]
          : [],
    )

/** What was paid for takes place, or has. */
const STANDS = { status: { notIn: ['pending', 'cancelled', 'refunded'] } }

/**
 * Another sum than was due, or more than was owed, which the administrator has looked after and kept,
 * for a purchase that stands: a sale like any other, without having been linked.
 */
const ACCEPTED = {
  ...{ outcome: 'needs_attention', currency: CURRENCY },
  ...{ handledAt: { not: null }, receipts: { none: {} } },
  AND: [
    { OR: [{ reason: 'amount_mismatch' }, { reason: 'offline_refund', handledAs: 'kept' }] },
    {
      OR: [
        { purpose: 'booking', booking: STANDS },
        { purpose: 'order', order: STANDS },
      ],
    },
  ],
} satisfies Prisma.PaymentWhereInput

/**
 * Issues the receipts of kept payments that have none, oldest money first: those from before there
 * were receipts, accepted sums that did not fit, and last those that failed. Also notes of money given
 * back at the studio that failed; those of Stripe's refunds come with the reconciler's next reading.
 * Each in a transaction of its own.
 */
export async function issueMissingDocuments(settlements: Settlements, limit = 200): Promise<void> {
  const missing = await db().payment.findMany({
    where: {
      amount: { gt: 0 },
      NOT: { booking: { undoableAct: { until: { gt: await databaseNow() } } } },
      OR: [
        { outcome: 'confirmed', receipts: { none: {} } },
        ACCEPTED,
        { documentsFailingSince: { not: null }, stripePaymentIntentId: null },
      ],
    },
    orderBy: [
      { documentsFailingSince: { sort: 'asc', nulls: 'first' } },
      { succeededAt: 'asc' },
      { id: 'asc' },
    ],
    take: limit,
    select: { id: true },
  })
  await issueEach(settlements, missing)
}

/**
 * Receipts of money whose act can no longer be taken back at `now`: before the mails that wait for the same
 * moment, so that these have them. All of them, `atOnce` read at a time; one that fails is passed over.
 */
export async function issueAfterActs(
  settlements: Settlements,
  now: Date,
  atOnce = 200,
): Promise<void> {
  for (let last = 0; ;) {
    const due = await db().$queryRaw<{ id: number }[]>`
      SELECT p.id FROM undoable_acts a JOIN payments p ON p.booking_id = a.booking_id
      WHERE p.id > ${last}::int AND a.until <= ${now.toISOString()}::timestamptz
        AND p.outcome = 'confirmed' AND p.amount > 0
        AND p.stripe_payment_intent_id IS NULL AND p.documents_failing_since IS NULL
        AND NOT EXISTS (SELECT FROM receipts r WHERE r.payment_id = p.id)
      ORDER BY p.id LIMIT ${atOnce}::int`
    await issueEach(settlements, due)
    const next = due.at(-1)?.id
    if (next === undefined || due.length < atOnce) return
    last = next
  }
}

const issueEach = (settlements: Settlements, payments: readonly { id: number }[]) =>
  eachByItself(payments, 'missing document', ({ id }) =>
    transaction((tx) => issueMissing(tx, settlements, id)),
  )

async function issueMissing(tx: Tx, settlements: Settlements, id: number): Promise<void> {
  await tx.$executeRaw`SELECT 1 FROM payments WHERE id = ${id} FOR UPDATE`
  const payment = await tx.payment.findUniqueOrThrow({ where: { id } })
  const isAccepted =
    keptOf(payment) > 0 && (await tx.payment.count({ where: { id, ...ACCEPTED } })) > 0
  const isOffline = payment.stripePaymentIntentId === null
  await issueDocuments(tx, settlementFor(settlements, payment.purpose), payment, {
    isSale: payment.outcome === 'confirmed' || isAccepted,
    at: payment.succeededAt ?? payment.createdAt,
    reference: payment.stripePaymentIntentId,
    refunds: isOffline
      ? await givenBackAtStudio(tx, payment)
      : await givenBackByHand(tx, payment.id),
    now: new Date(),
  })
  // A part of it may have gone back before: the reconciler's next reading issues its note.
  if (isAccepted && senOf(payment.refundedAmount) > 0)
    await tx.payment.update({ where: { id }, data: { syncDue: true } })
}

/**
 * Issues the receipts of a booking that waited for an act: another follows it, so it stands. The caller
 * holds the rows of the payments.
 */
export async function issueWaiting(tx: Tx, settlements: Settlements, bookingId: number) {
  const waiting = await tx.payment.findMany({
    where: {
      ...{ bookingId, amount: { gt: 0 }, outcome: 'confirmed', stripePaymentIntentId: null },
      ...{ receipts: { none: {} }, documentsFailingSince: null },
    },
    orderBy: { id: 'asc' },
    select: { id: true },
  })
  for (const { id } of waiting) await issueMissing(tx, settlements, id)
}

/** What the studio gave back itself of a payment, as it was recorded. */
export async function givenBackByHand(tx: Tx, paymentId: number): Promise<RefundToNote[]> {
  const parts = await tx.partRefund.findMany({
    where: { paymentId, method: { not: null } },
    orderBy: { id: 'asc' },
  })
  return parts.map(noteOfPart)
}

const noteOfPart = ({ id, amount, method }: PartRefund): RefundToNote => ({
  ...{ id: null, part: id, amountSen: senOf(amount), state: 'succeeded' },
  ...(method !== null && { method }),
})

/** What was given back at the studio of a payment, in parts and at last all of it. */
export async function givenBackAtStudio(
  tx: Tx,
  { id, refundedAmount }: { id: number; refundedAmount: Prisma.Decimal },
): Promise<RefundToNote[]> {
  const parts = (
    await tx.partRefund.findMany({ where: { paymentId: id }, orderBy: { id: 'asc' } })
  ).map(noteOfPart)
  const restSen = parts.reduce((rest, { amountSen }) => rest - amountSen, senOf(refundedAmount))
  return restSen > 0 ? [...parts, { id: null, amountSen: restSen, state: 'succeeded' }] : parts
}
