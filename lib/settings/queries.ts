import 'server-only'
import { cacheLife, cacheTag } from 'next/cache'
import { cachedUntilContentChanges } from '@/lib/cache/remembered'
import { db, type Prisma, type Tx } from '@/lib/db'
import { env } from '@/lib/env'
import { DEFAULT_LOCALE, type Locale } from '@/lib/i18n/routing'
import type { Season } from '@/lib/studio'
import { memberIn, type ShownMember } from './proof'
import { NO_TRANSFER, offersTransfer, shortAccount, type TransferSetting } from './transfer'
import { visitIn, type VisitFacts } from './visit'
import { voiceIn, type ShownVoice } from './voices'
import {
  EXTRA_METHODS,
  SETTINGS,
  type AccountChange,
  type AdminHoliday,
  type AdminSettings,
  type ExtraMethod,
  type HolidayDto,
  type PaymentMethod,
  type SettingKey,
  type SettingValues,
} from './schema'

type Row = { value: unknown } | null | undefined

/** The value stored under `key`, or the initial one. It was validated when it was stored. */
const valueOf = <Key extends SettingKey>(key: Key, row: Row): SettingValues[Key] => ({
  ...SETTINGS[key].initial,
  ...(row?.value as Partial<SettingValues[Key]> | undefined),
})

/** For mails, calculations and changes. A transaction passes itself: no second connection. */
export const currentSetting = async <Key extends SettingKey>(
  key: Key,
  client: Pick<Tx, 'setting'> = db(),
): Promise<SettingValues[Key]> =>
  valueOf(key, await client.setting.findUnique({ where: { key }, select: { value: true } }))

/**
 * At an earlier moment, for documents about it: what the first change after it replaced, by the
 * audit log, or the current value when there was none since.
 */
export async function settingAt<Key extends SettingKey>(
  key: Key,
  at: Date,
  client: Pick<Tx, 'setting' | 'auditLog'>,
): Promise<SettingValues[Key]> {
  const next = await client.auditLog.findFirst({
    where: { entity: 'setting', action: 'update', entityId: key, createdAt: { gt: at } },
    orderBy: { id: 'asc' },
    select: { before: true },
  })
  return next
    ? valueOf(key, next.before === null ? null : { value: next.before })
    : currentSetting(key, client)
}

/** A setting for pages: they stay prerendered until the tag `settings` is expired. */
async function pageSetting<Key extends SettingKey>(key: Key): Promise<SettingValues[Key]> {
  'use cache'
  cacheTag('settings')
  cacheLife('max')
  return currentSetting(key)
}

/** With their names in `locale` (docs/decisions/020 B2). */
export const currentSeasons = async (
  locale: Locale = DEFAULT_LOCALE,
  client?: Pick<Tx, 'setting'>,
): Promise<Season[]> =>
  (await currentSetting('seasons', client)).periods.map(({ translations, ...season }): Season => ({
    ...season,
    name: (locale === DEFAULT_LOCALE ? undefined : translations[locale]?.name) ?? season.name,
  }))

/** docs/decisions/020 D2. */
export const currentTax = () => currentSetting('tax')

export const taxSetting = () => pageSetting('tax')

export const lengthsSetting = () => pageSetting('lengths')

/** docs/decisions/020 D5. */
export const marketingSetting = () => pageSetting('marketing')

export const counterOffsets = () => pageSetting('counters')

/** docs/decisions/020 G5. */
export const currentSite = (client?: Pick<Tx, 'setting'>) => currentSetting('site', client)

export const site = () => pageSetting('site')

/** The information for visitors in a language, for pages. */
export const visitFacts = async (locale: Locale): Promise<VisitFacts> =>
  visitIn(await pageSetting('visit'), locale)

/** Who works here, for pages. */
export const teamIn = async (locale: Locale): Promise<ShownMember[]> =>
  (await pageSetting('team')).members.map((member) => memberIn(locale, member))

export const ratingSetting = () => pageSetting('rating')

export const marksSetting = async () => (await pageSetting('marks')).marks

/** The sentence to compare recordings by, for pages. */
export const voiceSetting = async (locale: Locale): Promise<ShownVoice | null> =>
  voiceIn(locale, await pageSetting('voices'))

/** Minutes a slot is held while its visitor pays (docs/decisions/020 C1). */
export const holdMinutes = async (): Promise<number> =>
  (await currentSetting('hold')).minutes ?? env().HOLD_MINUTES

/**
 * Until the owner has chosen: all of them in the sandbox; at Stripe only cards, because an account
 * has no other method before its owner activates it (docs/decisions/032).
 */
const chosenMethods = (methods: SettingValues['methods']): Record<ExtraMethod, boolean> => {
  const isSandbox = env().payments === 'sandbox'
  return { fpx: methods.fpx ?? isSandbox, grabpay: methods.grabpay ?? isSandbox }
}

