// npm run check:language: checks how little a further language needs. Adds a made-up one to a
// temporary copy of the project, in the files that CONTRIBUTING.md names, checks the types, builds
// and starts the site, and reads every page of the sitemap in it. Its texts are the English ones
// between marks, so an English text without marks was not translated. `--keep` keeps the copy.
import { spawn, execFileSync } from 'node:child_process'
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { makeCopy } from './copy.mjs'
import { ensureInstalled } from '../../scripts/install.mjs'

const CODE = 'qx'
const [OPEN, CLOSE] = ['⟦', '⟧']
const PORTS = ['PORT', 'POSTGRES_PORT', 'STRIPE_SANDBOX_PORT', 'SMTP_PORT', 'MAIL_WEB_PORT']
const START_SECONDS = 300
const MOST_FILES = 8
// A shorter text may be a name, or a word that also occurs in an address or an administrator's
// text.
const SENTENCE_LENGTH = 20

const LANGUAGE = {
  name: 'Qixi',
  nativeName: 'Qixi',
  flag: 'gb',
  short: 'QX',
  tag: CODE,
  openGraph: 'qx_MY',
  shortDates: 'en-GB',
  calendarWeekdays: 'short',
  stripe: 'auto',
}

/** Adds the language to the copy; returns the files that it changed. */
function addLanguage(path) {
  const touched = []
  const edit = (file, change) => {
    const before = readFileSync(join(path, file), 'utf8')
    const after = change(before)
    if (after === before) throw new Error(`${file}: the place for a further language is gone.`)
    writeFileSync(join(path, file), after)
    touched.push(file)
  }
  const json = (value) => `${JSON.stringify(value, null, 2)}\n`

  edit('lib/i18n/languages.json', (text) => json({ ...JSON.parse(text), [CODE]: LANGUAGE }))
  writeFileSync(join(path, `messages/${CODE}.json`), json(marked(dictionaryOf(path))))
  touched.push(`messages/${CODE}.json`)
  edit('lib/i18n/messages.ts', (text) =>
    text
      .replace(/(?=import zh from)/, `import ${CODE} from '@/messages/${CODE}.json'\n`)
      .replace(/(?=\bzh: zh as Messages)/, `${CODE}: ${CODE} as Messages, `),
  )
  edit('app/global-error.tsx', (text) =>
    text.replace(/(?=\n {2}zh: \{)/, `\n  ${CODE}: { title: 'Qa', text: 'Qe.', retry: 'Qi' },`),
  )
  // Administrators choose the language of a text by its name.
  for (const each of ['en', 'ms', 'zh'])
    edit(`messages/${each}.json`, (text) => json(withName(JSON.parse(text))))
  return touched
}

/** The dictionary with the language's name wherever it names languages. */
function withName(value) {
  if (typeof value !== 'object') return value
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [
      key,
      key === 'languages' ? { ...inner, [CODE]: LANGUAGE.name } : withName(inner),
    ]),
  )
}

const dictionaryOf = (path) => JSON.parse(readFileSync(join(path, 'messages/en.json'), 'utf8'))
const marked = (value) =>
  typeof value === 'string'
    ? OPEN + value + CLOSE
    : Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, marked(inner)]))

/** Every key of the dictionary with its text: "pages.home.lead" → "…". */
const sentencesIn = (value, key = '') =>
  typeof value === 'string'
    ? [[key, value]]
    : Object.entries(value).flatMap(([name, inner]) =>
        sentencesIn(inner, key ? `${key}.${name}` : name),
      )

