import { Problem, type ErrorSentence } from './problem'

type Options = {
  atOnce: number
  /** How many more may wait in each of the two queues. */
  waiting: number
  /** The Retry-After for callers whose queue is full, in seconds. */
  retryAfter: number
  /** What they read, where it is not that of too_many_requests. */
  sentence?: ErrorSentence
}

/** A few at a time; `first` waits ahead of the others. Throws too_many_requests for a full queue. */
export function takingTurns({ atOnce, waiting, ...refusal }: Options) {
  let running = 0
  const lines = { first: [] as (() => void)[], others: [] as (() => void)[] }

  return async <T>(work: () => Promise<T>, { first }: { first: boolean }): Promise<T> => {
    const line = first ? lines.first : lines.others
    if (running < atOnce) running++
    else if (line.length < waiting) await new Promise<void>((turn) => line.push(turn))
    else throw new Problem('too_many_requests', refusal)
    try {
      return await work()
    } finally {
      const next = lines.first.shift() ?? lines.others.shift()
      // The place is handed over directly, so that no other caller can take it.
      if (next) next()
      else running--
    }
  }
}
