import 'server-only'
import { namesOf, RATES, type Rates, type ServiceState } from '@/lib/catalog/rules'
import { cacheLife, cacheTag } from 'next/cache'
import { db } from '@/lib/db'
import type { Service } from '@/lib/generated/prisma/client'
import { senOf, toDecimal, type Stored } from '@/lib/money'
import type { Names } from '@/lib/sales/sale'
import type { AdminService, ListedService, ServiceChange, ServiceDto } from './schema'

const decimal = (value: Stored | null) => (value === null ? null : toDecimal(senOf(value)))

export const toServiceDto = (service: Service): ServiceDto => ({
  id: service.id,
  name: service.name,
  description: service.description,
  icon: service.icon,
  hourlyRate: toDecimal(senOf(service.hourlyRate)),
  formerHourlyRate: decimal(service.formerHourlyRate),
  halfDayRate: decimal(service.halfDayRate),
  fullDayRate: decimal(service.fullDayRate),
  weeklyRate: decimal(service.weeklyRate),
  isAddOn: service.isAddOn,
  stripeProductId: service.stripeProductId,
  stripePriceId: service.stripePriceId,
  stripePaymentLinkUrl: service.stripePaymentLinkUrl,
  translations: service.translations as ServiceDto['translations'],
})

const IN_ORDER = [{ position: 'asc' }, { id: 'asc' }] as const

/** In the administrator's order, directly from the database. */
export async function listServices(): Promise<ServiceDto[]> {
  const rows = await db().service.findMany({
    where: { state: 'offered' },
    orderBy: [...IN_ORDER],
  })
  return rows.map(toServiceDto)
}

export const toAdminService = (row: Service): AdminService => ({
  ...toServiceDto(row),
  state: row.state as ServiceState,
  updatedAt: row.updatedAt.toISOString(),
})

/** Whether this change of a service would give it another rate. */
export async function changesRates(id: number, change: ServiceChange): Promise<boolean> {
  const named = RATES.filter((name) => change[name] !== undefined)
  const row = named.length > 0 ? await db().service.findUnique({ where: { id } }) : null
  if (!row) return false
  const before = toServiceDto(row)
  return named.some((name) => change[name] !== before[name])
}

/** Hidden and retired ones too, in the administrator's order. */
export async function everyService(): Promise<AdminService[]> {
  const rows = await db().service.findMany({ orderBy: [...IN_ORDER] })
  return rows.map(toAdminService)
}

/** Each with its version and whether bookings or members refer to it. */
export async function servicesForAdmin(): Promise<ListedService[]> {
  const counted = { select: { bookings: true, memberships: true, addedTo: true } } as const
  const rows = await db().service.findMany({
    orderBy: [...IN_ORDER],
    include: { _count: counted },
  })
  return rows.map(({ _count, ...row }) => ({
    ...toAdminService(row),
    isUsed: Object.values(_count).some((count) => count > 0),
  }))
}

async function cachedServices(): Promise<ServiceDto[]> {
  'use cache'
  cacheTag('services')
  cacheLife('max')
  return listServices()
}

/** The services that customers can book, for pages: prerendered until the tag `services` is expired. */
export const studioServices = async (): Promise<ServiceDto[]> =>
  (await cachedServices()).filter((service) => !service.isAddOn)

/** The lowest hourly rate in sen; null while no service is offered. */
export async function lowestRate(): Promise<number | null> {
  const rates = (await studioServices()).map(({ hourlyRate }) => senOf(hourlyRate))
  return rates.length > 0 ? Math.min(...rates) : null
}

/** The add-ons (docs/decisions/020 B7), for pages: prerendered until the tag `services` is expired. */
export const addOnServices = async (): Promise<ServiceDto[]> =>
  (await cachedServices()).filter((service) => service.isAddOn)

/** Rates in sen. */
export type BookableService = {
  id: number
  name: string
  names: Names
  isAddOn: boolean
  state: ServiceState
  rates: Rates
}

/** Null for an unknown id. */
export async function bookableService(id: number): Promise<BookableService | null> {
  const row = await db().service.findUnique({ where: { id } })
  return row && toBookable(row)
}

/** By their ids; add-ons, hidden and retired ones too. */
export const bookableServices = async (): Promise<ReadonlyMap<number, BookableService>> =>
  new Map((await db().service.findMany()).map((row) => [row.id, toBookable(row)]))

function toBookable(row: Service): BookableService {
  const sen = (value: Stored | null) => (value === null ? null : senOf(value))
  const rates = {
    hourly: senOf(row.hourlyRate),
    halfDay: sen(row.halfDayRate),
    fullDay: sen(row.fullDayRate),
    weekly: sen(row.weeklyRate),
  }
  const { id, name, isAddOn } = row
  return {
    id,
    name,
    names: namesOf(row),
    isAddOn,
    state: row.state as ServiceState,
    rates,
  }
}
