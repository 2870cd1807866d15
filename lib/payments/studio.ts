import 'server-only'
import { randomUUID } from 'node:crypto'
import type { Tx } from '@/lib/db'
import { toDecimal } from '@/lib/money'
import { issueDocuments } from './documents'
import { purposeOf } from './open'
import type { Settlement } from './settlement'

type Received = {
  sale: { id: number; kind: string; bookingId: number | null; orderId: number | null }
  sen: number
  method: string
  /** Its reference, in the administrator's own words. */
  note: string | null
  now: Date
}

/**
 * Records money that the studio received itself: a payment like any other, with its receipt, and the
 * customer is told. The caller has locked what it is for.
 */
export async function receiveAtStudio(
  tx: Tx,
  settlement: Settlement,
  { sale, sen, method, note, now }: Received,
): Promise<{ id: number }> {
  const payment = await tx.payment.create({
    data: {
      ...{ saleId: sale.id, bookingId: sale.bookingId, orderId: sale.orderId },
      purpose: purposeOf(sale),
      idempotencyKey: randomUUID(),
      amount: toDecimal(sen),
      ...{ status: 'succeeded', outcome: 'confirmed', reason: 'offline', succeededAt: now },
      ...{ method, note },
    },
  })
  await issueDocuments(tx, settlement, payment, {
    isSale: true,
    at: now,
    reference: null,
    refunds: [],
    now,
  })
  return payment
}
