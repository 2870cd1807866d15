// Which lines of an instance's log no trouble of the check explains.

type Line = Partial<Record<'msg' | 'code' | 'sqlState' | 'sentence' | 'about' | 'job', string>> & {
  level: number
}

/** What is done with Stripe, each by itself (lib/jobs/jobs.ts, lib/payments/sweeps.ts). */
const STRIPE_ITEMS: readonly unknown[] = [
  ...['expired hold', 'unpaid order', 'payment to reconcile', 'refund to begin'],
  ...['list of Stripe', 'unread intent', 'payout'],
]
/** The disk is full, or a file stands where the folder of uploads should be. */
const NOT_KEPT: readonly unknown[] = ['ENOSPC', 'ENOTDIR', 'EEXIST']
/** It stood still for longer than a statement or a lock may take, or two waited for each other. */
const DATABASE_BUSY: readonly unknown[] = ['57014', '55P03', '40001', '40P01']

const isProblem = (line: Line, sentence: string) =>
  line.code === 'unavailable' && line.sentence === sentence
const isStripeAway = (line: Line) => isProblem(line, 'payments_unavailable')

/** By what the line says: when the troubles of the check cause it. */
const EXPLAINED: Record<string, (line: Line) => boolean> = {
  'the database is away': () => true,
  'upload not kept': ({ code }) => NOT_KEPT.includes(code),
  // A request that was answered 503.
  unavailable: (line) =>
    isStripeAway(line) ||
    isProblem(line, 'not_kept') ||
    DATABASE_BUSY.includes(line.sqlState ?? line.code),
  'item failed': (line) => isStripeAway(line) && STRIPE_ITEMS.includes(line.about),
  'job failed': (line) => isStripeAway(line) && line.job === 'sweep_stripe',
}

const LEVEL_ERROR = 50

function lineOf(text: string): Line | null {
  try {
    return JSON.parse(text) as Line
  } catch {
    return null // Node's own words, such as a stack.
  }
}

export const faultsIn = (log: string): string[] =>
  log
    .split('\n')
    .filter((text) => {
      const line = lineOf(text)
      if (!line) return text.includes(`"level":${LEVEL_ERROR}`)
      return line.level >= LEVEL_ERROR && !EXPLAINED[line.msg ?? '']?.(line)
    })
    .map((text) => text.slice(0, 400))
