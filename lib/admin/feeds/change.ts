import 'server-only'
import { recordChange } from '@/lib/audit/record'
import { lockRooms } from '@/lib/availability/room'
import { isDuplicate } from '@/lib/database-errors'
import { transaction } from '@/lib/db'
import { Problem } from '@/lib/problem'
import { httpsOf, type NewFeed } from './schema'

/** Of one room. */
const MOST_FEEDS = 5

/**
 * A calendar of elsewhere; nothing is read yet. Throws invalid_request (a room that there is not, a
 * name that the room has), not_changeable when the room has five.
 */
export const addFeed = (body: NewFeed, actor: string): Promise<{ id: number }> =>
  transaction(async (tx) => {
    const { roomId, name } = body
    const address = httpsOf(body.address)
    await lockRooms(tx, [roomId])
    if ((await tx.room.count({ where: { id: roomId } })) === 0)
      throw new Problem('invalid_request', { fields: { roomId: 'choice' } })
    if ((await tx.feed.count({ where: { roomId } })) >= MOST_FEEDS)
      throw new Problem('not_changeable', {
        sentence: 'too_many_feeds',
        values: { count: MOST_FEEDS },
      })
    const { id } = await tx.feed
      .create({ data: { roomId, name, address } })
      .catch((error: unknown) => {
        throw isDuplicate(error)
          ? new Problem('invalid_request', { fields: { name: 'feed_name_taken' } })
          : error
      })
    await recordChange(tx, {
      actor,
      action: 'create',
      entity: 'feed',
      entityId: id,
      before: null,
      after: { roomId, name, address: new URL(address).host },
    })
    return { id }
  })

/** With its blocks. Throws not_found. */
export const removeFeed = (id: number, actor: string): Promise<void> =>
  transaction(async (tx) => {
    const found = await tx.feed.findUnique({ where: { id } })
    if (!found) throw new Problem('not_found')
    await lockRooms(tx, [found.roomId])
    const { count } = await tx.feed.deleteMany({ where: { id } })
    if (count === 0) throw new Problem('not_found')
    await recordChange(tx, {
      actor,
      action: 'delete',
      entity: 'feed',
      entityId: id,
      before: { roomId: found.roomId, name: found.name, address: new URL(found.address).host },
      after: null,
    })
  })
