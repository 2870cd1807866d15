import 'server-only'
import { namesOf, RATES, type Rates, type ServiceState } from '@/lib/catalog/rules'
import { cacheLife, cacheTag } from 'next/cache'
import { db, Prisma, type Tx } from '@/lib/db'
import type { Service } from '@/lib/generated/prisma/client'
import { senOf, toDecimal, type Stored } from '@/lib/money'
import type { Names } from '@/lib/sales/sale'
import { studioDate } from '@/lib/time'
import type {
  AdminService,
  ComingPrices,
  ListedService,
  PriceSetDto,
  ServiceChange,
  ServiceDto,
} from './schema'

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

// Every column, by its name in Prisma; rates are those of rates_at.
const COLUMNS = {
  id: 's.id',
  name: 's.name',
  description: 's.description',
  icon: 's.icon',
  hourlyRate: 'r.hourly_rate',
  formerHourlyRate: 'r.former_hourly_rate',
  halfDayRate: 'r.half_day_rate',
  fullDayRate: 'r.full_day_rate',
  weeklyRate: 'r.weekly_rate',
  isAddOn: 's.is_add_on',
  position: 's.position',
  state: 's.state',
  translations: 's.translations',
  stripeProductId: 's.stripe_product_id',
  stripePriceId: 's.stripe_price_id',
  stripePaymentLinkUrl: 's.stripe_payment_link_url',
  // As it will be once the set is applied, so that an editor opened in between can be saved.
  updatedAt: 'GREATEST(s.updated_at, r.since)',
} satisfies Record<keyof Service, string>
const SELECTED = Prisma.raw(
  Object.entries(COLUMNS)
    .map(([name, column]) => `${column} AS "${name}"`)
    .join(', '),
)

/**
 * All services with their rates at that instant, in the administrator's order: the only place where
 * rates are read from the database (docs/decisions/050).
 */
export const servicesAt = (
  instant: Date,
  client: Pick<Tx, '$queryRaw'> = db(),
): Promise<Service[]> =>
  client.$queryRaw<Service[]>`
    SELECT ${SELECTED} FROM services s JOIN rates_at(${instant}) r ON r.service_id = s.id
    ORDER BY s.position, s.id`

/** In the administrator's order, directly from the database. */
export async function listServices(): Promise<ServiceDto[]> {
  const rows = await servicesAt(new Date())
  return rows.filter(({ state }) => state === 'offered').map(toServiceDto)
}

export const toAdminService = (row: Service): AdminService => ({
  ...toServiceDto(row),
  state: row.state as ServiceState,
  updatedAt: row.updatedAt.toISOString(),
})

/** Whether this change of a service would give it another rate. */
export async function changesRates(id: number, change: ServiceChange): Promise<boolean> {
  const named = RATES.filter((name) => change[name] !== undefined)
  const rows = named.length > 0 ? await servicesAt(new Date()) : []
  const row = rows.find((one) => one.id === id)
  if (!row) return false
  const before = toServiceDto(row)
  return named.some((name) => change[name] !== before[name])
}

/** Hidden and retired ones too, in the administrator's order. */
export async function everyService(): Promise<AdminService[]> {
  return (await servicesAt(new Date())).map(toAdminService)
}

/** Each with its version and whether bookings or members refer to it. */
export async function servicesForAdmin(): Promise<ListedService[]> {
  const counted = { select: { bookings: true, memberships: true, addedTo: true } } as const
  const [rows, uses] = await Promise.all([
    everyService(),
    db().service.findMany({ select: { id: true, _count: counted } }),
  ])
  const used = new Set(
    uses.flatMap(({ id, _count }) => (Object.values(_count).some((count) => count > 0) ? id : [])),
  )
  return rows.map((row) => ({ ...row, isUsed: used.has(row.id) }))
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

type StoredSet = Prisma.PriceSetGetPayload<{ include: { prices: true } }>

export const toPriceSet = ({ id, validFrom, prices, updatedAt }: StoredSet): PriceSetDto => ({
  id,
  from: studioDate(validFrom),
  rates: prices.map((row) => ({
    serviceId: row.serviceId,
    hourlyRate: toDecimal(senOf(row.hourlyRate)),
    formerHourlyRate: decimal(row.formerHourlyRate),
    halfDayRate: decimal(row.halfDayRate),
    fullDayRate: decimal(row.fullDayRate),
    weeklyRate: decimal(row.weeklyRate),
  })),
  updatedAt: updatedAt.toISOString(),
})

/**
 * The prices that are to come, the next first, each with all services as they will be sold then; and
 * those that have held, the last first.
 */
export async function pricesByDate(
  now: Date,
): Promise<{ coming: ComingPrices[]; past: PriceSetDto[] }> {
  const include = { prices: { orderBy: { serviceId: 'asc' } } } as const
  const [coming, past] = await Promise.all([
    db().priceSet.findMany({
      where: { validFrom: { gt: now } },
      include,
      orderBy: { validFrom: 'asc' },
    }),
    db().priceSet.findMany({
      where: { validFrom: { lte: now } },
      include,
      orderBy: { validFrom: 'desc' },
    }),
  ])
  return {
    coming: await Promise.all(
      coming.map(async (set) => ({
        ...toPriceSet(set),
        services: (await servicesAt(set.validFrom)).map(toAdminService),
      })),
    ),
    past: past.map(toPriceSet),
  }
}

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

/** At that instant; null for an unknown id. */
export const bookableService = async (id: number, at: Date): Promise<BookableService | null> =>
  (await bookableServices(at)).get(id) ?? null

type BookableServices = ReadonlyMap<number, BookableService>

/** At that instant, by their ids; add-ons, hidden and retired ones too. */
export const bookableServices = async (at: Date): Promise<BookableServices> =>
  new Map((await servicesAt(at)).map((row) => [row.id, toBookable(row)]))

/** By the times from which prices hold, the latest first: nothing kept in memory changes at midnight. */
export async function bookableByDate(): Promise<(at: Date) => BookableServices> {
  const sets = await db().priceSet.findMany({
    where: { appliedAt: null },
    orderBy: { validFrom: 'desc' },
    select: { validFrom: true },
  })
  const starts = [...sets.map(({ validFrom }) => validFrom), new Date(0)]
  const periods = await Promise.all(
    starts.map(async (from) => ({ from, services: await bookableServices(from) })),
  )
  return (at) => (periods.find(({ from }) => from <= at) ?? { services: new Map() }).services
}

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
