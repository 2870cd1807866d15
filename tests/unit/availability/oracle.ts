// A second, slower way to say which starts are free: every minute of the day is tried and every
// minute of the session is looked up in the set of occupied minutes. It shares nothing with the
// code under test: not its clock, not its calendar.
const MINUTE = 60_000
const KUALA_LUMPUR = 8 * 60 // minutes ahead of UTC

export type Length = { duration: 'hourly' | 'half-day' | 'full-day' | 'weekly'; hours: number }
const minutesOf = ({ duration, hours }: Length): number =>
  duration === 'hourly' ? hours * 60 : duration === 'half-day' ? 240 : 480

type Day = { opens: number; closes: number }
type Week = { weekday: Day; weekend: Day }

export type Question = {
  date: string
  length: Length
  holidays: readonly string[]
  /** From which hour to which, on working days and on all others, and otherwise for a while. */
  hours: Week & { seasons?: readonly (Week & { from: string; to: string })[] }
  /** Taken spans, milliseconds since 1970; the end is exclusive. */
  taken: readonly (readonly [from: number, to: number])[]
  now: number
  horizonDays: number
}

const parts = (date: string) => date.split('-').map(Number) as [number, number, number]
/** Minutes since 1970 (UTC) of the studio's midnight at which `date` begins. */
const dayBegins = (date: string) => {
  const [year, month, day] = parts(date)
  return Date.UTC(year, month - 1, day) / MINUTE - KUALA_LUMPUR
}
const nextDay = (date: string) => {
  const [year, month, day] = parts(date)
  const next = new Date(Date.UTC(year, month - 1, day + 1))
  return [next.getUTCFullYear(), next.getUTCMonth() + 1, next.getUTCDate()]
    .map((n, i) => String(n).padStart(i ? 2 : 4, '0'))
    .join('-')
}
const isClosedDay = (date: string, holidays: readonly string[]) => {
  const [year, month, day] = parts(date)
  return (
    [0, 6].includes(new Date(Date.UTC(year, month - 1, day)).getUTCDay()) || holidays.includes(date)
  )
}

/**
 * The minutes since 1970 that a start on `date` at `minute` takes, day by day; null when the hours
 * forbid it.
 */
function minutesTaken(
  { date, length, holidays, hours }: Question,
  minute: number,
): number[] | null {
  const days = [date]
  if (length.duration === 'weekly') {
    if (isClosedDay(date, holidays)) return null
    for (let day = date; days.length < 5;)
      if (!isClosedDay((day = nextDay(day)), holidays)) days.push(day)
  }
  const minutes: number[] = []
  for (const day of days) {
    let week: Week = hours
    for (const season of hours.seasons ?? [])
      if (dayBegins(season.from) <= dayBegins(day) && dayBegins(day) <= dayBegins(season.to))
        week = season
    const { opens, closes } = isClosedDay(day, holidays) ? week.weekend : week.weekday
    if (minute < opens * 60 || minute + minutesOf(length) > closes * 60) return null
    for (let at = minute; at < minute + minutesOf(length); at++) minutes.push(dayBegins(day) + at)
  }
  return minutes
}

/** The free starts of a day as "HH:MM". */
export function freeStarts(question: Question): string[] {
  const occupied = new Set<number>()
  for (const [from, to] of question.taken)
    for (let at = Math.floor(from / MINUTE); at * MINUTE < to; at++) occupied.add(at)
  const today = Math.floor((question.now / MINUTE + KUALA_LUMPUR) / 1440)
  const dayNumber = (dayBegins(question.date) + KUALA_LUMPUR) / 1440
  const starts: string[] = []
  for (let minute = 0; minute < 1440; minute++) {
    const begins = (dayBegins(question.date) + minute) * MINUTE
    const minutes = minute % 60 === 0 ? minutesTaken(question, minute) : null
    if (
      !minutes ||
      begins <= question.now ||
      begins - question.now < 60 * MINUTE ||
      dayNumber - today > question.horizonDays
    )
      continue
    if (minutes.some((at) => occupied.has(at))) continue
    starts.push(
      `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`,
    )
  }
  return starts
}
