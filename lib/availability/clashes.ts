import 'server-only'
import { db, Prisma } from '@/lib/db'
import { Problem } from '@/lib/problem'
import { studioDate, studioTime } from '@/lib/time'
import type { Span } from './rules'

/** What has a time that somebody wants. For the owner only: it names customers. */
export type Clash = {
  kind: 'booking' | 'block'
  bookingId: number | null
  client: string | null
  reason: string | null
  startsAt: string
  endsAt: string
}

type Row = {
  kind: 'booking' | 'block'
  booking_id: number | null
  client: string | null
  reason: string | null
  starts_at: Date
  ends_at: Date
}

/**
 * Everything that overlaps any of these spans, earliest first, but not the booking `ignoring`;
 * holds that ran out unpaid are free.
 */
export async function clashesWith(
  studioId: number,
  spans: readonly Span[],
  now: Date,
  ignoring = 0,
): Promise<Clash[]> {
  if (spans.length === 0) return []
  const overlapping = spans.map(
    (span) =>
      Prisma.sql`(r.starts_at < ${span.endsAt}::timestamptz AND r.ends_at > ${span.startsAt}::timestamptz)`,
  )
  const rows = await db().$queryRaw<Row[]>`
    SELECT r.kind, r.booking_id, nullif(concat_ws(' ', b.first_name, b.last_name), '') AS client, r.reason, r.starts_at, r.ends_at
    FROM slot_reservations r LEFT JOIN bookings b ON b.id = r.booking_id
    WHERE r.studio_id = ${studioId} AND (${Prisma.join(overlapping, ' OR ')}) AND r.booking_id IS DISTINCT FROM ${ignoring}
      AND NOT (b.status IS NOT DISTINCT FROM 'pending' AND b.hold_expires_at IS NOT NULL AND b.hold_expires_at <= ${now}::timestamptz
        AND NOT EXISTS (SELECT 1 FROM payments p WHERE p.booking_id = b.id AND p.status <> 'canceled'))
    ORDER BY r.starts_at`
  return rows.map((row) => ({
    kind: row.kind,
    bookingId: row.booking_id,
    client: row.client,
    reason: row.reason,
    startsAt: row.starts_at.toISOString(),
    endsAt: row.ends_at.toISOString(),
  }))
}

type Wanted = { studioId: number; spans: readonly Span[]; now: Date; ignoring?: number }

/**
 * Runs the owner's `work`; a slot_taken it throws is thrown again with who or what is in the way
 * (decision C11).
 */
export async function namingClash<T>(
  { studioId, spans, now, ignoring }: Wanted,
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof Problem) || error.code !== 'slot_taken') throw error
    const [clash] = await clashesWith(studioId, spans, now, ignoring)
    throw clash ? takenBy(clash) : error
  }
}

function takenBy(clash: Clash): Problem {
  const [from, to] = [new Date(clash.startsAt), new Date(clash.endsAt)]
  const when = `${studioDate(from)} ${studioTime(from)}–${studioTime(to)}`
  const values = {
    when,
    id: String(clash.bookingId ?? ''),
    client: clash.client ?? '',
    reason: clash.reason ?? '',
  }
  return new Problem('slot_taken', {
    sentence: clash.kind === 'block' ? 'slot_blocked' : 'slot_taken_by',
    values,
    data: { clash },
  })
}
