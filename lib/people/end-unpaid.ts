import 'server-only'
import { releaseHold } from '@/lib/bookings/expire'
import { db } from '@/lib/db'
import { closeOrder } from '@/lib/orders/close'
import { isOfSubject, type DataSubject } from './subject'

export type Unpaid = { bookings: number[]; orders: number[] }

/** Also what a stranger typed their email into. */
export async function unpaidOf(person: DataSubject): Promise<Unpaid> {
  const bookings = await db().$queryRaw<{ id: number }[]>`
    SELECT b.id FROM bookings b WHERE ${isOfSubject(person, 'bookings', 'b')} AND b.status = 'pending'
      AND b.hold_expires_at IS NOT NULL AND NOT transfer_waits(b)
      AND NOT EXISTS (SELECT 1 FROM payments p WHERE p.booking_id = b.id AND p.status = 'succeeded')`
  const orders = await db().$queryRaw<{ id: number }[]>`
    SELECT o.id FROM video_editing_orders o
    WHERE ${isOfSubject(person, 'orders', 'o')} AND o.status = 'pending'
      AND NOT EXISTS (SELECT 1 FROM payments p WHERE p.order_id = o.id AND p.status = 'succeeded')`
  return { bookings: bookings.map(({ id }) => id), orders: orders.map(({ id }) => id) }
}

/** At Stripe first, outside any transaction; not what is paid or being paid. Throws unavailable. */
export async function endUnpaid({ bookings, orders }: Unpaid): Promise<void> {
  for (const id of bookings) await releaseHold({ bookingId: id })
  for (const id of orders) await closeOrder(id, 'expired')
}
