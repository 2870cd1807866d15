import 'server-only'
import {
  DEFAULT_HOURS,
  type Hours,
  DEFAULT_MARKETING,
  type Marketing,
  PORTFOLIO_OFFSETS,
  type PortfolioType,
} from '@/lib/studio'
import { DEFAULT_TAX } from '@/lib/site'
import type { Tax } from '@/lib/money'
import { cacheLife, cacheTag } from 'next/cache'
import { db, type Tx } from '@/lib/db'
import { env } from '@/lib/env'
import { DEFAULT_SITE, type Site } from '@/lib/site'
import type { OwnedHoliday, SettingKey } from './schema'
import { settingValue } from './value'

/** The tax in force now: settings key `tax`, else the customer's 8.25 % (decision D2). */
export async function currentTax(): Promise<Tax> {
  const { basisPoints, label } = await settingValue<Tax>('tax')
  return { basisPoints: basisPoints ?? DEFAULT_TAX.basisPoints, label: label ?? DEFAULT_TAX.label }
}

/** The tax for pages: prerendered until the tag `settings` is expired. */
export async function taxSetting(): Promise<Tax> {
  'use cache'
  cacheTag('settings')
  cacheLife('max')
  return currentTax()
}

/**
 * What the editing tiers advertise (decision D5), for pages: settings key `marketing`, prerendered
 * until the tag `settings` is expired.
 */
export async function marketingSetting(): Promise<Marketing> {
  'use cache'
  cacheTag('settings')
  cacheLife('max')
  return { ...DEFAULT_MARKETING, ...(await settingValue<Marketing>('marketing')) }
}

/** The opening hours in force now: settings key `hours`, else those of decision B2. */
export const currentHours = async (): Promise<Hours> => ({
  ...DEFAULT_HOURS,
  ...(await settingValue<Hours>('hours')),
})

/** Minutes a slot is held while its visitor pays: the owner's, else HOLD_MINUTES (decision C1). */
export const holdMinutes = async (): Promise<number> =>
  (await settingValue<{ minutes: number | null }>('hold')).minutes ?? env().HOLD_MINUTES

const currentOffsets = async (): Promise<Record<PortfolioType, number>> => ({
  ...PORTFOLIO_OFFSETS,
  ...(await settingValue<Record<PortfolioType, number>>('counters')),
})

/**
 * What the portfolio's counters add to the live counts, for pages: prerendered until the tag
 * `settings` is expired.
 */
export async function counterOffsets(): Promise<Record<PortfolioType, number>> {
  'use cache'
  cacheTag('settings')
  cacheLife('max')
  return currentOffsets()
}

/**
 * The studio's own facts as the owner has them now (decision G5), for mails, calendar files and
 * mutations; a transaction hands itself over, so as not to wait for a second connection.
 */
export const currentSite = async (client?: Pick<Tx, 'setting'>): Promise<Site> => ({
  ...DEFAULT_SITE,
  ...(await settingValue<Site>('site', client)),
})

/** The same for pages: prerendered until the tag `settings` is expired. */
export async function site(): Promise<Site> {
  'use cache'
  cacheTag('settings')
  cacheLife('max')
  return currentSite()
}

/**
 * Everything on the owner's settings page as it is now, and the version of each; null for one that
 * was never set.
 */
export async function ownedSettings() {
  const [rows, hours, tax, marketing, hold, counters, studio] = await Promise.all([
    db().setting.findMany({ select: { key: true, updatedAt: true } }),
    currentHours(),
    currentTax(),
    settingValue<Marketing>('marketing'),
    settingValue<{ minutes: number | null }>('hold'),
    currentOffsets(),
    currentSite(),
  ])
  const versionOf = (key: SettingKey) =>
    rows.find((row) => row.key === key)?.updatedAt.toISOString() ?? null
  return {
    hours: { ...hours, version: versionOf('hours') },
    tax: { ...tax, version: versionOf('tax') },
    marketing: { ...DEFAULT_MARKETING, ...marketing, version: versionOf('marketing') },
    hold: { minutes: hold.minutes ?? null, usual: env().HOLD_MINUTES, version: versionOf('hold') },
    counters: { ...counters, version: versionOf('counters') },
    site: { ...studio, version: versionOf('site') },
  }
}

/** Public holidays from `from` (yyyy-mm-dd, studio date) on, with the version of each. */
export async function ownedHolidays(from: string): Promise<OwnedHoliday[]> {
  const rows = await db().holiday.findMany({
    where: { date: { gte: from } },
    orderBy: { date: 'asc' },
  })
  return rows.map(({ updatedAt, ...row }) => ({ ...row, updatedAt: updatedAt.toISOString() }))
}
