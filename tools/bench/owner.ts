// How often a second the owner's pages are answered, over a long history of bookings, and where the
// server spends its time on the slowest of them.
import { addDays, studioDate, weekday } from '@/lib/time'
import type { Site } from '@/tests/support/site'
import pg from 'pg'
import { ownerCookie } from './bookings'
import { bookByHand, fillDay } from './console'
import { fillHistory, type Written } from './history'
import { OWNER } from './limits'
import { profileOf, type Profile } from './profile'
import { medianRate, rush, type Rate } from './rush'

type Page = keyof typeof OWNER.least
export type OwnersPages = {
  rows: (Rate & { name: Page })[]
  profiles: Profile[]
  /** The reservations of the history. */
  written: Written
  faults: string[]
}

const FIRST_HOUR = 10

export async function ownersPages(site: Site, say: (line: string) => void): Promise<OwnersPages> {
  const url = site.apps[0]?.url
  if (!url) throw new Error('There is no site to measure')
  const sql = new pg.Client({ connectionString: site.services.env.DATABASE_URL })
  await sql.connect()
  try {
    const written = await fillHistory(sql, OWNER.bookings)
    const cookie = await ownerCookie(sql)
    const monday = mondayAfter(studioDate(new Date()))
    const sheet = await fillWeek({ site: url, cookie, monday })
    await fillDay(url, cookie)
    const paths: Record<Page, string> = {
      week: `/admin/calendar?view=week&date=${monday}`,
      today: '/admin/today',
      sheet: `/admin/bookings/${sheet}`,
    }
    const names = Object.keys(paths) as Page[]
    const ask = (of: string, name: Page) => rush(of + paths[name], { ...OWNER, cookie })
    const rates = Object.fromEntries(names.map((name) => [name, [] as Rate[]]))
    for (let round = -1; round < OWNER.rounds; round++)
      for (const name of names) {
        const rate = await ask(url, name)
        if (round >= 0) rates[name]?.push(rate) // The first one warms up.
        say(`${name}: ${Math.round(rate.perSecond)} a second`)
      }
    const rows = names.map((name) => ({ name, ...medianRate(rates[name] ?? []) }))
    return {
      rows,
      written,
      profiles: [await profileOf(site, { name: 'week', load: (of) => ask(of, 'week') })],
      faults: rows
        .filter(({ name, perSecond }) => perSecond < OWNER.least[name])
        .map(({ name }) => `${name}: fewer than ${OWNER.least[name]} a second`),
    }
  } finally {
    await sql.end()
  }
}

const mondayAfter = (date: string): string => addDays(date, 7 - ((weekday(date) + 6) % 7))

type Week = { site: string; cookie: string; monday: string }

/** Sessions one after the other on each day of the week; returns the number of one. */
async function fillWeek({ site, cookie, monday }: Week): Promise<number> {
  let booking = 0
  for (let nth = 0; nth < 7 * OWNER.sessionsADay; nth++)
    booking = await bookByHand(site, cookie, {
      nth,
      date: addDays(monday, Math.floor(nth / OWNER.sessionsADay)),
      hour: FIRST_HOUR + (nth % OWNER.sessionsADay),
    })
  return booking
}
