import { Problem } from '@/lib/problem'

type Options = {
  /** How much work runs at the same time. */
  atOnce: number
  /** How much more may wait, in each of the two lines. */
  waiting: number
  /** What whoever finds their line full is told to wait, in seconds. */
  retryAfter: number
}

/**
 * Lets costly work run a few at a time. The rest waits in two lines, those `first` before everybody
 * else; whoever finds their line full is refused with too_many_requests, so that waiting has an
 * end.
 */
export function takingTurns({ atOnce, waiting, retryAfter }: Options) {
  let running = 0
  const lines = { first: [] as (() => void)[], others: [] as (() => void)[] }

  return async <T>(work: () => Promise<T>, { first }: { first: boolean }): Promise<T> => {
    const line = first ? lines.first : lines.others
    if (running < atOnce) running++
    else if (line.length < waiting) await new Promise<void>((turn) => line.push(turn))
    else throw new Problem('too_many_requests', { retryAfter })
    try {
      return await work()
    } finally {
      const next = lines.first.shift() ?? lines.others.shift()
      // the place is handed over: nobody may take it in between
      if (next) next()
      else running--
    }
  }
}
