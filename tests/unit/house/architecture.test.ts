import {
  brokenReferences,
  deadReferences,
  doubleNames,
  flowOf,
  measures,
} from '@/scripts/architecture.mjs'

const found = (what: string, files: [string, string][], documents: [string, string][] = []) =>
  measures(new Map(files), new Map(documents)).find((measure) => measure.what === what)?.found

test('counts a small file with one user, and not one with two', () => {
  const small: [string, string] = ['lib/a/part.ts', 'export const part = 1\n']
  const user = (path: string): [string, string] => [path, "import { part } from '@/lib/a/part'\n"]
  const what = 'files under 25 lines with one user'
  expect(found(what, [small, user('lib/a/one.ts')])).toEqual(['lib/a/part.ts'])
  expect(found(what, [small, user('lib/a/one.ts'), user('lib/a/two.ts')])).toEqual([])
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

test('finds a client component without a reason, and leaves one with a handler', () => {
  const what = '“use client” without state, effect or handler'
  const client = (body: string): [string, string][] => [
    ['components/x/a.tsx', `'use client'\n${body}\n`],
  ]
  expect(
    found(what, client('export const A = () => <p>{useTranslations()("a")}</p>')),
  ).toHaveLength(1)
  expect(found(what, client('export const A = () => <p onClick={go} />'))).toEqual([])
  expect(found(what, client('export const A = () => useState(1)[0]'))).toEqual([])
})

test('finds code that rewrites a finished page, and leaves what reads one or writes its own', () => {
  const what = 'rewriting of Next’s HTML'
  const server = (body: string): [string, string][] => [['server/x.ts', body]]
  for (const body of [
    `page.replace('</body>', extra + '</body>')`,
    `page.replaceAll(/<link rel="preload"[^>]*>/g, '')`,
    `const SCRIPT = /<script src="([^"]+)" async="">/g\nexport const late = page.replace(SCRIPT, '')`,
    `const END: string = '</head>'\nhtml.replace(\n  END, '')`,
  ])
    expect(found(what, server(body))).toEqual(['server/x.ts'])
  for (const body of [
    `const SCRIPT = /<script>/g\nexport const count = page.match(SCRIPT)`,
    `JSON.stringify(data).replaceAll('<', '\\\\u003c')`,
    `const WEAK = /^W\\//\nheader.replace(WEAK, '')\nconst PAGE = '<html>'`,
    `// page.replace('</body>', '')`,
  ])
    expect(found(what, server(body))).toEqual([])
})

test('finds references to what a clone lacks, in code and documents', () => {
  const what = 'references to what a clone lacks'
  for (const text of [
    '(spec point 2)',
    'server (spec\n * point 5',
    '(spec 9)',
    'see decisions.md',
    'issue 13',
    'the Stripe notes say',
  ])
    expect(found(what, [['lib/a.ts', `// ${text}\n`]])).toHaveLength(1)
  expect(found(what, [['lib/a.ts', '// docs/decisions/020 C8, docs/decisions/016\n']])).toEqual([])
})

test('finds cited decisions and files that do not exist', () => {
  expect(deadReferences('docs/decisions/020 A1 and A2', new Set(['A1', 'C9']))).toEqual(['A2'])
  expect(deadReferences('decisions A1, B7; decision C9', new Set(['A1', 'C9']))).toEqual(['B7'])
  const documents = new Map([
    ['docs/decisions/020-product.md', '### A1 Administrators\n'],
    ['docs/architecture.md', '### A booking, paid\n\n1. `lib/a.ts`: one\n2. `lib/b.ts`: two\n'],
  ])
  expect(flowOf(documents.get('docs/architecture.md') ?? '', 'A booking, paid')).toEqual([
    'lib/a.ts',
    'lib/b.ts',
  ])
  expect(brokenReferences(new Map(), documents, (path: string) => path === 'lib/a.ts')).toEqual([
    'docs/architecture.md: there is no lib/b.ts',
  ])
})
