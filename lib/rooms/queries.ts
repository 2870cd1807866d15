import 'server-only'
import { cacheLife, cacheTag } from 'next/cache'
import { cache } from 'react'
import { cachedByLocale } from '@/lib/cache/remembered'
import { db, type Prisma, type Tx } from '@/lib/db'
import { DEFAULT_LOCALE, type Locale } from '@/lib/i18n/routing'
import type { Names } from '@/lib/sales/sale'
import { nameIn, namesOf } from '@/lib/catalog/rules'
import { pictureUrl } from '@/lib/content/rules'
import { Problem } from '@/lib/problem'
import { currentSeasons, toHolidayDto } from '@/lib/settings/queries'
import type { HolidayDto } from '@/lib/settings/schema'
import { DEFAULT_HOURS, type WeekHours } from '@/lib/studio'
import { studioDate } from '@/lib/time'
import { concerning, houseHours, type HouseHours, type RoomOption } from './house'
import { isForRoom, openingOfRoom, type HolidayDates, type Opening } from './opening'
import type { AdminRoom, RoomChoice, RoomState } from './schema'

export type Room = {
  id: number
  names: Names
  state: RoomState
  hours: WeekHours
  opening: Opening
  turnaroundMinutes: number
  serviceIds: ReadonlySet<number>
}

type Client = Pick<Tx, 'room' | 'holiday' | 'setting'>

/**
 * The default first, as they are now; seasons named in `locale`. A transaction passes itself. Without
 * it, a page that is rendered reads them once.
 */
export const everyRoom = (client?: Client, locale: Locale = DEFAULT_LOCALE): Promise<Room[]> =>
  client ? readRooms(client, locale) : roomsOfPage(locale)

const roomsOfPage = cache((locale: Locale) => readRooms(db(), locale))

async function readRooms(client: Client, locale: Locale): Promise<Room[]> {
  const [rows, holidays, seasons] = await Promise.all([
    client.room.findMany({
      orderBy: [{ position: 'asc' }, { id: 'asc' }],
      include: { services: { select: { serviceId: true } } },
    }),
    client.holiday.findMany({ orderBy: { date: 'asc' } }),
    currentSeasons(locale, client),
  ])
  const house = { seasons, holidays: holidays.map(toHolidayDto) }
  return rows
    .map((row) => {
      const hours = row.hours as WeekHours
      return {
        id: row.id,
        names: namesOf(row),
        state: row.state as RoomState,
        hours,
        opening: openingOfRoom({ id: row.id, hours }, house),
        turnaroundMinutes: row.turnaroundMinutes,
        serviceIds: new Set(row.services.map(({ serviceId }) => serviceId)),
      }
    })
    .sort((a, b) => Number(b.state === 'offered') - Number(a.state === 'offered'))
}

export const withServices = {
  services: { select: { serviceId: true }, orderBy: { serviceId: 'asc' } },
} satisfies Prisma.RoomInclude

export const toAdminRoom = (
  row: Prisma.RoomGetPayload<{ include: typeof withServices }>,
): AdminRoom => ({
  id: row.id,
  name: row.name,
  description: row.description,
  translations: row.translations as AdminRoom['translations'],
  picture: row.picture,
  state: row.state as RoomState,
  hours: row.hours as WeekHours,
  turnaroundMinutes: row.turnaroundMinutes,
  serviceIds: row.services.map(({ serviceId }) => serviceId),
  updatedAt: row.updatedAt.toISOString(),
})

/** All of them, in the administrator's order. */
export async function roomsForAdmin(): Promise<AdminRoom[]> {
  const rows = await db().room.findMany({
    orderBy: [{ position: 'asc' }, { id: 'asc' }],
    include: withServices,
  })
  return rows.map(toAdminRoom)
}

/**
 * The same as choices of the console, named in its language; at most two seconds old
 * (lib/cache/remembered.ts).
 */
export const roomChoices = cachedByLocale(async (locale): Promise<RoomChoice[]> => {
  const rows = await db().room.findMany({
    orderBy: [{ position: 'asc' }, { id: 'asc' }],
    include: withServices,
  })
  return rows.map((row) => ({
    id: row.id,
    name: nameIn(locale, row),
    state: row.state as RoomState,
    serviceIds: row.services.map(({ serviceId }) => serviceId),
  }))
})

/** One of them. Throws not_found. */
export function roomOf(rooms: readonly Room[], id: number): Room {
  const room = rooms.find((one) => one.id === id)
  if (!room) throw new Problem('not_found')
  return room
}

