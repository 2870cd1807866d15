// npm run bench: the production site and a bare Next.js page, served side by side and measured in
// turn.
import { chromium } from '@playwright/test'
import { spawnSync } from 'node:child_process'
import { readFileSync, rmSync } from 'node:fs'
import { cpus } from 'node:os'
import { parseArgs } from 'node:util'
import { LOCALES } from '@/lib/i18n/routing'
import { PUBLIC_PAGES } from '@/lib/seo/pages'
import { stopAll } from '@/scripts/local/process'
import { startSite, type Site } from '@/tests/support/site'
import { BROWSER_FLAGS, installedBrowser } from '@/scripts/browser.mjs'
import { startBare, type Bare } from './bare'
import { benchBookings } from './bookings'
import { weighConsole } from './console'
import { lightLoad } from './hosting'
import { audit } from './lighthouse'
import { LIGHTHOUSE, THROTTLED } from './limits'
import { ownersPages } from './owner'
import {
  bookingsTable,
  consoleTable,
  hostingFaults,
  hostingTable,
  lighthouseTable,
  ownerTable,
  profileTable,
  throttledTable,
  throughputTable,
  weightTable,
  writeSection,
} from './report'
import { throttled } from './throttled'
import { throughput } from './throughput'
import { weigh } from './weight'

const USAGE = `Usage: npm run bench -- [options]
  --lighthouse        Lighthouse as well: every page in every language, several runs each (an hour on two cores)
  --console           instead of the pages: the owner's first screen alone
  --owner             instead of the pages: answers a second of the owner's week, Today and a booking's sheet (a minute or two)
  --hosting           instead of the pages: a past reservation, the owner's week, and the memory after a light hour
  --minutes=60        with --hosting: the light load's minutes
  --throughput        instead of the pages: answers a second beside peers of the same run (some minutes)
  --throttled         instead of the pages: when a slow phone on a slow connection shows /, /booking and /services (some minutes)
  --beside=URL        with --throttled: another site, measured in turn with this one
  --bookings          instead of the pages: the owner's list and tiles, free times, a booking and a move with up to a million bookings (some minutes)
  --sizes N,N,…       with --bookings: histories of these sizes, smallest first; the last must fill 500 pages
  --rooms=1,2,5       with --bookings: houses of so many rooms
  --pages=/,/booking  these pages only
  --locales=en,ms     these languages only
  --runs=${LIGHTHOUSE.runs}            runs for each median of Lighthouse; ${THROTTLED.runs} with --throttled
  --json              prints what was measured as JSON instead of tables
  --write             puts the tables into docs/performance.md`

const say = (line: string) => console.error(line)

/**
 * Runs the bench; resolves with the exit code: 1 when a page breaks a limit, 2 when the options are
 * not usable.
 */
export async function bench(argv: string[]): Promise<number> {
  const options = read(argv)
  if (!options) return 2
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'])
    process.once(signal, () => void stopAll().then(() => process.exit(130)))
  // A start on the content of its build is measured: the build must be of this site's database.
  if (options.throughput) rmSync('dist/stamp.json', { force: true })
  if (options.hosting) return measureHosting(options, argv)
  const site = await startSite({ say, configured: LIVE, durable: options.throughput })
  try {
    if (options.bookings) return await measureBookings(options, site, argv)
    if (options.throttled) return await measureThrottled(options, site, argv)
    if (options.owner) return await measureOwner(options, site, argv)
    const bare = await startBare()
    try {
      if (options.console)
        return await measureConsole(options, site.apps[0]?.url ?? '', bare.url, argv)
      if (options.throughput) return await measureThroughput(options, site, bare, argv)
      return await measure(options, site.apps[0]?.url ?? '', bare.url, argv)
    } finally {
      await bare.stop()
    }
  } finally {
    await site.stop()
  }
}

// As in live mode: a shop with test keys sets noindex. Nothing is paid here, so Stripe is never
// called.
const LIVE = {
  STRIPE_SECRET_KEY: 'sk_live_bench',
  STRIPE_PUBLISHABLE_KEY: 'pk_live_bench',
  STRIPE_WEBHOOK_SECRET: 'whsec_bench',
}

