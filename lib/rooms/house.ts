import type { DayHours, Season, WeekHours } from '@/lib/studio'
import { isForRoom, type Opening } from './opening'

// When the house is open, as visitors are told. A house with one room says nothing of rooms.

/** A room that visitors can book, in their language. */
export type RoomOption = {
  id: number
  name: string
  description: string
  picture: string | null
  serviceIds: number[]
}

/** Those to choose from for a service: none where it has but one. */
export function roomsToChoose(
  rooms: readonly RoomOption[],
  serviceId: number | null,
): readonly RoomOption[] {
  const serving = rooms.filter(
    ({ serviceIds }) => serviceId !== null && serviceIds.includes(serviceId),
  )
  return serving.length > 1 ? serving : []
}

/** The ids of those that can be booked by the choice so far: of all before a service is chosen. */
export function roomsInQuestion(
  rooms: readonly RoomOption[],
  serviceId: number | null,
  roomId: number | null,
): number[] {
  const ids = rooms.filter(
    (room) =>
      (serviceId === null || room.serviceIds.includes(serviceId)) &&
      (roomId === null || room.id === roomId),
  )
  return (ids.length > 0 ? ids : rooms).map(({ id }) => id)
}

type Whose = { roomIds?: readonly number[] | undefined }

/** The usual hours of a room, by its name in the reader's language. */
export type RoomHours = WeekHours & { id: number; name: string }

/**
 * From the first room that opens to the last that closes, and the seasons, those of some rooms only
 * with their ids. `rooms` is each of them, where there are several.
 */
export type HouseHours = WeekHours & {
  seasons?: readonly Season[]
  rooms?: readonly RoomHours[]
}

/** For one of these rooms at least; with the rooms it is for, unless it is for all. */
export const concerning = <T extends Whose>(ids: readonly number[], all: readonly T[]): T[] =>
  all.flatMap(({ roomIds: _named, ...rest }) => {
    const one = { roomIds: _named }
    const meant = ids.filter((id) => isForRoom(id, one))
    if (meant.length === 0) return []
    return [{ ...rest, ...(meant.length < ids.length && { roomIds: meant }) } as unknown as T]
  })

/** Of these rooms, the default one first. */
export function houseHours(
  rooms: readonly RoomHours[],
  seasons: readonly Season[],
): HouseHours | null {
  const [first, ...others] = rooms
  if (!first) return null
  const { id: _id, name: _name, ...usual } = first
  const open = (day: 'weekday' | 'weekend') => ({
    opens: Math.min(...rooms.map((room) => room[day].opens)),
    closes: Math.max(...rooms.map((room) => room[day].closes)),
  })
  const ids = rooms.map(({ id }) => id)
  return {
    ...(others.length === 0 ? usual : { weekday: open('weekday'), weekend: open('weekend') }),
    seasons: concerning(ids, seasons),
    ...(others.length > 0 && { rooms }),
  }
}

/** Of some of its rooms. */
export const hoursOfSome = (hours: HouseHours, ids: readonly number[]): HouseHours => {
  const rooms = hours.rooms?.filter(({ id }) => ids.includes(id)) ?? []
  return houseHours(rooms, hours.seasons ?? []) ?? hours
}

const isSameDay = (a: DayHours, b: DayHours) => a.opens === b.opens && a.closes === b.closes

/** The usual hours of each room; null where all have the same. */
export function hoursByRoom({
  rooms = [],
}: Pick<HouseHours, 'rooms'>): readonly RoomHours[] | null {
  const [first, ...others] = rooms
  const isSame = others.every(
    ({ weekday, weekend }) =>
      first && isSameDay(weekday, first.weekday) && isSameDay(weekend, first.weekend),
  )
  return isSame ? null : rooms
}

/** What it is called, with the rooms it is for where it is not for all: "Ramadan · Room B". */
export const withRooms = (
  text: string,
  { roomIds }: Whose,
  { rooms = [] }: Pick<HouseHours, 'rooms'>,
): string =>
  [text, ...rooms.filter(({ id }) => roomIds?.includes(id)).map(({ name }) => name)].join(' · ')

/** What a page is told of the opening of one room. */
export type RoomOpening = {
  hours: HouseHours
  /** Dates of public holidays. */
  holidays: string[]
  /** Dates on which it is closed. */
  closedDays: string[]
}
type Dated = Whose & { date: string }

/** Of each room, where they are not all open at the same times. */
export function openingsByRoom(
  hours: HouseHours,
  holidays: readonly Dated[] = [],
  closedDays: readonly Dated[] = [],
): RoomOpening[] | null {
  const isSame =
    hoursByRoom(hours) === null &&
    [...(hours.seasons ?? []), ...holidays, ...closedDays].every(({ roomIds }) => !roomIds)
  if (isSame) return null
  const datesFor = (id: number, all: readonly Dated[]) =>
    all.filter((one) => isForRoom(id, one)).map(({ date }) => date)
  return (hours.rooms ?? []).map(({ id }) => ({
    hours: hoursOfSome(hours, [id]),
    holidays: datesFor(id, holidays),
    closedDays: datesFor(id, closedDays),
  }))
}

export const toOpening = ({
  hours,
  holidays,
  closedDays,
}: {
  hours: HouseHours
  holidays: readonly string[]
  closedDays: readonly string[]
}): Opening => ({ hours, holidays: new Set(holidays), closed: new Set(closedDays) })
