import type { Doing } from './act'
import { ACTS, type Kind } from './acts'
import type { Data } from './data'
import type { Plan } from './operation'
import type { World } from './world'

/** One step of a history, as data. */
export type Step = Doing & {
  /** What it is; the next one where there is nothing to do it to. */
  kinds: Kind[]
}

/** Runs one step; returns what happened, in words. What was done, and to what, is in the world. */
export async function runStep(world: World, step: Step): Promise<string> {
  for (const kind of step.kinds) {
    if (step.plan.skewMs && !ACTS[kind].isClocked) continue
    world.touched.clear()
    world.touchesAll = false
    world.answers = []
    world.read.clear()
    const happened = await ACTS[kind].run(world, { ...step, data: readBy(world, step.data) })
    if (happened !== null) return `${kind}${describePlan(step.plan)}: ${happened}`
  }
  world.touched.clear()
  world.touchesAll = false
  return '(nothing)'
}

/** The same data; what is read of it is noted. */
const readBy = (world: World, data: Data): Data =>
  new Proxy(data, {
    get(target, key: keyof Data) {
      world.read.add(key)
      return target[key]
    },
  })

function describePlan({ hold, kill, fault, pause, drop, skewMs }: Plan): string {
  if (drop) return ` [connection lost ${drop.after ? 'after' : 'before'} ${queryOf(drop)}]`
  if (pause) return ` [paused before ${queryOf(pause)}]`
  if (hold) return ` [answer ${hold.call} held ${hold.after ? 'after' : 'before'} it was made]`
  if (kill) return ` [killed ${kill.after ? 'after' : 'before'} ${kill.at} call ${kill.call}]`
  if (fault) return ` [Stripe calls ${fault.call}+${fault.times}: ${fault.kind}]`
  if (skewMs) return ` [clock ${skewMs / 60_000} min off]`
  return ''
}

const queryOf = (at: { query: number } | { before: string }) =>
  'query' in at ? `query ${at.query}` : `the first query with ${at.before}`
