// npm test: installs what is missing, then runs formatting, lint, types, unit, component, sandbox,
// integration and browser tests, each with temporary services of its own on free ports. Steps that
// need one core run side by side. `npm test STEP [options]` runs one step; the options are passed
// to its runner. `npm test all` runs, after the rest, what takes too long for every change. Runs
// before any packages exist, so it begins with Node's own modules only.
import { spawn } from 'node:child_process'
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { ensureShell } from './browser.mjs'
import { root } from './env.mjs'
import { ensureInstalled } from './install.mjs'
import { requireNode } from './node-version.mjs'

// How long the checker of slots and money may take within the whole run; npm run check:money has no
// limit.
const MONEY_SECONDS = 50
// The same histories on a fast machine as on a slow one.
const MONEY_HISTORIES = 75
// The same rules again where the day breaks at another time: half a day behind the studio, and six
// hours ahead of it.
const ZONES = ['UTC', 'Pacific/Kiritimati']
// The browser tests and the integration tests take two each; more would find nothing to do.
const CORES = Math.min(4, Math.max(2, allowedCores()))
const JEST = 'node_modules/jest/bin/jest.js'

requireNode()
process.chdir(root)
const folder = mkdtempSync(join(tmpdir(), 'studio-run-'))
// When run as root, PostgreSQL runs as another user, who must reach its own folder inside.
chmodSync(folder, 0o711)
const begun = Date.now()
const secondsSince = (moment) => Math.round((Date.now() - moment) / 1000)
const totals = { passed: 0, failed: 0, skipped: 0 }
const failures = []
// Browser tests that failed and passed when they were run again. CI allows that once, because its
// machine is shared; each is listed at the end, as something to fix.
const unsteady = []
const times = []
const children = new Set()
let outputs = 0
let stopped = false

/** Cores of this machine that this process may use: a container may have fewer than it sees. */
function allowedCores() {
  const limits = '/sys/fs/cgroup/cpu.max'
  const [quota, period] = existsSync(limits) ? readFileSync(limits, 'utf8').split(' ') : ['max']
  return Math.min(availableParallelism(), quota === 'max' ? Infinity : Math.floor(quota / period))
}

/**
 * Runs one program to its end in a process group of its own; true when it succeeded. With `say` its
 * output goes there instead of directly to the terminal.
 */
function run(args, { env = {}, say } = {}) {
  if (stopped) return Promise.resolve(false)
  const child = spawn(process.execPath, args, {
    stdio: ['ignore', say ? 'pipe' : 'inherit', say ? 'pipe' : 'inherit'],
    detached: process.platform !== 'win32',
    // What tests leave in the temporary folder is removed with the run.
    env: { ...process.env, TMPDIR: folder, NEXT_TELEMETRY_DISABLED: '1', ...env },
  })
  children.add(child)
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', say)
  return new Promise((done) =>
    child.once('error', () => done(false)).once('close', (code) => done(code === 0)),
  ).finally(() => children.delete(child))
}

function count(step, { passed = 0, failed = 0, skipped = 0 }, names = []) {
  totals.passed += passed
  totals.failed += failed
  totals.skipped += skipped
  if (failed > 0)
    failures.push(
      ...(names.length ? names : ['']).map((name) => [step, name].filter(Boolean).join(': ')),
    )
}

/** Runs programs one after the other as one step that passes when all of them do. */
async function programs(step, say, ...list) {
  let ok = true
  for (const args of list) ok = (await run(args, { say })) && ok
  if (!stopped) count(step, ok ? { passed: 1 } : { failed: 1 })
  return ok
}

