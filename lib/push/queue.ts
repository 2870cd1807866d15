import 'server-only'
import type { Tx } from '@/lib/db'

type Cause =
  { kind: 'bookings' | 'changes'; bookingId: number } | { kind: 'messages'; contactId: number }

/**
 * Queues what phones are told, in the transaction of its cause (prisma/sql/functions/queue_push.sql);
 * of money a trigger does. Returns how many phones.
 */
export async function queuePush(tx: Pick<Tx, '$queryRaw'>, cause: Cause): Promise<number> {
  const bookingId = 'bookingId' in cause ? cause.bookingId : null
  const contactId = 'contactId' in cause ? cause.contactId : null
  const [row] = await tx.$queryRaw<{ phones: number }[]>`
    SELECT queue_push(${cause.kind}, ${bookingId}::int, NULL, ${contactId}::int) AS phones`
  return row?.phones ?? 0
}

/** Whether there is anybody to tell. */
export async function hasPhones(tx: Pick<Tx, '$queryRaw'>): Promise<boolean> {
  const [row] = await tx.$queryRaw<{ any: boolean }[]>`
    SELECT EXISTS (SELECT FROM push_subscriptions) AS any`
  return row?.any ?? false
}
