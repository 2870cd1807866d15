import 'server-only'
import { assertVersion, recordChange } from '@/lib/audit/record'
import { mergedTranslations, named } from '@/lib/cache/changes'
import { isDuplicate, transaction, type Prisma, type Tx } from '@/lib/db'
import { toDecimal } from '@/lib/money'
import { Problem } from '@/lib/problem'
import { toAdminService, toServiceDto } from './queries'
import type { AdminService, ServiceChange, StripeChange } from './schema'

type Change<Body> = { id: number; body: Body; version: string | undefined; actor: string }

async function locked(tx: Tx, id: number) {
  await tx.$queryRaw`SELECT 1 FROM services WHERE id = ${id} FOR UPDATE`
  const row = await tx.service.findUnique({ where: { id } })
  if (!row) throw new Problem('not_found')
  return row
}

/**
 * Sets the Stripe identifiers that `body` names; null takes one away. Throws not_found,
 * version_conflict.
 */
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
      before: named(before, body),
      after: named(body),
    })
    return toAdminService(after)
  })
}

const RATES = ['hourlyRate', 'halfDayRate', 'fullDayRate', 'weeklyRate'] as const

/**
 * Changes words, icon, rates (sen an hour) and translations of a service; bookings already made
 * keep their price. Throws not_found, version_conflict, invalid_request (a name that another
 * service has).
 */
export async function changeService({
  id,
  body,
  version,
  actor,
}: Change<ServiceChange>): Promise<AdminService> {
  return transaction(async (tx) => {
    const row = await locked(tx, id)
    assertVersion(row, version)
    const { translations, ...rest } = body
    const data: Prisma.ServiceUpdateInput = { ...rest } as Prisma.ServiceUpdateInput
    for (const name of RATES) {
      const sen = body[name]
      if (typeof sen === 'number') data[name] = toDecimal(sen)
    }
    if (translations) data.translations = mergedTranslations(row.translations, translations)
    const before = toServiceDto(row)
    const after = toAdminService(await tx.service.update({ where: { id }, data }).catch(asTaken))
    await recordChange(tx, {
      actor,
      action: 'update',
      entity: 'service',
      entityId: id,
      before: named(before, body),
      after: named(after, body),
    })
    return after
  })
}

/**
 * Removes a service that nothing refers to. Throws not_found, version_conflict, not_changeable
 * (bookings, members or add-ons name it).
 */
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
      before: named(row),
      after: null,
    })
  })
}

function asTaken(error: unknown): never {
  throw isDuplicate(error)
    ? new Problem('invalid_request', { fields: { name: 'name_taken' } })
    : error
}
