import 'server-only'
import { randomUUID } from 'node:crypto'
import type { Tx } from '@/lib/db'
import { queueMail, type QueuedMail } from './outbox'
import { isAbout, type About } from './told'

/**
 * Queues a notice in the transaction of a change, so that neither exists without the other; none while
 * one is queued that will be written later than this. `isNews`: whether there is anything to say now.
 */
export async function queueNotice(
  tx: Tx,
  mail: Omit<QueuedMail, 'dedupeKey'> & About,
  isNews: () => Promise<boolean>,
): Promise<void> {
  // Locked, so that it is not written before this transaction is over. One that is being sent
  // (LEASE_MINUTES) may have been written already.
  const [waiting] = await tx.$queryRaw<{ id: number }[]>`
    SELECT id FROM mails WHERE kind = ${mail.kind} AND ${isAbout(mail)} AND status = 'queued'
      AND (attempts = 0 OR last_error IS NOT NULL) AND recipient = ${mail.recipient}
    LIMIT 1 FOR UPDATE SKIP LOCKED`
  if (waiting) return
  const [sending] = await tx.$queryRaw<object[]>`
    SELECT 1 FROM mails WHERE kind = ${mail.kind} AND ${isAbout(mail)} AND status = 'queued' LIMIT 1`
  if (sending || (await isNews()))
    await queueMail(tx, { ...mail, dedupeKey: `${mail.kind}:${randomUUID()}` } as QueuedMail)
}
