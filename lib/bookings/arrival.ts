import 'server-only'
import { assertVersion, recordChange } from '@/lib/audit/record'
import { db, transaction } from '@/lib/db'
import { Problem } from '@/lib/problem'
import { bookingInclude, type BookingRow } from './queries'
import { arrivalOf, arrivalRefusal, type Arrival } from './status'
import { undoable } from './undo'

export type ArrivalChange = {
  id: number
  state: Arrival
  version: string | undefined
  actor: string
  now: Date
}

/**
 * Says whether the customer came. A fact beside the status: it mails nobody, and money, room and
 * membership stay as they are (docs/decisions/039). Throws not_found, version_conflict, not_changeable.
 */
export async function setArrival(change: ArrivalChange): Promise<BookingRow> {
  const { id, state, version, actor, now } = change
  if ((await db().booking.count({ where: { id } })) === 0) throw new Problem('not_found')
  await transaction(async (tx) => {
    await tx.$queryRaw`SELECT id FROM bookings WHERE id = ${id} FOR UPDATE`
    const before = await tx.booking.findUniqueOrThrow({ where: { id } })
    if (arrivalOf(before) === state) return
    assertVersion(before, version)
    const refused = arrivalRefusal(before, state, now)
    if (refused) throw new Problem('not_changeable', { sentence: refused })
    await undoable(tx, change, async () => {
      await tx.booking.update({
        where: { id },
        data: {
          arrivedAt: state === 'arrived' ? now : null,
          noShowAt: state === 'no_show' ? now : null,
        },
      })
      await recordChange(tx, {
        actor,
        action: 'arrival',
        entity: 'booking',
        entityId: id,
        before: { arrival: arrivalOf(before) },
        after: { arrival: state },
      })
    })
  })
  return db().booking.findUniqueOrThrow({ where: { id }, include: bookingInclude })
}
