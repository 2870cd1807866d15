import 'server-only'
import { tryReserve } from '@/lib/availability/room'
import type { Tx } from '@/lib/db'
import { everyRoom } from '@/lib/rooms/queries'
import { freePlace } from './holds'
import { placedIn, placesOf } from './places'

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
 * In its own room or another that its service has, when all its time is free in it and a use of its
 * code is left; otherwise false.
 * A paid booking takes precedence over holds that ran out unpaid: those are ended. The caller holds
 * the rooms' locks.
 */
export async function reviveBooking(tx: Tx, id: number, now: Date): Promise<boolean> {
  const booking = await tx.booking.findUniqueOrThrow({ where: { id } })
  // The use of its code was given back with its time.
  if (booking.codeId !== null && (await codeIsUsed(tx, booking))) return false
  const places = placesOf(booking, await everyRoom(tx))
  const place = await freePlace(tx, places, id, { leaveOpen: true })
  if (!place || !(await tryReserve(tx, place, { bookingId: id }))) return false
  await tx.booking.update({
    where: { id },
    data: {
      status: 'confirmed',
      confirmedAt: now,
      cancelledAt: null,
      cancelReason: null,
      holdExpiresAt: null,
      ...placedIn(place),
    },
  })
  return true
}

/** The code stays locked until the transaction ends. */
async function codeIsUsed(
  tx: Tx,
  { id, codeId, email }: { id: number; codeId: number | null; email: string },
): Promise<boolean> {
  const [row] = await tx.$queryRaw<{ refusal: string | null }[]>`
    SELECT code_refusal(${codeId}::int, ${email}, ${id}::int) AS refusal`
  return row?.refusal != null
}
