import { DEFAULT_LOCALE, type Locale } from '@/lib/i18n/routing'
import type { HolidayDto } from '@/lib/settings/schema'
import type { DayHours, Hours, WeekHours } from '@/lib/studio'
import { addDays, weekday } from '@/lib/time'

export type HolidayDates = ReadonlySet<string>

/** When a room is open: its hours with the seasons that are for it, and its public holidays. */
export type Opening = {
  hours: Hours
  holidays: HolidayDates
  closed?: HolidayDates
}

/** What follows from the hours and the public holidays (docs/decisions/020 B2, B6). */
export const openingOf = (
  hours: Hours,
  holidays: readonly Pick<HolidayDto, 'date' | 'closed'>[],
): Opening => ({
  hours,
  holidays: new Set(holidays.map(({ date }) => date)),
  closed: new Set(holidays.flatMap(({ date, closed }) => (closed ? date : []))),
})

/** Seasons and holidays belong to the house, and are for all of its rooms unless they name some. */
export const isForRoom = (
  roomId: number,
  { roomIds = [] }: { roomIds?: readonly number[] | undefined },
): boolean => roomIds.length === 0 || roomIds.includes(roomId)

/** The opening of one room of the house. */
export const openingOfRoom = (
  { id, hours }: { id: number; hours: WeekHours },
  house: {
    seasons: NonNullable<Hours['seasons']>
    holidays: readonly Pick<HolidayDto, 'date' | 'closed' | 'roomIds'>[]
  },
): Opening =>
  openingOf(
    { ...hours, seasons: house.seasons.filter((season) => isForRoom(id, season)) },
    house.holidays.filter((holiday) => isForRoom(id, holiday)),
  )

/** True for a date on which the room is closed (docs/decisions/020 B4). */
export const isClosed = (date: string, { closed }: Opening): boolean => closed?.has(date) ?? false

const isWeekend = (date: string) => weekday(date) === 0 || weekday(date) === 6
export const isWorkingDay = (date: string, holidays: HolidayDates): boolean =>
  !isWeekend(date) && !holidays.has(date)

/** Of the season, else the usual; of the working day or the weekend (docs/decisions/020 B2). */
export function openingHours(date: string, { hours, holidays }: Opening): DayHours {
  const season = hours.seasons?.find(({ from, to }) => from <= date && date <= to)
  const { weekday, weekend } = season ?? hours
  return isWorkingDay(date, holidays) ? weekday : weekend
}

/** From `date` on, which may be one. Throws RangeError for an invalid count or beyond the calendar. */
export function workingDays(date: string, count: number, holidays: HolidayDates): string[] {
  if (!Number.isSafeInteger(count) || count < 0) throw new RangeError(`No number of days: ${count}`)
  // Seven consecutive days include two of the weekend, and there are finitely many holidays: this
  // many days contain `count` working days in any case.
  const reach = Math.ceil((count + holidays.size) / 5) * 7
  const days: string[] = []
  for (let ahead = 0; days.length < count; ahead++) {
    if (ahead >= reach) throw new RangeError(`No ${count} working days from ${date} on`)
    const day = addDays(date, ahead)
    if (isWorkingDay(day, holidays)) days.push(day)
  }
  return days
}

/** A holiday's name in the language; in English where it has none. */
export const holidayName = (
  { name, translations }: Pick<HolidayDto, 'name' | 'translations'>,
  locale: Locale,
): string => (locale === DEFAULT_LOCALE ? name : (translations[locale]?.name ?? name))