async function jest(step, project, { rest = [], options = [], env, say }) {
  const output = join(folder, `jest-${++outputs}.json`)
  const ok = await run(
    [
      JEST,
      ...rest,
      `--selectProjects=${project}`,
      ...options,
      '--ci',
      '--json',
      `--outputFile=${output}`,
    ],
    { env, say },
  )
  if (stopped) return
  if (!existsSync(output)) return count(step, { failed: 1 }, ['ended without a result'])
  const result = JSON.parse(readFileSync(output, 'utf8'))
  const broken = result.testResults.filter(
    (file) =>
      file.status === 'failed' && !file.assertionResults.some((test) => test.status === 'failed'),
  )
  const failed = result.testResults.flatMap((file) =>
    file.assertionResults
      .filter((test) => test.status === 'failed')
      .map((test) => `${test.fullName}${firstLine(test.failureMessages[0])}`),
  )
  const names = [...failed, ...broken.map((file) => file.name.slice(root.length + 1))]
  if (!ok && names.length === 0) names.push('the run itself')
  const isSelection = options.includes('--onlyChanged')
  if (result.numTotalTests === 0 && names.length === 0 && !isSelection)
    names.push('no test was run')
  count(
    step,
    {
      passed: result.numPassedTests,
      failed: names.length,
      skipped: result.numPendingTests + result.numTodoTests,
    },
    names,
  )
}

async function playwright(step, projects, { rest, env }) {
  const { ensureBrowser } = await import('./browser.mjs')
  await ensureBrowser(console.log)
  const output = join(folder, `${step}.json`)
  const options = [
    ...(rest.some((word) => word.startsWith('--project'))
      ? []
      : projects.map((name) => `--project=${name}`)),
    '--reporter=list,json',
    ...rest.map((word) => (word === '--changed' ? '--only-changed' : word)),
  ]
  const ok = await run(['node_modules/@playwright/test/cli.js', 'test', ...options], {
    env: { ...env, PLAYWRIGHT_JSON_OUTPUT_FILE: output },
  })
  if (stopped) return
  if (!existsSync(output)) return count(step, { failed: 1 }, ['ended without a result'])
  const { stats, suites, errors } = JSON.parse(readFileSync(output, 'utf8'))
  const names = suites.flatMap((suite) => testsThatEnded(suite, 'unexpected'))
  unsteady.push(...suites.flatMap((suite) => testsThatEnded(suite, 'flaky')))
  if (!ok && names.length === 0)
    names.push(...(errors.length ? ['the run itself'] : ['no test was run']))
  const passed = stats.expected + stats.flaky
  count(step, { passed, failed: names.length, skipped: stats.skipped }, names)
}

/** The beginning of an error, for the list at the end: a log that was cut keeps its last lines. */
function firstLine(message) {
  const line = stripVTControlCharacters(message ?? '')
    .trim()
    .split('\n')[0]
  return line ? `\n      ${line.slice(0, 300)}` : ''
}

function testsThatEnded(suite, status, path = '') {
  const own = suite.specs.flatMap((spec) =>
    spec.tests
      .filter((test) => test.status === status)
      .map(
        (test) =>
          `${path}${spec.title} (${test.projectName})${firstLine(test.results[0]?.error?.message)}`,
      ),
  )
  return [
    ...own,
    ...(suite.suites ?? []).flatMap((inner) =>
      testsThatEnded(inner, status, `${path}${inner.title} › `),
    ),
  ]
}

// The site that the browser tests visit: built, and its database filled, while other steps run.
const SITE = { STUDIO_TEST_DATA_DIR: join(folder, 'site') }

const jestStep = (project) => (rest, say, workers) =>
  jest(project, project, {
    rest: rest.filter((word) => word !== '--changed'),
    options: [
      ...(rest.includes('--changed') ? ['--onlyChanged'] : []),
      ...(workers ? [`--maxWorkers=${workers}`] : []),
    ],
    say,
  })

