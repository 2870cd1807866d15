// Histories made of chance: each draws its own frequencies, or follows a story.
import { ACTS, type Kind } from '@/tests/history/acts'
import { dataOf, type Data } from '@/tests/history/data'
import type { FaultKind, Plan } from '@/tests/history/operation'
import type { Random } from '@/tests/history/random'
import type { Step } from '@/tests/history/step'
import { NAMED, STORIES, type Beat } from './stories'

/** How likely each act is; what is not here is in stories and pairs only. */
const WEIGHTS = [
  [9, 'book'],
  [8, 'checkout'],
  [8, 'purchase'],
  [5, 'intent'],
  [10, 'pay'],
  [6, 'authorize'],
  [4, 'order'],
  [4, 'buyOrder'],
  [7, 'upgrade'],
  [4, 'buyUpgrade'],
  [5, 'move'],
  [3, 'look'],
  [5, 'cancel'],
  [5, 'status'],
  [2, 'noShow'],
  [4, 'undo'],
  [4, 'moveByOwner'],
  [2, 'orderStatus'],
  [3, 'refundOrder'],
  [3, 'byHand'],
  [1, 'discount'],
  [2, 'hourMore'],
  [2, 'partRefund'],
  [2, 'giveBack'],
  [3, 'received'],
  [4, 'payByLink'],
  [2.5, 'transfer'],
  [1.5, 'slip'],
  [3, 'decideTransfer'],
  [1.5, 'lateMoney'],
  [3, 'block'],
  [1.5, 'unblock'],
  [4, 'handle'],
  [5, 'refund'],
  [3, 'link'],
  [6, 'dashboardRefund'],
  [3, 'dispute'],
  [4, 'closeDispute'],
  [5, 'finishRefund'],
  [0.7, 'account'],
  [1, 'settings'],
  [0.02, 'crowd'],
  [1.5, 'billing'],
  [1, 'clean'],
  [1.5, 'erase'],
  [1, 'prices'],
  [1, 'retire'],
  [1.5, 'switchPayments'],
  [2.5, 'foreign'],
  [0.7, 'forget'],
  [14, 'deliver'],
  [6, 'deliverOne'],
  [5, 'lose'],
  [12, 'time'],
  [10, 'tick'],
  [1.5, 'revoke'],
  [1.5, 'cut'],
  [2, 'mailServer'],
  [8, 'release'],
] as const satisfies readonly (readonly [number, Kind])[]

const MANY_CALLS = new Set<Kind>(['tick'])

function planFor(random: Random, kind: Kind): Plan {
  const call = () => 1 + random.below(MANY_CALLS.has(kind) ? 6 : 4)
  const chance = random.next()
  if (chance < 0.1) return { hold: { call: call(), after: random.chance(0.75) } }
  if (chance < 0.16)
    return {
      kill: {
        at: 'database',
        call: 1 + random.below(MANY_CALLS.has(kind) ? 60 : 30),
        after: random.chance(0.5),
      },
    }
  if (chance < 0.2) return { kill: { at: 'stripe', call: call(), after: random.chance(0.7) } }
  if (chance < 0.29) {
    const kinds: FaultKind[] = ['lost', 'lost', 'unreachable', 'failed', 'stored', 'busy']
    return { fault: { call: call(), kind: random.pick(kinds), times: random.pick([1, 2, 2, 9]) } }
  }
  if (chance < 0.4) return { pause: { query: 2 + random.below(MANY_CALLS.has(kind) ? 40 : 24) } }
  if (chance < 0.43)
    return {
      drop: { query: 2 + random.below(MANY_CALLS.has(kind) ? 40 : 24), after: random.chance(0.5) },
    }
  if (chance < 0.46 && ACTS[kind].isClocked) return { skewMs: random.pick([-16, 16]) * 60_000 }
  return {}
}

const OPENINGS = [
  [4, 'purchase'],
  [2, 'checkout'],
  [2, 'buyOrder'],
] as const
const STORY_SHARE = 0.6
const BETWEEN = 0.25

/**
 * A history, made of chance alone: what a step finds is seen when it is run. It begins with
 * something bought or held, so that there is something to go wrong, or follows a story, with steps
 * of chance between and after: any of them, or the one called `storyName`.
 */
export function randomSteps(random: Random, storyName?: string): Step[] {
  const weights = swarm(random)
  const anything = () => stepOf(random, manyKinds(random, weights))
  if (!storyName && !random.chance(STORY_SHARE)) {
    const openings = 1 + random.below(3)
    return Array.from({ length: 5 + random.below(16) }, (_, index) =>
      index < openings ? stepOf(random, [random.weighted(OPENINGS)], {}) : anything(),
    )
  }
  const story = storyName ? storyOf(storyName) : random.pick(STORIES)
  // The people and the room of a story are the same throughout, unless it says otherwise.
  const cast = dataOf(random)
  return [
    ...story.flatMap((beat) => {
      const step = told(random, cast, beat)
      return random.chance(BETWEEN) ? [step, anything()] : [step]
    }),
    ...Array.from({ length: random.below(5) }, anything),
  ]
}

/** A step of a story; what it leaves open is chosen by chance, and its people by `cast`. */
export function told(random: Random, cast: Data, [kind, fixed = {}, plan = {}]: Beat): Step {
  const chosen = stepOf(random, [kind], typeof plan === 'function' ? plan(random) : plan)
  const { customer, service, day, duration } = cast
  const { at = chosen.at, on, ...data } = fixed
  return {
    ...chosen,
    at,
    ...(on && { on }),
    data: {
      ...chosen.data,
      ...{ customer, service, day, duration, code: '', friend: false },
      ...data,
    },
  }
}

function storyOf(name: string): readonly Beat[] {
  const story = (NAMED as Record<string, readonly Beat[]>)[name]
  if (!story) throw new Error(`There is no story "${name}"`)
  return story
}

type Weights = readonly (readonly [weight: number, kind: Kind])[]

/**
 * Each history has its own taste: some kinds of steps come often in it and some never, so that
 * rare ones meet. What brings everything on its way is never left out.
 */
const swarm = (random: Random): Weights =>
  WEIGHTS.map(([weight, kind]) => {
    const factor = random.weighted([
      [4, 1],
      [2, 4],
      [2, 0],
    ])
    return [weight * (ALWAYS.has(kind) ? Math.max(1, factor) : factor), kind] as const
  })
const ALWAYS = new Set<Kind>(['purchase', 'pay', 'deliver', 'time', 'tick'])

const manyKinds = (random: Random, weights: Weights): [Kind, ...Kind[]] => [
  random.weighted(weights),
  random.weighted(weights),
  random.weighted(weights),
  random.weighted(weights),
]

const stepOf = (random: Random, kinds: [Kind, ...Kind[]], plan?: Plan): Step => ({
  kinds,
  at: random.next(),
  plan: plan ?? planFor(random, kinds[0]),
  data: dataOf(random),
})
