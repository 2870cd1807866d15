import { AsyncLocalStorage } from 'node:async_hooks'

/** What fails, or waits, during one operation. Calls are counted from 1. */
export type Plan = {
  /** Stripe's answer to this call is held, before or after it was carried out, until released. */
  hold?: { call: number; after: boolean }
  /** It is held before this query, by number or by what it says, with whatever locks it has by then. */
  pause?: { query: number } | { before: string }
  /** The process dies at this call to Stripe or the database, before or after it took effect. */
  kill?: { at: 'stripe' | 'database'; call: number; after: boolean }
  /** The connection breaks at this query, after it took effect or before; the process lives on. */
  drop?: { query: number; after: boolean } | { before: string; after: boolean }
  /** What this call to Stripe, and the `times - 1` after it, meet. */
  fault?: { call: number; kind: FaultKind; times: number }
  /** How far this instance's clock is from the others'. */
  skewMs?: number
}
/** `lost`: carried out, but the answer never comes; `stored`: carried out and answered with 500. */
export type FaultKind = 'lost' | 'unreachable' | 'failed' | 'stored' | 'busy'

export class InstanceKilled extends Error {
  readonly code = 'ECONNRESET'
  constructor() {
    super('This instance was killed')
  }
}

/** One request or job run by one instance of the product; every call it makes is known to be its. */
export class Operation {
  private static readonly storage = new AsyncLocalStorage<Operation>()
  static current = (): Operation | undefined => Operation.storage.getStore()

  stripeCalls = 0
  queries = 0
  /** Queries under way, and transactions open. */
  busy = 0
  transactions = 0
  dead = false
  status: number | string = ''
  /** What to look after while an operation takes long: others may hold a lock that it waits for. */
  static whileWaiting: () => Promise<void> = async () => {}
  hasPaused = false
  hasDropped = false
  /** Held in the database, where it may have locks. */
  paused = false
  private finished = false
  private parked: (() => void) | null = null
  private onPark: (() => void) | null = null
  private running: Promise<void> = Promise.resolve()

  constructor(
    readonly name: string,
    readonly plan: Plan = {},
  ) {}

  get isDone(): boolean {
    return this.finished
  }

  /** Runs `work` until it ends or is held; a held one goes on with `release`. */
  async start(work: () => Promise<number | string>): Promise<void> {
    this.running = Operation.storage.run(this, async () => {
      try {
        this.status = await work()
      } catch (error) {
        this.status = this.dead ? 'killed' : `threw ${String(error)}`
      }
      if (this.dead) this.status = 'killed'
      this.finished = true
    })
    await this.untilDoneOrHeld()
  }

  /** Lets a held operation go on to its end. */
  async release(): Promise<void> {
    const go = this.parked
    this.parked = null
    this.paused = false
    go?.()
    await this.untilDoneOrHeld()
  }

  /** Waits, inside the operation, until somebody releases it. */
  hold(): Promise<void> {
    return new Promise((go) => {
      this.parked = go
      this.onPark?.()
    })
  }

  private async untilDoneOrHeld(): Promise<void> {
    const held = new Promise<void>((resolve) => (this.onPark = resolve))
    const ended = Promise.race([this.running, held]).then(() => true)
    for (let waits = 0; !(await Promise.race([ended, later(15)])); waits++) {
      if (waits > 3_000) throw new Error(`stuck: ${this.name}`)
      await Operation.whileWaiting()
    }
    // Other work of the operation also comes to rest.
    for (let quiet = 0; quiet < 3 && !this.finished; quiet++) {
      await new Promise((resolve) => setImmediate(resolve))
      if (this.busy > 0) quiet = -1
    }
  }
}

const later = (ms: number): Promise<false> =>
  new Promise((resolve) => setTimeout(() => resolve(false), ms))

export const currentOperation = Operation.current
