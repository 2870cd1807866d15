// npm run architecture: prints the measures of the code and the layers of lib, and fails when a
// measure is above its limit or a reference leads nowhere. Part of lint.
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { basename, dirname, posix, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import ts from 'typescript'
import { LAYERS, layerFaults } from './check-layers.mjs'
import { faultsOf } from './check-structure.mjs'

const CODE = /\.(ts|tsx|mjs)$/
const HOUSE = /^(app|components|lib|server)\//

/** What `path` imports, as files of `files`; packages are left out. */
function importsOf(path, text, files) {
  return ts
    .preProcessFile(text, true, true)
    .importedFiles.map(({ fileName }) =>
      fileName.startsWith('@/')
        ? fileName.slice(2)
        : fileName.startsWith('.')
          ? posix.join(posix.dirname(path), fileName)
          : null,
    )
    .map((target) =>
      target === null
        ? undefined
        : ['', '.ts', '.tsx', '.json'].map((end) => target + end).find((file) => files.has(file)),
    )
    .filter((target) => target !== undefined)
}

/** Small files with only one importer: most of them belong in that file. */
function smallWithOneUser(files) {
  const users = new Map()
  for (const [path, text] of files)
    if (HOUSE.test(path))
      for (const target of new Set(importsOf(path, text, files)))
        users.set(target, (users.get(target) ?? 0) + 1)
  return [...files]
    .filter(([path]) => /^(components\/(?!ui\/)|lib\/|server\/)/.test(path))
    .filter(([path, text]) => text.trimEnd().split('\n').length < 25 && users.get(path) === 1)
    .map(([path]) => path)
}

const withoutComments = (text) => text.replace(/\/\*[\s\S]*?\*\//g, '').replace(/^\s*\/\/.*$/gm, '')

/**
 * Whether a client component has a reason to be one: state, an effect, a handler, a browser API.
 */
function hasClientReason(text) {
  const code = withoutComments(text)
  const hooks = [...code.matchAll(/\b(use[A-Z]\w*)\s*[(<]/g)].map(([, name]) => name)
  return (
    hooks.some((name) => !/^use(Translations|Locale|Formatter|Messages|Id)$/.test(name)) ||
    /\bon[A-Z]\w*=[{]/.test(code) ||
    /\b(createContext|Component\b|lazy\(|dynamic\(|window\.|document\.)/.test(code) ||
    // A primitive that passes on features of Radix or another client package.
    /from '(radix-ui|@radix-ui|sonner|vaul|cmdk|@stripe)/.test(code)
  )
}

// A tag that Next writes around the output of our components.
const PAGE_TAG = /<\\?\/?(?:!DOCTYPE|html|head|body|script|style|link|meta)\b/i

/** Whether code replaces the tags of a finished page. */
function rewritesPages(text) {
  const code = withoutComments(text)
  // Patterns and texts with such a tag, by the name they have in this file.
  const named = [...code.matchAll(/\bconst (\w+)[^=\n]*=\s*(.+)/g)]
    .filter(([, , value]) => PAGE_TAG.test(value))
    .map(([, name]) => name)
  return [...code.matchAll(/\.replace(?:All)?\(\s*(?:(\w+)|(.{0,200}))/g)].some(([, name, text]) =>
    name ? named.includes(name) : PAGE_TAG.test(text),
  )
}

const count = (files, pattern) =>
  [...files].filter(([, text]) => pattern.test(withoutComments(text))).map(([path]) => path)

/** The numbered files of the flow `title` in docs/architecture.md, in their order. */
export function flowOf(document, title) {
  const part = document.split(/^### /m).find((section) => section.startsWith(title)) ?? ''
  return [...part.matchAll(/^\d+\. `([^`]+)`/gm)].map(([, path]) => path)
}

// Documents that a clone does not contain, and numbers that refer to them.
const OUTSIDE =
  /\bspec(ification)?('s|’s)? ((points?|section) )?\d|\b(issue|amendment) #?\d|\bdecisions? H\d|\.\.\/shared|\bthe (spec|contract)\b|\b(stripe|platform|performance) notes\b|\b(spec|decisions|contract|design|local-practice|platform-notes|stripe-notes|performance-notes)\.md\b/gi

/**
 * The text with wrapped comments joined: a comment that continues on the next line is one sentence.
 */
export const unwrapped = (text) => text.replace(/\n[ \t]*(?:\*(?!\/)|\/\/|--|#)?[ \t]*/g, ' ')

/** References of a text to decisions ("docs/decisions/020 C8 and C9") that `known` lacks. */
export function deadReferences(text, known) {
  const cited = [
    ...unwrapped(text).matchAll(
      /\bdecisions?(?:\/020)? ([A-H]\d+)(?:(?:, | and | to )([A-H]\d+))*/g,
    ),
  ]
  return cited.flatMap(([all]) => all.match(/\b[A-H]\d+\b/g) ?? []).filter((id) => !known.has(id))
}

const EXPORTED =
  /^export (?:default )?(?:async )?(?:function\*?|const|class|type|interface|let) ([A-Za-z_$][\w$]*)/gm

/**
 * Names that two files of `lib` and `components` export. A call of the browser to the server
 * (`components/…/api.ts`) may have the name of what it calls.
 */
export function doubleNames(files) {
  const paths = new Map()
  for (const [path, text] of files) {
    if (!/^(lib|components)\//.test(path)) continue
    for (const name of new Set([...text.matchAll(EXPORTED)].map(([, found]) => found)))
      paths.set(name, [...(paths.get(name) ?? []), path])
  }
  const isCall = (path) => /^components\/.*\/api\.ts$/.test(path)
  return [...paths]
    .map(([name, all]) => [name, all.filter((path) => !isCall(path)), all.length])
    .filter(([, others, all]) => others.length > 1 || all - others.length > 1)
    .map(([name, others]) => `${name}: ${others.join(', ')}`)
}

/**
 * All measures: what is counted, its limit, what is allowed until it is reached
 * (docs/decisions/021), and the files behind the figure.
 */
export function measures(files, documents) {
  const house = new Map([...files].filter(([path]) => HOUSE.test(path) && CODE.test(path)))
  const components = new Map([...house].filter(([path]) => path.startsWith('components/')))
  const lib = new Map([...house].filter(([path]) => path.startsWith('lib/')))
  const notUi = new Map([...house].filter(([path]) => !path.startsWith('components/ui/')))
  const architecture = documents.get('docs/architecture.md') ?? ''
  const texts = [...files, ...documents]
  const languageCode = /'(?:ms|zh)'|"(?:ms|zh)"|\b(?:ms|zh): |\/(?:ms|zh)\b|\bzh-Hans\b/
  return [
    { what: 'files under 25 lines with one user', limit: 12, found: smallWithOneUser(house) },
    { what: 'imports against the layers of lib', limit: 0, found: layerFaults([...lib]) },
    { what: 'names that two files export', limit: 0, found: doubleNames(house) },
    {
      what: 'files from the form to the row of a booking',
      limit: 9,
      found: flowOf(architecture, 'A booking, paid').slice(0, 99),
    },
    {
      what: 'places that reserve time',
      limit: 1,
      found: count(lib, /INSERT INTO slot_reservations|FROM reserve_time/),
    },
    {
      what: 'places that take the room’s lock',
      limit: 1,
      found: count(lib, /(function|const) lockRoom\b/),
    },
    {
      what: 'retries after expired holds',
      limit: 1,
      found: count(lib, /function retryAfterExpiringHolds/),
    },
    {
      what: 'form mechanisms',
      limit: 1,
      found: [
        ...new Set(
          [
            ...count(components, /\buseForm[(<]/),
            ...count(components, /new FormData\(\w|\.elements\b/),
          ].map(dirname),
        ),
      ],
    },
    { what: 'callers of fetch in components', limit: 1, found: count(components, /\bfetch\(/) },
    {
      what: 'stores of idempotency keys',
      limit: 1,
      found: count(components, /crypto\.randomUUID|getRandomValues/),
    },
    {
      what: 'ways to get a sentence besides next-intl',
      limit: 0,
      found: count(notUi, /sentencesOf|\/fill'/),
    },
    {
      what: '“use client” without state, effect or handler',
      limit: 0,
      found: [...notUi]
        // Next requires it in the files that show an error.
        .filter(([path]) => !/\/(global-)?error\.tsx$/.test(path))
        .filter(([, text]) => text.startsWith("'use client'") && !hasClientReason(text))
        .map(([path]) => path),
    },
    {
      what: 'rewriting of Next’s HTML',
      limit: 0,
      found: [...house].filter(([, text]) => rewritesPages(text)).map(([path]) => path),
    },
    {
      what: 'files that name a language',
      limit: 8,
      found: count(house, languageCode),
    },
    {
      what: 'references to what a clone lacks',
      limit: 0,
      found: texts.flatMap(([path, text]) =>
        [...unwrapped(text).matchAll(OUTSIDE)].map(([reference]) => `${path}: ${reference}`),
      ),
    },
    {
      what: 'lines over 110 columns',
      limit: 0,
      found: [...files].flatMap(([path, text]) => faultsOf(path, text)),
    },
  ]
}

/** Cited decisions that do not exist, and files named in docs/architecture.md that do not exist. */
export function brokenReferences(files, documents, exists) {
  const product = documents.get('docs/decisions/020-product.md') ?? ''
  const known = new Set([...product.matchAll(/^### ([A-H]\d+) /gm)].map(([, id]) => id))
  const decisions = [...files, ...documents].flatMap(([path, text]) =>
    deadReferences(text, known).map((id) => `${path}: there is no decision ${id}`),
  )
  const architecture = documents.get('docs/architecture.md') ?? ''
  const missing = [
    ...architecture.matchAll(/`((?:app|components|lib|server|scripts|tests|tools)\/[^`*…{]+)`/g),
  ]
    .map(([, path]) => path)
    .filter((path) => !exists(path))
    .map((path) => `docs/architecture.md: there is no ${path}`)
  return [...decisions, ...missing]
}

function main() {
  const root = resolve(fileURLToPath(import.meta.url), '../..')
  process.chdir(root)
  const listed = execFileSync('git', ['ls-files', '-co', '--exclude-standard', '-z'])
    .toString()
    .split('\0')
    .filter((path) => path && existsSync(path))
  const read = (paths) => new Map(paths.map((path) => [path, readFileSync(path, 'utf8')]))
  // This script and its test contain the patterns that they search for.
  const files = read(
    listed.filter((path) => CODE.test(path) && !basename(path).startsWith('architecture.')),
  )
  const documents = read(listed.filter((path) => /\.(md|sql|prisma|css)$/.test(path)))
  const isVerbose = process.argv.includes('--files')
  const isQuiet = process.argv.includes('--quiet')
  let failed = false
  for (const { what, limit, allowed = limit, found } of measures(files, documents)) {
    const isOver = found.length > limit
    failed ||= found.length > allowed
    if (!isQuiet || found.length > allowed)
      console.log(`${isOver ? '✗' : '✓'} ${what}: ${found.length} (at most ${limit})`)
    if (isVerbose || (found.length > allowed && found.length - allowed <= 40))
      for (const each of found) console.log(`    ${each}`)
  }
  const broken = brokenReferences(files, documents, existsSync)
  for (const reference of broken) console.error(`✗ ${reference}`)
  if (!isQuiet) {
    console.log('\nLayers of lib, from the top; a folder imports downwards only:')
    for (const names of [...LAYERS].reverse()) console.log(`  ${names.join(' · ')}`)
  }
  if (failed || broken.length > 0) process.exit(1)
}

if (process.argv[1] && resolve(process.argv[1]) === fileURLToPath(import.meta.url)) main()
