import 'server-only'
import { recordChange } from '@/lib/audit/record'
import type { Tx } from '@/lib/db'
import { toDecimal } from '@/lib/money'

type Paid = { id: number; bookingId: number | null; orderId: number | null }

/** What a refund is about in the audit log: the payment itself where it belongs to nothing. */
export function refundSubject({ id, bookingId, orderId }: Paid) {
  if (bookingId !== null) return { entity: 'booking', entityId: bookingId } as const
  return orderId === null
    ? ({ entity: 'payment', entityId: id } as const)
    : ({ entity: 'order', entityId: orderId } as const)
}

/**
 * In the transaction that finds it: a refund that was asked for was not made. `refused`: Stripe made
 * none; `failed`: the bank returned it.
 */
export const recordUnmadeRefund = (
  tx: Pick<Tx, 'auditLog'>,
  payment: Paid,
  { sen, why }: { sen: number; why: 'refused' | 'failed' },
) =>
  recordChange(tx, {
    actor: 'stripe',
    action: `refund_${why}`,
    ...refundSubject(payment),
    before: null,
    after: { amount: toDecimal(sen), payment: payment.id },
  })
