// The owner's list of bookings over a history of up to a million: each API query beside the bare
// SQL with the same index, how both grow, and the server's memory while pages are turned.
import { createHash, randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { bookingTotals } from '@/lib/admin/bookings/totals'
import type { Variables } from '@/scripts/local/environment'
import { startProcess, tail } from '@/scripts/local/process'
import { ADMIN, type Site } from '@/tests/support/site'
import { setTimeout as sleep } from 'node:timers/promises'
import { fillHistory, openRooms } from './history'
import { BOOKINGS } from './limits'
import { slotWorks, type SlotWork } from './slots'

const SHOWN = `coalesce(cancel_reason, '') NOT IN ('expired', 'released')`
const SEARCHED = `lower(first_name || ' ' || coalesce(last_name, '') || ' ' || email || ' ' || coalesce(phone, ''))`
const bare = (where: string) =>
  `SELECT b.*, s.name AS service FROM bookings b JOIN services s ON s.id = b.service_id WHERE ${where} ORDER BY b.created_at DESC, b.id DESC LIMIT 101`

/** The owner's queries, as API calls and as bare SQL. */
const QUESTIONS = [
  { name: 'first page', query: '', sql: bare(SHOWN) },
  {
    name: 'search, a rare name',
    query: '?search=needle',
    sql: bare(`${SHOWN} AND ${SEARCHED} LIKE '%needle%'`),
  },
  {
    name: 'search, a common name',
    query: '?search=aina',
    sql: bare(`${SHOWN} AND ${SEARCHED} LIKE '%aina%'`),
  },
  {
    // Not the confirmed ones: the jobs complete them as their time is over.
    name: 'filter, completed',
    query: '?status=completed',
    sql: bare(`${SHOWN} AND status = 'completed'`),
  },
  { name: 'filter, one service', query: '?service=1', sql: bare(`${SHOWN} AND service_id = 1`) },
] as const
/** What the owner's other screens ask. */
const SCREENS = [
  ['Today', 'today'],
  ['search everything, a rare name', 'search?query=needle'],
  ['search everything, a common name', 'search?query=aina'],
  ['search everything, a rare Chinese name', 'search?query=晓雯'],
  ['search everything, a common Chinese name', 'search?query=陈伟明'],
  ['search everything, a phone number', 'search?query=012-593 7333'],
  ['search everything, a booking’s number', 'search?query=%23123'],
  ['customers', 'customers'],
  ['customers, a rare name', 'customers?query=needle'],
  ['customers who owe', 'customers?filter=owing'],
] as const
const TILES = 'the four tiles'

export type Listed = {
  name: string
  api: Record<number, number>
  sql: Record<number, number>
  growth: number
  faults: string[]
}
type Judged = Omit<Listed, 'growth' | 'faults'>
export type BookingsBench = {
  sizes: readonly number[]
  rows: Listed[]
  memory: { first: number; last: number; ratio: number; faults: string[] }
}

type History = { size: number; url: string; pid: number; cookie: string; sql: pg.Client }

/**
 * A site on a history of each size, all running at once, so that a busy moment of the machine
 * affects all of them: each query goes to all in turn. Ends with paging at the largest size.
 */
export async function benchBookings(
  site: Site,
  say: (line: string) => void,
  sizes: readonly number[] = BOOKINGS.sizes,
  rooms: readonly number[] = BOOKINGS.rooms,
): Promise<BookingsBench> {
  // The tiles are read in this process: they have no call of their own.
  Object.assign(process.env, site.services.env)
  const tiles: Listed = { name: TILES, api: {}, sql: {}, growth: 0, faults: [] }
  const histories: History[] = []
  try {
    // The site's own database grows from size to size, because the tiles are read there.
    const own = await client(site.services.env.DATABASE_URL)
    for (const size of sizes) {
      say(`${size.toLocaleString('en-US')} bookings…`)
      await fillHistory(own, size)
      tiles.api[size] = (await medians([() => bookingTotals()]))[0] ?? 0
      if (size !== sizes.at(-1)) histories.push(await smallerHistory(site, size))
    }
    const [app] = site.apps
    if (!app) throw new Error('There is no site to measure')
    const largest = {
      size: sizes.at(-1) ?? 0,
      url: app.url,
      pid: app.pid,
      cookie: await ownerCookie(own),
      sql: own,
    }
    histories.push(largest)
    const rows: Listed[] = []
    for (const { name, query, sql } of QUESTIONS) {
      const times = await medians(
        histories.flatMap((each) => [
          () => ask(`${each.url}/api/bookings${query}`, each.cookie),
          () => each.sql.query(sql),
        ]),
      )
      const of = (offset: number) =>
        Object.fromEntries(
          histories.map(({ size }, index) => [size, times[2 * index + offset] ?? 0]),
        )
      rows.push({ name, api: of(0), sql: of(1), growth: 0, faults: [] })
    }
    return {
      sizes,
      rows: [
        ...[...rows, tiles].map((row) => judge(row, sizes, BOOKINGS.growth)),
        ...[...(await askScreens(histories)), ...(await askForSlots(histories, rooms))].map((row) =>
          judgeGrowth(row, sizes, BOOKINGS.slotGrowth),
        ),
      ],
      memory: await turnPages(`${app.url}/api/bookings`, largest.cookie, app.pid),
    }
  } finally {
    await Promise.all(histories.map(({ sql }) => sql.end()))
  }
}

async function askScreens(histories: readonly History[]): Promise<Judged[]> {
  const rows: Judged[] = []
  for (const [name, path] of SCREENS) {
    const times = await medians(
      histories.map(
        ({ url, cookie }) =>
          () =>
            ask(`${url}/api/admin/${path}`, cookie),
      ),
    )
    rows.push({
      name,
      api: Object.fromEntries(histories.map(({ size }, at) => [size, times[at] ?? 0])),
      sql: {},
    })
  }
  return rows
}

/** How long a server may answer with rooms that it read before. */
const REMEMBERED_MS = 3_000

/** Free times, a booking and a move on each history, in turn, in houses of so many rooms. */
async function askForSlots(
  histories: readonly History[],
  houses: readonly number[],
): Promise<Judged[]> {
  const rows: Judged[] = []
  for (const [nth, rooms] of houses.entries()) {
    for (const { sql } of histories) await openRooms(sql, rooms)
    await sleep(REMEMBERED_MS)
    const works = await Promise.all(histories.map((site) => slotWorks(site, { rooms, nth })))
    rows.push(...(await timesOf(histories, works)))
  }
  return rows
}

async function timesOf(
  histories: readonly History[],
  works: readonly SlotWork[][],
): Promise<Judged[]> {
  const rows: Judged[] = []
  for (const [index, { name }] of (works[0] ?? []).entries()) {
    const pairs = works.flatMap((all) => {
      const work = all[index]
      return work ? [work.call, work.sql] : []
    })
    const times = await medians(pairs)
    const of = (offset: number) =>
      Object.fromEntries(histories.map(({ size }, at) => [size, times[2 * at + offset] ?? 0]))
    rows.push({ name, api: of(0), sql: of(1) })
  }
  return rows
}

async function smallerHistory(site: Site, size: number): Promise<History> {
  const admin = await client(site.services.env.DATABASE_URL)
  await admin.query(`CREATE DATABASE history_${size}`)
  await admin.end()
  const address = new URL(site.services.env.DATABASE_URL ?? '')
  address.pathname = `/history_${size}`
  const variables = { DATABASE_URL: address.href }
  for (const script of ['scripts/migrate.ts', 'prisma/seed.ts'])
    await runScript(script, { ...site.services.env, ...variables })
  const sql = await client(address.href)
  await fillHistory(sql, size)
  const { url, pid } = await site.startAnother(variables)
  return { size, url, pid, cookie: await ownerCookie(sql), sql }
}

/** In a process of its own: the migration engine works once in each. */
async function runScript(script: string, env: Variables): Promise<void> {
  const logFile = join(env.STUDIO_DATA_DIR ?? '', 'logs', 'history.log')
  const { exited } = startProcess({
    command: process.execPath,
    args: ['scripts/run.mjs', script],
    env: { ...process.env, ...env },
    logFile,
  })
  if ((await exited) !== 0) throw new Error(`${script} failed:\n${tail(logFile)}`)
}

async function client(connectionString: string | undefined): Promise<pg.Client> {
  const sql = new pg.Client({ connectionString })
  await sql.connect()
  return sql
}

export async function ownerCookie(sql: pg.Client): Promise<string> {
  const token = randomBytes(32).toString('base64url')
  await sql.query(
    `INSERT INTO sessions (id, kind, user_id, expires_at) SELECT $1, 'admin', id, now() + interval '12 hours' FROM users WHERE username = $2`,
    [createHash('sha256').update(token).digest('hex'), ADMIN.username],
  )
  return `session=${token}`
}

async function ask(address: string, cookie: string): Promise<Response> {
  const response = await fetch(address, { headers: { cookie } })
  if (response.status !== 200) throw new Error(`${address} answers ${response.status}`)
  await response.arrayBuffer()
  return response
}

/** Milliseconds: for each operation the median of 50, all in turn, after ten warm-up rounds. */
async function medians(works: ((round: number) => Promise<unknown>)[]): Promise<number[]> {
  const times = works.map((): number[] => [])
  for (let run = -BOOKINGS.warmUp; run < BOOKINGS.runs; run++)
    for (const [index, work] of works.entries()) {
      const begun = performance.now()
      await work(run + BOOKINGS.warmUp)
      if (run >= 0) times[index]?.push(performance.now() - begun)
    }
  return times.map((list) => list.sort((a, b) => a - b)[Math.floor(list.length / 2)] ?? 0)
}

/**
 * The owner's queries: beside bare SQL too, which would not be comparable for a booking or a move.
 */
function judge(row: Judged, sizes: readonly number[], most: number): Listed {
  const { judged, timesSql, plusMs } = BOOKINGS
  const [api, sql] = [row.api[judged] ?? 0, row.sql[judged]]
  const slow = sql !== undefined && api > sql * timesSql + plusMs
  const grown = judgeGrowth(row, sizes, most)
  const faults = slow ? [`slower than ${timesSql} × SQL + ${plusMs} ms`] : []
  return { ...grown, faults: [...faults, ...grown.faults] }
}

function judgeGrowth(row: Judged, sizes: readonly number[], most: number): Listed {
  const growth = (row.api[sizes.at(-1) ?? 0] ?? 0) / (row.api[sizes[0] ?? 0] ?? 1)
  return { ...row, growth, faults: growth > most ? [`grows more than ${most} ×`] : [] }
}

const residentKb = (pid: number): number =>
  Number(/^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1])

async function turnPages(
  address: string,
  cookie: string,
  pid: number,
): Promise<BookingsBench['memory']> {
  const [begin, end] = BOOKINGS.turns
  let [cursor, first] = ['', 0]
  for (let turn = 1; turn <= end; turn++) {
    const response = await ask(`${address}${cursor}`, cookie)
    const next = response.headers.get('x-next-cursor')
    if (!next) throw new Error(`There is no page after ${turn}`)
    cursor = `?cursor=${next}`
    if (turn === begin) first = residentKb(pid)
  }
  const last = residentKb(pid)
  const ratio = last / first
  return {
    first,
    last,
    ratio,
    faults: ratio > BOOKINGS.memory ? [`grows more than ${BOOKINGS.memory} ×`] : [],
  }
}
