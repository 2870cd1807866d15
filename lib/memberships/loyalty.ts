import 'server-only'
import { Prisma, type Tx } from '@/lib/db'
import { counted, isOfMember, isTheirs, lockCounted, memberOfBooking } from './counting'
import { memberOf } from './queries'
import { countersOf } from './rules'

export const lockMembership = (tx: Tx, id: number): Promise<unknown> =>
  tx.$queryRaw`SELECT id FROM memberships WHERE id = ${id} FOR UPDATE`

/**
 * Adds the ledger row of a completed booking, when it counts (docs/decisions/020 E3): with the
 * email of a membership that counts, and money that is kept and not disputed. One row per booking,
 * by constraint; when that row was reversed (the completion was undone, or a dispute has been won),
 * the booking moves to a new row. A free session has had its row since it was booked: only its
 * counters are recounted.
 */
export async function recordSession(tx: Tx, bookingId: number): Promise<void> {
  const isPaid = await lockCounted(tx, bookingId)
  const booking = await tx.booking.findUniqueOrThrow({ where: { id: bookingId } })
  if (!isPaid && !booking.isFreeSession) return
  const membershipId = await memberOfBooking(tx, bookingId)
  if (membershipId === null) return
  if (!booking.isFreeSession)
    await tx.membershipSession.updateMany({
      where: { bookingId, reversedBy: { isNot: null } },
      data: { bookingId: null },
    })
  await writeSession(tx, { membershipId, booking, wasFreebieSession: booking.isFreeSession })
  await tx.booking.update({ where: { id: bookingId }, data: { membershipId } })
  await recount(tx, membershipId)
}

type Session = {
  membershipId: number
  booking: { id: number; date: string; time: string; duration: string }
  wasFreebieSession: boolean
}

/** Does nothing for a booking that is in a ledger. The caller holds the membership's lock. */
export const writeSession = (
  tx: Tx,
  { membershipId, booking, wasFreebieSession }: Session,
): Promise<unknown> =>
  tx.membershipSession.createMany({
    data: {
      membershipId,
      bookingId: booking.id,
      sessionDate: booking.date,
      sessionTime: booking.time,
      duration: booking.duration,
      wasFreebieSession,
    },
    skipDuplicates: true,
  })

/**
 * Removes a booking from its ledger by a counter entry, exactly once: a paid session that was
 * refunded, or a free one that was cancelled and can be booked again. Does nothing for a booking in
 * no ledger.
 */
export async function reverseSession(
  tx: Tx,
  bookingId: number,
  why: 'refunded' | 'disputed' | 'cancelled',
): Promise<void> {
  const row = await tx.membershipSession.findUnique({ where: { bookingId } })
  if (!row) return
  await lockMembership(tx, row.membershipId)
  const { membershipId, sessionDate, sessionTime, duration, wasFreebieSession } = row
  await tx.membershipSession.createMany({
    data: {
      membershipId,
      sessionDate,
      sessionTime,
      duration,
      wasFreebieSession,
      reversesId: row.id,
      notes: why,
    },
    skipDuplicates: true,
  })
  await recount(tx, membershipId)
}

/**
 * Counters, last session and what was spent (docs/decisions/020 E1) from the ledger and the
 * payments, so that nothing is added twice. The caller holds the membership's lock.
 */
export async function recount(tx: Tx, membershipId: number): Promise<void> {
  const ledger = await tx.membershipSession.findMany({
    where: { membershipId },
    select: { id: true, wasFreebieSession: true, reversesId: true },
  })
  await tx.membership.update({ where: { id: membershipId }, data: countersOf(ledger) })
  await tx.$executeRaw`
    UPDATE memberships o SET total_spent = ${spentBy(membershipId)}, last_session_at = (
      SELECT max(b.starts_at) FROM membership_sessions s JOIN bookings b ON b.id = s.booking_id
        AND b.status = 'completed'
      WHERE s.membership_id = o.id AND NOT EXISTS (SELECT 1 FROM membership_sessions r
        WHERE r.reverses_id = s.id))
    WHERE o.id = ${membershipId}`
}

const spentBy = (membershipId: number) => Prisma.sql`(
  SELECT coalesce(sum(${counted}), 0) FROM memberships m, LATERAL (
    SELECT p.* FROM membership_sessions s
      JOIN bookings b ON b.id = s.booking_id AND b.status = 'completed'
      JOIN payments p ON p.booking_id = b.id
      WHERE s.membership_id = m.id AND NOT EXISTS (SELECT 1 FROM membership_sessions r
        WHERE r.reverses_id = s.id)
    UNION ALL
    SELECT p.* FROM video_editing_orders v JOIN payments p ON p.order_id = v.id
      WHERE ${isOfMember(Prisma.sql`v.customer_email`)} AND ${isTheirs(Prisma.sql`v.created_at`)}) AS p
  WHERE m.id = ${membershipId})`

/** After a payment for something other than a session; nothing when the email has no membership. */
export async function recountEmail(tx: Tx, email: string): Promise<void> {
  const id = await memberOf(email, tx)
  if (id === null) return
  await lockMembership(tx, id)
  await recount(tx, id)
}
