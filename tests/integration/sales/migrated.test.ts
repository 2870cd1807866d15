// A database of the release before there were sales gets one for everything that was sold, and what
// that release still writes while both run gets one too.
import { readdirSync, readFileSync } from 'node:fs'
import type { Client } from 'pg'
import { connect, emptyDatabase } from '@/tests/support/database'

const SALES = '20261126000000_sales'
const names = readdirSync('prisma/migrations', { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name)
  .sort()

let sql: Client
beforeAll(async () => {
  sql = await connect(await emptyDatabase())
})
afterAll(() => sql.end())

const apply = (name: string) =>
  sql.query(readFileSync(`prisma/migrations/${name}/migration.sql`, 'utf8'))
const rows = async (query: string) => (await sql.query(query)).rows

/** Fifty of each kind, told apart by an offset of their ids. */
const FILL = `
  INSERT INTO studios (name) VALUES ('A');
  INSERT INTO services (studio_id, name, description, icon, hourly_rate, is_add_on, translations) VALUES
    (1, 'Podcast', 'd', 'i', 99, false, '{"ms": {"name": "Podcast BM", "description": "d"}}'), (1, 'Camera', 'd', 'i', 80, true, '{}');
  INSERT INTO bookings (id, service_id, first_name, email, date, time, hours, starts_at, ends_at, subtotal, tax_amount, tax_rate, tax_label, total_amount, status, manage_token)
  SELECT n, 1, 'Aina', 'aina@example.com', '2026-12-01', '10:00', 1, now(), now() + interval '1 hour', 99, 8.17, 0.0825, 'Tax', 107.17, 'confirmed', 'session' || n FROM generate_series(1, 50) n
  -- With an add-on.
  UNION ALL SELECT 100 + n, 1, 'Lim', 'lim@example.com', '2026-12-01', '10:00', 2, now(), now() + interval '2 hours', 358, 29.54, 0.0825, 'Tax', 387.54, 'confirmed', 'added' || n FROM generate_series(1, 50) n
  -- Upgraded twice: 107.17, 387.54, 495.00.
  UNION ALL SELECT 200 + n, 1, 'Devi', 'devi@example.com', '2026-12-01', '10:00', 3, now(), now() + interval '3 hours', 457.27, 37.73, 0.0825, 'Tax', 495, 'confirmed', 'upgraded' || n FROM generate_series(1, 50) n
  UNION ALL SELECT 300 + n, 1, 'Tan', 'tan@example.com', '2026-12-01', '10:00', 1, now(), now() + interval '1 hour', 0, 0, 0.0825, 'Tax', 0, 'confirmed', 'free' || n FROM generate_series(1, 50) n;
  INSERT INTO booking_add_ons (booking_id, service_id, hours, hourly_rate, total_amount) SELECT 100 + n, 2, 2, 80, 160 FROM generate_series(1, 50) n;
  INSERT INTO payments (id, booking_id, purpose, idempotency_key, amount, status, outcome)
  SELECT id, id, 'booking', 'b' || id, CASE WHEN id < 100 THEN 107.17 WHEN id < 200 THEN 387.54 ELSE 107.17 END, 'succeeded', 'confirmed' FROM bookings WHERE id < 300
  UNION ALL SELECT 1000 + id, id, 'upgrade', 'u' || id, 280.37, 'succeeded', 'confirmed' FROM bookings WHERE id BETWEEN 201 AND 250
  UNION ALL SELECT 2000 + id, id, 'upgrade', 'v' || id, 107.46, 'succeeded', 'confirmed' FROM bookings WHERE id BETWEEN 201 AND 250
  UNION ALL SELECT 3000 + id, id, 'upgrade', 'w' || id, 50, 'canceled', NULL FROM bookings WHERE id BETWEEN 201 AND 250;
  INSERT INTO booking_upgrades (booking_id, payment_id, from_duration, from_hours, from_starts_at, from_total, duration, hours, add_ons, subtotal, tax_amount, total_amount, status, hold_expires_at)
  SELECT id, 1000 + id, 'hourly', 1, now(), 107.17, 'hourly', 2, '[]'::jsonb, 358, 29.54, 387.54, 'applied', now() FROM bookings WHERE id BETWEEN 201 AND 250
  UNION ALL SELECT id, 2000 + id, 'hourly', 2, now(), 387.54, 'hourly', 3, '[]', 457.27, 37.73, 495, 'applied', now() FROM bookings WHERE id BETWEEN 201 AND 250
  UNION ALL SELECT id, 3000 + id, 'hourly', 3, now(), 495, 'half-day', 1, '[]', 503.46, 41.54, 545, 'ended', now() FROM bookings WHERE id BETWEEN 201 AND 250;
  INSERT INTO video_editing_orders (id, customer_name, customer_email, tier, duration, price, discount, discount_amount, rush_service, rush_price, tax_amount, tax_rate, tax_label, total_amount, status, manage_token)
  SELECT n, 'Aina', 'aina@example.com', 'basic', '<60s', 54, 'member', 6, true, 19, 6.02, 0.0825, 'Tax', 79.02, 'paid', 'edit' || n FROM generate_series(1, 50) n;
  INSERT INTO payments (id, order_id, purpose, idempotency_key, amount, status, outcome) SELECT 4000 + id, id, 'order', 'o' || id, 79.02, 'succeeded', 'confirmed' FROM video_editing_orders;
  -- Money linked by hand is of another sum; unmatched money belongs to nothing.
  UPDATE payments SET amount = 100, received_amount = 100 WHERE id = 50;
  INSERT INTO payments (id, purpose, idempotency_key, amount, status, outcome, reason) VALUES (5000, 'unmatched', 'x', 9, 'succeeded', 'needs_attention', 'unmatched');`

test('every row that was there has its sale, of the same sums, and its payments name it', async () => {
  for (const name of names.filter((each) => each < SALES)) await apply(name)
  await sql.query(FILL)
  await apply(SALES)
  expect(
    await rows(`SELECT kind, count(*)::int AS sales, count(DISTINCT coalesce(booking_id, order_id))::int AS things,
      sum(total_amount)::text AS total FROM sales GROUP BY kind ORDER BY kind`),
  ).toEqual([
    { kind: 'edit', sales: 50, things: 50, total: '3951.00' },
    // 50 × 107.17 twice, 50 × 387.54, and nothing.
    { kind: 'session', sales: 200, things: 200, total: '30094.00' },
    // 50 × (280.37 + 107.46 + 50).
    { kind: 'upgrade', sales: 150, things: 50, total: '21891.50' },
  ])
  expect(
    await rows(`SELECT b.id FROM bookings b WHERE b.total_amount <> (SELECT sum(s.total_amount) FROM sales s
      LEFT JOIN booking_upgrades u ON u.sale_id = s.id WHERE s.booking_id = b.id AND (s.kind = 'session' OR u.status = 'applied'))`),
  ).toEqual([])
  expect(await rows(`SELECT id FROM payments WHERE sale_id IS NULL`)).toEqual([{ id: 5000 }])
  expect(
    await rows(`SELECT p.id FROM payments p JOIN sales s ON s.id = p.sale_id
      WHERE s.booking_id IS DISTINCT FROM p.booking_id OR s.order_id IS DISTINCT FROM p.order_id
        OR (p.amount <> s.total_amount AND p.id <> 50)`),
  ).toEqual([])
  expect(
    await rows(
      `SELECT lines FROM sales WHERE booking_id IN (101, 201) OR order_id = 1 ORDER BY booking_id, id`,
    ),
  ).toMatchObject([
    {
      lines: [
        {
          kind: 'session',
          amountSen: 19_800,
          hours: 2,
          names: { en: 'Podcast', ms: 'Podcast BM' },
        },
        { kind: 'add_on', quantity: 2, unitSen: 8_000, amountSen: 16_000, names: { en: 'Camera' } },
      ],
    },
    { lines: [{ kind: 'session', amountSen: 9_900, hours: 1 }] },
    { lines: [{ kind: 'session', amountSen: 25_900, hours: 2 }] },
    { lines: [{ kind: 'session', amountSen: 9_927, hours: 3 }] },
    { lines: [{ kind: 'session', amountSen: 4_619, duration: 'half-day' }] },
    {
      lines: [
        { kind: 'edit', amountSen: 6_000, tier: 'basic', length: '<60s' },
        { kind: 'discount', amountSen: -600, reason: 'member' },
        { kind: 'rush', amountSen: 1_900 },
      ],
    },
  ])
})

test('what the release before writes meanwhile gets its sale', async () => {
  for (const name of names.filter((each) => each > SALES)) await apply(name)
  await sql.query(`
    BEGIN;
    INSERT INTO bookings (id, service_id, first_name, email, date, time, starts_at, ends_at, subtotal, tax_amount, tax_rate, tax_label, total_amount, status, manage_token)
    VALUES (900, 1, 'Aina', 'aina@example.com', '2026-12-01', '10:00', now(), now() + interval '1 hour', 179, 14.77, 0.0825, 'Tax', 193.77, 'confirmed', 'late');
    INSERT INTO booking_add_ons (booking_id, service_id, hours, hourly_rate, total_amount) VALUES (900, 2, 1, 80, 80);
    COMMIT;
    INSERT INTO payments (id, booking_id, purpose, idempotency_key, amount) VALUES (900, 900, 'booking', 'late', 193.77);
    BEGIN;
    INSERT INTO payments (id, booking_id, purpose, idempotency_key, amount) VALUES (901, 900, 'upgrade', 'later', 86.6);
    INSERT INTO booking_upgrades (booking_id, payment_id, from_duration, from_hours, from_starts_at, from_total, duration, hours, add_ons, subtotal, tax_amount, total_amount, hold_expires_at)
    VALUES (900, 901, 'hourly', 1, now(), 193.77, 'hourly', 2, '[]', 259, 21.37, 280.37, now());
    COMMIT`)
  expect(
    await rows(`SELECT s.kind, s.total_amount::text AS total, jsonb_array_length(s.lines) AS lines, p.id AS payment
      FROM sales s JOIN payments p ON p.sale_id = s.id WHERE s.booking_id = 900 ORDER BY s.id`),
  ).toEqual([
    { kind: 'session', total: '193.77', lines: 2, payment: 900 },
    { kind: 'upgrade', total: '86.60', lines: 1, payment: 901 },
  ])
})
