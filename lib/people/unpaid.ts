import 'server-only'
import { Prisma, type Tx } from '@/lib/db'

/**
 * Holds and orders that ended without payment and match `bookings` and `orders` (conditions on `b`
 * and `o`), with their payments, add-ons and mails. Only where every payment is closed at Stripe:
 * what can still be paid stays, and so does what was ever paid, and a transfer that nobody has
 * decided. Returns how many of each there were.
 */
export async function deleteUnpaid(
  tx: Tx,
  { bookings, orders }: { bookings: Prisma.Sql; orders: Prisma.Sql },
): Promise<{ bookings: number; video_editing_orders: number }> {
  const holds = await ids(
    tx,
    Prisma.sql`
    SELECT b.id FROM bookings b WHERE b.status = 'cancelled'
      AND b.cancel_reason IN ('expired', 'released') AND ${bookings}
      AND NOT booking_is_under_way(b)
      AND NOT EXISTS (SELECT 1 FROM payments p WHERE p.booking_id = b.id AND p.status <> 'canceled')
      AND NOT EXISTS (SELECT 1 FROM booking_upgrades u WHERE u.booking_id = b.id)
      AND NOT EXISTS (SELECT 1 FROM membership_sessions s WHERE s.booking_id = b.id) FOR UPDATE`,
  )
  const ended = await ids(
    tx,
    Prisma.sql`
    SELECT o.id FROM video_editing_orders o WHERE o.status = 'cancelled'
      AND o.cancel_reason IN ('expired', 'replaced') AND ${orders}
      AND NOT EXISTS (SELECT 1 FROM payments p WHERE p.order_id = o.id AND p.status <> 'canceled')
      FOR UPDATE`,
  )
  await deleteBookings(tx, holds)
  await deleteOrders(tx, ended)
  return { bookings: holds.length, video_editing_orders: ended.length }
}

const ids = async (tx: Tx, query: Prisma.Sql): Promise<number[]> =>
  (await tx.$queryRaw<{ id: number }[]>(query)).map(({ id }) => id)

/** With everything that refers to them; ledger rows of members stay without them. */
export async function deleteBookings(tx: Tx, list: readonly number[]): Promise<void> {
  const where = { bookingId: { in: [...list] } }
  await tx.bookingUpgrade.deleteMany({ where })
  await deleteReceipts(tx, where)
  await tx.payment.deleteMany({ where })
  await tx.mail.deleteMany({ where })
  await tx.booking.deleteMany({ where: { id: { in: [...list] } } })
}

/** The notes are deleted before the receipts that they correct. */
async function deleteReceipts(tx: Tx, payment: Prisma.PaymentWhereInput): Promise<void> {
  await tx.receipt.deleteMany({ where: { payment, receiptId: { not: null } } })
  await tx.receipt.deleteMany({ where: { payment } })
}

export async function deleteOrders(tx: Tx, list: readonly number[]): Promise<void> {
  const where = { orderId: { in: [...list] } }
  await deleteReceipts(tx, where)
  await tx.payment.deleteMany({ where })
  await tx.mail.deleteMany({ where })
  await tx.videoEditingOrder.deleteMany({ where: { id: { in: [...list] } } })
}
