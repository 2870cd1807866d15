// npm test: installs what is missing, then lint, types, unit, component, integration and browser
// tests, each against throw-away services of its own on free ports. `npm test unit` (…) runs one of
// them; what follows goes to its runner. Runs before there are packages, so it starts with Node's
// own modules only.
import { spawn } from 'node:child_process'
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { root } from './env.mjs'
import { ensureInstalled, requireNode } from './install.mjs'

const ALL = ['lint', 'types', 'unit', 'component', 'integration', 'money', 'e2e']
// How long the checker of slots and money may take within the whole run; npm run check:money has
// no bound.
const MONEY_SECONDS = 50
// The same rules once more where the day breaks elsewhere: half a day behind the studio, and six
// hours ahead of it.
const ZONES = ['UTC', 'Pacific/Kiritimati']

requireNode()
process.chdir(root)
const folder = mkdtempSync(join(tmpdir(), 'studio-run-'))
// as root PostgreSQL runs under another user, who must reach its own folder inside
chmodSync(folder, 0o711)
const begun = Date.now()
const elapsed = () => `${Math.round((Date.now() - begun) / 1000)} s`
const totals = { passed: 0, failed: 0, skipped: 0 }
const failures = []
let runs = 0
let child

/** Runs one program to its end in a process group of its own; true when it ended well. */
function run(args, env = {}) {
  child = spawn(process.execPath, args, {
    stdio: ['ignore', 'inherit', 'inherit'],
    detached: process.platform !== 'win32',
    // Whatever a test leaves in the temporary folder goes with the run.
    env: { ...process.env, TMPDIR: folder, NEXT_TELEMETRY_DISABLED: '1', ...env },
  })
  return new Promise((done) =>
    child.once('error', () => done(false)).once('exit', (code) => done(code === 0)),
  )
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

async function simple(step, ...programs) {
  let ok = true
  for (const args of programs) ok = (await run(args)) && ok
  count(step, ok ? { passed: 1 } : { failed: 1 })
}

async function jest(step, project, { rest = [], options = [], env } = {}) {
  const output = join(folder, `jest-${++runs}.json`)
  const ok = await run(
    [
      'node_modules/jest/bin/jest.js',
      ...rest,
      `--selectProjects=${project}`,
      ...options,
      '--ci',
      '--json',
      `--outputFile=${output}`,
    ],
    env,
  )
  if (!existsSync(output)) return count(step, { failed: 1 })
  const result = JSON.parse(readFileSync(output, 'utf8'))
  const broken = result.testResults.filter(
    (file) =>
      file.status === 'failed' && !file.assertionResults.some((test) => test.status === 'failed'),
  )
  const failed = result.testResults.flatMap((file) =>
    file.assertionResults.filter((test) => test.status === 'failed').map((test) => test.fullName),
  )
  const names = [...failed, ...broken.map((file) => file.name.slice(root.length + 1))]
  if (!ok && names.length === 0) names.push('the run itself')
  if (result.numTotalTests === 0 && names.length === 0) names.push('no test was run')
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

async function playwright(step, projects, rest) {
  const { ensureBrowser } = await import('./browser.mjs')
  await ensureBrowser(console.log)
  const output = join(folder, `${step}.json`)
  const options = [...projects.map((name) => `--project=${name}`), '--reporter=list,json', ...rest]
  const ok = await run(['node_modules/@playwright/test/cli.js', 'test', ...options], {
    PLAYWRIGHT_JSON_OUTPUT_FILE: output,
  })
  if (!existsSync(output)) return count(step, { failed: 1 })
  const { stats, suites, errors } = JSON.parse(readFileSync(output, 'utf8'))
  const names = suites.flatMap((suite) => unexpected(suite))
  if (!ok && names.length === 0)
    names.push(...(errors.length ? ['the run itself'] : ['no test was run']))
  count(step, { passed: stats.expected, failed: names.length, skipped: stats.skipped }, names)
}

function unexpected(suite, path = '') {
  const own = suite.specs.flatMap((spec) =>
    spec.tests
      .filter((test) => test.status === 'unexpected' || test.status === 'flaky')
      .map((test) => `${path}${spec.title} (${test.projectName})`),
  )
  return [
    ...own,
    ...(suite.suites ?? []).flatMap((inner) => unexpected(inner, `${path}${inner.title} › `)),
  ]
}

const STEPS = {
  lint: () =>
    simple('lint', ['scripts/check-structure.mjs'], ['node_modules/eslint/bin/eslint.js', '.']),
  types: () =>
    simple(
      'types',
      ['node_modules/next/dist/bin/next', 'typegen'],
      ['node_modules/typescript/bin/tsc', '--noEmit'],
    ),
  async unit(rest) {
    await jest('unit', 'unit', { rest })
    if (rest.length > 0) return
    const timely = ['availability', 'bookings', 'time']
      .map((name) => `tests/unit/${name}`)
      .filter(existsSync)
    for (const zone of timely.length ? ZONES : [])
      await jest(`unit in ${zone}`, 'unit', { rest: timely, env: { STUDIO_TEST_ZONE: zone } })
  },
  component: (rest) => jest('component', 'component', { rest }),
  integration: (rest) => jest('integration', 'integration', { rest }),
  money: (rest) =>
    simple('money', [
      'scripts/check-money.mjs',
      ...(rest.length > 0 ? rest : [`--seconds=${MONEY_SECONDS}`]),
    ]),
  e2e: (rest) => playwright('e2e', ['desktop', 'tablet', 'phone'], rest),
  screens: (rest) => playwright('screens', ['screens'], rest),
  chaos: (rest) =>
    jest('chaos', 'chaos', {
      rest: rest.filter((option) => option !== '--long'),
      options: ['--runInBand'],
      env: rest.includes('--long') ? { CHAOS_LONG: '1' } : {},
    }),
}

/** The generated database client follows the schema. */
async function ensureClient() {
  const client = 'lib/generated/prisma/client.ts'
  if (existsSync(client) && statSync(client).mtimeMs >= statSync('prisma/schema.prisma').mtimeMs)
    return
  if (!(await run(['scripts/generate.mjs'])))
    throw new Error('The database client could not be generated.')
}

const end = (signal) => {
  try {
    if (child?.exitCode === null)
      process.kill(process.platform === 'win32' ? child.pid : -child.pid, signal)
  } catch {
    // It ended meanwhile.
  }
}

let interrupted = false
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'])
  process.on(signal, () => {
    if (interrupted) return
    interrupted = true
    console.error('\nStopping…')
    end('SIGINT')
    setTimeout(() => end('SIGKILL'), 15_000).unref()
  })
process.on('exit', () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }))

const [wanted, ...rest] = process.argv.slice(2)
if (wanted && !STEPS[wanted]) {
  console.error(`Usage: npm test [${Object.keys(STEPS).join('|')}] [options of its runner]`)
  process.exit(2)
}
const steps = wanted ? [wanted] : ALL

try {
  await ensureInstalled(console.log, (npm) => (child = npm))
  await ensureClient()
} catch (error) {
  console.error(interrupted ? 'Stopped.' : error.message)
  process.exit(interrupted ? 130 : 1)
}

for (const [index, step] of steps.entries()) {
  if (interrupted) break
  console.log(`\n── ${step} (${index + 1} of ${steps.length}, ${elapsed()}) ──`)
  try {
    await STEPS[step](rest)
  } catch (error) {
    console.error(error.message)
    count(step, { failed: 1 }, [error.message])
  }
}
if (interrupted) process.exit(130)

console.log(`\nDone in ${elapsed()}.`)
if (failures.length > 0) console.log(`Failed:\n${failures.map((name) => `  ✗ ${name}`).join('\n')}`)
console.log(
  `${totals.passed} passed, ${totals.failed} failed${totals.skipped ? `, ${totals.skipped} skipped` : ''}`,
)
process.exit(totals.failed > 0 ? 1 : 0)
