// The studio is in Asia/Kuala_Lumpur: UTC+8, no daylight saving since 1982 (docs/decisions/020 B1).
// Dates are "yyyy-mm-dd" and times "HH:MM" in studio wall time; instants are JavaScript Dates.
// Nothing here reads the clock or the machine's zone.

export const STUDIO_ZONE = 'Asia/Kuala_Lumpur'
const OFFSET_MS = 8 * 3_600_000
export const HOUR_MS = 3_600_000
export const MINUTE_MS = 60_000
export const DAY_MS = 24 * HOUR_MS

export const FIRST_DATE = '2000-01-01'
export const LAST_DATE = '2100-12-31'

/** 2000-01-01 to 2100-12-31; the bounds leave space for computed days. */
export const isDate = (text: string): boolean =>
  isDay(text) && FIRST_DATE <= text && text <= LAST_DATE

/** Any existing day, yyyy-mm-dd, also a computed one. Strict: Date would roll 2027-02-30 over. */
export function isDay(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false
  const parsed = new Date(`${text}T00:00:00Z`)
  return !Number.isNaN(parsed.getTime()) && parsed.toISOString().slice(0, 10) === text
}

/** True for 00:00 to 23:59 written HH:MM. */
export const isTime = (text: string): boolean => /^([01]\d|2[0-3]):[0-5]\d$/.test(text)

/** Studio date and time → instant. Throws RangeError for anything isDay/isTime reject. */
export function toInstant(date: string, time: string): Date {
  if (!isDay(date) || !isTime(time)) throw new RangeError(`Not a studio time: ${date} ${time}`)
  return new Date(Date.parse(`${date}T${time}:00Z`) - OFFSET_MS)
}

/** Instant → the studio's date, yyyy-mm-dd. */
export const studioDate = (instant: Date): string =>
  new Date(instant.getTime() + OFFSET_MS).toISOString().slice(0, 10)

/** Instant → the studio's time, HH:MM. */
export const studioTime = (instant: Date): string =>
  new Date(instant.getTime() + OFFSET_MS).toISOString().slice(11, 16)

/**
 * Throws RangeError when the year would not have four digits: cut to ten characters, the days after
 * 9999 would all be equal, and a loop over days would never end.
 */
export function addDays(date: string, days: number): string {
  const instant = new Date(Date.parse(`${date}T00:00:00Z`) + days * DAY_MS).toISOString()
  // A year of more than four digits is written with a sign in front.
  if (/^[+-]/.test(instant)) throw new RangeError(`No date: ${days} days from ${date}`)
  return instant.slice(0, 10)
}

/** A studio date as midnight UTC, for formatting with the time zone UTC. */
export const utcMidnight = (date: string): Date => new Date(`${date}T00:00:00Z`)

/** Whole days from one studio date to another; negative when `to` is earlier. */
export const daysBetween = (from: string, to: string): number =>
  Math.round((Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / DAY_MS)

/** 0 Sunday … 6 Saturday of a studio date. */
export const weekday = (date: string): number => utcMidnight(date).getUTCDay()

/** "HH:00" of a whole hour 0–24; 24:00 is the end of the day, a closing time but no start time. */
export const hourText = (hour: number): string => `${String(hour).padStart(2, '0')}:00`

/** "HH:MM" of a whole hour 0–24 as a time of that very day: its end is 23:59. */
export const sameDayTime = (hour: number): string => (hour < 24 ? hourText(hour) : '23:59')

// Created once per language: a calendar formats every day of its month, and creating a formatter
// takes as long as using it a hundred times.
const longFormats: Partial<Record<string, Intl.DateTimeFormat>> = {}

/** "Tuesday, December 1, 2026", in the language's long form (docs/decisions/020 C9). */
export function longDate(date: string, locale: string): string {
  const format = (longFormats[locale] ??= new Intl.DateTimeFormat(locale, {
    dateStyle: 'full',
    timeZone: 'UTC',
  }))
  return format.format(utcMidnight(date))
}

/** An end at midnight belongs to the day before. */
export const lastStudioDate = (endsAt: Date): string => studioDate(new Date(endsAt.getTime() - 1))

/** From `from` on `date` to the time of day `to`: 00:00 after 20:00 is the next midnight. */
export const endOfSpan = (date: string, from: string, to: string): Date =>
  toInstant(to > from ? date : addDays(date, 1), to)
