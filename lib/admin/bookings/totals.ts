import 'server-only'
import { db } from '@/lib/db'
import { NOT_EXPIRED } from './queries'

/**
 * Revenue is the total of confirmed and completed bookings, pending are the holds that count. Reads
 * the few rows that triggers keep in booking_tally, not the history.
 */
export async function bookingTotals(): Promise<{
  revenue: string
  pending: number
  confirmed: number
  total: number
}> {
  const [row] = await db().$queryRaw<
    { revenue: string; confirmed: number; sold: number; pending: number }[]
  >`
    SELECT
      coalesce(sum(amount) FILTER (WHERE status IN ('confirmed', 'completed')), 0)
        ::decimal(14,2)::text AS revenue,
      coalesce(sum(bookings) FILTER (WHERE status = 'confirmed'), 0)::int AS confirmed,
      coalesce(sum(bookings), 0)::int AS sold,
      (SELECT count(*)::int FROM bookings b WHERE b.status = 'pending' AND ${NOT_EXPIRED}) AS pending
    FROM booking_tally`
  const { revenue = '0.00', confirmed = 0, sold = 0, pending = 0 } = row ?? {}
  return { revenue, pending, confirmed, total: sold + pending }
}

/** Compacts the rows that `bookingTotals` reads, so that this stays fast; the totals do not change. */
export const sumTally = (): Promise<number> => db().$executeRaw`
  WITH gone AS (DELETE FROM booking_tally RETURNING status, bookings, amount)
  INSERT INTO booking_tally (status, bookings, amount) SELECT status, sum(bookings), sum(amount)
    FROM gone GROUP BY status`