/** For visitors, by a service or any. `existing`: of a booking from before its rooms were hidden. */
export function roomsServing(
  rooms: readonly Room[],
  serviceId: number | undefined,
  { existing = false } = {},
): Room[] {
  const serving = servingRooms(rooms, serviceId)
  const offered = serving.filter(({ state }) => state === 'offered')
  return existing && offered.length === 0 ? serving : offered
}

/** Those in which an administrator books a service: hidden ones too. */
export const servingRooms = (rooms: readonly Room[], serviceId: number | undefined): Room[] =>
  rooms.filter(
    ({ state, serviceIds }) =>
      state !== 'retired' && (serviceId === undefined || serviceIds.has(serviceId)),
  )

/** The public holidays of a room. */
export const holidaysOf = async (
  roomId: number,
  client: Pick<Tx, 'holiday'> = db(),
): Promise<HolidayDates> =>
  new Set(
    (await client.holiday.findMany({ select: { date: true, roomIds: true } }))
      .filter((holiday) => isForRoom(roomId, holiday))
      .map(({ date }) => date),
  )

export const listHolidays = async (client: Pick<Tx, 'holiday'> = db()): Promise<HolidayDto[]> =>
  (await client.holiday.findMany({ orderBy: { date: 'asc' } })).map(toHolidayDto)

/** For pages: prerendered until the tag `holidays` is expired. */
export async function holidayList(): Promise<HolidayDto[]> {
  'use cache'
  cacheTag('holidays')
  cacheLife('max')
  return listHolidays()
}

/** Those that visitors can book, the default first. For pages: prerendered until a tag is expired. */
export async function offeredRooms(locale: Locale): Promise<RoomOption[]> {
  'use cache'
  cacheTag('rooms', 'services')
  cacheLife('max')
  const rows = await db().room.findMany({
    where: { state: 'offered' },
    orderBy: [{ position: 'asc' }, { id: 'asc' }],
    include: {
      services: { where: { service: { state: 'offered' } }, orderBy: { serviceId: 'asc' } },
    },
  })
  return rows.map(({ id, picture, services, ...row }) => {
    const { name, description } = wordsIn(locale, row)
    const serviceIds = services.map(({ serviceId }) => serviceId)
    return { id, name, description, picture: pictureUrl(picture), serviceIds }
  })
}

type Words = { name: string; description: string }

const wordsIn = (locale: Locale, row: Words & { translations: unknown }): Words =>
  (row.translations as Partial<Record<Locale, Words>>)[locale] ?? row

/** The name of a booking's room in a language; null where visitors can book no other room. */
export async function roomNameOf(
  id: number,
  locale: Locale,
  client: Pick<Tx, 'room'> = db(),
): Promise<string | null> {
  const rooms = await client.room.findMany({ where: { OR: [{ id }, { state: 'offered' }] } })
  const own = rooms.find((room) => room.id === id)
  return own && rooms.length > 1 ? nameIn(locale, own) : null
}

/**
 * When the rooms that visitors can book are open. For pages, with names in `locale`: prerendered until
 * one of its tags is expired. A season that has ended since the page was rendered may be included.
 */
export async function hoursSetting(locale: Locale): Promise<HouseHours> {
  'use cache'
  cacheTag('settings', 'rooms')
  cacheLife('max')
  const [rooms, seasons] = await Promise.all([everyRoom(undefined, locale), currentSeasons(locale)])
  const offered = roomsServing(rooms, undefined)
  const shown = (offered.length > 0 ? offered : rooms.slice(0, 1)).map(({ id, names, hours }) => ({
    ...hours,
    id,
    name: names[locale] ?? names[DEFAULT_LOCALE],
  }))
  const today = studioDate(new Date())
  const coming = seasons.filter(({ to }) => to >= today)
  return houseHours(shown, coming) ?? { ...DEFAULT_HOURS, seasons: coming }
}

/** Those of the rooms that visitors can book. For pages, as hoursSetting. */
export async function shownHolidays(): Promise<HolidayDto[]> {
  'use cache'
  cacheTag('holidays', 'rooms')
  cacheLife('max')
  const [rooms, holidays] = await Promise.all([everyRoom(), listHolidays()])
  const offered = roomsServing(rooms, undefined).map(({ id }) => id)
  return offered.length > 0 ? concerning(offered, holidays) : holidays
}
