import type { Shop } from './shop'

/**
 * `times` sessions of long ago that were to be paid later, a day apart, the newest first: paid at the
 * studio, or still owed.
 */
export const soldLater = (
  shop: Shop,
  { times, owes, before = '2025-12-31' }: { times: number; owes: boolean; before?: string },
): Promise<unknown> =>
  shop.rows(
    `WITH days AS (SELECT to_char(day, 'YYYY-MM-DD') AS date, (day + time '09:00') AT TIME ZONE 'Asia/Kuala_Lumpur' AS at
      FROM (SELECT $3::date - n AS day FROM generate_series(1, $1::int) AS n) AS each),
    made AS (INSERT INTO bookings (service_id, studio_id, first_name, email, date, time, duration, starts_at, ends_at,
        total_amount, on_account, status, confirmed_at, completed_at, manage_token, created_at)
      SELECT 1, 1, 'Aina', 'aina@example.com', date, '09:00', 'hourly', at, at + interval '1 hour',
        107.17, 107.17, 'completed', at, at, gen_random_uuid(), at
      FROM days ORDER BY at DESC RETURNING *),
    kept AS (INSERT INTO slot_reservations (booking_id, studio_id, starts_at, ends_at) SELECT id, studio_id, starts_at, ends_at FROM made),
    said AS (INSERT INTO audit_log (actor, action, entity, entity_id) SELECT 'owner', 'create', 'booking', id::text FROM made),
    sold AS (INSERT INTO sales (kind, booking_id, lines, subtotal, tax_amount, tax_rate, tax_label, total_amount)
      SELECT 'session', id, '[{"kind": "session", "names": {"en": "Audio Basic"}, "duration": "hourly", "hours": 1,
        "quantity": 1, "unitSen": 9900, "amountSen": 9900}]', 99, 8.17, 0.0825, 'Tax', 107.17
      FROM made RETURNING id, booking_id)
    INSERT INTO payments (booking_id, sale_id, purpose, idempotency_key, amount, status, outcome, reason, method, succeeded_at)
    SELECT booking_id, id, 'booking', gen_random_uuid()::text, 107.17, 'succeeded', 'confirmed', 'offline', 'cash', now()
    FROM sold WHERE NOT $2::boolean`,
    [times, owes, before],
  )