function read(argv: string[]) {
  try {
    const { values } = parseArgs({
      args: argv,
      options: {
        lighthouse: { type: 'boolean', default: false },
        console: { type: 'boolean', default: false },
        owner: { type: 'boolean', default: false },
        hosting: { type: 'boolean', default: false },
        minutes: { type: 'string', default: '60' },
        throughput: { type: 'boolean', default: false },
        throttled: { type: 'boolean', default: false },
        beside: { type: 'string' },
        bookings: { type: 'boolean', default: false },
        sizes: { type: 'string' },
        rooms: { type: 'string' },
        pages: { type: 'string' },
        locales: { type: 'string' },
        runs: { type: 'string' },
        json: { type: 'boolean', default: false },
        write: { type: 'boolean', default: false },
      },
    })
    const locales = LOCALES.filter(
      (locale) => !values.locales || values.locales.split(',').includes(locale),
    )
    const minutes = Number(values.minutes)
    const runs = Number(values.runs ?? (values.throttled ? THROTTLED : LIGHTHOUSE).runs)
    if (locales.length > 0 && Number.isInteger(runs) && runs > 0 && minutes >= 1)
      return { ...values, locales, runs, minutes, pages: values.pages?.split(',') }
  } catch (error) {
    say((error as Error).message)
  }
  say(USAGE)
  return null
}

async function measure(
  options: NonNullable<ReturnType<typeof read>>,
  site: string,
  bare: string,
  argv: string[],
): Promise<number> {
  const { locales, runs } = options
  const pages = options.pages ?? [...PUBLIC_PAGES, ...(await firstPost(site))]
  const weights = await weigh({ site, bare, pages, locales }, say)
  const today = options.pages ? null : await weighConsole({ site, bare }, say)
  const there = pages.filter((path) =>
    weights.pages.every((page) => page.path !== path || page.view.status === 200),
  )
  const audits = options.lighthouse
    ? await audit({ site, bare, pages: there, locales, runs }, say)
    : null

  const circumstances = await machine(argv)
  const sections = {
    weight: `${circumstances}\n\n${weightTable(weights)}`,
    ...(today && { console: `${circumstances}\n\n${consoleTable(today)}` }),
    ...(audits && {
      lighthouse: `${circumstances} Median of ${runs}.\n\n${lighthouseTable(audits)}`,
    }),
  }
  console.log(
    options.json
      ? JSON.stringify({ circumstances, weights, today, audits }, null, 2)
      : Object.values(sections).join('\n\n'),
  )
  if (options.write) for (const [name, text] of Object.entries(sections)) writeSection(name, text)
  return [...weights.pages, ...(today ? [today] : []), ...(audits ?? [])].some(
    ({ faults }) => faults.length > 0,
  )
    ? 1
    : 0
}

async function measureBookings(
  options: NonNullable<ReturnType<typeof read>>,
  site: Site,
  argv: string[],
): Promise<number> {
  const sizes = options.sizes?.split(',').map(Number)
  const rooms = options.rooms?.split(',').map(Number)
  const result = await benchBookings(site, say, sizes, rooms)
  const text = `${await machine(argv)}\n\n${bookingsTable(result)}`
  console.log(options.json ? JSON.stringify(result, null, 2) : text)
  if (options.write) writeSection('bookings', text)
  return [...result.rows, result.memory].some(({ faults }) => faults.length > 0) ? 1 : 0
}

async function measureConsole(
  { json, write }: NonNullable<ReturnType<typeof read>>,
  site: string,
  bare: string,
  argv: string[],
): Promise<number> {
  const result = await weighConsole({ site, bare }, say)
  const text = `${await machine(argv)}\n\n${consoleTable(result)}`
  console.log(json ? JSON.stringify(result, null, 2) : text)
  if (write) writeSection('console', text)
  return result.faults.length > 0 ? 1 : 0
}

