// The layers of lib: a folder (or a top-level file) may import only from lower lines, so imports
// cannot form a cycle. `--print` shows them.
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join, posix, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import ts from 'typescript'

/** From the lowest up. Names on one line do not import each other either. */
export const LAYERS = [
  [
    'limits',
    'ordinary',
    'inbox',
    'money',
    'time',
    'names',
    'log',
    'tls',
    'problem',
    'roles',
    'studio',
    'credentials',
    'cut-list',
    'undo',
    'qr',
  ],
  ['text', 'phones', 'i18n', 'env', 'lettering', 'currencies', 'turns'],
  ['pool', 'database-errors', 'drawn-once'],
  ['release', 'statements'],
  ['db', 'outage'],
  ['each', 'secrets', 'cache', 'troubles', 'search'],
  ['http'],
  ['audit'],
  ['sales', 'uploads'],
  ['settings'],
  ['catalog', 'content'],
  ['rooms'],
  ['receipts'],
  ['availability', 'payments'],
  ['notices'],
  ['mail', 'push'],
  ['memberships', 'contacts', 'auth', 'codes', 'bank-forms'],
  ['bookings', 'orders'],
  [
    'settlements',
    'current-mail',
    'current-push',
    'route',
    'recording',
    'seo',
    'closings',
    'customers',
  ],
  ['admin', 'people', 'setup', 'recovery'],
  ['jobs'],
]

const LEVEL = new Map(LAYERS.flatMap((names, level) => names.map((name) => [name, level])))

/** lib/bookings/book.ts → bookings; lib/money.ts → money; null for other paths. */
function nodeOf(path) {
  const [root, first = '', ...rest] = path.split('/')
  if (root !== 'lib' || first === 'generated') return null
  return rest.length > 0 ? first : first.replace(/\.(tsx?|json)$/, '')
}

/** What a file imports, as paths inside the repository; types and dynamic imports too. */
function importsOf(path, text) {
  return ts
    .preProcessFile(text, true, true)
    .importedFiles.map(({ fileName }) =>
      fileName.startsWith('@/')
        ? fileName.slice(2)
        : fileName.startsWith('.')
          ? posix.join(posix.dirname(path), fileName)
          : null,
    )
    .filter((target) => target !== null)
}

/** The violations in these files ([path, text]), as sentences. */
export function layerFaults(files) {
  const faults = new Set()
  for (const [path, text] of files) {
    const from = nodeOf(path)
    if (from === null) continue
    if (!LEVEL.has(from)) faults.add(`${path}: lib/${from} stands in no layer`)
    for (const target of importsOf(path, text)) {
      const to = nodeOf(target)
      if (to === null || to === from || !LEVEL.has(from)) continue
      if (!LEVEL.has(to)) faults.add(`${path}: lib/${to} stands in no layer`)
      else if (LEVEL.get(to) >= LEVEL.get(from))
        faults.add(`${path}: imports ${target}, but ${to} does not stand below ${from}`)
    }
  }
  return [...faults]
}

function filesUnder(folder, root) {
  return readdirSync(join(root, folder)).flatMap((name) => {
    const path = `${folder}/${name}`
    if (statSync(join(root, path)).isDirectory()) return filesUnder(path, root)
    return /\.tsx?$/.test(name) ? [[path, readFileSync(join(root, path), 'utf8')]] : []
  })
}

if (process.argv[1] && resolve(process.argv[1]) === fileURLToPath(import.meta.url)) {
  const root = resolve(fileURLToPath(import.meta.url), '../..')
  if (process.argv.includes('--print'))
    for (const names of [...LAYERS].reverse()) console.log(names.join(' · '))
  const faults = layerFaults(filesUnder('lib', root))
  for (const fault of faults) console.error(fault)
  if (faults.length > 0) process.exit(1)
}
