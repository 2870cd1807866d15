import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { deadReferences, doubleNames, faultsIn } from '@/scripts/architecture.mjs'

type File = [path: string, text: string]
const found = (
  kind: string,
  files: File[],
  documents: File[] = [],
  exists = (_path: string) => true,
) => (faultsIn(new Map(files), new Map(documents), exists) as Record<string, string[]>)[kind]

test('finds files that import each other in a circle, for a type as well', () => {
  const kind = 'files in a circle'
  const uses = (path: string, other: string): File => [path, `import { a } from '${other}'\n`]
  const needs = (path: string, other: string): File => [path, `import type { A } from '${other}'\n`]
  const [one, two] = ['lib/a/one.ts', 'lib/a/two.ts']
  expect(found(kind, [uses(one, './two'), needs(two, '@/lib/a/one')])).toEqual([`${one}, ${two}`])
  const three = uses('lib/a/three.ts', './one')
  expect(found(kind, [uses(one, './two'), uses(two, './three'), three])).toHaveLength(1)
  expect(found(kind, [uses(one, './two'), three, [two, '']])).toEqual([])
  const [test, support] = ['tests/a.test.ts', 'tests/support/a.ts']
  expect(found(kind, [uses(test, './support/a'), uses(support, '@/tests/a.test')])).toEqual([
    `${test}, ${support}`,
  ])
  const inner: File = [support, `import { type A, type B } from '../a.test'\n`]
  for (const typed of [inner, needs(support, '../a.test')])
    expect(found(kind, [uses(test, './support/a'), typed])).toEqual([])
  expect(
    found(kind, [uses(one, './two'), [two, `import { a, type A } from './one'\n`]]),
  ).toHaveLength(1)
})

test('finds a name that two files export, and leaves a call that is named after what it calls', () => {
  const names = (...files: [string, string][]) => doubleNames(new Map(files))
  const line: [string, string] = ['lib/sales/quote.ts', 'export const line = 1\n']
  expect(names(line, ['lib/text.ts', 'export function line() {}\n'])).toEqual([
    'line: lib/sales/quote.ts, lib/text.ts',
  ])
  expect(names(line, ['components/x/line.tsx', 'export type line = 1\n'])).toHaveLength(1)
  expect(names(line, ['lib/text.ts', 'const line = 1\nexport const text = line\n'])).toEqual([])
  const call: [string, string] = ['components/x/api.ts', 'export const line = () => post()\n']
  expect(names(line, call)).toEqual([])
  expect(names(call, ['components/y/api.ts', 'export const line = 2\n'])).toHaveLength(1)
})

test('finds references to what a clone lacks, in code and documents', () => {
  const kind = 'references to what a clone lacks'
  for (const text of [
    '(spec point 2)',
    'server (spec\n * point 5',
    '(spec 9)',
    'see decisions.md',
    'issue 13',
    'the Stripe notes say',
  ])
    expect(found(kind, [['lib/a.ts', `// ${text}\n`]])).toHaveLength(1)
  expect(found(kind, [['lib/a.ts', '// docs/decisions/020 C8, docs/decisions/016\n']])).toEqual([])
})

test('finds cited decisions and files that do not exist', () => {
  expect(deadReferences('docs/decisions/020 A1 and A2', new Set(['A1', 'C9']))).toEqual(['A2'])
  expect(deadReferences('decisions A1, B7; decision C9', new Set(['A1', 'C9']))).toEqual(['B7'])
  expect(deadReferences('docs/decisions/020 I1', new Set(['A1']))).toEqual(['I1'])
  const documents: File[] = [
    ['docs/decisions/020-product.md', '### A1 Administrators\n'],
    ['docs/architecture.md', '### A booking, paid\n\n1. `lib/a.ts`: one\n2. `tools/b.ts`: two\n'],
    ['CONTRIBUTING.md', 'Write `lib/gone.ts` and `lib/<name>/x.ts`.'],
  ]
  expect(
    found('references that lead nowhere', [], documents, (path) => path === 'lib/a.ts'),
  ).toEqual([
    'docs/architecture.md: there is no tools/b.ts',
    'CONTRIBUTING.md: there is no lib/gone.ts',
  ])
})

test('README says how large the product and the workshop are, to a tenth', () => {
  const counted = execFileSync('node', ['scripts/architecture.mjs'], { encoding: 'utf8' })
  const said = readFileSync('README.md', 'utf8').split('\n\n', 3)[2] ?? ''
  const figures = [...said.matchAll(/about (\d+),000/g)].map(([, thousands]) => Number(thousands))
  const sizes = ['product', 'workshop'].map((name) =>
    Number(new RegExp(`${name}: (\\d+)`).exec(counted)?.[1]),
  )
  expect(figures).toHaveLength(2)
  for (const [nth, size] of sizes.entries()) {
    expect((figures[nth] ?? 0) * 1000).toBeGreaterThan(size * 0.9)
    expect((figures[nth] ?? 0) * 1000).toBeLessThan(size * 1.1)
  }
})
