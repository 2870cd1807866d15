// A studio's history, written directly into its tables: most of it cancelled, because one room has
// few bookings. One in nine is completed, so that the smallest history fills a page of them too:
// pages of different lengths are not comparable.
import type pg from 'pg'
import { BOOKINGS } from './limits'

/** As many as the largest house that is measured has. */
const ROOMS = Math.max(...BOOKINGS.rooms)

export type Written = { reservations: number; ms: number }

/** The first `count` rooms are open and serve service 1. */
export async function openRooms(sql: pg.Client, count: number): Promise<void> {
  await sql.query(
    `UPDATE studios SET state = CASE WHEN id IN (SELECT id FROM studios ORDER BY id LIMIT ${count}) THEN 'offered' ELSE 'retired' END`,
  )
  await sql.query(
    `INSERT INTO service_rooms (service_id, studio_id) SELECT 1, id FROM studios ON CONFLICT DO NOTHING`,
  )
}

/**
 * Fills the bookings up to `total`, each a minute earlier than the last, and updates the planner's
 * statistics. Returns how many past reservations were written, and the milliseconds it took.
 */
export async function fillHistory(sql: pg.Client, total: number): Promise<Written> {
  // Its rooms; how many of them are open is decided by `openRooms`.
  await sql.query(
    `INSERT INTO studios (name, position, state) SELECT 'Room ' || n, n, 'retired' FROM generate_series(2, ${ROOMS}) n ON CONFLICT DO NOTHING`,
  )
  await sql.query(
    `WITH at AS (SELECT count(*)::int AS have FROM bookings), service AS (SELECT min(id) AS first, max(id) AS last FROM services WHERE NOT is_add_on),
      room AS (SELECT array_agg(id ORDER BY id) AS ids FROM studios),
      made AS (
        INSERT INTO bookings (studio_id, service_id, first_name, last_name, email, phone, phone_e164, date, time, duration, starts_at, ends_at,
          total_amount, status, cancel_reason, cancelled_at, confirmed_at, completed_at, manage_token, created_at, updated_at)
        SELECT room.ids[1 + n % ${ROOMS}], service.first + n % (service.last - service.first + 1), CASE WHEN n IN (11, 13, 17) THEN '晓雯' ELSE (ARRAY['Aina', '伟明', 'Kumar', 'Siti', 'Farid'])[1 + n % 5] END,
          (ARRAY['Rahman', '陈', 'Raj', 'Tan'])[1 + n % 4],
          CASE WHEN n IN (11, 13, 17) THEN 'needle' ELSE 'guest' END || n || '@example.com', '+60 12-' || digits, '+6012' || digits,
          to_char(moment AT TIME ZONE 'Asia/Kuala_Lumpur', 'YYYY-MM-DD'), '10:00', 'hourly', moment, moment + interval '1 hour', 107.17,
          CASE WHEN n % 9 = 0 THEN 'completed' WHEN n % 9 = 1 THEN 'confirmed' ELSE 'cancelled' END, CASE WHEN n % 9 < 2 THEN NULL WHEN n % 2 = 0 THEN 'admin' ELSE 'expired' END,
          CASE WHEN n % 9 >= 2 THEN moment END, CASE WHEN n % 9 < 2 THEN moment END, CASE WHEN n % 9 = 0 THEN moment END, 'history' || n, moment - interval '7 days', moment
        FROM at, service, room, generate_series(at.have + 1, $1::int) n, LATERAL (SELECT now() - n * interval '1 minute' AS moment, lpad((n * 48271::bigint % 10000000)::text, 7, '0') AS digits) AS time
        RETURNING id, status),
      sold AS (
        INSERT INTO sales (kind, booking_id, lines, subtotal, tax_amount, tax_rate, tax_label, total_amount)
        SELECT 'session', id, jsonb_build_array(jsonb_build_object('kind', 'session', 'quantity', 1, 'unitSen', 9900, 'amountSen', 9900)), 99.00, 8.17, 0.0825, 'Tax', 107.17 FROM made
        RETURNING id, booking_id, total_amount)
    INSERT INTO payments (booking_id, sale_id, purpose, idempotency_key, amount, status, outcome, succeeded_at, updated_at)
      SELECT made.id, sold.id, 'booking', 'history' || made.id, total_amount, 'succeeded', 'confirmed', now(), now()
      FROM made JOIN sold ON sold.booking_id = made.id WHERE status IN ('confirmed', 'completed')`,
    [total],
  )
  // The rooms were reserved for as many hours, one after the other, back to a time that no query
  // reads.
  const begun = performance.now()
  const { rowCount } = await sql.query(
    `INSERT INTO slot_reservations (studio_id, booking_id, starts_at, ends_at)
     SELECT b.studio_id, b.id, hour, hour + interval '1 hour'
     FROM bookings b, LATERAL (SELECT date_trunc('hour', now()) - substring(b.manage_token FROM 8)::int * interval '1 hour' AS hour) AS past
     WHERE b.manage_token LIKE 'history%'
     ON CONFLICT DO NOTHING`,
  )
  const written = { reservations: rowCount ?? 0, ms: performance.now() - begun }
  await foldAll(sql)
  await sql.query('VACUUM ANALYZE customers')
  await sql.query('VACUUM ANALYZE slot_reservations')
  await sql.query('VACUUM ANALYZE bookings')
  await sql.query('VACUUM ANALYZE payments')
  return written
}

/** What a job does little by little. Indexes for searches are built at the end, as a restore does. */
async function foldAll(sql: pg.Client): Promise<void> {
  const { rows: searches } = await sql.query<{ name: string; definition: string }>(
    `SELECT indexname AS name, indexdef AS definition FROM pg_indexes
     WHERE tablename = 'customers' AND indexdef LIKE '%USING gin%'`,
  )
  for (const { name } of searches) await sql.query(`DROP INDEX ${name}`)
  await sql.query('ANALYZE bookings')
  for (;;) {
    const { rows } = await sql.query<{ taken: number }>('SELECT fold_customers(200000) AS taken')
    if (!rows[0]?.taken) break
  }
  for (const { definition } of searches) await sql.query(definition)
}
