import 'server-only'
import { Prisma } from '@/lib/db'

/**
 * SQL: whether booking `b` is still asked for money, as `askedSen` has it: it waits for it without a
 * deadline, or was sold to be paid later. What was sold so stays in `on_account` when it is paid:
 * without this, whoever has ever paid later would be among those who owe.
 */
export const isAsked = Prisma.sql`((b.status = 'pending' AND b.hold_expires_at IS NULL)
    OR (b.status IN ('confirmed', 'completed') AND b.on_account > 0))
  AND b.total_amount > (SELECT coalesce(sum(p.off_price + s.came - s.gone), 0) FROM payments p,
    payment_share(p.booking_id, p.order_id, p.method, p.currency, p.outcome, p.reason, p.handled_at,
      coalesce(p.received_amount, p.amount), p.refunded_amount, p.lost_amount, p.part_due,
      coalesce(p.succeeded_at, p.created_at)) s
    WHERE p.booking_id = b.id)`
