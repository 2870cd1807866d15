// Runs histories that go where something has not been reached yet, until their time is over or all is
// reached; told what to do by tools/checks/pairs.mjs, to which it reports over the process channel.
import { readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { ATTRIBUTES, attributesNow } from '@/tests/history/attributes'
import { Random } from '@/tests/history/random'
import type { Step } from '@/tests/history/step'
import { runHistory, type Verdict } from '../money/history'
import { openChecker } from '../money/open'
import { kindOf, shrink } from '../money/shrink'
import { courseOf, PAIRED, PAIRED_KINDS, type There } from './course'
import { Cover, unknownNames, whyNever, whyNeverTo, type Liking, type News } from './cover'
import { storyText, type Told as ToldStep } from './story-text'
import { countsOf, countsText, linesOf, rowsOf, untrueReasons, type Row } from './table'

const { PAIRS_SEED, PAIRS_SECONDS, PAIRS_HISTORIES, PAIRS_ONE } = process.env
const [PAIRS_FIRST = 1, PAIRS_STEP = 1] = [process.env.PAIRS_FIRST, process.env.PAIRS_STEP].map(
  Number,
)
const say = (message: object): void => void process.send?.(message)

/** What one process tells the others: what it has reached, and the kinds of problems it has seen. */
type Told = { news?: News[]; kinds?: string[] }

const FOLDER = 'node_modules/.cache/studio'
/** How long the last news of another process is waited for. */
const LAST_NEWS_MS = 500
/** How many kinds of problems are made short; after them a run ends. */
const MOST_FOUND = 12
/** How many histories are run to make one short. */
const BUDGET = 30
const LIKINGS: readonly Liking[] = ATTRIBUTES

const randomOf = (seed: number, number: number): Random => {
  const random = new Random((seed * 1_000_003 + number * 7_919) | 0)
  for (let warm = 0; warm < 3; warm++) random.next()
  return random
}

function tables(cover: Cover): { pairs: Row[]; attributes: Row[]; untrue: string[] } {
  const why = (before: string, act: string) => whyNever(PAIRED, before, act)
  const names = LIKINGS.map(({ name }) => name)
  const whyTo = (name: string, act: string) => {
    const liking = LIKINGS.find((one) => one.name === name)
    return liking ? whyNeverTo(PAIRED, liking, act) : null
  }
  return {
    pairs: rowsOf(PAIRED_KINDS, PAIRED_KINDS, cover.pairs, why),
    attributes: rowsOf(names, PAIRED_KINDS, cover.attributes, whyTo),
    untrue: [
      ...untrueReasons(PAIRED_KINDS, PAIRED_KINDS, cover.pairs, why),
      ...untrueReasons(names, PAIRED_KINDS, cover.attributes, whyTo),
    ],
  }
}

/** Runs a history by its steps, or as it is chosen, and notes what it reaches. */
async function noted(sql: pg.Client, cover: Cover, plan: readonly Step[] | Random) {
  const now: There & { told: ToldStep[] } = { there: new Map(), told: [] }
  const course = plan instanceof Random ? courseOf(plan, cover, now) : plan
  const verdict = await runHistory(sql, course, {
    always: true,
    async seen(world, step, happened) {
      now.told.push({ step, read: [...world.read] })
      now.there = await attributesNow(world)
      const act = /^\w+/.exec(happened)?.[0]
      if (act === undefined || !(act in PAIRED)) return
      const last = world.answers.at(-1)
      cover.note({
        act,
        refused: last && last.status >= 400 ? `${last.status} ${last.code}`.trim() : null,
        touched: [...world.touched],
        touchesAll: world.touchesAll,
        there: now.there,
      })
    },
  })
  return { verdict, told: now.told }
}

async function shortest(sql: pg.Client, { problems, steps, log }: Verdict, target: string) {
  const short = await shrink(sql, steps, target, { budget: BUDGET, always: true })
  const again = short.verdict.problems.some((problem) => kindOf(problem) === kindOf(target))
  const { told } = await noted(sql, new Cover(PAIRED), again ? short.steps : steps)
  return {
    target,
    problems,
    again,
    log: again ? short.verdict.log : log,
    story: storyText(kindOf(target), told),
  }
}

async function run(sql: pg.Client, seed: number): Promise<void> {
  const end = performance.now() + Number(PAIRS_SECONDS) * 1000
  const cover = new Cover(PAIRED)
  const seen = new Set<string>()
  process.on('message', ({ news = [], kinds = [] }: Told) => {
    cover.learn(news)
    for (const kind of kinds) seen.add(kind)
  })
  let done = 0
  let found = 0
  for (let number = PAIRS_FIRST; number <= Number(PAIRS_HISTORIES); number += PAIRS_STEP) {
    if (performance.now() > end || found >= MOST_FOUND) break
    done++
    cover.begin(number)
    const { verdict } = await noted(sql, cover, randomOf(seed, number))
    say({ kept: { number, steps: verdict.steps } })
    say({ told: { news: cover.takeNews(), kinds: verdict.problems.map(kindOf) } })
    const fresh = verdict.problems.find((problem) => !seen.has(kindOf(problem)))
    for (const problem of verdict.problems) seen.add(kindOf(problem))
    if (fresh !== undefined) {
      found++
      say({ found: { seed, number, ...(await shortest(sql, verdict, fresh)) } })
    }
    const rows = tables(cover)
    if (done % 25 === 0) say({ progress: { number, pairs: countsText(countsOf(rows.pairs)) } })
    if (countsOf(rows.pairs).missing + countsOf(rows.attributes).missing === 0) break
  }
  await sleep(LAST_NEWS_MS)
  const { pairs, attributes, untrue } = tables(cover)
  const counts = { pairs: countsOf(pairs), attributes: countsOf(attributes) }
  say({
    done: {
      ...{ done, found, untrue },
      lines: [...pairs, ...attributes].flatMap(linesOf),
      pairs: countsText(counts.pairs),
      attributes: countsText(counts.attributes),
      summary: {
        acts: PAIRED_KINDS.length,
        attributes: LIKINGS.length,
        possible: counts.pairs.all - counts.pairs.never,
        covered: counts.pairs.done + counts.pairs.refused,
        impossible: counts.pairs.never,
        missing: pairs.flatMap(({ name, missing }) => missing.map((act) => `${name} > ${act}`)),
      },
    },
  })
}

/** One history again, as it was taken in the last run with that seed. */
async function again(sql: pg.Client, seed: number, number: number): Promise<void> {
  const kept = JSON.parse(readFileSync(`${FOLDER}/pairs-${seed}.json`, 'utf8')) as Record<
    number,
    Step[]
  >
  const steps = kept[number]
  if (!steps) throw new Error(`There is no history ${number} of seed ${seed}`)
  const { verdict, told } = await noted(sql, new Cover(PAIRED), steps)
  const { problems, log } = verdict
  say({ again: { problems, log, story: storyText(`${number} of seed ${seed}`, told) } })
}

async function main(): Promise<void> {
  const unknown = unknownNames(PAIRED)
  if (unknown.length > 0) throw new Error(`There are no such acts: ${unknown.join(', ')}`)
  const { sql, close } = await openChecker()
  const seed = Number(PAIRS_SEED)
  await (PAIRS_ONE ? again(sql, seed, Number(PAIRS_ONE)) : run(sql, seed))
  await close()
  process.exit(0)
}

void main()
