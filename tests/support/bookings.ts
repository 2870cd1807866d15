// Bookings without a page: made by the calls that a page makes, and read from the site's database
// without the application.
import type { APIRequestContext } from '@playwright/test'
import pg from 'pg'
import { moneyOf, type PaymentMoney } from '@/lib/sales/money'
import { expect, site } from './e2e'
import type { Slot } from './slots'
import { payIntent } from './stripe'
import { emailFor, type Duration, type Language } from './verbs'

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
  return query<BookedRow>(
    'SELECT id, status, date, time, stripe_payment_intent_id AS intent, manage_token AS token FROM bookings WHERE email = $1 ORDER BY id',
    [email],
    database,
  )
}

/** Rows of the site's database, or of the one at another address. */
export async function query<Row extends pg.QueryResultRow>(
  text: string,
  values: unknown[] = [],
  database = site().DATABASE_URL,
): Promise<Row[]> {
  const sql = new pg.Client({ connectionString: database })
  await sql.connect()
  return sql
    .query<Row>(text, values)
    .then(({ rows }) => rows)
    .finally(() => sql.end())
}

/** Where the money of a booking is, by its payments. */
export const moneyOfBooking = async (id: number) =>
  moneyOf(
    await query<PaymentMoney & pg.QueryResultRow>(
      `SELECT stripe_payment_intent_id AS "stripePaymentIntentId", status, outcome, reason, amount,
         received_amount AS "receivedAmount", refunded_amount AS "refundedAmount", returned_amount AS "returnedAmount",
         refund_status AS "refundStatus", currency, dispute_status AS "disputeStatus", disputed_amount AS "disputedAmount", lost_amount AS "lostAmount",
         handled_at AS "handledAt", handled_as AS "handledAs", method, part_due AS "partDue", off_price AS "offPrice", part_failed AS "partFailed" FROM payments WHERE booking_id = $1`,
      [id],
    ),
  )

/** As if the seconds were over in which the owner's act can be taken back: its refund is made. */
export async function letActStand(bookingId: number): Promise<void> {
  await query(
    `UPDATE undoable_acts SET until = until - interval '11 seconds' WHERE booking_id = $1`,
    [bookingId],
  )
  const due = `SELECT 1 FROM payments WHERE booking_id = $1 AND outcome = 'refund_due'`
  await expect.poll(async () => (await query(due, [bookingId])).length, { timeout: 30_000 }).toBe(0)
}

/** Makes a hold older than it is: as if this many minutes more had passed. */
export const ageHold = (id: number, minutes: number) =>
  query(
    `UPDATE bookings SET created_at = created_at - make_interval(mins => $2::int),
      hold_expires_at = hold_expires_at - make_interval(mins => $2::int) WHERE id = $1`,
    [id, minutes],
  )

type Asked = Slot & {
  firstName?: string
  email?: string
  requirements?: string
  duration?: Duration
}

/** What a page sends to hold an hour of service 1. */
const bodyOf = ({ firstName = 'Aina', email, ...rest }: Asked) => ({
  serviceId: 1,
  firstName,
  lastName: 'Rahman',
  email: email ?? emailFor(rest),
  ...rest,
})

/** Asks for a slot on behalf of whoever `request` belongs to; the status of the answer. */
export const askFor = async (request: APIRequestContext, asked: Asked): Promise<number> =>
  (await request.post('/api/bookings', { data: bodyOf(asked) })).status()

export type HeldByCall = { id: number; email: string; intent: string; secret: string }

/** A held booking and its intent, made without a page by whoever `request` belongs to. */
export async function heldByCall(
  request: APIRequestContext,
  asked: Asked,
  language: Language = 'en',
): Promise<HeldByCall> {
  const headers = { 'x-language': language }
  const data = bodyOf(asked)
  const booked = await request.post('/api/bookings', { headers, data })
  const { id, totalAmount } = (await booked.json()) as { id: number; totalAmount: string }
  const answer = await request.post('/api/create-payment-intent', {
    headers,
    data: { amount: totalAmount, bookingId: id },
  })
  const { clientSecret: secret } = (await answer.json()) as { clientSecret: string }
  return { id, email: data.email, intent: secret.split('_secret_')[0] ?? '', secret }
}

/** A booking that is paid: its id. */
export async function paidBooking(request: APIRequestContext, slot: Slot): Promise<number> {
  const held = await heldByCall(request, { ...slot })
  await payIntent(held.intent)
  await expect
    .poll(() => query(`SELECT status FROM bookings WHERE id = $1`, [held.id]))
    .toEqual([{ status: 'confirmed' }])
  return held.id
}
