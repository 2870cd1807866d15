import 'server-only'
import { db, transaction, type Tx } from '@/lib/db'
import { issueNotes, issueReceipt, type RefundToNote } from '@/lib/receipts/issue'
import type { RefundFact } from './facts'
import { settlementFor, type SettledPayment, type Settlement, type Settlements } from './settlement'

type Money = {
  /** The payment has paid for something and is kept. */
  isSale: boolean
  /** When the money came. */
  at: Date
  method: string | null
  reference: string | null
  refunds: readonly RefundToNote[]
  /** The customer is told of a refund by a mail of its own. */
  isTold: boolean
  now: Date
}

/**
 * Issues what a payment's money asks for and has not been issued: its receipt, a credit note for
 * each refund that was paid out, with its mail (docs/decisions/030). The last step of the
 * transaction that writes what the payment has become, whose row the caller holds; called again it
 * changes nothing. Money that paid for nothing (late, twice, unknown) has no documents.
 */
export async function issueDocuments(
  tx: Tx,
  settlement: Settlement,
  payment: SettledPayment,
  { isSale, at, method, reference, refunds, isTold, now }: Money,
): Promise<void> {
  const isIssued = (await tx.receipt.count({ where: { paymentId: payment.id } })) > 0
  if (!isIssued && !isSale) return
  if (!isIssued) {
    const sold = await settlement.sold(tx, payment)
    if (sold.price.totalSen === 0) return
    await issueReceipt(tx, { paymentId: payment.id, at, method, reference }, sold)
  }
  const notes = await issueNotes(tx, payment.id, refunds, now)
  for (const { id: documentId, kind } of notes)
    if (kind === 'credit_note')
      await settlement.queueCreditNote(tx, { ...payment, documentId, isTold })
}

/** The refunds that a note may be due for, oldest first; one on its way is none yet. */
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

/**
 * Issues the receipts of kept payments that have none, oldest money first: those from before there
 * were receipts. Each in a transaction of its own, dated when its money came.
 */
export async function issueMissingReceipts(settlements: Settlements, limit = 200): Promise<void> {
  const missing = await db().payment.findMany({
    where: { outcome: 'confirmed', amount: { gt: 0 }, receipts: { none: {} } },
    orderBy: [{ succeededAt: 'asc' }, { id: 'asc' }],
    take: limit,
    select: { id: true },
  })
  for (const { id } of missing)
    await transaction(async (tx) => {
      await tx.$executeRaw`SELECT 1 FROM payments WHERE id = ${id} FOR UPDATE`
      const payment = await tx.payment.findUniqueOrThrow({ where: { id } })
      const isOffline = payment.stripePaymentIntentId === null
      await issueDocuments(tx, settlementFor(settlements, payment.purpose), payment, {
        isSale: payment.outcome === 'confirmed',
        at: payment.succeededAt ?? payment.createdAt,
        method: isOffline ? 'offline' : payment.cardFingerprint ? 'card' : null,
        reference: payment.stripePaymentIntentId,
        refunds: [],
        isTold: false,
        now: new Date(),
      })
    })
}
