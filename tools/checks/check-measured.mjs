// npm run check:measured: each table of docs/performance.md names the commit that it was measured
// on; fails when something that it measures has changed since. Not part of npm test: between two
// releases nearly every commit changes what some table measures.
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, realpathSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const DOCUMENT = 'docs/performance.md'
const LOCKFILE = 'package-lock.json'
/** So many of the changed files are named. */
const SHOWN = 3

// Files, and folders with all that is in them.
const SERVER = [
  ...['server', 'lib', 'prisma/migrations', 'instrumentation.ts', 'next.config.mjs', LOCKFILE],
  ...['scripts/memory.mjs', 'scripts/start.mjs', 'tools/bench/limits.ts'],
]
const PAGES = [
  ...['app/[locale]/(site)', 'components', 'messages', 'public', 'scripts/compress.mjs'],
  ...['app/[locale]/fonts.ts', 'app/[locale]/theme.css', 'scripts/zod.mjs', 'tools/bench/bare.ts'],
]
const CONSOLE = ['middleware.ts', 'app/[locale]/(console)', 'components', 'messages']

/**
 * What each table measures.
 *
 * @type {Record<string, string[]>}
 */
export const MEASURES = {
  console: [...SERVER, ...CONSOLE, 'tools/bench/console.ts'],
  owner: [...SERVER, ...CONSOLE, 'tools/bench/owner.ts'],
  hosting: [...SERVER, ...CONSOLE, 'app/api', 'tools/bench/hosting.ts'],
  bookings: [...SERVER, 'app/api', 'tools/bench/bookings.ts', 'tools/bench/slots.ts'],
  'young-generation': ['scripts/memory.mjs'],
  weight: [...SERVER, ...PAGES, 'tools/bench/weight.ts', 'tools/bench/view.ts'],
  throughput: [...SERVER, ...PAGES, 'app/api', 'tools/bench/throughput.ts'],
  lighthouse: [...SERVER, ...PAGES, 'tools/bench/lighthouse.ts'],
  'first-paint': ['server/scripts-after-paint.ts', 'tools/bench/throttled.ts'],
}

/** The tables' places, with the text in each. */
const sectionsOf = (document) =>
  [...document.matchAll(/^<!-- (bench|measured):([\w-]+) -->$(.*?)^<!-- \/\1:\2 -->$/gms)].map(
    ([whole, , name, text]) => ({ whole, name, text }),
  )

const MEASURED = /^Measured \d{4}-\d{2}-\d{2} on commit `([0-9a-f]{12})(\+?)`/m
/** Of tables that were made before they named one: the commit that brought them. */
const BROUGHT = /^Measured \d{4}-\d{2}-\d{2} on an unknown commit, `([0-9a-f]{12})` at the latest/m

/**
 * What is wrong with the document's tables, as sentences. `changedSince`: the files that have changed
 * since a commit; null where it is no commit of this history.
 */
export function faultsOf(document, changedSince, measures = MEASURES) {
  const sections = sectionsOf(document)
  const outside = sections.reduce((text, { whole }) => text.replace(whole, ''), document)
  const homeless = /^\|.*\|$/m.exec(outside)?.[0]
  const missing = Object.keys(measures).filter((name) => !sections.some((one) => one.name === name))
  return [
    ...(homeless ? [`a table is in no place that names its commit: ${homeless}`] : []),
    ...missing.map((name) => `${name}: the document has no such table`),
    ...sections.flatMap(({ name, text }) => {
      const fault = faultOf(text, measures[name], changedSince)
      return fault ? [`${name}: ${fault}`] : []
    }),
  ]
}

function faultOf(text, paths, changedSince) {
  if (!paths) return 'nothing says what it measures'
  const [, exact, plus] = MEASURED.exec(text) ?? []
  const commit = exact ?? BROUGHT.exec(text)?.[1]
  if (!commit) return 'it names no commit'
  if (plus) return `measured on files that differed from ${commit}`
  const changed = changedSince(commit)
  if (!changed) return `${commit} is no commit of this history`
  const touched = changed.filter((file) =>
    paths.some((path) => file === path || file.startsWith(`${path}/`)),
  )
  if (touched.length === 0) return null
  const more = touched.length > SHOWN ? ` and ${touched.length - SHOWN} more` : ''
  const when = exact ? commit : `${commit} or before`
  return `measured on ${when}; since then ${touched.slice(0, SHOWN).join(', ')}${more} changed`
}

/** Asks git. A release changes its own version in the lockfile, and no package: not counted. */
function filesChangedSince(commit) {
  const git = (...args) => spawnSync('git', args, { encoding: 'utf8', maxBuffer: 2 ** 28 })
  if (git('merge-base', '--is-ancestor', commit, 'HEAD').status !== 0) return null
  const packagesAt = (at) => {
    const lock = JSON.parse(git('show', `${at}:${LOCKFILE}`).stdout)
    delete lock.version
    delete lock.packages[''].version
    return JSON.stringify(lock)
  }
  const files = git('diff', '--name-only', '-z', commit, 'HEAD').stdout.split('\0').filter(Boolean)
  return files.filter((file) => file !== LOCKFILE || packagesAt(commit) !== packagesAt('HEAD'))
}

const [, started = ''] = process.argv
if (existsSync(started) && realpathSync(started) === fileURLToPath(import.meta.url)) {
  const faults = faultsOf(readFileSync(DOCUMENT, 'utf8'), filesChangedSince)
  for (const fault of faults) console.error(`${DOCUMENT}: ${fault}`)
  if (faults.length > 0)
    console.error('Measure again and write the tables: npm run bench -- --help')
  process.exit(faults.length > 0 ? 1 : 0)
}
