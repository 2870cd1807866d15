// npm run pairs -- --minutes=30 --seed=1 --histories=100000
// Histories that are built to reach each ordered pair of acts on one booking or order, and each kind of
// booking or order with each act; the checker's judges look after every act. Prints what was reached in
// which history, what is impossible and why, and what has not been reached yet. Exit 1 when a history went
// wrong, or something was reached that is declared impossible. `--one=N` runs history N of the last run
// with that seed again.
import { parseArgs } from 'node:util'
import { root } from '../../scripts/env.mjs'
import { openWorkshop } from './money/checker.mjs'

process.chdir(root)
const text = { type: 'string' }
const { values: options } = parseArgs({
  options: { seed: text, minutes: text, histories: text, one: text },
})
const figure = (name, usual) => {
  const value = Number(options[name] ?? usual)
  if (!(value > 0)) throw new Error(`--${name} is a number above 0`)
  return String(value)
}
const seed = figure('seed', 1)
const begun = Date.now()
const minutes = () => ((Date.now() - begun) / 60_000).toFixed(1)
const workshop = await openWorkshop()
for (const signal of ['SIGINT', 'SIGTERM'])
  process.once(signal, () => void workshop.close().finally(() => process.exit(130)))
process.exitCode = 1
try {
  await workshop.start({
    template: await workshop.template(),
    program: await workshop.checker(null, 'tools/checks/pairs/main.ts'),
    env: {
      PAIRS_SEED: seed,
      PAIRS_MINUTES: figure('minutes', 30),
      PAIRS_HISTORIES: figure('histories', 100_000),
      PAIRS_ONE: options.one === undefined ? '' : figure('one'),
    },
    onMessage({ progress, found, again, done }) {
      if (progress) console.log(`${progress.number} histories: ${progress.pairs}`)
      if (found) printFound(found)
      if (again) printAgain(again)
      if (done) printDone(done)
    },
  })
} finally {
  await workshop.close()
}

function printFound({ number, target, again, problems, log, story }) {
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

function printDone({ number, found, untrue, lines, pairs, attributes }) {
  for (const line of lines) console.log(line)
  for (const line of untrue) console.log(`✗ declared impossible, and reached: ${line}`)
  console.log(`\nact × act: ${pairs}`)
  console.log(`attribute × act: ${attributes}`)
  console.log(`${number} histories of seed ${seed} in ${minutes()} min, ${found} kinds of problems`)
  process.exitCode = found > 0 || untrue.length > 0 ? 1 : 0
}
