// What was reached, as text: one line for each act, and the counts.
import { pairOf, type Reached } from './cover'

/** One line of the table: what was reached with it, what cannot be, and what is missing. */
export type Row = {
  name: string
  reached: (Reached & { name: string })[]
  never: { name: string; reason: string }[]
  missing: string[]
}

export function rowsOf(
  firsts: readonly string[],
  seconds: readonly string[],
  reached: ReadonlyMap<string, Reached>,
  reason: (first: string, second: string) => string | null,
): Row[] {
  return firsts.map((first) => {
    const row: Row = { name: first, reached: [], never: [], missing: [] }
    for (const second of seconds) {
      const found = reached.get(pairOf(first, second))
      const why = found ? null : reason(first, second)
      if (found) row.reached.push({ name: second, ...found })
      else if (why !== null) row.never.push({ name: second, reason: why })
      else row.missing.push(second)
    }
    return row
  })
}

/** Reached although it is declared impossible: the reason is not true. */
export const untrueReasons = (
  firsts: readonly string[],
  seconds: readonly string[],
  reached: ReadonlyMap<string, Reached>,
  reason: (first: string, second: string) => string | null,
): string[] =>
  firsts.flatMap((first) =>
    seconds.flatMap((second) => {
      const why = reason(first, second)
      const found = reached.get(pairOf(first, second))
      return why !== null && found?.refused === null && !found.apart
        ? [`${pairOf(first, second)} in history ${found.history}, though ${why}`]
        : []
    }),
  )

export type Counts = {
  all: number
  done: number
  /** With other acts between, of those that were done or refused. */
  apart: number
  refused: number
  never: number
  missing: number
}

export function countsOf(rows: readonly Row[]): Counts {
  const sum = (count: (row: Row) => number) => rows.reduce((sofar, row) => sofar + count(row), 0)
  const done = sum(({ reached }) => reached.filter(({ refused }) => refused === null).length)
  const refused = sum(({ reached }) => reached.length) - done
  const never = sum((row) => row.never.length)
  const missing = sum((row) => row.missing.length)
  const apart = sum(({ reached }) => reached.filter((one) => one.apart).length)
  return { all: done + refused + never + missing, done, apart, refused, never, missing }
}

export const countsText = ({ all, done, apart, refused, never, missing }: Counts): string =>
  `${all} pairs: ${done} done, ${refused} refused (${apart} of these with acts between), ${never} impossible, ${missing} not yet` +
  ` (${percentOf(missing, all - never)} % of the possible)`

const percentOf = (part: number, whole: number): string =>
  whole === 0 ? '0' : ((100 * part) / whole).toFixed(1)

/**
 * The lines of one row; a number is that of the history, after ~ when other acts came between, in brackets
 * what the product answered.
 */
export function linesOf({ name, reached, never, missing }: Row): string[] {
  const shown = reached.map(
    ({ name: other, history, refused, apart }) =>
      `${other} ${apart ? '~' : ''}${history}${refused === null ? '' : ` (${refused})`}`,
  )
  const reasons = new Map<string, string[]>()
  for (const { name: other, reason } of never)
    reasons.set(reason, [...(reasons.get(reason) ?? []), other])
  return [
    `${name} →`,
    ...(shown.length > 0 ? [`  reached: ${shown.join(', ')}`] : []),
    ...[...reasons].map(([reason, others]) => `  impossible, ${reason}: ${others.join(', ')}`),
    ...(missing.length > 0 ? [`  not yet: ${missing.join(', ')}`] : []),
  ]
}
