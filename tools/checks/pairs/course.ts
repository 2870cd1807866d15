// A history that goes where something has not been reached yet: a story up to an act after which much is
// missing, and then act by act on one booking or order.
import type { Subject } from '@/tests/history/act'
import { ACTS, KINDS, type Kind } from '@/tests/history/acts'
import { dataOf, type Data } from '@/tests/history/data'
import { postOffice } from '@/tests/history/mailer'
import { network } from '@/tests/history/network'
import type { Random } from '@/tests/history/random'
import type { Step } from '@/tests/history/step'
import { deliveries } from '@/tests/history/webhooks'
import type { World } from '@/tests/history/world'
import { told } from '../money/chance'
import type { Course } from '../money/history'
import { NAMED, type Beat } from '../money/stories'
import { inOrder, poorest } from './choose'
import type { Acts, Cover } from './cover'

/** Those that are paired. */
export const PAIRED: Acts = Object.fromEntries(
  Object.entries(ACTS).filter(([, act]) => act.unpaired === undefined),
)

/** How many acts follow the story that a history begins with. */
const MOST_ACTS = 16
/** How often what is open about an act is drawn before it counts as impossible for now. */
const DRAWS = 3
const BROUGHT = 0.3
const RESTORED = 0.4

const OPENINGS: readonly Kind[] = ['purchase', 'checkout', 'byHand', 'buyOrder', 'order']

/** What there is after a step, with what each is like. */
export type There = { there: ReadonlyMap<Subject, readonly string[]> }

export function courseOf(random: Random, cover: Cover, now: There): Course {
  const opening = openingOf(random, poorest(random, PAIRED, cover) as Kind)
  let left = MOST_ACTS
  let focus: Subject | null = null
  return async (world) => {
    const step = opening.shift()
    if (step) return step
    if (left-- <= 0) return null
    focus = focusOf(random, world, now, focus)
    return carriedOn(random) ?? chosen(random, cover, world, now, focus)
  }
}

/** What is acted on: what the last step was done to, while it is there; else anything. */
function focusOf(random: Random, world: World, { there }: There, before: Subject | null) {
  const [last] = [...world.touched]
  if (!world.touchesAll && last && there.has(last)) return last
  if (before !== null && there.has(before)) return before
  const all = [...there.keys()]
  return all.length > 0 ? random.pick(all) : null
}

function openingOf(random: Random, act: Kind): Step[] {
  const stories = Object.values(NAMED as Record<string, readonly Beat[]>).filter((story) =>
    story.some(([kind]) => kind === act),
  )
  const way = ACTS[act].way as readonly Kind[] | undefined
  const beats: readonly Beat[] =
    way !== undefined
      ? [...way, act].map((kind) => [kind])
      : stories.length > 0
        ? upTo(random.pick(stories), act)
        : [[random.pick(OPENINGS)]]
  const cast = dataOf(random)
  // Nothing goes wrong on the way: what an act does by itself is looked at.
  return beats.map((beat) => ({ ...told(random, cast, beat), plan: {} }))
}

const upTo = (story: readonly Beat[], act: Kind): readonly Beat[] =>
  story.slice(0, story.findIndex(([kind]) => kind === act) + 1)

const drawn = (random: Random, kind: Kind, data?: Partial<Data>): Step => ({
  kinds: [kind],
  at: random.next(),
  plan: {},
  data: { ...dataOf(random), ...data },
})

/** What has waited is brought, and what was switched off comes back, as a rule. */
function carriedOn(random: Random): Step | null {
  const isBroken = network.isDown || network.isKeyRevoked || network.isOff || postOffice.isDown
  const restores = isBroken && random.chance(RESTORED)
  const brings = !restores && !network.isOff && deliveries().length > 0 && random.chance(BROUGHT)
  if (brings) return drawn(random, 'deliver', { flag: false })
  if (!restores) return null
  const what: Kind = network.isOff
    ? 'switchPayments'
    : network.isDown
      ? 'cut'
      : network.isKeyRevoked
        ? 'revoke'
        : 'mailServer'
  return drawn(random, what, { flag: false })
}

async function chosen(
  random: Random,
  cover: Cover,
  world: World,
  { there }: There,
  focus: Subject | null,
): Promise<Step | null> {
  const attributes = (focus && there.get(focus)) ?? []
  for (const act of inOrder(random, PAIRED, cover, { subject: focus, attributes })) {
    const kind = act as Kind
    const { on, begins } = ACTS[kind]
    const isOnOne = on !== 'everything' && begins === undefined
    if (isOnOne && focus === null) continue
    for (let draw = 0; draw < DRAWS; draw++) {
      const step = {
        ...drawn(random, kind, isLate(random, kind) ? LATE : {}),
        ...(isOnOne && focus !== null && { on: focus }),
      }
      if (await ACTS[kind].possible(world, step)) return step
    }
  }
  return null
}

/** From eleven in the evening, despite the warning: across midnight. */
const LATE: Partial<Data> = { hour: 23, duration: 'hourly', hours: 2, part: 0.5 }
const BY_OWNER = new Set<Kind>(['byHand', 'moveByOwner'])
const isLate = (random: Random, kind: Kind): boolean => BY_OWNER.has(kind) && random.chance(0.15)

export const PAIRED_KINDS = KINDS.filter((kind) => kind in PAIRED)
