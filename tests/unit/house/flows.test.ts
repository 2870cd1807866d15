import { existsSync, readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { importsOf } from '@/scripts/architecture.mjs'

type Step = { number: number; path: string; from: number | null; through: string[]; by: string }

// Who else calls a file: nothing in the repository leads to it.
const CALLED = { 'app/api/webhooks/stripe/route.ts': 'Stripe' } as const

/** The flows of docs/architecture.md, by their titles. */
const flows = new Map(
  (readFileSync('docs/architecture.md', 'utf8').split(/^## Five flows$/m)[1] ?? '')
    .split(/^## /m, 1)
    .join('')
    .split(/^### /m)
    .slice(1)
    .map((section) => [section.split('\n', 1)[0] ?? '', stepsOf(section)]),
)

function stepsOf(section: string): Step[] {
  const lines = section.matchAll(/^(\d+)\. `([^`]+)`(?: \((from|called by) ([^)]+)\))?: /gm)
  return [...lines].map(([, number, path = '', how, whence = '']) => ({
    number: Number(number),
    path,
    from: how === 'from' ? Number.parseInt(whence, 10) : null,
    through: [...whence.matchAll(/`([^`]+)`/g)].map(([, file]) => file ?? ''),
    by: how === 'called by' ? whence : '',
  }))
}

const textOf = (path: string) => (existsSync(path) ? readFileSync(path, 'utf8') : '')

/** app/api/services/[id]/route.ts → what its address looks like in the code that calls it. */
const addressOf = (path: string): RegExp | null => {
  const address = /^app(\/api\/.+)\/route\.ts$/.exec(path)?.[1]
  if (!address) return null
  const pattern = address
    .split(/\[[^\]]+\]/)
    .map((text) => text.replaceAll(/[/.-]/g, '\\$&'))
    .join('\\$\\{[^}]+\\}')
  return new RegExp(`['\`]${pattern}['\`?]`)
}

const leadsTo = (a: string, b: string): boolean =>
  importsOf(a, textOf(a), { has: existsSync }).includes(b) ||
  addressOf(b)?.test(textOf(a)) === true ||
  (b.endsWith('.sql') && new RegExp(`\\b${basename(b, '.sql')}\\(`).test(textOf(a)))

const areLinked = (a: string, b: string): boolean => leadsTo(a, b) || leadsTo(b, a)

/** Steps that nothing in the code leads to, as sentences. */
function faultsOf(steps: readonly Step[]): string[] {
  return steps.flatMap(({ number, path, from, through, by }, index) => {
    if (number !== index + 1) return [`${path}: has number ${number}, not ${index + 1}`]
    if (by)
      return CALLED[path as keyof typeof CALLED] === by ? [] : [`${path}: not called by ${by}`]
    if (index === 0) return []
    const source = steps[(from ?? number - 1) - 1]?.path ?? ''
    const chain = [source, ...through, path]
    return chain.slice(1).flatMap((file, nth) => {
      const before = chain[nth] ?? ''
      return areLinked(before, file) ? [] : [`${path}: nothing links ${before} and ${file}`]
    })
  })
}

test('there are five flows, of nine to twelve files each', () => {
  expect(flows.size).toBe(5)
  for (const steps of flows.values()) {
    expect(steps.length).toBeGreaterThanOrEqual(9)
    expect(steps.length).toBeLessThanOrEqual(12)
  }
})

test.each([...flows])('each file of “%s” is reached from one before it', (_title, steps) =>
  expect(faultsOf(steps)).toEqual([]),
)

test('a step that nothing leads to is found', () => {
  const step = (number: number, path: string, more: Partial<Step> = {}): Step => ({
    ...{ number, path, from: null, through: [], by: '' },
    ...more,
  })
  const book = step(1, 'lib/bookings/book.ts')
  const settle = 'lib/bookings/settle.ts'
  expect(faultsOf([book, step(2, 'lib/orders/place.ts')])).toEqual([
    'lib/orders/place.ts: nothing links lib/bookings/book.ts and lib/orders/place.ts',
  ])
  expect(faultsOf([book, step(2, settle)])).toHaveLength(1)
  expect(faultsOf([book, step(2, settle, { through: ['lib/bookings/settlements.ts'] })])).toEqual(
    [],
  )
  expect(faultsOf([book, step(2, settle, { through: ['lib/each.ts'] })])).toHaveLength(2)
  expect(faultsOf([step(1, 'lib/gone.ts'), step(2, 'lib/money.ts')])).toHaveLength(1)
  expect(faultsOf([step(1, settle, { by: 'Stripe' })])).toHaveLength(1)
  expect(faultsOf([book, step(3, 'lib/bookings/confirm.ts')])).toHaveLength(1)
})
