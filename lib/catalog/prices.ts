import 'server-only'
import { assertVersion, recordChange } from '@/lib/audit/record'
import { isDuplicate } from '@/lib/database-errors'
import { transaction, type Tx } from '@/lib/db'
import { senOf } from '@/lib/money'
import { Problem } from '@/lib/problem'
import { tooSmallRates } from '@/lib/sales/money'
import { lockPrices } from '@/lib/settings/change'
import { currentSetting } from '@/lib/settings/queries'
import { addDays, studioDate, toInstant } from '@/lib/time'
import { toPriceSet } from './queries'
import { MOST_COMING_PRICES, PRICES_AHEAD_DAYS } from './rules'
import type { PriceSetBody, PriceSetDto } from './schema'

type By = { actor: string; now: Date }
type Known = By & { id: number; version: string | undefined }

const withPrices = { prices: { orderBy: { serviceId: 'asc' } } } as const

/**
 * Writes the sets that have begun into the services, whose columns are in force again. Nobody's price
 * changes by it (prisma/sql/functions/rates_at.sql), so that it may happen at any time: by a job, and
 * before a rate is changed by hand. The caller has locked the prices.
 */
export async function writeBegunPrices(tx: Tx, now: Date): Promise<void> {
  await tx.$executeRaw`
    UPDATE services s SET hourly_rate = r.hourly_rate, former_hourly_rate = r.former_hourly_rate,
      half_day_rate = r.half_day_rate, full_day_rate = r.full_day_rate, weekly_rate = r.weekly_rate,
      updated_at = GREATEST(s.updated_at, r.since)
    FROM rates_at(${now}) r WHERE r.service_id = s.id AND r.since IS NOT NULL`
  await tx.priceSet.updateMany({
    where: { appliedAt: null, validFrom: { lte: now } },
    data: { appliedAt: now },
  })
}

export const applyBegunPrices = (now: Date): Promise<void> =>
  transaction(async (tx) => {
    await lockPrices(tx)
    await writeBegunPrices(tx, now)
  })

/**
 * The rates of each service from a day on that is to come. Throws invalid_request (from: not to come,
 * too far ahead, or taken; rates) and not_changeable (too many are to come).
 */
export function addPriceSet({
  body,
  actor,
  now,
}: By & { body: PriceSetBody }): Promise<PriceSetDto> {
  return transaction(async (tx) => {
    await lockPrices(tx)
    const count = await tx.priceSet.count({ where: { validFrom: { gt: now } } })
    if (count >= MOST_COMING_PRICES)
      throw new Problem('not_changeable', {
        sentence: 'too_many_prices',
        values: { count: MOST_COMING_PRICES },
      })
    const data = { validFrom: beginOf(body, now), prices: { create: await checked(tx, body) } }
    const row = await tx.priceSet.create({ data, include: withPrices }).catch(rethrowTakenDate)
    return recorded(tx, 'create', actor, null, toPriceSet(row))
  })
}

/** Until it holds. Throws not_found, version_conflict, and as addPriceSet. */
export function changePriceSet({
  id,
  body,
  version,
  actor,
  now,
}: Known & { body: PriceSetBody }): Promise<PriceSetDto> {
  return transaction(async (tx) => {
    const before = await lockedSet(tx, { id, version, now })
    const prices = { deleteMany: {}, create: await checked(tx, body) }
    const row = await tx.priceSet
      .update({
        where: { id },
        data: { validFrom: beginOf(body, now), prices },
        include: withPrices,
      })
      .catch(rethrowTakenDate)
    return recorded(tx, 'update', actor, before, toPriceSet(row))
  })
}

/** Until it holds. Throws not_found, version_conflict, not_changeable. */
export async function removePriceSet({ id, version, actor, now }: Known): Promise<void> {
  await transaction(async (tx) => {
    const before = await lockedSet(tx, { id, version, now })
    await tx.priceSet.delete({ where: { id } })
    await recorded(tx, 'delete', actor, before, null)
  })
}

async function lockedSet(tx: Tx, { id, version, now }: Omit<Known, 'actor'>): Promise<PriceSetDto> {
  await lockPrices(tx)
  const row = await tx.priceSet.findUnique({ where: { id }, include: withPrices })
  if (!row) throw new Problem('not_found')
  assertVersion(row, version)
  // What was sold since is priced with it.
  if (row.validFrom <= now) throw new Problem('not_changeable', { sentence: 'prices_begun' })
  return toPriceSet(row)
}

/** 00:00 in Kuala Lumpur. Throws invalid_request (from). */
function beginOf({ from }: PriceSetBody, now: Date): Date {
  const today = studioDate(now)
  if (from <= today) throw new Problem('invalid_request', { fields: { from: 'prices_past' } })
  if (from > addDays(today, PRICES_AHEAD_DAYS))
    throw new Problem('invalid_request', { fields: { from: 'prices_far' } })
  return toInstant(from, '00:00')
}

/** Throws invalid_request (rates): a service twice or unknown, and as for the rates of a service. */
async function checked(tx: Tx, { rates }: PriceSetBody): Promise<PriceSetBody['rates']> {
  const services = await tx.service.findMany({ select: { id: true, isAddOn: true } })
  const refuse = (at: string, why: 'choice' | 'former_rate') =>
    new Problem('invalid_request', { fields: { [at]: why } })
  if (new Set(rates.map(({ serviceId }) => serviceId)).size < rates.length)
    throw refuse('rates', 'choice')
  const tax = await currentSetting('tax', tx)
  for (const [nth, row] of rates.entries()) {
    const service = services.find(({ id }) => id === row.serviceId)
    if (!service) throw refuse(`rates.${nth}.serviceId`, 'choice')
    if (row.formerHourlyRate !== null && senOf(row.formerHourlyRate) <= senOf(row.hourlyRate))
      throw refuse(`rates.${nth}.formerHourlyRate`, 'former_rate')
    const small = tooSmallRates(service, row, tax)
    if (small.length > 0)
      throw new Problem('invalid_request', {
        sentence: 'rate_too_small',
        fields: Object.fromEntries(
          small.map((name) => [`rates.${nth}.${name}`, 'rate_too_small' as const]),
        ),
      })
  }
  return rates
}

async function recorded<Row extends PriceSetDto | null>(
  tx: Tx,
  action: 'create' | 'update' | 'delete',
  actor: string,
  before: PriceSetDto | null,
  after: Row,
): Promise<Row> {
  // By the service, which the reader's console has the name of.
  const shown = (set: PriceSetDto | null) =>
    set && {
      from: set.from,
      rates: Object.fromEntries(set.rates.map(({ serviceId, ...rates }) => [serviceId, rates])),
    }
  const entityId = (after ?? before)?.id ?? 0
  await recordChange(tx, {
    actor,
    action,
    entity: 'price_set',
    entityId,
    before: shown(before),
    after: shown(after),
  })
  return after
}

function rethrowTakenDate(error: unknown): never {
  throw isDuplicate(error)
    ? new Problem('invalid_request', { fields: { from: 'prices_taken' } })
    : error
}
