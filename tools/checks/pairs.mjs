// npm run pairs -- --seconds=1800 --seed=1 --histories=100000 --workers=2 --json
// Histories that are built to reach each ordered pair of acts on one booking or order, and each kind of
// booking or order with each act; the checker's judges look after every act. Prints what was reached in
// which history, what is impossible and why, and what has not been reached yet; with --json the summary on
// one line, last. Exit 1 when a history went wrong, or something was reached that is declared impossible.
// `--one=N` runs history N of the last run with that seed again.
import { mkdirSync, writeFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { parseArgs } from 'node:util'
import { root } from '../../scripts/env.mjs'
import { openWorkshop } from './money/checker.mjs'

const FOLDER = 'node_modules/.cache/studio'

process.chdir(root)
const text = { type: 'string' }
const { values: options } = parseArgs({
  options: {
    ...{ seed: text, seconds: text, histories: text, workers: text, one: text },
    json: { type: 'boolean' },
  },
})
const figure = (name, usual) => {
  const value = Number(options[name] ?? usual)
  if (!(value > 0)) throw new Error(`--${name} is a number above 0`)
  return String(value)
}
const seed = figure('seed', 1)
const workers = options.one ? 1 : Number(figure('workers', Math.min(2, availableParallelism())))
const begun = Date.now()
const histories = {}
const failed = []
const results = []
const children = new Set()
const workshop = await openWorkshop()
for (const signal of ['SIGINT', 'SIGTERM'])
  process.once(signal, () => void workshop.close().finally(() => process.exit(130)))
process.exitCode = 1
try {
  const [template, program] = [
    await workshop.template(),
    await workshop.checker(null, 'tools/checks/pairs/main.ts'),
  ]
  await Promise.all(Array.from({ length: workers }, (_, nth) => work(template, program, nth)))
  if (!options.one) conclude()
} finally {
  await workshop.close()
}

function work(template, program, nth) {
  return workshop.start({
    template,
    program,
    env: {
      PAIRS_SEED: seed,
      PAIRS_SECONDS: figure('seconds', 1800),
      PAIRS_HISTORIES: figure('histories', 100_000),
      PAIRS_FIRST: String(nth + 1),
      PAIRS_STEP: String(workers),
      PAIRS_ONE: options.one === undefined ? '' : figure('one'),
    },
    onMessage({ progress, kept, told, found, again, done }, child) {
      children.add(child)
      if (progress) console.log(`${progress.number} histories: ${progress.pairs}`)
      if (kept) histories[kept.number] = kept.steps
      if (told)
        for (const other of children) if (other !== child && other.connected) other.send(told)
      if (found) printFound(found)
      if (again) printAgain(again)
      if (done) results.push(done)
    },
  })
}

function conclude() {
  mkdirSync(FOLDER, { recursive: true })
  writeFileSync(`${FOLDER}/pairs-${seed}.json`, JSON.stringify(histories))
  // The last to end knows what all have reached.
  const { untrue, lines, pairs, attributes, summary } = results.at(-1)
  for (const line of lines) console.log(line)
  for (const line of untrue) console.log(`✗ declared impossible, and reached: ${line}`)
  const seconds = Math.round((Date.now() - begun) / 1000)
  const count = Object.keys(histories).length
  console.log(`\nact × act: ${pairs}`)
  console.log(`attribute × act: ${attributes}`)
  console.log(
    `${count} histories of seed ${seed} in ${seconds} s, ${failed.length} kinds of problems`,
  )
  if (options.json) console.log(JSON.stringify({ ...summary, histories: count, failed, seconds }))
  process.exitCode = failed.length > 0 || untrue.length > 0 ? 1 : 0
}

function printFound({ number, target, again, problems, log, story }) {
  failed.push(target)
  console.log(`\n✗ history ${number} of seed ${seed}: ${target}`)
  for (const problem of problems) if (problem !== target) console.log(`  also: ${problem}`)
  console.log(again ? '  shortest history:' : '  history (it did not happen again):')
  for (const line of log) console.log(`    ${line}`)
  console.log(`  as a story:\n${story}\n`)
}

function printAgain({ problems, log, story }) {
  for (const line of log) console.log(line)
  console.log(`\n${story}`)
  for (const problem of problems) console.log(`✗ ${problem}`)
  process.exitCode = problems.length > 0 ? 1 : 0
}
