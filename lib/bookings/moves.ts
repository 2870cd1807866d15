import 'server-only'
import { assertVersion, recordChange } from '@/lib/audit'
import { lockRoom, release, reserve } from '@/lib/availability/mutations'
import { spansOf, type Duration, type Holidays } from '@/lib/availability/rules'
import { transaction, type Tx } from '@/lib/db'
import { Problem } from '@/lib/problem'
import { elapsedInTheWay, endHold } from './mutations'
import { queueBookingRescheduled } from './notices'
import { moveRefusal, type ChangedBy } from './rules'

export type Move = {
  id: number
  studioId: number
  date: string
  time: string
  holidays: Holidays
  by: ChangedBy
  version?: string | undefined
  actor: string
  now: Date
}

export type MoveResult =
  | { kind: 'moved' | 'unchanged' }
  /**
   * Holds in the way have run out, but their payments must be closed at Stripe first, outside any
   * transaction.
   */
  | { kind: 'elapsed'; bookingIds: number[] }

/**
 * Moves a booking to another start of the same length, in one transaction under the room's lock
 * (decision B9): its rows are deleted and inserted, because an UPDATE of a week would hit itself.
 * The price stays. Next calendar sequence, mail and audit row with it. The time it already has:
 * unchanged, so that a second click does nothing. Throws not_changeable, version_conflict and
 * slot_taken; each leaves the old time as it was.
 */
export function moveBooking({
  id,
  studioId,
  date,
  time,
  holidays,
  by,
  version,
  actor,
  now,
}: Move): Promise<MoveResult> {
  return transaction(async (tx) => {
    await lockRoom(tx, studioId)
    const before = await lockedBooking(tx, id)
    const refused = moveRefusal(before, by, now)
    if (refused) throw new Problem('not_changeable', { sentence: refused })
    if (before.date === date && before.time === time) return { kind: 'unchanged' }
    assertVersion(before, version)
    // Given up before, outside: its payment is at Stripe. One that came since then must not lose
    // the time it holds.
    if (await tx.bookingUpgrade.count({ where: { bookingId: id, status: 'held' } }))
      throw new Problem('payment_in_progress', { sentence: 'upgrade_in_progress' })
    const spans = spansOf(date, time, before.duration as Duration, holidays)

    const elapsed = await elapsedInTheWay(tx, { studioId, spans, now })
    const open = elapsed.filter((row) => row.open_payment && row.id !== id)
    if (open.length > 0) return { kind: 'elapsed', bookingIds: open.map((row) => row.id) }
    for (const row of elapsed) if (row.id !== id) await endHold(tx, row.id, 'expired', now)

    await release(tx, id)
    await reserve(tx, { studioId, bookingId: id, spans })
    await tx.booking.update({
      where: { id },
      data: {
        date,
        time,
        startsAt: spans[0]?.startsAt ?? now,
        endsAt: spans.at(-1)?.endsAt ?? now,
        calendarSequence: { increment: 1 },
      },
    })
    if (before.status === 'confirmed')
      await queueBookingRescheduled(tx, id, { date: before.date, time: before.time })
    const audit = { before: { date: before.date, time: before.time }, after: { date, time } }
    await recordChange(tx, {
      actor,
      action: 'reschedule',
      entity: 'booking',
      entityId: id,
      ...audit,
    })
    return { kind: 'moved' }
  })
}

async function lockedBooking(tx: Tx, id: number) {
  await tx.$queryRaw`SELECT id FROM bookings WHERE id = ${id} FOR UPDATE`
  const booking = await tx.booking.findUnique({ where: { id } })
  if (!booking) throw new Problem('not_found')
  return booking
}
