import 'server-only'
import { assertVersion, recordChange } from '@/lib/audit/record'
import { withConflictDetails } from '@/lib/availability/conflicts'
import { freedFrom, freeFrom, reserveWhole, type Place } from '@/lib/availability/room'
import { db, type Tx } from '@/lib/db'
import { Problem } from '@/lib/problem'
import { everyRoom, roomOf } from '@/lib/rooms/queries'
import { MINUTE_MS, studioTime } from '@/lib/time'
import { retryAfterExpiringHolds } from './expire'
import { freePlace } from './holds'
import { lockRoomsOf } from './places'
import { bookingInclude, type BookingRow } from './queries'
import { arrivalOf, arrivalRefusal, type Arrival } from './status'
import { undoable } from './undo'

export type ArrivalChange = {
  id: number
  state: Arrival
  /** With a no-show: what is left of the session is free for somebody else. */
  freeRoom?: boolean
  version: string | undefined
  actor: string
  now: Date
}

/**
 * Says whether the customer came. A fact beside the status: it mails nobody, and money and membership
 * stay as they are (docs/decisions/039). So does the room, unless it is freed after a no-show; whoever
 * comes all the same has it again while nobody else has booked it. Throws not_found, version_conflict,
 * not_changeable, and slot_taken with who has the room.
 */
export async function setArrival(change: ArrivalChange): Promise<BookingRow> {
  const { id } = change
  if ((await db().booking.count({ where: { id } })) === 0) throw new Problem('not_found')
  const places = async () => (await restOf(db(), id, change.now)).slice(0, 1)
  await withConflictDetails({ places, ignoring: id }, () =>
    retryAfterExpiringHolds((tx) => note(tx, change)),
  )
  return db().booking.findUniqueOrThrow({ where: { id }, include: bookingInclude })
}

async function note(tx: Tx, change: ArrivalChange): Promise<void> {
  const { id, state, freeRoom = false, version, actor, now } = change
  await lockRoomsOf(tx, id)
  await tx.$queryRaw`SELECT id FROM bookings WHERE id = ${id} FOR UPDATE`
  const before = await tx.booking.findUniqueOrThrow({
    where: { id },
    include: { reservations: { where: { upgradeId: null } } },
  })
  if (arrivalOf(before) === state && !freeRoom) return
  assertVersion(before, version)
  const refused = arrivalRefusal(before, state, now)
  if (refused) throw new Problem('not_changeable', { sentence: refused })
  const wasFree = freedFrom(before.reservations)
  await undoable(tx, change, async () => {
    if (state !== 'no_show') await takeRest(tx, id, now)
    const at = state === 'no_show' && freeRoom ? await freeRest(tx, id, now) : null
    await tx.booking.update({
      where: { id },
      data: {
        arrivedAt: state === 'arrived' ? now : null,
        noShowAt: state === 'no_show' ? (before.noShowAt ?? now) : null,
      },
    })
    await recordChange(tx, {
      actor,
      action: 'arrival',
      entity: 'booking',
      entityId: id,
      before: { arrival: arrivalOf(before), ...(wasFree && { freeFrom: studioTime(wasFree) }) },
      after: { arrival: state, ...(at && { freeFrom: studioTime(at) }) },
    })
  })
}

/** From the next minute on: nothing is sold of the one that runs. */
async function freeRest(tx: Tx, id: number, now: Date): Promise<Date> {
  const at = new Date((Math.floor(now.getTime() / MINUTE_MS) + 1) * MINUTE_MS)
  if (!(await freeFrom(tx, id, at)))
    throw new Problem('not_changeable', { sentence: 'nothing_to_free' })
  return at
}

/**
 * What was freed of a session and is not over, with its turnaround and, where the next session follows
 * too closely since, without.
 */
async function restOf(
  tx: Pick<Tx, 'slotReservation' | 'room' | 'holiday' | 'setting'>,
  bookingId: number,
  now: Date,
): Promise<Place[]> {
  const rows = await tx.slotReservation.findMany({ where: { bookingId, upgradeId: null } })
  const freed = rows.find((row) => freedFrom([row]) !== null && row.endsAt > now)
  if (!freed?.reservedUntil) return []
  const { roomId, reservedUntil: startsAt, endsAt } = freed
  const { turnaroundMinutes } = roomOf(await everyRoom(tx), roomId)
  return [...new Set([turnaroundMinutes, 0])].map((minutes) => ({
    ...{ roomId, spans: [{ startsAt, endsAt }], turnaroundMinutes: minutes },
  }))
}

async function takeRest(tx: Tx, id: number, now: Date): Promise<void> {
  const rest = await restOf(tx, id, now)
  for (const place of rest)
    if (await freePlace(tx, [place], id)) {
      await reserveWhole(tx, id, place.turnaroundMinutes)
      return
    }
  if (rest.length > 0) throw new Problem('slot_taken')
}
