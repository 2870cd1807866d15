// Runs histories on a database of its own until one goes wrong or its share is done; told what to
// do by tools/checks/money/checker.mjs, to which it reports over the process channel.
import { runHistory } from './history'
import { openChecker } from './open'
import { Random } from '@/tests/history/random'
import { kindOf, shrink } from './shrink'
import { randomSteps } from './chance'
import { TRIED, type Tried } from '@/tests/history/tried'

const { MONEY_SEED, MONEY_FROM, MONEY_STEP, MONEY_HISTORIES, MONEY_SECONDS, MONEY_KEEP_GOING } =
  process.env
/** The one story that every history follows, or blank. */
const { MONEY_STORY } = process.env
const say = (message: object): void => void process.send?.(message)

/** The steps of history `index`: the seed, the index and the story alone say what they are. */
export function historyOf(seed: number, index: number, story?: string) {
  const random = new Random((seed * 1_000_003 + index * 7_919) | 0)
  for (let warm = 0; warm < 3; warm++) random.next()
  return randomSteps(random, story)
}

async function main(): Promise<void> {
  const { sql, close } = await openChecker()
  const seed = Number(MONEY_SEED)
  const end = performance.now() + Number(MONEY_SECONDS) * 1000
  const seen = new Set<string>()
  const ignored = new Set<string>(JSON.parse(process.env.MONEY_IGNORE || '[]') as string[])
  let done = 0
  const tried: Partial<Record<Tried, number>> = {}
  for (
    let index = Number(MONEY_FROM);
    index < Number(MONEY_HISTORIES) && performance.now() < end;
    index += Number(MONEY_STEP)
  ) {
    const steps = historyOf(seed, index, MONEY_STORY)
    const { problems, log, tried: now } = await runHistory(sql, steps)
    done++
    for (const [what, times] of now) tried[what] = (tried[what] ?? 0) + times
    const [first] = problems
    if (first === undefined || problems.every((problem) => ignored.has(kindOf(problem)))) continue
    const fresh = problems.filter((problem) => !seen.has(kindOf(problem)))
    if (['1', 'list'].includes(MONEY_KEEP_GOING ?? '') && fresh.length === 0) continue
    for (const problem of problems) seen.add(kindOf(problem))
    const target = fresh[0] ?? first
    if (MONEY_KEEP_GOING === 'found') {
      say({ found: { seed, index, done, problems } })
      break
    }
    if (MONEY_KEEP_GOING === 'list') {
      say({ found: { seed, index, done, problems: fresh, target, log } })
      continue
    }
    const shortest = await shrink(sql, steps, target)
    const again = shortest.verdict.problems.some((problem) => kindOf(problem) === kindOf(target))
    say({
      found: { seed, index, done, problems, target, again, log, shortest: shortest.verdict },
    })
    if (MONEY_KEEP_GOING !== '1') break
  }
  say({ done, tried: TRIED.map((what) => [what, tried[what] ?? 0]) })
  await close()
  process.exit(0)
}

void main()
