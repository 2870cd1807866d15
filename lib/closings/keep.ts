import 'server-only'
import { assertVersion, recordChange } from '@/lib/audit/record'
import { transaction } from '@/lib/db'
import { Problem } from '@/lib/problem'

/**
 * The session takes place although its time is closed: it is not listed any more, until something
 * that closes its time is changed. Throws not_found, version_conflict, and not_changeable for one that
 * is over or does not take place.
 */
export async function keepBooking({
  id,
  version,
  actor,
  now,
}: {
  id: number
  version: string | undefined
  actor: string
  now: Date
}): Promise<{ id: number; keptAt: string; updatedAt: string }> {
  return transaction(async (tx) => {
    await tx.$queryRaw`SELECT id FROM bookings WHERE id = ${id} FOR UPDATE`
    const before = await tx.booking.findUnique({ where: { id } })
    if (!before) throw new Problem('not_found')
    assertVersion(before, version)
    if (!['pending', 'confirmed'].includes(before.status) || before.endsAt <= now)
      throw new Problem('not_changeable')
    const { updatedAt } = await tx.booking.update({ where: { id }, data: { keptAt: now } })
    await recordChange(tx, {
      actor,
      action: 'keep',
      entity: 'booking',
      entityId: id,
      before: null,
      after: { date: before.date, time: before.time },
    })
    return { id, keptAt: now.toISOString(), updatedAt: updatedAt.toISOString() }
  })
}
