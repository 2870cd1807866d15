import 'server-only'
import { mergedTranslations, pickAuditFields } from '@/lib/audit/changes'
import { assertVersion, recordChange } from '@/lib/audit/record'
import { isDuplicate } from '@/lib/database-errors'
import { transaction, type Prisma, type Tx } from '@/lib/db'
import { Problem } from '@/lib/problem'
import { toAdminRoom, withServices } from './queries'
import { MAX_ROOMS, type AdminRoom, type NewRoom, type RoomChange } from './schema'

const ROOMS_LOCK = 7_270_743
/** One after the other: two new rooms at once would get the same position. */
const lockHouse = (tx: Tx) => tx.$executeRaw`SELECT pg_advisory_xact_lock(${ROOMS_LOCK})`

/** After the others. Throws invalid_request (a taken name, a service that there is not), not_changeable. */
export async function addRoom({
  body,
  actor,
}: {
  body: NewRoom
  actor: string
}): Promise<AdminRoom> {
  return transaction(async (tx) => {
    await lockHouse(tx)
    const { _count: count, _max: last } = await tx.room.aggregate({
      _count: true,
      _max: { position: true },
    })
    if (count >= MAX_ROOMS)
      throw new Problem('not_changeable', {
        sentence: 'too_many_rooms',
        values: { count: MAX_ROOMS },
      })
    const { serviceIds, translations, ...rest } = body
    await assertServices(tx, serviceIds)
    const row = await tx.room
      .create({
        data: {
          ...(rest as Prisma.RoomCreateInput),
          translations: mergedTranslations({}, translations ?? {}),
          position: (last.position ?? 0) + 1,
          services: { create: [...new Set(serviceIds)].map((serviceId) => ({ serviceId })) },
        },
        include: withServices,
      })
      .catch(rethrowDuplicateName)
    const added = toAdminRoom(row)
    await recordChange(tx, {
      actor,
      action: 'create',
      entity: 'room',
      entityId: row.id,
      before: null,
      after: pickAuditFields(added, body),
    })
    return added
  })
}

/**
 * Bookings in it stay, whatever changes. Throws not_found, version_conflict, invalid_request (a taken
 * name, a service that there is not), not_changeable (the last room that is offered).
 */
export async function changeRoom({
  id,
  body,
  version,
  actor,
}: {
  id: number
  body: RoomChange
  version: string | undefined
  actor: string
}): Promise<AdminRoom> {
  return transaction(async (tx) => {
    await lockHouse(tx)
    const stored = await tx.room.findUnique({ where: { id }, include: withServices })
    if (!stored) throw new Problem('not_found')
    assertVersion(stored, version)
    const { serviceIds, translations, position, ...rest } = body
    if (rest.state && rest.state !== 'offered' && stored.state === 'offered')
      await assertAnotherOffered(tx, id)
    await assertServices(tx, serviceIds)
    const row = await tx.room
      .update({
        where: { id },
        data: {
          ...(rest as Prisma.RoomUpdateInput),
          ...(translations && {
            translations: mergedTranslations(stored.translations, translations),
          }),
          ...(serviceIds && {
            services: {
              deleteMany: {},
              create: [...new Set(serviceIds)].map((serviceId) => ({ serviceId })),
            },
          }),
        },
        include: withServices,
      })
      .catch(rethrowDuplicateName)
    if (position !== undefined) await moveTo(tx, id, position)
    const after = toAdminRoom(row)
    await recordChange(tx, {
      actor,
      action: 'update',
      entity: 'room',
      entityId: id,
      before: pickAuditFields({ ...toAdminRoom(stored), position: stored.position }, body),
      after: pickAuditFields({ ...after, position }, body),
    })
    return after
  })
}

async function assertServices(tx: Tx, ids: readonly number[] | undefined): Promise<void> {
  if (!ids || ids.length === 0) return
  const known = await tx.service.count({ where: { id: { in: [...ids] }, isAddOn: false } })
  if (known !== new Set(ids).size)
    throw new Problem('invalid_request', { fields: { serviceIds: 'choice' } })
}

async function assertAnotherOffered(tx: Tx, id: number): Promise<void> {
  if ((await tx.room.count({ where: { state: 'offered', id: { not: id } } })) === 0)
    throw new Problem('not_changeable', { sentence: 'last_room' })
}

async function moveTo(tx: Tx, id: number, position: number): Promise<void> {
  const rows = await tx.room.findMany({
    select: { id: true },
    orderBy: [{ position: 'asc' }, { id: 'asc' }],
  })
  const all = rows.map((row) => row.id).filter((other) => other !== id)
  all.splice(position - 1, 0, id)
  // Not through Prisma: it would update `updated_at` of all rows.
  await tx.$executeRaw`
    UPDATE studios SET position = placed.position
      FROM unnest(${all}::int[]) WITH ORDINALITY AS placed(id, position)
    WHERE studios.id = placed.id AND studios.position IS DISTINCT FROM placed.position`
}

function rethrowDuplicateName(error: unknown): never {
  throw isDuplicate(error)
    ? new Problem('invalid_request', { fields: { name: 'name_taken' } })
    : error
}
