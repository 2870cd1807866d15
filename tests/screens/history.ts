import pg from 'pg'
import { site } from '@/tests/support/e2e'

/**
 * Twelve weeks of sold sessions, once, so that the charts have something to show: two a day at
 * most, never two at a time.
 */
export async function soldSessions(): Promise<void> {
  const sql = new pg.Client({ connectionString: site().DATABASE_URL })
  await sql.connect()
  await sql
    .query(
      `WITH made AS (
        INSERT INTO bookings (service_id, studio_id, first_name, email, date, time, duration, starts_at, ends_at,
          total_amount, status, confirmed_at, completed_at, manage_token, created_at, updated_at)
        SELECT service.id, 1, 'Aina', 'sold' || n || '@example.com', to_char(day, 'YYYY-MM-DD'), to_char(hour, 'FM00') || ':00', 'hourly',
          (day + make_interval(hours => hour)) AT TIME ZONE 'Asia/Kuala_Lumpur', (day + make_interval(hours => hour + 1)) AT TIME ZONE 'Asia/Kuala_Lumpur',
          service.hourly_rate, 'completed', day, day, 'sold' || n, day - interval '9 days', day
        FROM generate_series(1, 130) n, LATERAL (SELECT date_trunc('day', now() AT TIME ZONE 'Asia/Kuala_Lumpur') - make_interval(days => 1 + n % 78) AS day, 9 + (n / 78) * 5 + n * n % 5 AS hour) AS past,
          LATERAL (SELECT id, hourly_rate FROM services WHERE NOT is_add_on ORDER BY id * n % 7, id LIMIT 1) AS service
        WHERE NOT EXISTS (SELECT 1 FROM bookings WHERE manage_token = 'sold1')
        RETURNING id, starts_at, ends_at, total_amount AS total),
      sold AS (INSERT INTO sales (kind, booking_id, lines, subtotal, tax_amount, tax_rate, tax_label, total_amount)
        SELECT 'session', id, jsonb_build_array(jsonb_build_object('kind', 'session', 'quantity', 1, 'unitSen', total * 100, 'amountSen', total * 100)), total, 0, 0, 'Tax', total FROM made)
      INSERT INTO slot_reservations (studio_id, booking_id, starts_at, ends_at) SELECT 1, id, starts_at, ends_at FROM made`,
    )
    .finally(() => sql.end())
}
