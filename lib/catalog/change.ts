import 'server-only'
import { assertVersion, recordChange } from '@/lib/audit/record'
import { mergedTranslations, pickAuditFields } from '@/lib/audit/changes'
import { isDuplicate } from '@/lib/database-errors'
import { transaction, type Prisma, type Tx } from '@/lib/db'
import { senOf, type Stored } from '@/lib/money'
import { Problem } from '@/lib/problem'
import { tooSmallRates } from '@/lib/sales/money'
import { lockPrices } from '@/lib/settings/change'
import { currentSetting } from '@/lib/settings/queries'
import { writeBegunPrices } from './prices'
import { toAdminService } from './queries'
import { MAX_SERVICES } from './rules'
import type { AdminService, NewService, ServiceChange, StripeChange } from './schema'

type Change<Body> = {
  id: number
  body: Body
  version: string | undefined
  actor: string
  now: Date
}

async function locked(tx: Tx, id: number) {
  await tx.$queryRaw`SELECT 1 FROM services WHERE id = ${id} FOR UPDATE`
  const row = await tx.service.findUnique({ where: { id } })
  if (!row) throw new Problem('not_found')
  return row
}

/** Null removes an identifier. Throws not_found, version_conflict. */
export async function changeStripe({
  id,
  body,
  version,
  actor,
}: Change<StripeChange>): Promise<AdminService> {
  return transaction(async (tx) => {
    const before = await locked(tx, id)
    assertVersion(before, version)
    const after = await tx.service.update({ where: { id }, data: body })
    await recordChange(tx, {
      actor,
      action: 'stripe',
      entity: 'service',
      entityId: id,
      before: pickAuditFields(before, body),
      after: pickAuditFields(body),
    })
    return toAdminService(after)
  })
}

/** Another would advertise a reduction that does not exist (docs/decisions/034-former-rates.md). */
function assertFormer(hourly: Stored, former: Stored | null | undefined): void {
  if (former != null && senOf(former) <= senOf(hourly))
    throw new Problem('invalid_request', { fields: { formerHourlyRate: 'former_rate' } })
}

/** A session must not have a total that cannot be paid online. */
async function assertPayable(
  service: { isAddOn: boolean },
  rates: Parameters<typeof tooSmallRates>[1],
  client: Pick<Tx, 'setting'>,
): Promise<void> {
  const small = tooSmallRates(service, rates, await currentSetting('tax', client))
  if (small.length > 0)
    throw new Problem('invalid_request', {
      sentence: 'rate_too_small',
      fields: Object.fromEntries(small.map((name) => [name, 'rate_too_small' as const])),
    })
}

type Added = { body: NewService; actor: string }

/**
 * Rates as they are stored. After the others, offered at once. Throws invalid_request (a name that
 * another service has, or a former rate that is not higher) and not_changeable (the maximum is
 * reached, or there is no room yet).
 */
export async function addService({ body, actor }: Added): Promise<AdminService> {
  return transaction(async (tx) => {
    await lockPrices(tx)
    const [room, count, last] = [
      await tx.room.findFirst({
        where: { state: 'offered' },
        orderBy: [{ position: 'asc' }, { id: 'asc' }],
      }),
      await tx.service.count(),
      await tx.service.aggregate({ _max: { position: true } }),
    ]
    if (count >= MAX_SERVICES)
      throw new Problem('not_changeable', {
        sentence: 'too_many_services',
        values: { count: MAX_SERVICES },
      })
    if (!room) throw new Problem('not_changeable', { sentence: 'no_room_yet' })
    assertFormer(body.hourlyRate, body.formerHourlyRate)
    await assertPayable({ isAddOn: body.isAddOn ?? false }, body, tx)
    const { translations, ...rest } = body
    const data = {
      ...rest,
      ...(!body.isAddOn && { rooms: { create: { roomId: room.id } } }),
      position: (last._max.position ?? 0) + 1,
      translations: mergedTranslations({}, translations ?? {}),
    }
    const added = toAdminService(await tx.service.create({ data }).catch(rethrowDuplicateName))
    await recordChange(tx, {
      actor,
      action: 'create',
      entity: 'service',
      entityId: added.id,
      before: null,
      after: pickAuditFields(added, body),
    })
    return added
  })
}

