// How often a history contained what must be tried: "0 wrong" says nothing about what never happened.
import { sandboxNow } from './network'
import { postOffice } from './mailer'
import { FRIENDS, IN_BOTH_ROOMS, POISONED_SEN, type World } from './world'

/** What is counted, in the order in which it is printed. */
export const TRIED = [
  'a refund that failed and was handled',
  'money in another currency',
  'a sweep beside a poisoned payment',
  'a late word of the bank after the session',
  'a second payment of one booking',
  'a status set by hand',
  'a sum asked for',
  'a transfer received',
  'a transfer not received',
  'a transfer of another sum',
  'late money of a transfer',
  'a slip',
  'a way back recorded',
  'a part that could not go back',
  'a person erased',
  'a price from a date',
  'a room or service retired',
  'payments switched off',
  'a friend in the same browser',
  'a mail to who keeps the accounts',
  'a mail read',
  'a reminder sent',
  'a reminder withdrawn',
  'a receipt',
  'a credit note',
  'a debit note',
  'another seller',
  'a further page',
  'a block over a booking',
  'a booking in the second room of its service',
  'a move to another room',
  'a room that was chosen',
  'a session by hand, despite a warning',
] as const
export type Tried = (typeof TRIED)[number]

export const tally = ({ tried }: World, what: Tried, times = 1): void => {
  if (times > 0) tried.set(what, (tried.get(what) ?? 0) + times)
}

/** Whether the bank says yes to what is paid by an intent, and its session is over. */
export async function isAfterSession({ sql }: World, intent: string): Promise<boolean> {
  const { rowCount } = await sql.query(
    `SELECT 1 FROM payments p JOIN bookings b ON b.id = p.booking_id WHERE p.stripe_payment_intent_id = $1 AND b.ends_at < now()`,
    [intent],
  )
  return rowCount !== 0
}

/** Whether Stripe has money that the database refuses to take in or to settle. */
export const isPoisonedNow = (): boolean =>
  sandboxNow()
    .store.all('payment_intent')
    .some(({ amount, status }) => amount === POISONED_SEN && status === 'succeeded')

/** Counts what can be seen once a history is over. */
export async function countTried(world: World): Promise<void> {
  const { rows } = await world.sql.query<{ what: Tried; count: number }>(
    `
    SELECT 'a second payment of one booking' AS what, count(*)::int AS count FROM (SELECT 1 FROM payments WHERE purpose = 'booking' AND status = 'succeeded' GROUP BY booking_id HAVING count(*) > 1) twice
    UNION ALL SELECT 'a status set by hand', count(*)::int FROM audit_log WHERE entity = 'booking' AND action = 'status'
    UNION ALL SELECT CASE status WHEN 'sent' THEN 'a reminder sent' ELSE 'a reminder withdrawn' END, count(*)::int FROM mails
      WHERE kind = 'booking_reminder' AND status IN ('sent', 'dropped') GROUP BY status
    UNION ALL SELECT 'a ' || replace(kind, '_', ' '), count(*)::int FROM receipts GROUP BY kind
    UNION ALL SELECT 'a block over a booking', count(*)::int FROM (SELECT 1 FROM blocks k JOIN slot_reservations r ON coalesce(k.studio_id, r.studio_id) = r.studio_id
      AND (r.starts_at AT TIME ZONE 'Asia/Kuala_Lumpur')::date BETWEEN k.first_day AND k.last_day
      AND extract(epoch FROM (r.starts_at AT TIME ZONE 'Asia/Kuala_Lumpur')::time) < 60 * k.to_minute
      AND extract(epoch FROM (r.ends_at AT TIME ZONE 'Asia/Kuala_Lumpur')::time) > 60 * k.from_minute GROUP BY k.id) over
    UNION ALL SELECT 'a booking in the second room of its service', count(*)::int FROM bookings
      WHERE service_id = ${IN_BOTH_ROOMS} AND studio_id = 2 AND NOT room_chosen
    UNION ALL SELECT 'a move to another room', count(*)::int FROM audit_log WHERE action = 'reschedule' AND after ? 'room'
    UNION ALL SELECT 'a session by hand, despite a warning', count(*)::int FROM audit_log WHERE entity = 'booking' AND after ? 'despite'
    UNION ALL SELECT 'a transfer ' || replace(transfer_decision, '_', ' '), count(*)::int FROM bookings
      WHERE transfer_decision IS NOT NULL GROUP BY transfer_decision
    UNION ALL SELECT 'a slip', count(*)::int FROM audit_log WHERE entity = 'slip' AND action = 'upload'
    UNION ALL SELECT 'a person erased', count(*)::int FROM audit_log WHERE entity = 'person' AND action = 'erase'
    UNION ALL SELECT 'a price from a date', count(*)::int FROM price_sets
    UNION ALL SELECT 'a room or service retired', count(*)::int FROM audit_log WHERE entity IN ('room', 'service') AND after ->> 'state' = 'retired'
    UNION ALL SELECT 'a friend in the same browser', count(*)::int FROM bookings WHERE first_name = ANY ($1)
    UNION ALL SELECT 'a mail to who keeps the accounts', count(*)::int FROM mails WHERE kind LIKE 'finance_%' AND status = 'sent'
    UNION ALL SELECT 'a way back recorded', count(*)::int FROM part_refunds WHERE method IS NOT NULL
    UNION ALL SELECT 'a room that was chosen', count(*)::int FROM bookings WHERE room_chosen`,
    [FRIENDS.map(({ name }) => name)],
  )
  const parts = sandboxNow()
    .store.all('refund')
    .filter(({ status, amount, charge }) => {
      const of = sandboxNow().store.get('charge', String(charge))
      return status === 'failed' && of !== undefined && amount < of.amount
    })
  tally(world, 'a part that could not go back', parts.length)
  for (const { what, count } of rows) tally(world, what, count)
  const failed = world.handled.filter(({ facts }) => facts.includes(' failed'))
  tally(world, 'a refund that failed and was handled', failed.length)
  const foreign = sandboxNow()
    .store.all('payment_intent')
    .filter(({ currency, status }) => currency !== 'myr' && status === 'succeeded')
  tally(world, 'money in another currency', foreign.length)
  tally(world, 'a mail read', postOffice.accepted.length)
  tally(world, 'another seller', world.sellers.length - 1)
}
