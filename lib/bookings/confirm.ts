import 'server-only'
import { tryReserve } from '@/lib/availability/room'
import { type HolidayDates, lengthOf, spansOf } from '@/lib/availability/rules'
import type { Tx } from '@/lib/db'
import { endExpiredInTheWay } from './holds'

/** pending → confirmed; false when it was not pending. The caller holds the room's lock. */
export async function confirmBooking(tx: Tx, id: number, now: Date): Promise<boolean> {
  const { count } = await tx.booking.updateMany({
    where: { id, status: 'pending' },
    data: {
      status: 'confirmed',
      confirmedAt: now,
      holdExpiresAt: null,
      holderHash: null,
      holderNetworkHash: null,
      holderInbox: null,
    },
  })
  return count > 0
}

/**
 * When all its time is free; otherwise false. A paid booking takes precedence over holds that ran
 * out unpaid: those are ended. The caller holds the room's lock.
 */
export async function reviveBooking(
  tx: Tx,
  id: number,
  holidays: HolidayDates,
  now: Date,
): Promise<boolean> {
  const booking = await tx.booking.findUniqueOrThrow({
    where: { id },
    include: { service: { select: { studioId: true } } },
  })
  const { studioId } = booking.service
  const spans = spansOf(booking.date, booking.time, lengthOf(booking), holidays)
  await endExpiredInTheWay(tx, { studioId, spans, ignoring: id }, { leaveOpen: true })
  if (!(await tryReserve(tx, { studioId, spans, by: { bookingId: id } }))) return false
  await tx.booking.update({
    where: { id },
    data: {
      status: 'confirmed',
      confirmedAt: now,
      cancelledAt: null,
      cancelReason: null,
      holdExpiresAt: null,
    },
  })
  return true
}
