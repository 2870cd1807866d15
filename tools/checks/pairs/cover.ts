// Which acts have followed which on one booking or order, and what those were like.
import type { Act, Subject, Thing } from '@/tests/history/act'
import { MONEY } from '@/tests/history/money'

export type Acts = Readonly<Record<string, Act>>
/**
 * The history in which something was reached first; `refused`: the product refused it there; `apart`: other
 * acts came between.
 */
export type Reached = { history: number; refused: string | null; apart?: true }
/** Something reached anew, as one process tells another. */
export type News = { of: 'pairs' | 'attributes'; key: string; reached: Reached }
/** What one step has done. */
export type Note = {
  act: string
  /** The code of the answer when it was refused; null: it was done. */
  refused: string | null
  touched: readonly Subject[]
  touchesAll: boolean
  /** All that is there, with what each is like. */
  there: ReadonlyMap<Subject, readonly string[]>
}

export const pairOf = (before: string, act: string): string => `${before} → ${act}`
/** The acts on everything that came last, before there was the booking or order that is acted on. */
const HOUSE = 'house'

/**
 * One act follows another at once when both are done to one booking or order with nothing in between, or
 * only what brings what is under way (webhooks, jobs, time); else apart. What was refused is followed by
 * nothing.
 */
export class Cover {
  readonly pairs = new Map<string, Reached>()
  readonly attributes = new Map<string, Reached>()
  private last = new Map<Subject | typeof HOUSE, readonly string[]>()
  private all = new Map<Subject | typeof HOUSE, ReadonlySet<string>>()
  private news: News[] = []
  private history = 0

  constructor(private readonly acts: Acts) {}

  begin(history: number): void {
    this.history = history
    this.last.clear()
    this.all.clear()
  }

  /** The acts that an act on it would follow now; null: an act that makes a new one. */
  before(subject: Subject | null): readonly string[] {
    return (subject && this.last.get(subject)) ?? this.last.get(HOUSE) ?? []
  }

  /** Every act that was done to it before. */
  earlier(subject: Subject | null): ReadonlySet<string> {
    return (subject && this.all.get(subject)) ?? this.all.get(HOUSE) ?? new Set()
  }

  /** What was reached since it was asked last. */
  takeNews(): News[] {
    return this.news.splice(0)
  }

  /** Takes over what another process has reached. */
  learn(news: readonly News[]): void {
    for (const { of, key, reached } of news) record(this[of], key, reached)
  }

  note({ act, refused, touched, touchesAll, there }: Note): void {
    const subjects = touchesAll ? [...there.keys()] : touched
    const reached = { history: this.history, refused }
    for (const subject of subjects) {
      const atOnce = this.before(subject)
      for (const before of atOnce) this.reach('pairs', pairOf(before, act), reached)
      for (const before of this.earlier(subject))
        if (!atOnce.includes(before))
          this.reach('pairs', pairOf(before, act), { ...reached, apart: true })
      for (const attribute of there.get(subject) ?? [])
        this.reach('attributes', pairOf(attribute, act), reached)
    }
    if (refused !== null) return
    const next = (before: readonly string[]): readonly string[] =>
      this.acts[act]?.carries ? [...new Set([...before, act])] : [act]
    for (const subject of subjects) this.last.set(subject, next(this.before(subject)))
    for (const subject of subjects) this.all.set(subject, new Set([...this.earlier(subject), act]))
    if (touchesAll) {
      this.last.set(HOUSE, next(this.before(null)))
      this.all.set(HOUSE, new Set([...this.earlier(null), act]))
    }
    for (const subject of this.last.keys())
      if (subject !== HOUSE && !there.has(subject)) this.last.delete(subject)
  }

  private reach(of: News['of'], key: string, reached: Reached): void {
    if (record(this[of], key, reached)) this.news.push({ of, key, reached })
  }
}

/** What was done counts for more than what was refused, at once for more than apart; else the first. */
const weightOf = ({ refused, apart }: Reached): number =>
  (refused === null ? 2 : 0) + (apart ? 0 : 1)

/** Whether it is more than what was known. */
function record(reached: Map<string, Reached>, key: string, now: Reached): boolean {
  const known = reached.get(key)
  if (known && weightOf(known) >= weightOf(now)) return false
  reached.set(key, now)
  return true
}

const thingsOf = ({ on }: Act): readonly Thing[] =>
  on === 'everything' ? ['booking', 'order'] : on

/** Why one act cannot follow another on one booking or order; null: it can. */
export function whyNever(acts: Acts, before: string, act: string): string | null {
  const [first, second] = [acts[before], acts[act]]
  if (!first || !second) throw new Error(`There is no act “${first ? act : before}”`)
  const declared = second.never?.[before]
  if (declared) return declared
  const shared = thingsOf(first).filter((thing) => thingsOf(second).includes(thing))
  if (shared.length === 0) return 'one is done to bookings, the other to orders'
  if (second.begins && first.on !== 'everything')
    return 'it makes a new one, to which nothing was done before'
  return whyNotByState(first, second) ?? whyNotByMoney(first, second)
}

function whyNotByState({ leaves }: Act, { needs, begins }: Act): string | null {
  if (!leaves || !needs || begins || leaves.some((state) => needs.includes(state))) return null
  return `one leaves it ${leaves.join(' or ')}, the other is done to what is ${needs.join(' or ')}`
}

function whyNotByMoney({ gives }: Act, { takes }: Act): string | null {
  if (!gives || !takes || MONEY.indexOf(gives) >= MONEY.indexOf(takes)) return null
  return `nothing is ${takes} yet`
}

/** Names that acts give each other and that no act has. */
export const unknownNames = (acts: Acts): string[] =>
  Object.entries(acts).flatMap(([name, { never = {}, way = [] }]) =>
    [...Object.keys(never), ...way]
      .filter((other) => !(other in acts))
      .map((other) => `${name}: ${other}`),
  )

export type Liking = {
  name: string
  on: readonly Thing[]
  never?: Readonly<Record<string, string>>
}

/** Why an act cannot be done to what is like that; null: it can. */
export function whyNeverTo(acts: Acts, { on, never }: Liking, act: string): string | null {
  const done = acts[act]
  if (!done) throw new Error(`There is no act “${act}”`)
  if (!thingsOf(done).some((thing) => on.includes(thing)))
    return `only a ${on.join(' or ')} is like that`
  return never?.[act] ?? null
}
