import 'server-only'
import { recordChange } from '@/lib/audit/record'
import { forgetAccount } from '@/lib/bank-forms/form'
import { transaction, type Tx } from '@/lib/db'
import { toDecimal } from '@/lib/money'
import { givenBackAtStudio, givenBackByHand, issueDocuments } from '@/lib/payments/documents'
import { offPriceOf, settleFailed, sumParts } from '@/lib/payments/part-refunds'
import { receivedAt } from '@/lib/payments/record'
import { byHandSen, refundBarOf } from '@/lib/payments/rules'
import { settlementFor } from '@/lib/payments/settlement'
import { Problem } from '@/lib/problem'
import { isOurCurrency, isBeingDisputed, keptOf, type StudioMethod } from '@/lib/sales/money'
import { settlements } from '@/lib/settlements'
import { endFailure, locked } from './handle'

export type GivenBack = {
  id: number
  /** Absent: all that is kept. */
  amountSen: number | undefined
  method: StudioMethod
  /** The studio's day on which it was handed back or transferred. */
  date: string
  /** Its reference, and why, in the owner's words. */
  reference: string | null
  reason: string | null
  version?: string | undefined
  actor: string
  now: Date
}

/**
 * Records money that the studio gave back itself, with its credit note: of what it received itself, and
 * of what Stripe does not give back any more (docs/decisions/040). Throws not_found, version_conflict,
 * not_changeable where Stripe gives it back or nothing is to be given back, and invalid_request
 * (date; amountSen above what is here).
 */
export const recordGivenBack = (given: GivenBack): Promise<void> =>
  transaction(async (tx) => {
    const { id, method, reference, reason, actor, now } = given
    await locked(tx, id, given.version)
    const payment = await tx.payment.findUniqueOrThrow({ where: { id } })
    const isAtStripe = payment.stripePaymentIntentId !== null
    if (isAtStripe && refundBarOf(payment, now) === null)
      throw new Problem('not_changeable', { sentence: 'refund_at_stripe' })
    const isOpen = payment.outcome === 'confirmed' || payment.outcome === 'needs_attention'
    if (!isOpen || payment.purpose === 'unmatched' || isBeingDisputed(payment))
      throw new Problem('not_changeable', { sentence: 'payment_settled' })
    const mostSen = byHandSen(payment, now)
    const sen = given.amountSen ?? mostSen
    if (sen === 0 || sen > mostSen || !isOurCurrency(payment))
      throw new Problem('invalid_request', { fields: { amountSen: 'refund_amount' } })
    const returnedAt = receivedAt(given.date, now)
    const isPriced = payment.outcome === 'confirmed'
    await tx.partRefund.create({
      data: {
        ...{ paymentId: id, amount: toDecimal(sen), reason, status: 'made' },
        offPrice: toDecimal(isPriced ? await offPriceOf(tx, payment, sen) : 0),
        ...{ method, note: reference, returnedAt },
      },
    })
    const isAll = sen === keptOf(payment)
    await tx.payment.update({
      where: { id },
      data: {
        refundedAmount: { increment: toDecimal(sen) },
        ...(isAtStripe && {
          returnedAmount: { increment: toDecimal(sen) },
          syncVersion: { increment: 1 },
        }),
        refundStatus: 'succeeded',
        // The rest of a refund that failed is still to be given back: it stays where the owner sees it.
        ...(isAll && { outcome: 'refunded', ...endOf(payment) }),
      },
    })
    await settleFailed(tx, id, sen)
    await sumParts(tx, [id])
    const isFailureOver = !isAll && (await endFailure(tx, id))
    await recordChange(tx, {
      actor,
      action: 'refund',
      entity: payment.orderId === null ? 'booking' : 'order',
      entityId: payment.orderId ?? payment.bookingId ?? 0,
      before: null,
      // Neither reason nor reference: they are free text.
      after: { amount: toDecimal(sen), payment: id, method, date: given.date },
    })
    if (isAll || isFailureOver) await forgetAccount(tx, id)
    await tell(tx, id, { isAll, isPriced, now })
  })

/** Why it was refunded, where a refund of it had failed. */
const endOf = ({ reason, refundReason }: { reason: string | null; refundReason: string | null }) =>
  reason === 'refund_failed' ? { reason: refundReason, refundReason: null } : {}

type Given = { isAll: boolean; isPriced: boolean; now: Date }

async function tell(tx: Tx, id: number, { isAll, isPriced, now }: Given) {
  const payment = await tx.payment.findUniqueOrThrow({ where: { id } })
  const settlement = settlementFor(settlements, payment.purpose)
  if (isAll) await settlement.takeBack(tx, payment, 'refunded')
  await settlement.recount(tx, payment)
  await issueDocuments(tx, settlement, payment, {
    // An act that can be taken back has not issued its receipt yet.
    ...{ isSale: isPriced, at: payment.succeededAt ?? now, now },
    reference: payment.stripePaymentIntentId,
    refunds:
      payment.stripePaymentIntentId === null
        ? await givenBackAtStudio(tx, payment)
        : await givenBackByHand(tx, id),
  })
}
