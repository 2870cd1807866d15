// What the site asks of its machine: the time of a past reservation in the database, the owner's week
// over a long history, and the memory of one instance and its database after a light load.
import { existsSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { join } from 'node:path'
import pg from 'pg'
import { PUBLIC_PAGES } from '@/lib/seo/pages'
import { sandboxClient } from '@/tests/support/stripe-sandbox'
import type { Site } from '@/tests/support/site'
import { startLoad } from '@/tools/checks/troubles/load'
import { ownerCookie } from './bookings'
import { postgresProcesses, pssOf } from './memory'

export type LightLoad = {
  minutes: number
  requests: number
  /** Answered with 500 or more, or not at all. */
  failed: number
  /** KiB: when everything had answered once, and at the end. */
  first: Memory
  last: Memory
}
export type Memory = { site: number; database: number }

const OWNERS = [
  '/admin/today',
  '/admin/calendar',
  '/admin/inbox',
  '/admin/customers',
  '/admin/money',
]
const OWNER_EVERY_MS = 10_000

/** About one act a second by visitors who read, book and pay, and a page of the owner every ten seconds. */
export async function lightLoad(
  site: Site,
  minutes: number,
  say: (line: string) => void,
): Promise<LightLoad> {
  const { env } = site.services
  const [app] = site.apps
  if (!app) throw new Error('There is no site to measure')
  const sql = new pg.Client({ connectionString: env.DATABASE_URL })
  await sql.connect()
  try {
    const owner = await ownerCookie(sql)
    const measure = async (): Promise<Memory> => {
      const pids = postgresProcesses(join(env.STUDIO_DATA_DIR ?? '', 'postgres'))
      const { rows } = await sql.query<{ pid: number }>('SELECT pg_backend_pid() AS pid')
      // The bench's own connection is no part of the site.
      const own = rows[0]?.pid
      const theirs = pids.filter((pid) => pid !== own && existsSync(`/proc/${pid}/smaps_rollup`))
      return {
        site: pssOf(app.pid),
        database: theirs.reduce((sum, pid) => sum + pssOf(pid), 0),
      }
    }
    const { stripe } = sandboxClient(env.STRIPE_API_BASE ?? '')
    const load = await startLoad({
      url: app.url,
      owner,
      stripe,
      async rows<T extends object>(query: string, values: unknown[] = []) {
        return (await sql.query(query, values)).rows as T[]
      },
    })
    for (const path of PUBLIC_PAGES) await fetch(app.url + path).then((answer) => answer.text())
    const end = Date.now() + minutes * 60_000
    let first: Memory | null = null
    let asked = 0
    for (let nth = 0; Date.now() < end; nth++) {
      await sleep(OWNER_EVERY_MS)
      const path = OWNERS[nth % OWNERS.length] ?? ''
      const answer = await fetch(app.url + path, { headers: { cookie: owner } })
      await answer.text()
      if (answer.status !== 200) throw new Error(`${path} answers ${answer.status}`)
      asked++
      if (nth === OWNERS.length) first = await measure()
      if (nth % 30 === 29) {
        const { site: own, database } = await measure()
        const mib = (kib: number) => Math.round(kib / 1024)
        say(`${Math.round(nth / 6)} min: ${mib(own)} MiB and ${mib(database)} MiB`)
      }
    }
    const last = await measure()
    await load.stop()
    const failed = load.answers.filter(({ status }) => status === 'cut off' || status >= 500).length
    return { minutes, requests: load.answers.length + asked, failed, first: first ?? last, last }
  } finally {
    await sql.end()
  }
}
