import 'server-only'
import type { Rates } from '@/lib/catalog/rules'
import { cacheLife, cacheTag } from 'next/cache'
import { db } from '@/lib/db'
import type { Service } from '@/lib/generated/prisma/client'
import { senOf, toDecimal } from '@/lib/money'
import type { OwnedService, ServiceDto } from './schema'

const decimal = (value: { toString(): string } | null) =>
  value === null ? null : toDecimal(senOf(value))

/** A row as the wire has it. */
export const toServiceDto = (service: Service): ServiceDto => ({
  id: service.id,
  name: service.name,
  description: service.description,
  icon: service.icon,
  hourlyRate: toDecimal(senOf(service.hourlyRate)),
  halfDayRate: decimal(service.halfDayRate),
  fullDayRate: decimal(service.fullDayRate),
  weeklyRate: decimal(service.weeklyRate),
  isAddOn: service.isAddOn,
  stripeProductId: service.stripeProductId,
  stripePriceId: service.stripePriceId,
  stripePaymentLinkUrl: service.stripePaymentLinkUrl,
  translations: service.translations as ServiceDto['translations'],
})

/** All services and add-ons in the owner's order, as the database has them now. */
export async function listServices(): Promise<ServiceDto[]> {
  const rows = await db().service.findMany({ orderBy: [{ position: 'asc' }, { id: 'asc' }] })
  return rows.map(toServiceDto)
}

export const toOwnedService = (row: Service): OwnedService => ({
  ...toServiceDto(row),
  updatedAt: row.updatedAt.toISOString(),
})

/**
 * All services and add-ons for the owner: with the version to send back, and whether bookings or
 * members name them.
 */
export async function ownedServices(): Promise<(OwnedService & { isUsed: boolean })[]> {
  const counted = { select: { bookings: true, memberships: true, addedTo: true } } as const
  const rows = await db().service.findMany({
    orderBy: [{ position: 'asc' }, { id: 'asc' }],
    include: { _count: counted },
  })
  return rows.map(({ _count, ...row }) => ({
    ...toOwnedService(row),
    isUsed: Object.values(_count).some((count) => count > 0),
  }))
}

async function cachedServices(): Promise<ServiceDto[]> {
  'use cache'
  cacheTag('services')
  cacheLife('max')
  return listServices()
}

/** The services one can book, for pages: prerendered until the tag `services` is expired. */
export const studioServices = async (): Promise<ServiceDto[]> =>
  (await cachedServices()).filter((service) => !service.isAddOn)

/** The add-ons (decision B7), for pages: prerendered until the tag `services` is expired. */
export const addOnServices = async (): Promise<ServiceDto[]> =>
  (await cachedServices()).filter((service) => service.isAddOn)

/** A service's room and rates in sen, or null when there is none with that id. */
export async function bookableService(
  id: number,
): Promise<{ id: number; name: string; studioId: number; isAddOn: boolean; rates: Rates } | null> {
  const row = await db().service.findUnique({ where: { id } })
  if (!row) return null
  const sen = (value: { toString(): string } | null) => (value === null ? null : senOf(value))
  const rates = {
    hourly: senOf(row.hourlyRate),
    halfDay: sen(row.halfDayRate),
    fullDay: sen(row.fullDayRate),
    weekly: sen(row.weeklyRate),
  }
  return { id: row.id, name: row.name, studioId: row.studioId, isAddOn: row.isAddOn, rates }
}