async function measureOwner(
  { json, write }: NonNullable<ReturnType<typeof read>>,
  site: Site,
  argv: string[],
): Promise<number> {
  const result = await ownersPages(site, say)
  const text = `${await machine(argv)}\n\n${ownerTable(result)}\n\n${profileTable(result)}`
  console.log(json ? JSON.stringify(result, null, 2) : text)
  if (write) writeSection('owner', text)
  return result.faults.length > 0 ? 1 : 0
}

/** On a site of its own, which nothing else has filled or warmed. */
async function onSite<T>(
  configured: Record<string, string>,
  work: (site: Site) => Promise<T>,
): Promise<T> {
  const site = await startSite({ say, configured, durable: true })
  try {
    return await work(site)
  } finally {
    await site.stop()
  }
}

async function measureHosting(
  { minutes, json, write }: NonNullable<ReturnType<typeof read>>,
  argv: string[],
): Promise<number> {
  // Its visitors pay, at the sandbox.
  const light = await onSite({}, (site) => lightLoad(site, minutes, say))
  const owners = await onSite(LIVE, (site) => ownersPages(site, say))
  const text = `${await machine(argv)}\n\n${hostingTable(light, owners)}`
  console.log(json ? JSON.stringify({ light, owners }, null, 2) : text)
  if (write) writeSection('hosting', text)
  return hostingFaults(light, owners).length > 0 ? 1 : 0
}

async function measureThroughput(
  options: NonNullable<ReturnType<typeof read>>,
  site: Site,
  bare: Bare,
  argv: string[],
): Promise<number> {
  const result = await throughput({ site, bare }, say)
  const text = `${await machine(argv)}\n\n${throughputTable(result)}\n\n${profileTable(result)}`
  console.log(options.json ? JSON.stringify(result, null, 2) : text)
  if (options.write) writeSection('throughput', text)
  const { faults, memory, race, start } = result
  return [faults, memory.faults, race.faults, start.faults].flat().length > 0 ? 1 : 0
}

async function measureThrottled(
  { runs, beside, json, write, ...options }: NonNullable<ReturnType<typeof read>>,
  site: Site,
  argv: string[],
): Promise<number> {
  const pages = options.pages ?? THROTTLED.pages
  const rows = await throttled({ site: site.apps[0]?.url ?? '', beside, pages, runs }, say)
  const text = `${await machine(argv)} Median of ${runs}.\n\n${throttledTable(rows)}`
  console.log(json ? JSON.stringify(rows, null, 2) : text)
  if (write) writeSection('throttled', text)
  return 0
}

/** One post represents all of them: the first in the sitemap. */
async function firstPost(site: string): Promise<string[]> {
  const sitemap = await fetch(`${site}/sitemap.xml`).then((response) =>
    response.ok ? response.text() : '',
  )
  const post = /<loc>[^<]*?(\/blog\/[^<]+)<\/loc>/.exec(sitemap)?.[1]
  return post ? [post] : []
}

async function machine(argv: string[]): Promise<string> {
  const executablePath = installedBrowser()
  const browser = await chromium.launch({
    args: BROWSER_FLAGS,
    ...(executablePath && { executablePath }),
  })
  const version = browser.version()
  await browser.close()
  const command = ['npm run bench', ...(argv.length ? ['--', ...argv] : [])].join(' ')
  const { version: next } = JSON.parse(readFileSync('node_modules/next/package.json', 'utf8')) as {
    version: string
  }
  const today = new Date().toISOString().slice(0, 10)
  return `Measured ${today} on commit \`${commitMeasured()}\` with \`${command}\` on ${cpus().length} cores, Node ${process.versions.node}, Chromium ${version}, Next.js ${next}.`
}

/** With a plus when files other than documents differ from it. */
function commitMeasured(): string {
  const git = (...args: string[]) => spawnSync('git', args, { encoding: 'utf8' }).stdout.trim()
  const changes = git('status', '--porcelain', '--', '.', ':(exclude)docs')
  return git('rev-parse', '--short=12', 'HEAD') + (changes ? '+' : '')
}