/** The errors of a page in the language, as sentences. */
function faultsOf(html, sentences) {
  const faults = []
  if (!html.includes(`<html lang="${LANGUAGE.tag}"`)) faults.push('is not marked as the language')
  const text = html
    // The privacy notice is shown in English too, because the English version is binding.
    .replace(/<section id="en" lang="en"[\s\S]*?<\/article>/g, ' ')
    .replace(/<(script|style)\b[\s\S]*?<\/\1>/g, ' ')
    .replace(/<!-- -->/g, '')
    .replaceAll('&amp;', '&')
    .replaceAll('&#x27;', "'")
    .replaceAll('&quot;', '"')
  if (!text.includes(OPEN)) faults.push('has none of its sentences')
  let rest = text
  for (let before = ''; before !== rest;) {
    before = rest
    rest = rest.replace(/⟦[^⟦⟧]*⟧/g, ' ')
  }
  for (const [key, sentence] of sentences) {
    if (new RegExp(`[>"\\s]${key.replaceAll('.', '\\.')}[<"\\s]`).test(rest))
      faults.push(`shows the key ${key}`)
    const isPlain = sentence.length >= SENTENCE_LENGTH && !/[{<]/.test(sentence)
    if (isPlain && rest.includes(sentence)) faults.push(`has in English: "${sentence}"`)
  }
  return faults
}

const freePort = () =>
  new Promise((done, fail) => {
    const probe = createServer().once('error', fail)
    probe.listen(0, '127.0.0.1', () => {
      const { port } = probe.address()
      probe.close(() => done(port))
    })
  })

/** Builds and starts the copy's site with its own services; resolves to its address. */
async function startSite({ path, temporary }) {
  const ports = {}
  for (const name of PORTS) ports[name] = String(await freePort())
  const { DATABASE_URL: _, SITE_URL: __, ...inherited } = process.env
  const site = spawn(process.execPath, ['scripts/demo.mjs'], {
    cwd: path,
    stdio: ['ignore', 'pipe', 'inherit'],
    env: {
      ...inherited,
      ...ports,
      TMPDIR: temporary,
      STUDIO_DATA_DIR: join(path, '.studio'),
      NEXT_TELEMETRY_DISABLED: '1',
    },
  })
  const chunks = []
  site.stdout.on('data', (chunk) => chunks.push(chunk))
  const address = `http://localhost:${ports.PORT}`
  for (let seconds = 0; seconds < START_SECONDS && site.exitCode === null; seconds++) {
    const answer = await fetch(`${address}/api/health`).catch(() => null)
    if (answer?.ok) return { site, address }
    await wait(1_000)
  }
  site.kill('SIGTERM')
  throw new Error(`The site with the further language did not start.\n${Buffer.concat(chunks)}`)
}

/** The types of the product and its scripts; tests and tools name the languages that they visit. */
function checkTypes(path) {
  const exclude = ['node_modules', 'dist', '.studio', 'tests', 'tools']
  const only = { extends: './tsconfig.json', exclude }
  writeFileSync(join(path, 'tsconfig.language.json'), JSON.stringify(only))
  const tsc = ['node_modules/typescript/bin/tsc', '--noEmit', '-p', 'tsconfig.language.json']
  execFileSync(process.execPath, tsc, { cwd: path, stdio: 'inherit' })
}

/** Reads every page of the sitemap in the language; returns the errors, as sentences. */
async function crawl(address, sentences) {
  const map = await (await fetch(`${address}/sitemap.xml`)).text()
  const found = [...map.matchAll(/<loc>([^<]*)<\/loc>/g)].map(([, url]) => new URL(url).pathname)
  const paths = found.filter((path) => path === `/${CODE}` || path.startsWith(`/${CODE}/`))
  if (paths.length === 0) return ['The site map has no page in the language.']
  const faults = []
  for (const path of [...paths, `/${CODE}/no-such-page`]) {
    const answer = await fetch(address + path)
    const expected = path.endsWith('no-such-page') ? 404 : 200
    if (answer.status !== expected) faults.push(`${path}: status ${answer.status}`)
    for (const fault of faultsOf(await answer.text(), sentences)) faults.push(`${path}: ${fault}`)
  }
  console.log(`${paths.length} pages read in the further language.`)
  return faults
}

const keep = process.argv.includes('--keep')
await ensureInstalled(console.log)
const folder = mkdtempSync(join(tmpdir(), 'studio-language-'))
// When run as root, PostgreSQL runs as another user, who must reach its program and its data there.
chmodSync(folder, 0o755)
let running = null
try {
  const copy = makeCopy(folder)
  const touched = addLanguage(copy.path)
  console.log(`Files that a further language touches: ${touched.length}\n  ${touched.join('\n  ')}`)
  console.log('Building and starting the site…')
  running = await startSite(copy)
  const faults = await crawl(running.address, sentencesIn(dictionaryOf(copy.path)))
  if (touched.length > MOST_FILES) faults.push(`More than ${MOST_FILES} files were touched.`)
  for (const fault of faults) console.error(fault)
  checkTypes(copy.path)
  if (faults.length === 0) console.log('A further language is complete on every public page.')
  process.exitCode = faults.length === 0 ? 0 : 1
} catch (error) {
  console.error(error.message)
  process.exitCode = 1
} finally {
  if (running) {
    const ended = new Promise((done) => running.site.once('exit', done))
    running.site.kill('SIGTERM')
    await ended
  }
  if (keep) console.log(`The copy is in ${folder}.`)
  else rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
}
