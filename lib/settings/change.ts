import 'server-only'
import { assertVersion, recordChange } from '@/lib/audit/record'
import { mergedTranslations, pickAuditFields } from '@/lib/audit/changes'
import { isDuplicate } from '@/lib/database-errors'
import { transaction, type Prisma, type Tx } from '@/lib/db'
import { Problem } from '@/lib/problem'
import { tooSmallRates } from '@/lib/sales/money'
import { ACCOUNT_ROWS, toAdminHoliday, unconfirmedAccount } from './queries'
import type { HolidayChange, NewHoliday, AdminHoliday, SettingKey, SettingValues } from './schema'

type Setting = {
  key: SettingKey
  value: Prisma.InputJsonObject
  version: string | undefined
  actor: string
  /** Called in the transaction, with the row of the audit log and what the setting was. */
  tell?: (tx: Tx, change: { id: number; before: Prisma.JsonValue }) => Promise<void>
}

const PRICES_LOCK = 7_270_742
/**
 * One after the other: two new services at once would get the same position, and a rate and a tax
 * at once would be checked against what is being replaced.
 */
export const lockPrices = (tx: Tx) => tx.$executeRaw`SELECT pg_advisory_xact_lock(${PRICES_LOCK})`

/** A service that can be booked must not have a total that cannot be paid online. */
async function assertPayable(tx: Tx, tax: SettingValues['tax']): Promise<void> {
  const services = await tx.service.findMany({ where: { state: { not: 'retired' } } })
  const coming = await tx.servicePrice.findMany({
    where: { set: { appliedAt: null }, service: { state: { not: 'retired' } } },
    include: { service: { select: { isAddOn: true } } },
  })
  const all = [
    ...services.map((rates) => ({ service: rates, rates })),
    ...coming.map(({ service, ...rates }) => ({ service, rates })),
  ]
  const isSmall = all.some(({ service, rates }) => tooSmallRates(service, rates, tax).length > 0)
  if (isSmall)
    throw new Problem('invalid_request', {
      fields: { [tax.kind === 'none' ? 'kind' : 'rate']: 'tax_too_small' },
    })
}

/** Throws version_conflict, and invalid_request for a tax with which a service costs too little. */
export async function saveSetting({
  key,
  value,
  version,
  actor,
  tell,
}: Setting): Promise<{ key: string; value: Prisma.JsonValue; updatedAt: string }> {
  return transaction(async (tx) => {
    if (key === 'tax') await lockPrices(tx)
    await tx.$queryRaw`SELECT 1 FROM settings WHERE key = ${key} FOR UPDATE`
    const before = await tx.setting.findUnique({ where: { key } })
    if (before) assertVersion(before, version)
    if (key === 'tax') await assertPayable(tx, value as SettingValues['tax'])
    const row = await tx.setting.upsert({
      where: { key },
      create: { key, value },
      update: { value },
    })
    const { id } = await recordChange(tx, {
      actor,
      action: 'update',
      entity: 'setting',
      entityId: key,
      before: before && pickAuditFields(before.value as object),
      after: pickAuditFields(value),
    })
    await tell?.(tx, { id, before: before?.value ?? null })
    return { key, value: row.value, updatedAt: row.updatedAt.toISOString() }
  })
}

/** The change that was seen is right. Throws version_conflict where another came since, or none is. */
export const confirmAccount = ({ change, actor }: { change: number; actor: string }) =>
  transaction(async (tx) => {
    await tx.$queryRaw`SELECT 1 FROM settings WHERE key = 'transfer' FOR UPDATE`
    if ((await unconfirmedAccount(tx))?.id !== change) throw new Problem('version_conflict')
    await recordChange(tx, { actor, action: 'confirm', ...ACCOUNT_ROWS, before: null, after: null })
  })

type Row = Prisma.HolidayGetPayload<true>
const withTranslations = <Names extends HolidayChange>(
  { translations, ...body }: Names,
  stored: Prisma.JsonValue = {},
) => ({ ...body, translations: mergedTranslations(stored, translations ?? {}) })

/** Bookings on that day stay. Throws invalid_request when there is one on that date. */
export async function addHoliday({
  body,
  actor,
}: {
  body: NewHoliday
  actor: string
}): Promise<AdminHoliday> {
  return transaction(async (tx) => {
    const data = withTranslations(body)
    const row = await tx.holiday.create({ data }).catch((error: unknown) => {
      throw isDuplicate(error)
        ? new Problem('invalid_request', { fields: { date: 'holiday_taken' } })
        : error
    })
    await recordChange(tx, {
      actor,
      action: 'create',
      entity: 'holiday',
      entityId: row.date,
      before: null,
      after: pickAuditFields(data),
    })
    return toAdminHoliday(row)
  })
}

async function locked(tx: Tx, date: string, version: string | undefined): Promise<Row> {
  await tx.$queryRaw`SELECT 1 FROM holidays WHERE date = ${date} FOR UPDATE`
  const row = await tx.holiday.findUnique({ where: { date } })
  if (!row) throw new Problem('not_found')
  assertVersion(row, version)
  return row
}

type Change = { date: string; version: string | undefined; actor: string }

/** Its names, or whether its date is certain. Throws not_found, version_conflict. */
export async function changeHoliday({
  date,
  body,
  version,
  actor,
}: Change & { body: HolidayChange }): Promise<AdminHoliday> {
  return transaction(async (tx) => {
    const before = await locked(tx, date, version)
    const data = withTranslations(body, before.translations)
    const row = await tx.holiday.update({ where: { date }, data })
    await recordChange(tx, {
      actor,
      action: 'update',
      entity: 'holiday',
      entityId: date,
      before: pickAuditFields(before, data),
      after: pickAuditFields(data),
    })
    return toAdminHoliday(row)
  })
}

/** The day has its usual hours again. Throws not_found, version_conflict. */
export async function removeHoliday({ date, version, actor }: Change): Promise<void> {
  await transaction(async (tx) => {
    const before = await locked(tx, date, version)
    await tx.holiday.delete({ where: { date } })
    await recordChange(tx, {
      actor,
      action: 'delete',
      entity: 'holiday',
      entityId: date,
      before: pickAuditFields(before),
      after: null,
    })
  })
}
