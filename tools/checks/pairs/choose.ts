import type { Subject } from '@/tests/history/act'
import type { Random } from '@/tests/history/random'
import { pairOf, whyNever, type Acts, type Cover } from './cover'

/** How many pairs with an act before are missing, as a part of those that can be. */
export function missingAfter(acts: Acts, cover: Cover, act: string): number {
  const possible = Object.keys(acts).filter((other) => whyNever(acts, act, other) === null)
  const missing = possible.filter((other) => !cover.pairs.has(pairOf(act, other)))
  return possible.length === 0 ? 0 : missing.length / possible.length
}

/** What would be new if it were done now to what is like that. */
function newsOf(acts: Acts, cover: Cover, at: Place, act: string): number {
  // A new booking or order follows what was done to everything.
  const subject = acts[act]?.begins ? null : at.subject
  const known = (other: string) => cover.pairs.get(pairOf(other, act))
  const pairs = [...cover.earlier(subject)].filter(
    (other) => !known(other) && whyNever(acts, other, act) === null,
  )
  const nearer = cover.before(subject).filter((other) => known(other)?.apart)
  const likings = at.attributes.filter((name) => !cover.attributes.has(pairOf(name, act)))
  return 3 * pairs.length + nearer.length + (acts[act]?.begins ? 0 : Math.min(likings.length, 2))
}

type Place = { subject: Subject | null; attributes: readonly string[] }

/**
 * The acts in the order in which they are tried: first those with which something new is reached, the
 * others by how much is missing after them.
 */
export function inOrder(
  random: Pick<Random, 'next'>,
  acts: Acts,
  cover: Cover,
  at: Place,
): string[] {
  return Object.keys(acts)
    .map((act) => {
      const news = newsOf(acts, cover, at, act)
      const chance = 2 * random.next()
      return {
        act,
        worth: (news > 0 ? 10 : 0) + news + 4 * missingAfter(acts, cover, act) + chance,
      }
    })
    .sort((a, z) => z.worth - a.worth)
    .map(({ act }) => act)
}

/** An act after which much is missing: one of the ten, by chance. */
export function poorest(random: Pick<Random, 'next'>, acts: Acts, cover: Cover): string {
  const ordered = Object.keys(acts)
    .map((act) => ({ act, missing: missingAfter(acts, cover, act) }))
    .sort((a, z) => z.missing - a.missing)
    .slice(0, 10)
  const chosen = ordered[Math.floor(random.next() * ordered.length)]
  if (!chosen) throw new Error('There are no acts')
  return chosen.act
}
