import 'server-only'
import { pickAuditFields } from '@/lib/audit/changes'
import { recordChange } from '@/lib/audit/record'
import { db, transaction, type Prisma, type Tx } from '@/lib/db'
import { holidays } from '@/prisma/seed-data/holidays'
import { SERVICES } from '@/prisma/seed-data/services'
import type { WeekHours } from '@/lib/studio'
import { studioDate } from '@/lib/time'

// What a studio needs before it can sell anything: a room, the public holidays, services. The
// demo's seed adds the same rows through the same functions.

export const FIRST_ROOM = { id: 1, name: 'Studio One' } as const

/** The initial services and add-ons, in the order in which visitors see them. */
export const firstServices = () =>
  SERVICES.map((service, index) => ({
    ...service,
    position: index + 1,
  }))

export const knownHolidays = holidays

// Serialises adding the first content; a second caller finds nothing left to do.
const CONTENT_LOCK = 7_270_738
export const lockCatalog = (tx: Tx) => tx.$executeRaw`SELECT pg_advisory_xact_lock(${CONTENT_LOCK})`

const skipDuplicates = true

/** Adds the first room unless there is one. */
export async function insertRoom(tx: Tx): Promise<void> {
  await tx.room.createMany({ data: [FIRST_ROOM], skipDuplicates })
  // The id was given explicitly: without this the next room would get 1 from the sequence as well.
  await tx.$executeRaw`
    SELECT setval(pg_get_serial_sequence('studios', 'id'), (SELECT max(id) FROM studios))`
}

/** In the first room. One whose name is taken is skipped. Returns those that were added. */
export async function insertServices(tx: Tx, data: Prisma.ServiceCreateManyInput[]) {
  const added = await tx.service.createManyAndReturn({ data, skipDuplicates })
  await tx.serviceRoom.createMany({
    data: added
      .filter(({ isAddOn }) => !isAddOn)
      .map(({ id }) => ({ serviceId: id, roomId: FIRST_ROOM.id })),
  })
  return added
}

/** A date that has one is skipped. Returns those that were added. */
export const insertHolidays = (tx: Tx, data: Prisma.HolidayCreateManyInput[]) =>
  tx.holiday.createManyAndReturn({ data, skipDuplicates })

type RoomAnswers = { name?: string | undefined; hours?: WeekHours | undefined; actor: string }

/** Names the first room and sets its hours, and creates it when there is none. */
export async function saveRoom({ name, hours, actor }: RoomAnswers): Promise<void> {
  await transaction(async (tx) => {
    await lockCatalog(tx)
    const { id } = FIRST_ROOM
    const before = await tx.room.findUnique({ where: { id } })
    await insertRoom(tx)
    const after = { ...(name !== undefined && { name }), ...(hours && { hours }) }
    await tx.room.update({ where: { id }, data: after })
    if (before && !hours && before.name === name) return
    await recordChange(tx, {
      actor,
      action: before ? 'update' : 'create',
      entity: 'room',
      entityId: id,
      before: before && pickAuditFields(before, after),
      after: pickAuditFields(after),
    })
  })
}

/** After the others, with the room they need, without taken names. Returns how many. */
export async function addFirstServices({ actor }: { actor: string }): Promise<{ added: number }> {
  return transaction(async (tx) => {
    await lockCatalog(tx)
    await insertRoom(tx)
    const last = (await tx.service.aggregate({ _max: { position: true } }))._max.position ?? 0
    const taken = new Set(
      (await tx.service.findMany({ select: { name: true } })).map(({ name }) => name),
    )
    // Looked up first: refused rows would use up ids.
    const fresh = firstServices().filter(({ name }) => !taken.has(name))
    const rows = await insertServices(
      tx,
      fresh.map((service, index) => ({ ...service, position: last + index + 1 })),
    )
    for (const { id, name } of rows)
      await recordChange(tx, {
        actor,
        action: 'create',
        entity: 'service',
        entityId: id,
        before: null,
        after: { name },
      })
    return { added: rows.length }
  })
}

/**
 * From the studio's `now` on: at least the coming year, at most two. A date that has a holiday
 * keeps it. Returns how many were added, and the last known date.
 */
export async function addKnownHolidays({
  actor,
  now,
}: {
  actor: string
  now: Date
}): Promise<{ added: number; knownUntil: string | null }> {
  const today = studioDate(now)
  return transaction(async (tx) => {
    await lockCatalog(tx)
    const rows = await insertHolidays(
      tx,
      knownHolidays().filter(({ date }) => date >= today),
    )
    if (rows.length > 0)
      await recordChange(tx, {
        actor,
        action: 'create',
        entity: 'holiday',
        entityId: 'known',
        before: null,
        after: { dates: rows.map(({ date }) => date) },
      })
    return { added: rows.length, knownUntil: await lastHoliday(tx) }
  })
}

/** The last date that has a holiday; null when none is entered. */
export const lastHoliday = async (client: Pick<Tx, 'holiday'> = db()): Promise<string | null> =>
  (await client.holiday.aggregate({ _max: { date: true } }))._max.date
