// A time of the studio's that belongs to one test alone: the tests run at once and share the room.
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { addDays, hourText, studioDate, weekday } from '@/lib/time'

export type Slot = { date: string; time: string }

const HOURS = Array.from({ length: 12 }, (_, hour) => hourText(9 + hour))
/** Days ahead of today: up to here tests share days by the hour, after it each takes whole ones. */
export const SHARED_DAYS = { first: 3, last: 30 }
const OWN_DAYS = { first: 31, last: 175 }

type Studio = { url: string; dataDir: string }

/** An hour of a working day that is no other test's. */
export async function slotOf({ url, dataDir }: Studio): Promise<Slot> {
  for (const date of await workingDays(url, SHARED_DAYS))
    for (const time of HOURS)
      if (claim(dataDir, `${date}-${time.slice(0, 2)}`)) return { date, time }
  throw new Error('Every shared hour belongs to some test: let SHARED_DAYS reach further')
}

/** A whole working day that is no other test's. */
export async function dayOf({ url, dataDir }: Studio): Promise<string> {
  for (let ahead = OWN_DAYS.first; ahead <= OWN_DAYS.last; ahead++) {
    const date = addDays(studioDate(new Date()), ahead)
    if (!isWeekend(date) && claim(dataDir, date) && !(await isHoliday(url, date))) return date
  }
  throw new Error(
    'Every working day of the booking horizon belongs to some test: let tests share days',
  )
}

const isWeekend = (date: string) => weekday(date) === 0 || weekday(date) === 6

async function isHoliday(url: string, date: string): Promise<boolean> {
  const response = await fetch(`${url}/api/availability/${date}`)
  return ((await response.json()) as { holiday: string | null }).holiday !== null
}

let shared: Promise<string[]> | undefined

function workingDays(
  url: string,
  { first, last }: { first: number; last: number },
): Promise<string[]> {
  const dates = Array.from({ length: last - first + 1 }, (_, day) =>
    addDays(studioDate(new Date()), first + day),
  ).filter((date) => !isWeekend(date))
  return (shared ??= Promise.all(dates.map((date) => isHoliday(url, date))).then((holidays) =>
    dates.filter((_, index) => !holidays[index]),
  ))
}

// Making a directory either succeeds or finds it there: no two processes get the same one.
function claim(dataDir: string, name: string): boolean {
  try {
    mkdirSync(join(dataDir, 'claims'), { recursive: true })
    mkdirSync(join(dataDir, 'claims', name))
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
    throw error
  }
}
