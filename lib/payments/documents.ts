import 'server-only'
import { db, transaction, type Tx } from '@/lib/db'
import { issueNotes, issueReceipt, type RefundToNote } from '@/lib/receipts/issue'
import type { RefundFact } from './facts'
import { settlementFor, type SettledPayment, type Settlement, type Settlements } from './settlement'

type Money = {
  /** The payment was accepted for a purchase. */
  isSale: boolean
  /** When the money arrived. */
  at: Date
  method: string | null
  reference: string | null
  refunds: readonly RefundToNote[]
  /** The customer gets a separate mail about the refund. */
  hasRefundMail: boolean
  now: Date
}

/**
 * Issues the documents that a payment's money requires and that are missing: its receipt, and a
 * credit note with its mail for each refund that was paid out (docs/decisions/030). The last step
 * of the transaction that records the payment's state, whose row the caller has locked; calling it
 * again changes nothing. Money that paid for nothing (late, twice, unknown) has no documents.
 */
export async function issueDocuments(
  tx: Tx,
  settlement: Settlement,
  payment: SettledPayment,
  { isSale, at, method, reference, refunds, hasRefundMail, now }: Money,
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
      await settlement.queueCreditNote(tx, { ...payment, documentId, hasRefundMail })
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

/**
 * Issues the receipts of kept payments that have none, oldest first: those from before receipts
 * existed. Each in a transaction of its own, dated when its money arrived.
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
        hasRefundMail: false,
        now: new Date(),
      })
    })
}
