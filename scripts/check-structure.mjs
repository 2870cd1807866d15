// The folder rules of the house that no linter knows: what a domain folder may hold and how long a file may be.
import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { resolve } from 'node:path'

const DOMAIN_FILE = /^lib\/[^/]+\/(schema|rules|data|mutations|actions)\.ts$/
// Named sub-modules: what one file of mutations cannot hold without becoming the file of everything.
const NAMED = [
  /^lib\/auth\/(account|second-step|totp)\.ts$/,
  /^lib\/availability\/clashes\.ts$/,
  /^lib\/bookings\/(manage|moves|notices|offers|upgrades)\.ts$/,
  /^lib\/payments\/(attention|client|disputes|order-changes|reschedules|transitions|upgrades|intents|holds|orders|refunds|cancellations|webhook|sandbox)\.ts$/,
  /^lib\/payments\/settlements\/[^/]+\.ts$/,
  /^lib\/payments\/events\/[^/]+\.ts$/,
  /^lib\/memberships\/(loyalty|referrals|free-sessions|members)\.ts$/,
  /^lib\/orders\/owner\.ts$/,
  // Reading one setting: the domains whose setting it is need it, and lib/settings/data.ts needs those domains.
  /^lib\/settings\/value\.ts$/,
  /^lib\/mail\/(transport|calendar)\.ts$/,
  /^lib\/mail\/templates\/[^/]+\.tsx?$/,
  // The one place that knows where files are kept.
  /^lib\/uploads\/storage\.ts$/,
  /^lib\/i18n\/[^/]+\.ts$/,
  /^lib\/generated\//,
]
const ROOTS = ['app', 'components', 'lib', 'sandbox', 'scripts', 'prisma', 'server.ts', 'middleware.ts']
const UNLIMITED = [/^components\/ui\//, /^prisma\/seed-data\//, /^prisma\/migrations\//, /^lib\/generated\//, /\.(json|prisma|sql|css|md|csv)$/]
const CODE = /\.(ts|tsx|js|mjs|cjs)$/
const PAGE = /^app\/.*\/?page\.tsx$/
const COMPONENT = /^components\/(?!ui\/).*\.tsx$/

const LIMITS = [
  { what: 'a page', matches: PAGE, lines: 80, advice: 'pages compose: move a section into components/' },
  { what: 'a component', matches: COMPONENT, lines: 150, advice: 'split it by step or section' },
  { what: 'a file', matches: CODE, lines: 250, advice: 'split it by what changes together' },
]

/** What is wrong with one file of the repository, as sentences; empty when nothing is. */
export function faultsOf(path, text) {
  const faults = []
  if (/^lib\/[^/]+\//.test(path) && !DOMAIN_FILE.test(path) && !NAMED.some((name) => name.test(path)))
    faults.push(`${path}: a domain folder holds schema, rules, data, mutations and actions; this name is none of them`)
  if (UNLIMITED.some((name) => name.test(path))) return faults
  const lines = text.split('\n').length - (text.endsWith('\n') ? 1 : 0)
  const limit = LIMITS.find(({ matches }) => matches.test(path))
  if (limit && lines > limit.lines) faults.push(`${path}: ${lines} lines, ${limit.what} has at most ${limit.lines}: ${limit.advice}`)
  return faults
}

function* filesUnder(root, path) {
  let entries
  try {
    entries = readdirSync(resolve(root, path), { withFileTypes: true })
  } catch (error) {
    if (error.code === 'ENOTDIR') yield path
    else if (error.code !== 'ENOENT') throw error
    return
  }
  for (const entry of entries) yield* filesUnder(root, `${path}/${entry.name}`)
}

if (process.argv[1] && resolve(process.argv[1]) === fileURLToPath(import.meta.url)) {
  const root = resolve(fileURLToPath(import.meta.url), '../..')
  const faults = ROOTS.flatMap((path) => [...filesUnder(root, path)]).flatMap((path) =>
    CODE.test(path) || path.startsWith('lib/') ? faultsOf(path, readFileSync(resolve(root, path), 'utf8')) : [],
  )
  for (const fault of faults) console.error(fault)
  if (faults.length > 0) process.exit(1)
}