/** The payment methods for a new payment, cards first. */
export async function paymentMethods(): Promise<PaymentMethod[]> {
  const offered = chosenMethods(await currentSetting('methods'))
  return ['card', ...EXTRA_METHODS.filter((method) => offered[method])]
}

/** What the owner has switched on beside cards, for pages. */
export const extraMethods = async (): Promise<ExtraMethod[]> => {
  const methods = await pageSetting('methods')
  return EXTRA_METHODS.filter((method) => methods[method] === true)
}

/** Every page asks: reading what is kept for pages takes half of the time of such a call. */
const methodsSetting = cachedUntilContentChanges(() => pageSetting('methods'))
export const offersWallets = async (): Promise<boolean> => (await methodsSetting()).wallets

/** Whether recording money that comes in asks for a proof of identity (docs/decisions/065). */
export const needsProofToReceive = async (sen: number): Promise<boolean> =>
  sen > (await currentSetting('received')).withoutProof * 100

/** How long a time is held for a transfer; null where none is taken. */
export const transferHours = async (): Promise<number | null> => {
  const transfer = await pageSetting('transfer')
  return offersTransfer(transfer) ? transfer.hours : null
}

export async function settingsForAdmin(): Promise<AdminSettings> {
  const rows = await db().setting.findMany()
  const shown = <Key extends SettingKey>(key: Key) => {
    const row = rows.find((one) => one.key === key)
    return { ...valueOf(key, row), version: row?.updatedAt.toISOString() ?? null }
  }
  return {
    seasons: shown('seasons'),
    office: shown('office'),
    tax: shown('tax'),
    einvoice: shown('einvoice'),
    lengths: shown('lengths'),
    hold: { ...shown('hold'), usual: env().HOLD_MINUTES },
    methods: { ...shown('methods'), ...chosenMethods(shown('methods')) },
    transfer: shown('transfer'),
    received: shown('received'),
    marketing: shown('marketing'),
    counters: shown('counters'),
    notices: shown('notices'),
    site: shown('site'),
    visit: shown('visit'),
    replies: shown('replies'),
    team: shown('team'),
    rating: shown('rating'),
    marks: shown('marks'),
    voices: shown('voices'),
  }
}

type HolidayRow = Prisma.HolidayGetPayload<true>

export const toHolidayDto = ({
  date,
  name,
  translations,
  tentative,
  closed,
  roomIds,
}: HolidayRow): HolidayDto => ({
  date,
  name,
  translations: translations as HolidayDto['translations'],
  tentative,
  closed,
  ...(roomIds.length > 0 && { roomIds }),
})

/** A stored holiday with the version to send with a change. */
export const toAdminHoliday = (row: HolidayRow): AdminHoliday => ({
  ...toHolidayDto(row),
  updatedAt: row.updatedAt.toISOString(),
})

/** From one date to another, both included, in their order. */
export async function holidaysForAdmin(from: string, to: string): Promise<AdminHoliday[]> {
  const rows = await db().holiday.findMany({
    where: { date: { gte: from, lte: to } },
    orderBy: { date: 'asc' },
  })
  return rows.map(toAdminHoliday)
}

// The console shows a change of the account to which customers transfer money until an owner confirms
// it (docs/decisions/065). What was confirmed is in the audit log, which nobody changes.

export const ACCOUNT_ROWS = { entity: 'setting', entityId: 'transfer' } as const

const accountIn = (value: unknown): TransferSetting => ({
  ...NO_TRANSFER,
  ...(value as Partial<TransferSetting> | null),
})

const isSameAccount = (a: TransferSetting, b: TransferSetting): boolean =>
  (['bank', 'holder', 'number', 'duitnow'] as const).every((field) => a[field] === b[field])

/** What is unconfirmed of the account; null where nothing is, or it is what it was. */
export async function unconfirmedAccount(
  client: Pick<Tx, 'auditLog'> = db(),
): Promise<AccountChange | null> {
  const confirmed = await client.auditLog.findFirst({
    where: { ...ACCOUNT_ROWS, action: 'confirm' },
    orderBy: { id: 'desc' },
    select: { id: true },
  })
  const changes = await client.auditLog.findMany({
    where: { ...ACCOUNT_ROWS, action: 'update', id: { gt: confirmed?.id ?? 0 } },
    orderBy: { id: 'asc' },
  })
  const [first] = changes
  const last = changes.findLast(
    ({ before, after }) => !isSameAccount(accountIn(before), accountIn(after)),
  )
  if (!first || !last) return null
  const [before, after] = [accountIn(first.before), accountIn(last.after)]
  if (isSameAccount(before, after)) return null
  return {
    id: last.id,
    ...{ by: last.actor, at: last.createdAt.toISOString() },
    ...{ before: shortAccount(before), after: shortAccount(after) },
  }
}
