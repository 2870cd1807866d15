// What stands in the site's database, read without the application.
import pg from 'pg'
import { site } from './e2e'

export type BookedRow = {
  id: number
  status: string
  date: string
  time: string
  intent: string | null
  /** What opens the booking's own page. */
  token: string
}

/**
 * Every booking made with an email address, oldest first; `database` is the address of another
 * instance's.
 */
export async function bookingsOf(
  email: string,
  database = site().DATABASE_URL,
): Promise<BookedRow[]> {
  const sql = new pg.Client({ connectionString: database })
  await sql.connect()
  try {
    const query =
      'SELECT id, status, date, time, stripe_payment_intent_id AS intent, manage_token AS token FROM bookings WHERE email = $1 ORDER BY id'
    return (await sql.query<BookedRow>(query, [email])).rows
  } finally {
    await sql.end()
  }
}
