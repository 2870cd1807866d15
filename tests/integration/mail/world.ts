import { closeTransport } from '@/lib/mail/transport'
import { testDatabase, type TestDatabase } from '@/tests/support/database'
import { Mailbox } from './mailbox'

/** Bookings 1 to 60: a mail can only be about one that is there. */
export const bookingsToWriteAbout = async ({ sql }: TestDatabase): Promise<void> => {
  await sql.query(`INSERT INTO studios (name) VALUES ('A')`)
  await sql.query(
    `INSERT INTO services (name, description, icon, hourly_rate) VALUES ('S', 'd', 'i', 99)`,
  )
  await sql.query(`WITH made AS (INSERT INTO bookings (service_id, studio_id, first_name, email, date, time, starts_at, ends_at,
      total_amount, manage_token, status, cancelled_at)
    SELECT 1, 1, 'Aina', 'aina@example.com', '2026-12-01', '09:00', '2026-12-01T01:00Z', '2026-12-01T02:00Z',
      107.17, 'token' || n, 'cancelled', now() FROM generate_series(1, 60) n ORDER BY n RETURNING id)
    INSERT INTO sales (kind, booking_id, lines, subtotal, tax_amount, tax_rate, tax_label, total_amount)
      SELECT 'session', id, jsonb_build_array(jsonb_build_object('kind', 'session', 'quantity', 1, 'unitSen', 9900, 'amountSen', 9900)), 99, 8.17, 0.0825, 'Tax', 107.17 FROM made`)
}

/**
 * A database and a real SMTP server for the file's tests, both empty before each; filled in before
 * the first one.
 */
export function openMailWorld(): { database: TestDatabase; mailbox: Mailbox } {
  const world = {} as { database: TestDatabase; mailbox: Mailbox }
  beforeAll(async () => {
    world.mailbox = await Mailbox.open()
    process.env.SMTP_URL = world.mailbox.url // before anything reads the environment
    world.database = await testDatabase()
  })
  beforeEach(async () => {
    await world.database.reset()
    await bookingsToWriteAbout(world.database)
    await world.mailbox.start()
    await world.mailbox.clear()
  })
  afterAll(async () => {
    closeTransport()
    await world.database.drop()
    await world.mailbox.close()
  })
  return world
}
