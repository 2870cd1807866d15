import type { Data } from '@/tests/history/data'
import type { Step } from '@/tests/history/step'

/** What a step read of what is open about it. */
export type Told = { step: Step; read: readonly (keyof Data)[] }

/** A history as a story of tools/checks/money/stories.ts, with what its acts read and nothing else. */
export function storyText(name: string, steps: readonly Told[]): string {
  const beats = steps.map(({ step: { kinds, at, on, data }, read }) => {
    const fixed = {
      ...(on === undefined ? { at: Number(at.toFixed(4)) } : { on }),
      ...Object.fromEntries([...read].sort().map((key) => [key, data[key]])),
    }
    return `  [${literal(kinds[0])}, { ${Object.entries(fixed)
      .map(([key, value]) => `${key}: ${literal(value)}`)
      .join(', ')} }],`
  })
  return [`${literal(name)}: [`, ...beats, '],'].join('\n')
}

const literal = (value: unknown): string =>
  typeof value === 'string'
    ? `'${value.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`
    : String(value)
