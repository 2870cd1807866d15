// npm run mutants -- --only=words,words --histories=3000 --seed=1 --seconds=900
// (--fits: only check whether each edit still applies)
// Proves that the checker of slots and money detects faults: one rule is broken at a time, in the
// bundled sources or in the database, and histories are run until one fails in a way that the
// unbroken program does not; they follow the story that the mutant names. The table is written to
// docs/reliability.md. Exit 1 when a mutant survives.
import { availableParallelism } from 'node:os'
import { readFileSync, writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { root } from '../../scripts/env.mjs'
import { openWorkshop } from './money/checker.mjs'
import { MUTANTS } from './money/mutants.mjs'

process.chdir(root)
const text = { type: 'string' }
// Throws on an option that it does not know: a whole run takes hours and writes a document.
const { values: options } = parseArgs({
  options: {
    ...{ seed: text, histories: text, seconds: text, workers: text, only: text },
    fits: { type: 'boolean' },
  },
})
const seed = Number(options.seed ?? 1)
const histories = Number(options.histories ?? 3000)
const seconds = Number(options.seconds ?? 1800)
const workers = Number(options.workers ?? Math.min(2, availableParallelism()))
const only = (options.only ?? '').split(',')
const wanted = MUTANTS.filter(({ name }) => only.some((words) => name.includes(words)))
const DOCUMENT = 'docs/reliability.md'
const [BEGIN, END] = ['<!-- mutants -->', '<!-- /mutants -->']

for (const mutant of wanted) fits(mutant)
if (options.fits) process.exit(0)
const workshop = await openWorkshop()
for (const signal of ['SIGINT', 'SIGTERM'])
  process.once(signal, () => void workshop.close().finally(() => process.exit(130)))
const rows = []
/** Failures of the unbroken program too, which are not caused by the mutant. */
const known = new Set()
try {
  const template = await workshop.template()
  const sound = { template, checker: await workshop.checker() }
  for (const mutant of wanted) {
    const row = await hunt(mutant, sound)
    rows.push(row)
    writeTable()
    console.log(
      row.found
        ? `✓ ${row.name}: history ${row.found.index}, after ${row.tried}: ${row.why}`
        : `✗ ${row.name}: still alive after ${row.tried} histories`,
    )
  }
} finally {
  await workshop.close()
}
const alive = rows.filter(({ found }) => !found)
console.log(`${rows.length - alive.length} of ${rows.length} mutants found`)
process.exit(alive.length > 0 ? 1 : 0)

/** Throws unless each edit of a mutant fits its file exactly once. */
function fits({ name, edits = [] }) {
  for (const [path, from] of edits) {
    const times = readFileSync(path, 'utf8').split(from).length - 1
    if (times !== 1) throw new Error(`${name}: fits ${path} ${times} times, not once:\n${from}`)
  }
}

/** Runs histories on a mutant until one fails that passes on the unbroken program. */
async function hunt({ name, breaks, story, edits = [], sql }, sound) {
  const checker =
    edits.length === 0
      ? sound.checker
      : await workshop.checker((path, text) =>
          edits
            .filter(([edited]) => edited === path)
            .reduce((sofar, [, from, to]) => sofar.replace(from, () => to), text),
        )
  const template = sql === undefined ? sound.template : await workshop.template({ after: sql })
  let from = 0
  const ends = Date.now() + seconds * 1000
  while (from < histories && Date.now() < ends) {
    const left = Math.ceil((ends - Date.now()) / 1000)
    const how = { seed, histories, seconds: left, workers, from, story, goOn: 'found' }
    const run = { ...how, template, checker, ignore: [...known] }
    const { found, done } = await workshop.run(run)
    const first = found.sort((a, z) => a.index - z.index)[0]
    if (!first) return { name, breaks, story, tried: from + done, found: null }
    // The same history on the unbroken program: what fails there too is not the mutant's fault.
    const again = {
      ...sound,
      seed,
      story,
      histories: first.index + 1,
      workers: 1,
      from: first.index,
    }
    const [control] = (await workshop.run({ ...again, seconds: 600, goOn: 'found' })).found
    for (const problem of control?.problems ?? []) known.add(kindOf(problem))
    const why = first.problems.find((problem) => !known.has(kindOf(problem)))
    if (why) return { name, breaks, story, tried: first.index + 1, found: first, why: kindOf(why) }
    from = first.index + 1
  }
  return { name, breaks, story, tried: from, found: null }
}

function kindOf(problem) {
  return problem
    .split('\n', 1)[0]
    .replace(/(pi|re|du|evt|ch)_\w+/g, '*')
    .replace(/\d+/g, '#')
}

/** Writes the results into the document; mutants that were not run keep their line. */
function writeTable() {
  const text = readFileSync(DOCUMENT, 'utf8')
  const [before, rest] = text.split(BEGIN)
  const [old, after] = rest?.split(END) ?? []
  if (after === undefined) throw new Error(`${DOCUMENT} has no place for the table`)
  const lineOf = ({ name, breaks, story, tried, found, why = '' }) => {
    const when = found ? `${tried} | ${found.index}` : `not in ${tried} | `
    return `| ${name} | ${breaks} | ${story ?? ''} | ${when} | ${why.replaceAll('|', '/').slice(0, 120)} |`
  }
  const lines = MUTANTS.map(({ name }) => {
    const row = rows.find((one) => one.name === name)
    return row ? lineOf(row) : old.split('\n').find((line) => line.startsWith(`| ${name} |`))
  }).filter(Boolean)
  const table = [
    BEGIN,
    `Seed ${seed}; \`npm run mutants\`. "After": histories run until the first that went wrong, whose number follows (\`npm run check:money -- --seed=${seed} --one=N --story='…'\` runs it on the program as it is).`,
    '',
    '| Broken rule | It says | Story | After | History | What was wrong |',
    '|---|---|---|---|---|---|',
    ...lines,
    END,
  ].join('\n')
  writeFileSync(DOCUMENT, `${before}${table}${after}`)
}
