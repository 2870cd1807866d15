// Reminders: everybody whose session is near has one, and nobody whose session is not.
import type pg from 'pg'
import { movedNow } from '@/tests/history/clock'

/**
 * Mails that say when a session is: nobody who had one of them that day is reminded. One that waited when
 * the job ran might have said it; if it did not, the next run reminds.
 */
const TELLING = `(m.kind = 'booking_reminder' OR (m.kind = 'booking_notice' AND (m.status = 'queued'
  OR EXISTS (SELECT 1 FROM notices n WHERE n.mail_id = m.id
    AND (n.told_at >= j.started_at OR n.says IN ('confirmed', 'restored', 'moved', 'upgraded'))))))`

/** Sessions within a day of which nobody was told that day, although the job ran since `begun`. */
export async function notReminded(sql: pg.Client, begun: number): Promise<string[]> {
  const { rows } = await sql.query<{ id: number }>(
    `SELECT b.id FROM bookings b JOIN jobs j ON j.name = 'remind' AND j.started_at >= $1
      WHERE b.status = 'confirmed' AND b.starts_at > $2 AND b.starts_at <= $1::timestamptz + interval '24 hours'
        AND NOT EXISTS (SELECT 1 FROM mails m WHERE m.booking_id = b.id AND ${TELLING} AND m.created_at > b.starts_at - interval '24 hours')`,
    [new Date(begun), new Date(movedNow())],
  )
  return rows.map(({ id }) => `booking ${id} begins within a day, and nobody was reminded`)
}

/** Sessions of which somebody was reminded twice. */
export async function remindedTwice(sql: pg.Client): Promise<string[]> {
  const { rows } = await sql.query<{ id: number; count: string }>(
    `SELECT booking_id AS id, count(*) FROM mails WHERE kind = 'booking_reminder' GROUP BY booking_id, payload ->> 'startsAt' HAVING count(*) > 1`,
  )
  return rows.map(({ id, count }) => `booking ${id} was reminded of one time ${count} times`)
}
