import 'server-only'
import { recordChange } from '@/lib/audit/record'
import { lockSession } from '@/lib/auth/sessions'
import { transaction } from '@/lib/db'
import { env } from '@/lib/env'
import { newToken, sha256 } from '@/lib/http/request'
import type { AdminName } from '@/lib/http/route'
import type { Locale } from '@/lib/i18n/routing'
import { Problem } from '@/lib/problem'

const MOST_ADDRESSES = 10

/**
 * A new secret address of the sessions, of one room or of all: whoever knows it reads what its owner
 * may see. Only its hash is stored. Throws unauthorized when the session behind `token` has ended
 * meanwhile, invalid_request for a room that there is not, not_changeable when there are ten.
 */
export async function addAddress(
  { id: userId, username }: AdminName,
  { roomId, locale, token: session }: { roomId: number | null; locale: Locale; token: string },
): Promise<{ id: number; address: string }> {
  const token = newToken()
  const id = await transaction(async (tx) => {
    await lockSession(tx, userId, session)
    if ((await tx.calendarAddress.count({ where: { userId } })) >= MOST_ADDRESSES)
      throw new Problem('not_changeable', {
        sentence: 'too_many_addresses',
        values: { count: MOST_ADDRESSES },
      })
    if (roomId !== null && (await tx.room.count({ where: { id: roomId } })) === 0)
      throw new Problem('invalid_request', { fields: { roomId: 'choice' } })
    const made = await tx.calendarAddress.create({
      data: { userId, roomId, locale, tokenHash: sha256(token) },
    })
    await recordChange(tx, {
      actor: username,
      action: 'create',
      entity: 'calendar_address',
      entityId: made.id,
      before: null,
      after: { roomId },
    })
    return made.id
  })
  return { id, address: new URL(`/calendar/${token}.ics`, env().SITE_URL).href }
}

/** One of their own; nothing is read there any more. Throws not_found. */
export async function removeAddress(id: number, { id: userId, username }: AdminName) {
  await transaction(async (tx) => {
    const { count } = await tx.calendarAddress.deleteMany({ where: { id, userId } })
    if (count === 0) throw new Problem('not_found')
    await recordChange(tx, {
      actor: username,
      action: 'delete',
      entity: 'calendar_address',
      entityId: id,
      before: null,
      after: null,
    })
  })
}