/**
 * Rates as they are stored; existing bookings keep their price and stay when it is hidden or
 * retired. `position` (from 1) moves it among the services, or the add-ons, that are not retired.
 * Throws not_found, version_conflict, invalid_request (a name that another service has, or a former
 * rate that is not higher).
 */
export async function changeService({
  id,
  body,
  version,
  actor,
  now,
}: Change<ServiceChange>): Promise<AdminService> {
  return transaction(async (tx) => {
    await lockPrices(tx)
    await writeBegunPrices(tx, now)
    const row = await locked(tx, id)
    assertVersion(row, version)
    assertFormer(
      body.hourlyRate ?? row.hourlyRate,
      body.formerHourlyRate === undefined ? row.formerHourlyRate : body.formerHourlyRate,
    )
    // Offered again, it must be payable with the tax of today at each of its rates.
    const isBack = row.state === 'retired' && (body.state ?? 'retired') !== 'retired'
    await assertPayable(row, isBack ? { ...row, ...body } : body, tx)
    if (isBack)
      for (const coming of await tx.servicePrice.findMany({
        where: { serviceId: id, set: { appliedAt: null } },
      }))
        await assertPayable(row, coming, tx)
    const { translations, position, ...rest } = body
    const data = { ...rest } as Prisma.ServiceUpdateInput
    if (translations) data.translations = mergedTranslations(row.translations, translations)
    const before = { ...toAdminService(row), position: row.position }
    const after = toAdminService(
      await tx.service.update({ where: { id }, data }).catch(rethrowDuplicateName),
    )
    if (position !== undefined) await moveService(tx, { id, isAddOn: row.isAddOn, position })
    await recordChange(tx, {
      actor,
      action: 'update',
      entity: 'service',
      entityId: id,
      before: pickAuditFields(before, body),
      after: pickAuditFields({ ...after, position }, body),
    })
    return after
  })
}

type Place = { id: number; isAddOn: boolean; position: number }

async function moveService(tx: Tx, { id, isAddOn, position }: Place): Promise<void> {
  const rows = await tx.service.findMany({
    select: { id: true, isAddOn: true, state: true },
    orderBy: [{ position: 'asc' }, { id: 'asc' }],
  })
  const others = rows.filter((row) => row.id !== id)
  const offered = (addOns: boolean) =>
    others.filter((row) => row.state !== 'retired' && row.isAddOn === addOns)
  const [sessions, addOns] = [offered(false), offered(true)].map((kind) =>
    kind.map((row) => row.id),
  )
  const beside = (isAddOn ? addOns : sessions) ?? []
  beside.splice(position - 1, 0, id)
  const retired = others.filter((row) => row.state === 'retired').map((row) => row.id)
  const all = [...(sessions ?? []), ...(addOns ?? []), ...retired]
  // Not through Prisma: it would update `updated_at` of all rows, and administrators who edit
  // another service would get a conflict.
  await tx.$executeRaw`
    UPDATE services SET position = placed.position
      FROM unnest(${all}::int[]) WITH ORDINALITY AS placed(id, position)
    WHERE services.id = placed.id AND services.position IS DISTINCT FROM placed.position`
}

/** Throws not_found, version_conflict, not_changeable (bookings, members or add-ons refer to it). */
export async function removeService({
  id,
  version,
  actor,
}: Omit<Change<never>, 'body'>): Promise<void> {
  await transaction(async (tx) => {
    const row = await locked(tx, id)
    assertVersion(row, version)
    const where = { serviceId: id }
    const uses = await Promise.all([
      tx.booking.count({ where }),
      tx.membership.count({ where }),
      tx.bookingAddOn.count({ where }),
    ])
    if (uses.some((count) => count > 0))
      throw new Problem('not_changeable', { sentence: 'service_in_use' })
    await tx.service.delete({ where: { id } })
    await recordChange(tx, {
      actor,
      action: 'delete',
      entity: 'service',
      entityId: id,
      before: pickAuditFields(row),
      after: null,
    })
  })
}

function rethrowDuplicateName(error: unknown): never {
  throw isDuplicate(error)
    ? new Problem('invalid_request', { fields: { name: 'name_taken' } })
    : error
}
