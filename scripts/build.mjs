// npm run build: Next's production build, our server beside it (dist/server.mjs), the commands that
// a server without sources needs (dist/migrate.mjs and others, for the image) and a stamp of
// everything the build was made from (dist/stamp.json), which every start compares.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statfsSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import { basename } from 'node:path'
import { compressFolder } from './compress.mjs'
import { root } from './env.mjs'
import { runLongStep } from './long-step.mjs'
import { freeMemory, killedForMemory } from './free-memory.mjs'
import { bundle } from './run.mjs'

const STAMP = 'dist/stamp.json'
const RELEASE = 'dist/release.json'
// What scripts/start.mjs says where there is no complete build.
const UNFINISHED = 'dist/unfinished.txt'
// In MiB; docs/running.md has how they were measured.
const NEEDS = { memory: 2_100, disk: 1_000 }
// The exit codes of a build that was stopped by hand (scripts/long-step.mjs).
const STOPPED = [129, 130, 143]
const COMMANDS = [
  'scripts/migrate.ts',
  'scripts/admin-create.ts',
  'scripts/person.ts',
  'scripts/after-restore.ts',
  'scripts/backup.ts',
  'scripts/restore.ts',
  'scripts/setup.ts',
  'prisma/seed.ts',
]
const env = { ...process.env, NODE_ENV: 'production', NEXT_TELEMETRY_DISABLED: '1' }
// Next makes the ids of server actions with it: with the same one, a page that was open across a
// deployment finds its actions again. It would also encrypt what an action inside a component closes
// over; there is none (tests/unit/http/actions.test.ts), so it need not be a secret.
env.NEXT_SERVER_ACTIONS_ENCRYPTION_KEY ||= createHash('sha256')
  .update('the server actions of the studio')
  .digest('base64')
process.chdir(root)

function run(args, options = {}) {
  const result = spawnSync(process.execPath, args, { stdio: 'inherit', env, ...options })
  if (result.status !== 0) process.exit(result.status ?? 1)
  return result
}

function isClientCurrent() {
  const client = 'lib/generated/prisma/client.ts'
  return existsSync(client) && statSync(client).mtimeMs >= statSync('prisma/schema.prisma').mtimeMs
}

/** Twelve characters, with a plus when files differ from it; null outside a checkout. */
function commitOf() {
  const given = env.STUDIO_COMMIT || env.VERCEL_GIT_COMMIT_SHA
  if (given) return given.slice(0, 12)
  const git = (...args) => spawnSync('git', args, { encoding: 'utf8' })
  const head = git('rev-parse', '--short=12', 'HEAD')
  if (head.status !== 0) return null
  return head.stdout.trim() + (git('status', '--porcelain').stdout ? '+' : '')
}

/** What lib/release.ts reads. */
function releaseOf() {
  const { version } = JSON.parse(readFileSync('package.json', 'utf8'))
  const migrations = readdirSync('prisma/migrations', { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name)
    .sort()
  return { version, commit: commitOf(), builtAt: new Date().toISOString(), migrations }
}

/** What is needed and what is free, before anything is begun. */
function sayWhatIsFree() {
  const { bavail, bsize } = statfsSync('.')
  const free = { memory: freeMemory(), disk: Math.floor((bavail * bsize) / 2 ** 20) }
  const sizes = ({ memory, disk }) => `${memory} MiB of memory and ${disk} MiB of disk`
  console.log(`The build needs ${sizes(NEEDS)}; ${sizes(free)} are free.`)
  for (const kind of ['memory', 'disk'])
    if (free[kind] < NEEDS[kind])
      console.warn(`It may fail for lack of ${kind}: docs/running.md, "What it needs".`)
}

/** Ends a build that failed, with the reason, which the next start gives too. */
function fail(code, reason) {
  const sentence = `The build of ${begunAt} did not come to its end${reason}`
  console.error(sentence)
  try {
    writeFileSync(UNFINISHED, sentence)
  } catch (error) {
    console.error(`The next start cannot say so: ${error.message}`) // Such as on a full disk.
  }
  process.exit(code)
}

function reasonOf(code, signal) {
  if (STOPPED.includes(code)) return ': it was stopped.'
  const by = signal ? `: ${signal} ended it` : ''
  if (signal === 'SIGABRT') return `${by}, as Node's own limit of memory does.`
  const memory =
    `${freeAtBegin} MiB of memory were free and ${NEEDS.memory} are needed ` +
    '(docs/running.md, "What it needs").'
  if (signal === 'SIGKILL') return `${by}. Memory ran out: ${memory}`
  // Of the whole machine: it may have been another program's.
  if (!signal && killedForMemory() > killedBefore)
    return `; its messages are above. Meanwhile the system ended a process for lack of memory: ${memory}`
  return by ? `${by}.` : '; its messages are above.'
}

sayWhatIsFree()
if (!env.SITE_URL?.trim() && !env.VERCEL_URL)
  console.warn('SITE_URL is not set: the pages will carry http://localhost and the port.')
if (!isClientCurrent()) run(['scripts/generate.mjs'])

// Before the build: content that changes while it runs then counts as changed, never as built.
const stamp = run(['scripts/run.mjs', 'scripts/stamp.ts'], {
  stdio: ['ignore', 'pipe', 'inherit'],
  encoding: 'utf8',
}).stdout
mkdirSync('dist', { recursive: true })
writeFileSync(RELEASE, JSON.stringify(releaseOf()))
const begunAt = new Date().toISOString()
const freeAtBegin = freeMemory()
const killedBefore = killedForMemory()
writeFileSync(
  UNFINISHED,
  `The build that was begun at ${begunAt} has not come to its end: it is under way, or was killed.`,
)
rmSync(STAMP, { force: true }) // From now on the folder does not contain a complete build.
const next = createRequire(import.meta.url).resolve('next/dist/bin/next')
let endedBy = null
const built = await runLongStep([next, 'build'], { env, onKilled: (signal) => (endedBy = signal) })
if (built !== 0) fail(built, reasonOf(built, endedBy))
compressFolder('.next/static')
rmSync('dist/server', { recursive: true, force: true }) // an earlier build's parts
await bundle('server/main.ts', 'dist/server.mjs', { chunks: 'server' })
for (const entry of COMMANDS) await bundle(entry, `dist/${basename(entry, '.ts')}.mjs`)
writeFileSync(STAMP, stamp)
rmSync(UNFINISHED)
