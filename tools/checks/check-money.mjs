// npm run check:money -- --histories=1000 --seed=7 --seconds=600 --workers=2 --all
// Seeded histories of bookings, orders, payments and failures, each run to its end and then
// checked: slots, payments, members and mails must be consistent. Exit 1 when one fails; its seed
// and its shortest history are printed. `--one=N` runs history N only, `--all` continues after a
// failure and prints one history of each kind of problem; `--story=NAME` makes each history follow
// that story.
import { availableParallelism } from 'node:os'
import { root } from '../../scripts/env.mjs'
import { openWorkshop } from './money/checker.mjs'

process.chdir(root)
const options = Object.fromEntries(
  process.argv.slice(2).map((argument) => {
    const [name, value = '1'] = argument.replace(/^--/, '').split('=', 2)
    return [name, value]
  }),
)
const KNOWN = [
  ...['histories', 'seed', 'seconds', 'workers', 'story'],
  ...['all', 'one', 'mutants', 'only', 'list'],
]
const unknown = Object.keys(options).filter((name) => !KNOWN.includes(name))
if (unknown.length > 0) {
  console.error(
    `Unknown: ${unknown.join(', ')}. Known: ${KNOWN.map((name) => `--${name}`).join(' ')}`,
  )
  process.exit(2)
}
if (options.mutants) await import('./mutants.mjs')
else await check()

async function check() {
  const one = options.one === undefined ? null : Number(options.one)
  const seed = Number(options.seed ?? 1)
  const histories = one === null ? Number(options.histories ?? 1000) : one + 1
  const workers = one === null ? Number(options.workers ?? Math.min(2, availableParallelism())) : 1
  const begun = Date.now()
  const workshop = await openWorkshop()
  for (const signal of ['SIGINT', 'SIGTERM'])
    process.once(signal, () => void workshop.close().finally(() => process.exit(130)))
  try {
    const [template, checker] = [await workshop.template(), await workshop.checker()]
    const { done, found, tried } = await workshop.run({
      template,
      checker,
      seed,
      histories,
      workers,
      seconds: Number(options.seconds ?? 3600),
      from: one ?? 0,
      story: options.story ?? '',
      goOn: options.list ? 'list' : options.all ? '1' : '',
      onFound: print,
    })
    const seconds = Math.round((Date.now() - begun) / 1000)
    console.log(`${done} histories of seed ${seed} in ${seconds} s, ${found.length} wrong`)
    const times = [...tried].map(([what, count]) => `${count} × ${what}`)
    console.log(`tried: ${times.join(', ')}`)
    process.exitCode = found.length > 0 || done === 0 ? 1 : 0
  } finally {
    await workshop.close()
  }
}

function print({ seed, index, target, again, problems, log, shortest }) {
  console.log(`\n✗ history ${index} of seed ${seed}: ${target}`)
  if (shortest && !again)
    console.log('  (it did not happen again: something in it is not decided by the seed)')
  for (const problem of problems) if (problem !== target) console.log(`  also: ${problem}`)
  console.log(again ? '  shortest history:' : '  history:')
  for (const line of again ? shortest.log : log) console.log(`    ${line}`)
  const story = options.story ? ` --story='${options.story}'` : ''
  console.log(`  again: npm run check:money -- --seed=${seed} --one=${index}${story}`)
}
