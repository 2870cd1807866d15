/** Timing of scheduled changes. */
export interface Clock {
  /** Milliseconds since 1970. */
  now(): number
  /** Runs `work` at an instant; returns a function that cancels it. */
  at(instant: number, work: () => void): () => void
}

/** The machine's own clock. */
export const systemClock: Clock = {
  now: () => Date.now(),
  at(instant, work) {
    const handle = setTimeout(work, Math.max(0, instant - Date.now()))
    return () => clearTimeout(handle)
  },
}

/** A clock that stands still until it is moved: `now` is the time, `run` does what is due. */
export class StoppedClock implements Clock {
  private waiting: { instant: number; work: () => void }[] = []

  constructor(readonly now: () => number) {}

  at(instant: number, work: () => void): () => void {
    const entry = { instant, work }
    this.waiting.push(entry)
    return () => {
      this.waiting = this.waiting.filter((other) => other !== entry)
    }
  }

  /** Does everything that is due by now, oldest first. */
  run(): void {
    const due = this.waiting.filter(({ instant }) => instant <= this.now())
    this.waiting = this.waiting.filter((entry) => !due.includes(entry))
    for (const { work } of due.sort((a, z) => a.instant - z.instant)) work()
  }
}
