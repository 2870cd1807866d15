// npm run bench:compare -- 3486a0c HEAD: builds two commits, serves both on this machine with a
// database each, and asks both in turn.
import { execFileSync } from 'node:child_process'
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { cpus, tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import pg from 'pg'
import type { Variables } from '@/scripts/local/environment'
import { freePort } from '@/scripts/local/ports'
import { startProcess, stopAll, tail, untilListening } from '@/scripts/local/process'
import { startServices, type Services } from '@/scripts/local/services'
import { addDays, studioDate } from '@/lib/time'
import { copyPackages } from '@/tools/checks/copy-packages.mjs'
import { median } from './lighthouse'
import { rush, type Rate } from './rush'
import { rateOfBookings } from './throughput'

const USAGE = `Usage: npm run bench:compare -- BEFORE AFTER [options]
  BEFORE, AFTER  two commits of this repository
  --rounds=5     rounds for each median, after one that warms up
  --seconds=4    how long each is asked in a round
  --build        only builds
Worktrees and builds are kept in ${join(tmpdir(), 'studio-compare')} and used again.`

const FOLDER = join(tmpdir(), 'studio-compare')
const SITE_URL = 'http://localhost:3000'
const CONNECTIONS = 8
const DAYS = 120

type Site = { url: string; pid: number; sql: pg.Client }
type Load = { connections: number; seconds: number }

const QUESTIONS: [name: string, ask: (site: Site, load: Load) => Promise<Rate>][] = [
  ['`GET /api/payment-config`', ({ url }, load) => rush(`${url}/api/payment-config`, load)],
  ['free times of changing days', ({ url }, load) => rush(daysOf(url), load)],
  ['a booking, new and taken', ({ url, sql }, load) => rateOfBookings(url, sql, load)],
  ['the home page', ({ url }, load) => rush(`${url}/`, load)],
]

const daysOf = (url: string): string[] =>
  Array.from({ length: DAYS }, (_, day) => {
    return `${url}/api/availability/${addDays(studioDate(new Date()), 7 + day)}`
  })

type Measured = { perSecond: number; cpuMs: number }

async function main(argv: string[]): Promise<number> {
  const { values, positionals } = parseArgs({
    args: argv,
    allowPositionals: true,
    options: {
      rounds: { type: 'string', default: '5' },
      seconds: { type: 'string', default: '4' },
      build: { type: 'boolean', default: false },
    },
  })
  const [rounds, seconds] = [Number(values.rounds), Number(values.seconds)]
  if (positionals.length !== 2 || !(rounds >= 1) || !(seconds >= 1)) {
    say(USAGE)
    return 2
  }
  const commits = positionals.map((name) => git('rev-parse', '--short=12', `${name}^{commit}`))
  const dataDir = mkdtempSync(join(tmpdir(), 'studio-compare-data-'))
  chmodSync(dataDir, 0o711) // As root PostgreSQL runs under another user.
  const services = await startServices({ dataDir, configured: CONFIGURED })
  try {
    const sites: Site[] = []
    for (const [nth, commit] of commits.entries()) {
      const env = await prepared(services, commit, `site_${nth}`)
      if (!values.build) sites.push(await started(commit, env))
    }
    const [before, after] = sites
    if (before && after)
      console.log(tableOf(commits, await measured([before, after], { rounds, seconds })))
    for (const { sql } of sites) await sql.end()
    return 0
  } finally {
    await stopAll()
    rmSync(dataDir, { recursive: true, force: true, maxRetries: 5 })
  }
}

// As in live mode. Nothing is paid and nothing mailed here.
const CONFIGURED = {
  SITE_URL,
  RATE_LIMIT_SCALE: '100000',
  STRIPE_SECRET_KEY: 'sk_live_bench',
  STRIPE_PUBLISHABLE_KEY: 'pk_live_bench',
  STRIPE_WEBHOOK_SECRET: 'whsec_bench',
  SMTP_URL: 'smtp://127.0.0.1:9',
  ADMIN_USERNAME: 'owner',
  ADMIN_PASSWORD: 'correct-horse-battery-staple',
  CRON_SECRET: 'bench-bench-bench-bench',
  SECRET_KEY: 'a-secret-key-of-the-bench-0123456789',
}

const say = (line: string) => console.error(line)
const git = (...args: string[]) => execFileSync('git', args, { encoding: 'utf8' }).trim()
const folderOf = (commit: string) => join(FOLDER, commit)

/** Checks out a commit, fills a database for it and builds it, each by its own scripts. */
async function prepared(services: Services, commit: string, name: string): Promise<Variables> {
  const folder = folderOf(commit)
  if (!existsSync(folder)) {
    say(`${commit}: checking out`)
    git('worktree', 'prune')
    git('worktree', 'add', '--detach', folder, commit)
  }
  if (!existsSync(join(folder, 'node_modules'))) await installPackages(commit)
  const admin = new pg.Client({ connectionString: services.env.DATABASE_URL })
  await admin.connect()
  await admin.query(`CREATE DATABASE ${name}`)
  await admin.end()
  const env = { ...services.env, DATABASE_URL: services.databaseUrl(name), NODE_ENV: 'production' }
  await run(commit, 'npm run migrate', env)
  await run(commit, 'npm run seed', env)
  if (!existsSync(join(folder, 'dist/stamp.json'))) await run(commit, 'npm run build', env)
  return env
}

/** This project's own where the lockfile is the same, because they cost nothing. */
async function installPackages(commit: string): Promise<void> {
  const folder = folderOf(commit)
  const lock = (of: string) => readFileSync(join(of, 'package-lock.json'), 'utf8')
  if (lock(folder) !== lock('.')) return run(commit, 'npm ci', {})
  copyPackages(resolve('.'), join(folder, 'node_modules'))
  await run(commit, 'npm run postinstall', {})
}

async function run(commit: string, command: string, env: Variables): Promise<void> {
  say(`${commit}: ${command}`)
  const logFile = join(folderOf(commit), '.studio/compare.log')
  const running = startProcess({
    ...{ command: 'sh', args: ['-c', `exec ${command}`], cwd: folderOf(commit), logFile },
    env: { ...process.env, ...env },
  })
  if ((await running.exited) !== 0) throw new Error(`${commit}: ${command}\n${tail(logFile, 30)}`)
}

async function started(commit: string, env: Variables): Promise<Site> {
  const folder = folderOf(commit)
  const port = await freePort()
  const { scripts } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as {
    scripts: { start: string }
  }
  const logFile = join(folder, '.studio/site.log')
  const running = startProcess({
    // The shell becomes Node: its processor time is the server's.
    ...{ command: 'sh', args: ['-c', scripts.start], cwd: folder, logFile },
    env: { ...process.env, ...env, PORT: String(port), STUDIO_DATA_DIR: join(folder, '.studio') },
  })
  await untilListening(port, running, `The site of ${commit}`, logFile)
  const sql = new pg.Client({ connectionString: env.DATABASE_URL })
  await sql.connect()
  return { url: `http://localhost:${port}`, pid: running.pid, sql }
}

/** For each question, both sites' answers in each round. */
async function measured(
  sites: [Site, Site],
  { rounds, seconds }: { rounds: number; seconds: number },
): Promise<Map<string, [Measured, Measured][]>> {
  const load = { connections: CONNECTIONS, seconds }
  const all = new Map(QUESTIONS.map(([name]) => [name, [] as [Measured, Measured][]]))
  for (let round = 0; round <= rounds; round++)
    for (const [name, ask] of QUESTIONS) {
      const of = async (site: Site): Promise<Measured> => {
        const begun = processorMs(site.pid)
        const { perSecond } = await ask(site, load)
        return { perSecond, cpuMs: (processorMs(site.pid) - begun) / (perSecond * seconds) }
      }
      // Who is first alternates.
      const order = round % 2 === 0 ? [0, 1] : [1, 0]
      const pair = [] as unknown as [Measured, Measured]
      for (const nth of order) pair[nth as 0 | 1] = await of(sites[nth as 0 | 1])
      say(`${name}: ${pair.map(({ perSecond }) => Math.round(perSecond)).join(' and ')} a second`)
      if (round > 0) all.get(name)?.push(pair) // The first one warms up.
    }
  return all
}

const TICKS_A_SECOND = 100

/** The milliseconds for which all threads of a process have worked. */
function processorMs(pid: number): number {
  const text = readFileSync(`/proc/${pid}/stat`, 'utf8')
  // Behind the name, which may contain spaces.
  const [, , , , , , , , , , , user = 0, system = 0] = text
    .slice(text.lastIndexOf(')') + 2)
    .split(' ')
    .map(Number)
  return ((user + system) * 1_000) / TICKS_A_SECOND
}

function tableOf(
  [before = '', after = '']: string[],
  all: Map<string, [Measured, Measured][]>,
): string {
  const lines = [...all].map(([name, pairs]) => {
    const middle = (of: (pair: [Measured, Measured]) => number) => median(pairs.map(of))
    return [
      name,
      middle(([a]) => a.perSecond).toFixed(0),
      middle(([, b]) => b.perSecond).toFixed(0),
      middle(([a, b]) => b.perSecond / a.perSecond).toFixed(2),
      middle(([a]) => a.cpuMs).toFixed(2),
      middle(([, b]) => b.cpuMs).toFixed(2),
      middle(([a, b]) => b.cpuMs / a.cpuMs).toFixed(2),
    ]
  })
  const head = [
    ...['', `${before}, a second`, `${after}, a second`, '×'],
    ...['processor, ms each', 'ms each', '×'],
  ]
  const rule = head.map((_, column) => (column === 0 ? '---' : '---:'))
  const [pairs] = all.values()
  return [
    `${cpus().length} cores, Node ${process.versions.node}, ${CONNECTIONS} connections, medians of ${pairs?.length} rounds in turn.`,
    '',
    ...[head, rule, ...lines].map((cells) => `| ${cells.join(' | ')} |`),
  ].join('\n')
}

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'])
  process.once(signal, () => void stopAll().then(() => process.exit(130)))
process.exit(await main(process.argv.slice(2)))
