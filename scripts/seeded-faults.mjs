// npm run faults: proves that the tests detect the faults they are meant for. Each fault of
// scripts/faults/list.mjs is put into a temporary copy of the project, alone, and the tests named
// beside it must fail. Options: --list, --only=name,name, --level=unit,component,integration,e2e,
// --missing (what the table does not have yet), --base=REF (measures the files and tests of that
// commit, for the column "before"), --keep (keeps the copy).
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ensureBrowser } from './browser.mjs'
import { root } from './env.mjs'
import { makeCopy, seeded, withFault } from './faults/copy.mjs'
import { FAULTS } from './faults/list.mjs'
import { LEVELS, runTests, stopRunning } from './faults/run.mjs'
import { isMissing, writeResult } from './faults/table.mjs'
import { ensureInstalled } from './install.mjs'

const USAGE =
  'Usage: npm run faults -- [--list] [--only=name,name] [--level=name,name] [--missing] [--base=REF] [--keep]'

function optionsOf(args) {
  const options = { only: null, level: null, base: null, list: false, keep: false, missing: false }
  for (const arg of args) {
    const [, name, value] = /^--(\w+)(?:=(.+))?$/.exec(arg) ?? []
    const isFlag = typeof options[name] === 'boolean'
    if (!(name in options) || isFlag === (value !== undefined)) throw new Error(USAGE)
    options[name] = isFlag ? true : name === 'base' ? value : value.split(',')
  }
  for (const name of options.only ?? [])
    if (!FAULTS.some((fault) => fault.name === name)) throw new Error(`No fault is called ${name}.`)
  for (const level of options.level ?? [])
    if (!LEVELS.includes(level)) throw new Error(`No level is called ${level}.`)
  return options
}

const testsOf = (fault, isBase) =>
  Array.isArray(fault.tests) ? fault.tests : isBase ? fault.tests.before : fault.tests.after
const titleOf = (fault, isBase) =>
  typeof fault.title === 'object' ? (isBase ? fault.title.before : fault.title.after) : fault.title

/**
 * Runs the tests of all `faults` of a level once without any fault: what fails then proves nothing.
 */
async function failingAnyway(copy, level, faults, isBase) {
  const files = [...new Set(faults.flatMap((fault) => testsOf(fault, isBase)))]
  const titles = faults.map((fault) => titleOf(fault, isBase))
  const { failures, late, trouble } = await runTests(copy, level, {
    files,
    titles: titles.every(Boolean) ? [...new Set(titles)] : [],
  })
  if (trouble) throw new Error(`${level} tests without a fault: ${trouble}`)
  for (const { test, error } of failures) console.log(`  fails without a fault: ${test}: ${error}`)
  for (const test of late) console.log(`  ran out of time without a fault: ${test}`)
  return new Set(failures.map(({ test }) => test))
}

async function measure(copy, fault, { isBase, anyway }) {
  const begun = Date.now()
  const run = await withFault(copy, fault, () =>
    runTests(copy, fault.level, {
      files: testsOf(fault, isBase),
      titles: [titleOf(fault, isBase)].filter(Boolean),
    }),
  )
  const seconds = Math.round((Date.now() - begun) / 1000)
  const real = run.failures.filter(({ test }) => !anyway.has(test))
  const late = real.length === 0 && run.late.length > 0
  const spoilt = real.length === 0 && run.failures.length > 0
  const trouble = late
    ? `ran out of time: ${run.late[0]}`
    : spoilt
      ? `fails without the fault too: ${run.failures[0].test}`
      : run.trouble
  const result = trouble ? { trouble } : { noticedBy: real.map(({ test }) => test) }
  const word = trouble ? `TROUBLE: ${trouble}` : real.length ? 'noticed' : 'NOT NOTICED'
  console.log(`${fault.name} (${fault.level}, ${seconds} s): ${word}`)
  for (const { test, error } of real.slice(0, 3)) console.log(`  ${test}\n    ${error}`)
  return result
}

const options = optionsOf(process.argv.slice(2))
const isBase = options.base !== null
const wanted = FAULTS.filter(
  (fault) =>
    (options.only?.includes(fault.name) ?? true) &&
    (options.level?.includes(fault.level) ?? true) &&
    !(options.missing && !isMissing(fault, isBase)),
)
const folder = mkdtempSync(join(tmpdir(), 'studio-faults-'))
// When run as root, PostgreSQL runs as another user, who must reach its program and its data there.
chmodSync(folder, 0o755)
process.on('exit', () => {
  if (!options.keep) rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
})
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'])
  process.once(signal, () => void stopRunning().then(() => process.exit(130)))

let bad = 0
try {
  if (options.list) {
    for (const fault of wanted) {
      const rotten = seeded(root, fault).faults
      bad += rotten.length
      console.log(`${fault.name} (${fault.level}): ${fault.harm}`)
      for (const line of rotten) console.log(`  ${line}`)
    }
    process.exit(bad ? 1 : 0)
  }
  await ensureInstalled(console.log)
  console.log(`Copying ${options.base ?? 'the working tree'} to ${folder} …`)
  const copy = await makeCopy(folder, options.base)
  const rotten = wanted.flatMap((fault) => seeded(copy.path, fault).faults)
  if (rotten.length) throw new Error(`The list does not fit the files:\n  ${rotten.join('\n  ')}`)
  if (wanted.some(({ level }) => level === 'e2e')) await ensureBrowser(console.log)
  for (const level of LEVELS) {
    const faults = wanted.filter((fault) => fault.level === level)
    if (faults.length === 0) continue
    console.log(`\n── ${level}: ${faults.length} faults ──`)
    const anyway = await failingAnyway(copy, level, faults, isBase)
    for (const fault of faults) {
      const result = await measure(copy, fault, { isBase, anyway })
      writeResult(fault, result, { isBase, commit: copy.commit, tests: testsOf(fault, isBase) })
      if (result.trouble || result.noticedBy.length === 0) bad++
    }
  }
} catch (error) {
  console.error(error.message)
  process.exit(1)
}
console.log(
  `\n${wanted.length} faults, ${bad ? `${bad} of them not noticed` : 'every one noticed'}.`,
)
process.exit(bad ? 1 : 0)