const STEPS = {
  format: (_, say) =>
    programs(
      'format',
      say,
      ['node_modules/prettier/bin/prettier.cjs', '--check', '--cache', '--log-level=warn', '.'],
      ['scripts/check-structure.mjs'],
      ['scripts/check-layers.mjs'],
      ['scripts/architecture.mjs', '--quiet'],
    ),
  types: (_, say) =>
    programs(
      'types',
      say,
      ['node_modules/next/dist/bin/next', 'typegen'],
      ['node_modules/typescript/bin/tsc', '--noEmit'],
    ),
  lint: (_, say) => programs('lint', say, ['node_modules/eslint/bin/eslint.js', '.']),
  async build(_, say) {
    const { ensureBrowser } = await import('./browser.mjs')
    await ensureBrowser((line) => say(`${line}\n`))
    return (
      (await run(['scripts/run.mjs', 'tests/support/build-site.ts'], { env: SITE, say })) ||
      (count('build', { failed: 1 }), false)
    )
  },
  async unit(rest, say, workers) {
    await jestStep('unit')(rest, say, workers)
    if (rest.length > 0) return
    const timely = ['availability', 'bookings', 'time']
      .map((name) => `tests/unit/${name}`)
      .filter(existsSync)
    for (const zone of timely.length ? ZONES : [])
      await jest(`unit in ${zone}`, 'unit', {
        rest: timely,
        env: { STUDIO_TEST_ZONE: zone },
        options: workers ? [`--maxWorkers=${workers}`] : [],
        say,
      })
  },
  component: jestStep('component'),
  sandbox: jestStep('sandbox'),
  // These wait for the database much of their time: a third worker keeps two cores busy.
  integration: (rest, say, workers) => jestStep('integration')(rest, say, workers || 3),
  e2e: (rest, _, __, env) =>
    playwright('e2e', ['http', 'desktop', 'tablet', 'phone'], { rest, env }),
  screens: (rest) =>
    playwright(
      'screens',
      ['screens', 'looks-phone', 'looks-tablet', 'looks-desktop', 'other-width'],
      { rest },
    ),
  money: (rest, say, workers) =>
    programs('money', say, [
      'tools/checks/check-money.mjs',
      ...(rest.length > 0
        ? rest
        : [`--seconds=${MONEY_SECONDS}`, `--histories=${MONEY_HISTORIES}`]),
      ...(workers ? [`--workers=${workers}`] : []),
    ]),
  chaos: (rest) =>
    jest('chaos', 'chaos', {
      rest: rest.filter((option) => option !== '--long'),
      options: ['--runInBand'],
      env: rest.includes('--long') ? { CHAOS_LONG: '1' } : {},
    }),
  pairs: (rest, say) => programs('pairs', say, ['tools/checks/pairs.mjs', ...rest]),
  upgrade: (_, say) => programs('upgrade', say, ['tools/checks/check-upgrade.mjs']),
  language: (rest, say) => programs('language', say, ['tools/checks/check-language.mjs', ...rest]),
  troubles: (rest, say) =>
    programs('troubles', say, ['scripts/run.mjs', 'tools/checks/troubles/main.ts', ...rest]),
}

/**
 * The whole run: `cores` is what a step needs, `after` what it waits for. A failed step with `ends`
 * ends the run in CI, because the change cannot be merged anyway.
 */
const PLAN = [
  { step: 'types', cores: 1, ends: true },
  { step: 'format', cores: 1, ends: true },
  { step: 'lint', cores: 1, ends: true },
  { step: 'build', cores: 1, after: ['types'] },
  { step: 'unit', cores: 1 },
  { step: 'component', cores: 1 },
  { step: 'sandbox', cores: 1 },
  { step: 'money', cores: 1 },
  { step: 'integration', cores: 2 },
  { step: 'e2e', cores: 2, after: ['build'] },
]

/** What `npm test all` adds, one after the other. It measures nothing and breaks nothing on purpose. */
const FURTHER = [
  ['screens'],
  ['pairs'],
  ['upgrade'],
  ['chaos'],
  ['language'],
  ['troubles', '--minutes=20'],
]

/**
 * Runs one step and records its time; the output of a parallel step is printed when it ends. A step
 * with one core has one worker, any other its own number.
 */
async function runStep(step, { rest = [], alone = true, workers = 0, env } = {}) {
  const started = Date.now()
  const chunks = []
  const say = alone ? undefined : (chunk) => void chunks.push(Buffer.from(chunk))
  if (alone) console.log(`\n── ${step} (${secondsSince(begun)} s) ──`)
  try {
    const [before, result] = [failures.length, await STEPS[step](rest, say, workers, env)]
    return result !== false && failures.length === before
  } catch (error) {
    console.error(error.message)
    count(step, { failed: 1 }, [error.message])
    return false
  } finally {
    times.push([step, secondsSince(started)])
    if (!alone && !stopped) {
      console.log(`\n── ${step} (${secondsSince(started)} s, beside other steps) ──`)
      process.stdout.write(Buffer.concat(chunks))
    }
  }
}

