// npm run architecture: what a reader can act on – imports against the layers of lib, files that
// import each other in a circle, names with two meanings, references that lead nowhere – and the
// layers of lib, and how large everything is. Part of lint.
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { basename, posix, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import ts from 'typescript'
import { LAYERS, layerFaults } from './check-layers.mjs'

const CODE = /\.(ts|tsx|mjs)$/
const HOUSE = /^(app|components|lib|server)\//

/** What `path` imports, types too, as files of `files`; packages are left out. */
export function importsOf(path, text, files) {
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
        : ['', '.ts', '.tsx'].map((end) => target + end).find((file) => files.has(file)),
    )
    .filter((target) => target !== undefined)
}

const TYPES_ALONE =
  /^(?:import|export) (?:type (?:\{[^}]*\}|[\w$]+)|\{\s*(?:type [\w$]+(?: as [\w$]+)?,?\s*)+\}) from '[^']+'/gm

/** A file as it runs, without the imports of types alone. */
const asRun = ([path, text]) => [path, text.replace(TYPES_ALONE, '')]

/** Files that import each other in a circle: none of them can be read or moved without the others. */
export function circles(files) {
  const imports = new Map([...files].map(([path, text]) => [path, importsOf(path, text, files)]))
  const reached = (from) => {
    const seen = new Set()
    const waiting = [...imports.get(from)]
    while (waiting.length > 0) {
      const path = waiting.pop()
      if (!seen.has(path)) waiting.push(...imports.get(path))
      seen.add(path)
    }
    return seen
  }
  const reach = new Map([...files.keys()].map((path) => [path, reached(path)]))
  const isBoth = (one, other) => reach.get(one).has(other) && reach.get(other).has(one)
  const all = [...files.keys()]
    .filter((path) => reach.get(path).has(path))
    .map((path) => [...files.keys()].filter((other) => isBoth(path, other)).sort())
  return [...new Set(all.map((paths) => paths.join(', ')))]
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
      /\bdecisions?(?:\/020)? ([A-Z]\d+)(?:(?:, | and | to )([A-Z]\d+))*/g,
    ),
  ]
  return cited.flatMap(([all]) => all.match(/\b[A-Z]\d+\b/g) ?? []).filter((id) => !known.has(id))
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

const NAMED_FILE =
  /`((?:app|components|docs|lib|messages|prisma|sandbox|scripts|server|tests|tools)\/[^`*…{<]+)`/g
// What the documents name for a reader to make.
const TO_BE_MADE = ['prisma/certificates/supabase.crt']

/** Cited decisions, and files named in documents, that do not exist. */
function brokenReferences(files, documents, exists) {
  const product = documents.get('docs/decisions/020-product.md') ?? ''
  const known = new Set([...product.matchAll(/^### ([A-Z]\d+) /gm)].map(([, id]) => id))
  const decisions = [...files, ...documents].flatMap(([path, text]) =>
    deadReferences(text, known).map((id) => `${path}: there is no decision ${id}`),
  )
  const missing = [...documents]
    .filter(([document]) => document.endsWith('.md'))
    .flatMap(([document, text]) =>
      [...text.matchAll(NAMED_FILE)]
        .map(([, path]) => path)
        .filter((path) => !TO_BE_MADE.includes(path) && !exists(path))
        .map((path) => `${document}: there is no ${path}`),
    )
  return [...decisions, ...missing]
}

/** Everything that is wrong, by kind. */
export function faultsIn(files, documents, exists) {
  const house = new Map([...files].filter(([path]) => HOUSE.test(path)))
  const workshop = new Map([...files].filter(([path]) => !HOUSE.test(path)).map(asRun))
  const texts = [...files, ...documents]
  return {
    'imports against the layers of lib': layerFaults([...house]),
    // Of the product even for a type.
    'files in a circle': [...circles(house), ...circles(workshop)],
    'names that two files export': doubleNames(house),
    'references to what a clone lacks': texts.flatMap(([path, text]) =>
      [...unwrapped(text).matchAll(OUTSIDE)].map(([reference]) => `${path}: ${reference}`),
    ),
    'references that lead nowhere': brokenReferences(files, documents, exists),
  }
}

const PRODUCT = ['app', 'components', 'lib', 'server', 'prisma']
const WORKSHOP = ['tests', 'tools', 'scripts']

/** How many lines of code the product and the workshop have, by folder; dictionaries apart. */
export function sizes(files) {
  const lines = new Map()
  for (const [path, text] of files) {
    const [folder = ''] = path.split('/')
    lines.set(folder, (lines.get(folder) ?? 0) + text.split('\n').length - 1)
  }
  const of = (folders) => folders.map((folder) => [folder, lines.get(folder) ?? 0])
  return { product: of(PRODUCT), workshop: of(WORKSHOP) }
}

function main() {
  const root = resolve(fileURLToPath(import.meta.url), '../..')
  process.chdir(root)
  const listed = execFileSync('git', ['ls-files', '-co', '--exclude-standard', '-z'])
    .toString()
    .split('\0')
    .filter((path) => path && existsSync(path))
  const read = (paths) => new Map(paths.map((path) => [path, readFileSync(path, 'utf8')]))
  // This script and its test contain what they search for.
  const files = read(
    listed.filter((path) => CODE.test(path) && !basename(path).startsWith('architecture.')),
  )
  const documents = read(listed.filter((path) => /\.(md|sql|prisma|css)$/.test(path)))
  const isQuiet = process.argv.includes('--quiet')
  for (const [kind, found] of Object.entries(faultsIn(files, documents, existsSync))) {
    if (found.length > 0) process.exitCode = 1
    if (!isQuiet || found.length > 0)
      console.log(`${found.length > 0 ? '✗' : '✓'} ${kind}: ${found.length}`)
    for (const each of found) console.log(`    ${each}`)
  }
  if (isQuiet) return
  console.log('\nLayers of lib, from the top; a folder imports downwards only:')
  for (const names of [...LAYERS].reverse()) console.log(`  ${names.join(' · ')}`)
  console.log('\nLines of code:')
  const code = [...files, ...documents].filter(([path]) => !path.endsWith('.md'))
  for (const [name, parts] of Object.entries(sizes(code))) {
    const all = parts.reduce((sum, [, lines]) => sum + lines, 0)
    console.log(`  ${name}: ${all} (${parts.map((part) => part.join(' ')).join(' · ')})`)
  }
}

if (process.argv[1] && resolve(process.argv[1]) === fileURLToPath(import.meta.url)) main()
