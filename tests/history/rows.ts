import type { Subject } from './act'
import type { World } from './world'

export type BookingRow = {
  id: number
  subject: Subject
  status: string
  total: string
  email: string
  duration: string
  hours: number
  token: string
}

export const rowsOf = async <T extends object>(
  { sql }: World,
  text: string,
  values: unknown[] = [],
): Promise<T[]> => (await sql.query<T>(text, values)).rows

const BOOKING = `'booking ' || id AS subject`
const ORDER = `'order ' || id AS subject`
/** Whose a payment is; null while it is nobody's. */
export const WHOSE = `coalesce('booking ' || booking_id, 'order ' || order_id) AS subject`

export const bookingsIn = (world: World, statuses: readonly string[]): Promise<BookingRow[]> =>
  rowsOf(
    world,
    `SELECT id, ${BOOKING}, status, total_amount::text AS total, email, duration, hours, manage_token AS token FROM bookings WHERE status = ANY ($1) ORDER BY id`,
    [statuses],
  )

export const LIVE = ['pending', 'confirmed', 'completed'] as const
export const ALL = [...LIVE, 'cancelled'] as const

type TransferRow = { id: number; subject: Subject; token: string }
/** Those for which a transfer was chosen. */
export const byTransfer = (world: World): Promise<TransferRow[]> =>
  rowsOf(
    world,
    `SELECT id, ${BOOKING}, manage_token AS token FROM bookings WHERE transfer_chosen_at IS NOT NULL ORDER BY id`,
  )

/** What the studio has received for it by transfer, in sen. */
export async function byTransferSen(world: World, id: number): Promise<number> {
  const [row] = await rowsOf<{ sen: number }>(
    world,
    `SELECT coalesce(sum(coalesce(received_amount, amount)) * 100, 0)::int AS sen FROM payments
      WHERE booking_id = $1 AND stripe_payment_intent_id IS NULL AND method = 'transfer'`,
    [id],
  )
  return row?.sen ?? 0
}

export type PaymentRow = { id: number; subject: Subject | null; intent: string }
export const paymentsThat = (world: World, condition: string): Promise<PaymentRow[]> =>
  rowsOf(
    world,
    `SELECT id, ${WHOSE}, stripe_payment_intent_id AS intent FROM payments WHERE ${condition} ORDER BY id`,
  )

export type OrderRow = { id: number; subject: Subject; status: string }
export const ordersThat = (world: World, condition: string): Promise<OrderRow[]> =>
  rowsOf(
    world,
    `SELECT id, ${ORDER}, status FROM video_editing_orders WHERE ${condition} ORDER BY id`,
  )

/** What of Stripe's is whose, by intent. */
export async function withSubjects<T extends object>(
  world: World,
  list: readonly T[],
  intentOf: (one: T) => unknown,
): Promise<(T & { subject: Subject | null })[]> {
  const rows = await paymentsThat(world, 'stripe_payment_intent_id IS NOT NULL')
  const subjects = new Map(rows.map(({ intent, subject }) => [intent, subject]))
  return list.map((one) => ({ ...one, subject: subjects.get(String(intentOf(one))) ?? null }))
}