async function runAll() {
  const waiting = [...PLAN]
  const running = new Map()
  const done = new Set()
  const isReady = ({ cores, after = [] }) =>
    after.every((step) => done.has(step)) &&
    cores <= CORES - [...running.values()].reduce((sum, other) => sum + other.cores, 0)
  while ((waiting.length > 0 || running.size > 0) && !stopped) {
    for (let at = waiting.findIndex(isReady); at >= 0; at = waiting.findIndex(isReady)) {
      const [task] = waiting.splice(at, 1)
      const env = task.step === 'e2e' ? SITE : undefined
      const ended = runStep(task.step, {
        alone: task.cores === CORES,
        workers: task.cores === 1 ? 1 : 0,
        env,
      }).then((ok) => ({
        ...task,
        ok,
      }))
      running.set(task.step, { cores: task.cores, ended })
    }
    const { step, ok, ends } = await Promise.race([...running.values()].map(({ ended }) => ended))
    running.delete(step)
    done.add(step)
    if (ok) continue
    if (ends && process.env.CI) return endChildren('SIGTERM', `${step} failed: the run ends here.`)
    // Without a build there is no site to visit.
    if (step === 'build')
      waiting.splice(0, waiting.length, ...waiting.filter((t) => t.step !== 'e2e'))
  }
}

/** The generated database client follows the schema. */
async function ensureClient() {
  const client = 'lib/generated/prisma/client.ts'
  if (existsSync(client) && statSync(client).mtimeMs >= statSync('prisma/schema.prisma').mtimeMs)
    return
  if (!(await run(['scripts/generate.mjs'])))
    throw new Error('The database client could not be generated.')
}

function endChildren(signal, sentence) {
  if (sentence) console.error(`\n${sentence}`)
  stopped = true
  for (const child of children) {
    try {
      process.kill(process.platform === 'win32' ? child.pid : -child.pid, signal)
    } catch {
      // It has ended meanwhile.
    }
  }
}

let interrupted = false
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'])
  process.on(signal, () => {
    if (interrupted) return
    interrupted = true
    endChildren('SIGINT', 'Stopping…')
    setTimeout(() => endChildren('SIGKILL'), 15_000).unref()
  })
process.on('exit', () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }))

const [wanted, ...rest] = process.argv.slice(2)
const isAll = wanted === 'all'
if (wanted && !isAll && !STEPS[wanted]) {
  console.error(`Usage: npm test [${Object.keys(STEPS).join('|')}|all] [options of its runner]`)
  process.exit(2)
}

// It waits for the network as npm does; the build would otherwise wait for it later.
if (!wanted || isAll) void ensureShell(console.log)
try {
  await ensureInstalled(console.log, (npm) => children.add(npm))
  await ensureClient()
  times.push(['install', secondsSince(begun)])
} catch (error) {
  console.error(interrupted ? 'Stopped.' : error.message)
  process.exit(interrupted ? 130 : 1)
}

if (wanted && !isAll) await runStep(wanted, { rest })
else await runAll()
for (const [step, ...options] of isAll ? FURTHER : [])
  if (!stopped) await runStep(step, { rest: options })
if (interrupted) process.exit(130)

console.log(
  `\nDone in ${secondsSince(begun)} s: ${times.map(([s, t]) => `${s} ${t} s`).join(', ')}.`,
)
if (unsteady.length > 0)
  console.log(`Passed only when run again:\n${unsteady.map((name) => `  ! ${name}`).join('\n')}`)
if (failures.length > 0) console.log(`Failed:\n${failures.map((name) => `  ✗ ${name}`).join('\n')}`)
console.log(
  `${totals.passed} passed, ${totals.failed} failed${totals.skipped ? `, ${totals.skipped} skipped` : ''}`,
)
process.exit(totals.failed > 0 ? 1 : 0)
