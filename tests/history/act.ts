import type { Data } from './data'
import { bookingsIn, type BookingRow } from './rows'
import type { Money } from './money'
import type { Plan } from './operation'
import type { World } from './world'

/** Who or what acts. */
export const GROUPS = [
  ...['visitor', 'finance contact', 'owner', 'manager', 'crew'],
  ...['bank', 'stripe', 'mail', 'job', 'clock', 'settings', 'operator'],
] as const
export type Group = (typeof GROUPS)[number]

export type Thing = 'booking' | 'order'
/** What something is done to. */
export type Subject = `${Thing} ${number}`

/** One act of a history, as data: `at` chooses, from 0 to 1, among what is there by then. */
export type Doing = {
  at: number
  plan: Plan
  data: Data
  /** Absent: whatever `at` chooses. */
  on?: Subject
}

/** A step that somebody or something takes in a history, through the product's public calls. */
export type Act = {
  group: Group
  /** What it can be done to; an act on `everything` is done to all that is there. */
  on: readonly Thing[] | 'everything'
  /** It makes one of them. */
  begins?: Thing
  /** What holds when it was done; the judges look at it. */
  promises: string
  /** It only brings what is under way: an act after it follows the act before it, too. */
  carries?: true
  /** An instance's clock that is off could decide something here. */
  isClocked?: true
  /** The states of a booking or order to which it is done, and those in which it leaves it. */
  needs?: readonly string[]
  leaves?: readonly string[]
  /** How far the money must have come, and how far it has come at most after one that begins. */
  takes?: Money
  gives?: Money
  /** Acts that cannot come before it on one booking or order, by name, each with its reason. */
  never?: Readonly<Record<string, string>>
  /** Why no pairs are made with it. */
  unpaired?: string
  /** The acts that lead to it, where no story does. */
  way?: readonly string[]
  /** Whether there is something to do it to. */
  possible: (world: World, doing: Doing) => Promise<boolean>
  /** What happened, in words; null when there was nothing to do it to. */
  run: (world: World, doing: Doing) => Promise<string | null>
}

type About = Omit<Act, 'on' | 'begins' | 'possible' | 'run'>
type Among<T> = (world: World, doing: Doing) => Promise<readonly T[]> | readonly T[]
type Run<T> = (world: World, doing: Doing, one: T) => Promise<string | null>

/** What `at` chooses. */
export const choose = <T>(list: readonly T[], at: number): T | undefined =>
  list[Math.floor(at * list.length)]

/** An act on one of what `among` lists; `subject` is whose it is, absent or null while it is nobody's. */
export const onOne = <T extends { subject?: Subject | null | undefined }>(
  about: About & { on: readonly Thing[]; among: Among<T> },
  run: Run<T>,
): Act => {
  const { among, ...rest } = about
  const listed = async (world: World, doing: Doing): Promise<readonly T[]> => {
    const all = await among(world, doing)
    return doing.on === undefined ? all : all.filter(({ subject }) => subject === doing.on)
  }
  return {
    ...rest,
    possible: async (world, doing) => (await listed(world, doing)).length > 0,
    async run(world, doing) {
      const one = choose(await listed(world, doing), doing.at)
      if (one === undefined) return null
      if (one.subject) world.touched.add(one.subject)
      return run(world, doing, one)
    },
  }
}

/** An act on a booking in one of the states that it needs. */
export const onBooking = (about: About & { needs: readonly string[] }, run: Run<BookingRow>): Act =>
  onOne({ ...about, on: ['booking'], among: (world) => bookingsIn(world, about.needs) }, run)

/** An act that makes a booking or an order; its run says which (`world.touched`). */
export const beginning = (about: About & { begins: Thing }, run: Act['run']): Act => ({
  ...about,
  on: [about.begins],
  possible: async (_, { on }) => on === undefined,
  run,
})

/** An act on everything that is there; `ready` says whether there is something to do. */
export const onEverything = (
  about: About & { ready?: (world: World, doing: Doing) => Promise<boolean> | boolean },
  run: Act['run'],
): Act => {
  const { ready = () => true, ...rest } = about
  return {
    ...rest,
    on: 'everything',
    possible: async (world, doing) => ready(world, doing),
    async run(world, doing) {
      if (!(await ready(world, doing))) return null
      world.touchesAll = true
      return run(world, doing)
    },
  }
}
