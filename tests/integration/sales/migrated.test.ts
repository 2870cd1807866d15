// What the release before there were sales still writes while both run gets a sale.
import { testDatabase, type TestDatabase } from '@/tests/support/database'
import { seedMinimal } from '@/tests/support/seed-minimal'

let database: TestDatabase
beforeAll(async () => {
  database = await testDatabase()
  await seedMinimal()
})
afterAll(() => database.drop())

test('what the release before writes meanwhile gets its sale', async () => {
  await database.sql.query(`
    BEGIN;
    INSERT INTO bookings (id, service_id, first_name, email, date, time, starts_at, ends_at, subtotal, tax_amount, tax_rate, tax_label, total_amount, status, manage_token)
    VALUES (900, 1, 'Aina', 'aina@example.com', '2026-12-01', '10:00', now(), now() + interval '1 hour', 179, 14.77, 0.0825, 'Tax', 193.77, 'confirmed', 'late');
    INSERT INTO booking_add_ons (booking_id, service_id, hours, hourly_rate, total_amount) VALUES (900, 3, 1, 80, 80);
    COMMIT;
    INSERT INTO payments (id, booking_id, purpose, idempotency_key, amount) VALUES (900, 900, 'booking', 'late', 193.77);
    BEGIN;
    INSERT INTO payments (id, booking_id, purpose, idempotency_key, amount) VALUES (901, 900, 'upgrade', 'later', 86.6);
    INSERT INTO booking_upgrades (booking_id, payment_id, from_duration, from_hours, from_starts_at, from_total, duration, hours, add_ons, subtotal, tax_amount, total_amount, hold_expires_at)
    VALUES (900, 901, 'hourly', 1, now(), 193.77, 'hourly', 2, '[]', 259, 21.37, 280.37, now());
    COMMIT`)
  expect(
    (
      await database.sql
        .query(`SELECT s.kind, s.total_amount::text AS total, jsonb_array_length(s.lines) AS lines, p.id AS payment
      FROM sales s JOIN payments p ON p.sale_id = s.id WHERE s.booking_id = 900 ORDER BY s.id`)
    ).rows,
  ).toEqual([
    { kind: 'session', total: '193.77', lines: 2, payment: 900 },
    { kind: 'upgrade', total: '86.60', lines: 1, payment: 901 },
  ])
})
