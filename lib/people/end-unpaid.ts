import 'server-only'
import { releaseHold } from '@/lib/bookings/expire'
import { db } from '@/lib/db'
import { closeOrder } from '@/lib/orders/close'

/** Ids of holds and orders that nothing was paid for. */
export type Unpaid = { bookings: number[]; orders: number[] }

/** The unpaid holds and orders with this email (in lower case), also when a stranger typed it. */
export async function unpaidOf(email: string): Promise<Unpaid> {
  const bookings = await db().$queryRaw<{ id: number }[]>`
    SELECT b.id FROM bookings b WHERE lower(b.email) = ${email} AND b.status = 'pending'
      AND b.hold_expires_at IS NOT NULL
      AND NOT EXISTS (SELECT 1 FROM payments p WHERE p.booking_id = b.id AND p.status = 'succeeded')`
  const orders = await db().$queryRaw<{ id: number }[]>`
    SELECT o.id FROM video_editing_orders o
    WHERE lower(o.customer_email) = ${email} AND o.status = 'pending'
      AND NOT EXISTS (SELECT 1 FROM payments p WHERE p.order_id = o.id AND p.status = 'succeeded')`
  return { bookings: bookings.map(({ id }) => id), orders: orders.map(({ id }) => id) }
}

/**
 * Ends unpaid holds and orders, after closing their payments at Stripe; outside any transaction.
 * What is paid, or being paid, stays. Throws unavailable while Stripe is away.
 */
export async function endUnpaid({ bookings, orders }: Unpaid): Promise<void> {
  for (const id of bookings) await releaseHold({ bookingId: id })
  for (const id of orders) await closeOrder(id, 'expired')
}
