import 'server-only'
import { randomUUID } from 'node:crypto'
import { recordChange } from '@/lib/audit/record'
import { withConflictDetails } from '@/lib/availability/conflicts'
import { lockRoom, release, reserve } from '@/lib/availability/room'
import { retryAfterExpiringHolds } from '@/lib/bookings/expire'
import { endExpiredInTheWay } from '@/lib/bookings/holds'
import { transaction, type Tx } from '@/lib/db'
import { Problem } from '@/lib/problem'
import { studioDate, studioTime } from '@/lib/time'
import { blockSpans } from './rules'
import type { BlockInput } from './schema'

const DEFAULT_STUDIO = 1

/**
 * All of a block or nothing, under the room's lock and the constraint, with one audit row. Returns
 * the ids. Throws slot_taken with what is in the way.
 */
export async function blockRoom(block: BlockInput, actor: string): Promise<number[]> {
  const spans = blockSpans(block)
  const series = spans.length > 1 ? randomUUID() : null
  const insert = async (tx: Tx): Promise<number[]> => {
    await lockRoom(tx, DEFAULT_STUDIO)
    await endExpiredInTheWay(tx, { studioId: DEFAULT_STUDIO, spans })
    const ids = await reserve(tx, {
      studioId: DEFAULT_STUDIO,
      spans,
      by: { block: block.reason, series },
    })
    await recordChange(tx, {
      actor,
      action: 'block',
      entity: 'block',
      entityId: ids[0] ?? 0,
      before: null,
      after: { ...block, ids },
    })
    return ids
  }
  return withConflictDetails({ studioId: DEFAULT_STUDIO, spans: () => spans }, () =>
    retryAfterExpiringHolds(insert),
  )
}

/** Removes one block, or it and the later ones of the same series. Throws not_found. */
export async function unblockRoom(
  id: number,
  scope: 'one' | 'following',
  actor: string,
): Promise<void> {
  await transaction(async (tx) => {
    await lockRoom(tx, DEFAULT_STUDIO)
    const block = await tx.slotReservation.findFirst({ where: { id, kind: 'block' } })
    if (!block) throw new Problem('not_found')
    const following =
      scope === 'following' && block.series
        ? { series: block.series, startsAt: { gte: block.startsAt } }
        : { id }
    const count = await release(tx, { kind: 'block', ...following })
    const before = {
      date: studioDate(block.startsAt),
      from: studioTime(block.startsAt),
      to: studioTime(block.endsAt),
      reason: block.reason,
      count,
    }
    await recordChange(tx, {
      actor,
      action: 'unblock',
      entity: 'block',
      entityId: id,
      before,
      after: null,
    })
  })
}
