import 'server-only'
import { db, transaction } from '@/lib/db'
import type { Untrue } from '@/lib/mail/outbox'
import type { AboutOrder, MailContent } from '@/lib/mail/schema'
import { moneyOf } from '@/lib/sales/money'
import { orderMailFacts } from './notices'
import { PAID_STATUSES } from './rules'

/**
 * What a queued mail about an order says now: everything in it is read again from the order and its
 * payments. Untrue when what the mail is for no longer holds.
 */
export async function orderMailNow(content: AboutOrder): Promise<MailContent | Untrue> {
  const id = content.payload.orderId
  const found = await db().videoEditingOrder.findUnique({ where: { id } })
  if (!found) return { untrue: 'order_deleted' }
  const { payload: fresh } = await transaction((tx) => orderMailFacts(tx, id))
  const isPaid = (PAID_STATUSES as readonly string[]).includes(found.status)
  if (content.kind === 'order_refunded') {
    const { payload } = content
    const where = { orderId: id, id: payload.paymentId ?? 0 }
    const payments = await db().payment.findMany({ where })
    return { ...content, payload: { ...payload, ...fresh, money: moneyOf(payments) } }
  }
  if (!isPaid) return { untrue: `order_${found.status}` }
  switch (content.kind) {
    case 'studio_order': {
      const { manageToken: _customers, ...forStudio } = fresh
      return { ...content, payload: forStudio }
    }
    case 'order_received':
      return { ...content, payload: { ...fresh, paymentId: content.payload.paymentId } }
    case 'order_footage':
      return { ...content, payload: fresh }
    case 'order_delivered': {
      const { link, round } = content.payload
      return { ...content, payload: { ...fresh, link, round } }
    }
  }
}
