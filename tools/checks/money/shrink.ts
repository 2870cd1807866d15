import type pg from 'pg'
import { runHistory, type Verdict } from './history'
import type { Step } from '@/tests/history/step'

/** Problems of one kind are equal: ids, sums and times do not count. */
export const kindOf = (problem: string): string =>
  problem
    .split('\n', 1)[0]
    ?.replace(/(pi|re|du|evt|ch)_\w+/g, '*')
    .replace(/\d+/g, '#') ?? ''

/**
 * The shortest history found that still goes wrong in the same way: steps are left out as long as
 * it does, halves first, then their plans. At most `budget` runs.
 */
export async function shrink(
  sql: pg.Client,
  steps: readonly Step[],
  problem: string,
  { budget = 150, always = false } = {},
): Promise<{ steps: Step[]; verdict: Verdict }> {
  const wanted = kindOf(problem)
  let best = [...steps]
  let verdict: Verdict | null = null
  let runs = 0
  const stillWrong = async (shorter: Step[]): Promise<boolean> => {
    if (runs++ >= budget) return false
    const tried = await runHistory(sql, shorter, { always })
    if (!tried.problems.some((each) => kindOf(each) === wanted)) return false
    best = shorter
    verdict = tried
    return true
  }
  for (
    let size = Math.ceil(best.length / 2);
    size >= 1;
    size = size === 1 ? 0 : Math.ceil(size / 2)
  )
    for (let at = best.length - size; at >= 0; at -= size)
      await stillWrong([...best.slice(0, at), ...best.slice(at + size)])
  for (const [index, step] of best.entries())
    if (Object.keys(step.plan).length > 0) await stillWrong(best.with(index, { ...step, plan: {} }))
  verdict ??= await runHistory(sql, best, { always })
  return { steps: best, verdict }
}
