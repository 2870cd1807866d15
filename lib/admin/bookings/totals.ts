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

/** Adds what has changed of each day's payments to its row; the view payments_by_day does not change. */
export const sumPayments = (): Promise<number> => db().$executeRaw`
  WITH gone_rows AS (DELETE FROM payment_tally RETURNING day, sold, service_id, method, came, gone)
  INSERT INTO payment_days AS d (day, sold, service_id, method, came, gone)
    SELECT day, sold, service_id, method, sum(came), sum(gone) FROM gone_rows GROUP BY 1, 2, 3, 4
  ON CONFLICT (day, sold, service_id, method) DO UPDATE
    SET came = d.came + excluded.came, gone = d.gone + excluded.gone`

/** Compacts the rows that `bookingTotals` reads, so that this stays fast; the totals do not change. */
export const sumTally = (): Promise<number> => db().$executeRaw`
  WITH gone AS (DELETE FROM booking_tally RETURNING status, bookings, amount)
  INSERT INTO booking_tally (status, bookings, amount) SELECT status, sum(bookings), sum(amount)
    FROM gone GROUP BY status`
