import 'server-only'
import { pickAuditFields } from '@/lib/audit/changes'
import { recordChange } from '@/lib/audit/record'
import { lockRooms } from '@/lib/availability/room'
import { db, transaction, type Tx } from '@/lib/db'
import type { Block } from '@/lib/generated/prisma/client'
import type { Locale } from '@/lib/i18n/routing'
import { standingIn } from '@/lib/closings/queries'
import type { ClosedBooking } from '@/lib/closings/schema'
import { Problem } from '@/lib/problem'
import { blockedDays } from '@/lib/rooms/blocks'
import { addDays, daysBetween, hourText, utcMidnight } from '@/lib/time'
import { lastEnd } from './rules'
import type { BlockInput, BlockRemoval } from './schema'

/** The row of a block. Throws invalid_request for one that is over, and for a room that there is not. */
export async function blockRow(block: BlockInput, now: Date) {
  const { wholeDay, date, until, from, to, reason, visitorNote, roomId } = block
  const { repeats, repeatsUntil } = block
  const ends = lastEnd(block)
  if (ends !== null && ends <= now)
    throw new Problem('invalid_request', { fields: { [lastField(block)]: 'block_past' } })
  if (roomId !== null && (await db().room.count({ where: { id: roomId } })) === 0)
    throw new Problem('invalid_request', { fields: { roomId: 'choice' } })
  return {
    roomId,
    ...blockedDays(
      wholeDay ? { date, until, from: '00:00', to: '24:00' } : { date, until, from, to },
    ),
    repeats,
    repeatsUntil: repeats === null || repeatsUntil === null ? null : utcMidnight(repeatsUntil),
    reason,
    visitorNote,
  }
}

const lastField = ({ repeats, until }: BlockInput) =>
  repeats !== null ? 'repeatsUntil' : until !== null ? 'until' : 'date'

/**
 * Nothing new is booked in its time from the commit on; what stands in it stays
 * (docs/decisions/038). Returns its id, and the bookings inside. Throws as blockRow.
 */
export async function addBlock(
  block: BlockInput,
  { actor, now, locale }: { actor: string; now: Date; locale: Locale },
): Promise<{ id: number; inside: ClosedBooking[] }> {
  const data = await blockRow(block, now)
  const id = await transaction(async (tx) => {
    await lockBlocked(tx, block.roomId)
    const { id } = await tx.block.create({ data })
    await recordChange(tx, {
      actor,
      action: 'block',
      entity: 'block',
      entityId: id,
      before: null,
      after: pickAuditFields(block),
    })
    return id
  })
  return { id, inside: await standingIn({ block: data }, { now, locale }) }
}

/** The locks of what a block is for: of one room, or of all. Whoever reserves holds one of them. */
async function lockBlocked(tx: Tx, roomId: number | null): Promise<void> {
  const rooms = await tx.room.findMany({ select: { id: true } })
  await lockRooms(tx, roomId === null ? rooms.map(({ id }) => id) : [roomId])
}

/**
 * Removes a block; of one that repeats, the occurrence that begins on `began` alone, or it and the
 * later ones; or of either a single day, while the days around it stay blocked. Throws not_found,
 * invalid_request (date) for a day that is not of it, not_changeable for one of a calendar of elsewhere.
 */
export async function removeBlock(
  id: number,
  { scope, began, date = null }: Omit<BlockRemoval, 'date'> & Partial<Pick<BlockRemoval, 'date'>>,
  actor: string,
): Promise<void> {
  await transaction(async (tx) => {
    const found = await tx.block.findUnique({ where: { id }, include: { feed: true } })
    if (!found) throw new Problem('not_found')
    if (found.feed)
      throw new Problem('not_changeable', {
        sentence: 'block_of_feed',
        values: { name: found.feed.name },
      })
    await lockBlocked(tx, found.roomId)
    await tx.$queryRaw`SELECT id FROM blocks WHERE id = ${id} FOR UPDATE`
    const block = await tx.block.findUnique({ where: { id } })
    if (!block) throw new Problem('not_found')
    const first = dayOf(block.firstDay)
    const isPart = block.repeats !== null && began !== null && scope !== 'all'
    if (scope === 'day') await cutDay(tx, block, date ?? first)
    else if (!isPart || (scope === 'following' && began <= first))
      await tx.block.delete({ where: { id } })
    else if (scope === 'following')
      await tx.block.update({
        where: { id },
        data: { repeatsUntil: utcMidnight(addDays(began, -1)) },
      })
    else await skip(tx, id, began)
    await recordChange(tx, {
      actor,
      action: 'unblock',
      entity: 'block',
      entityId: id,
      before: {
        date: (scope === 'day' ? date : began) ?? first,
        from: timeOf(block.fromMinute),
        to: timeOf(block.toMinute),
        reason: block.reason,
      },
      after: isPart || scope === 'day' ? { scope } : null,
    })
  })
}

const dayOf = (midnight: Date): string => midnight.toISOString().slice(0, 10)

const skip = (tx: Tx, id: number, began: string) =>
  tx.block.update({ where: { id }, data: { skips: { push: utcMidnight(began) } } })

/** The days of its occurrence before and after this one become blocks of their own. */
async function cutDay(tx: Tx, block: Block, date: string): Promise<void> {
  const { id, roomId, firstDay, lastDay, fromMinute, toMinute, reason, visitorNote } = block
  const [found] = await tx.$queryRaw<{ began: string | null }[]>`
    SELECT block_begins(b, ${date}::date)::text AS began FROM blocks b WHERE b.id = ${id}::int`
  const began = found?.began
  if (!began) throw new Problem('invalid_request', { fields: { date: 'choice' } })
  const last = addDays(began, daysBetween(dayOf(firstDay), dayOf(lastDay)))
  const rest = [
    { first: began, last: addDays(date, -1) },
    { first: addDays(date, 1), last },
  ].filter((days) => days.first <= days.last)
  await tx.block.createMany({
    data: rest.map((days) => ({
      ...{ roomId, fromMinute, toMinute, reason, visitorNote },
      ...{ firstDay: utcMidnight(days.first), lastDay: utcMidnight(days.last) },
    })),
  })
  if (block.repeats === null) await tx.block.delete({ where: { id } })
  else await skip(tx, id, began)
}

const timeOf = (minute: number): string =>
  `${hourText(Math.floor(minute / 60)).slice(0, 3)}${String(minute % 60).padStart(2, '0')}`
