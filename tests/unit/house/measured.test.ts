import { existsSync, readFileSync } from 'node:fs'
import { faultsOf, MEASURES } from '@/tools/checks/check-measured.mjs'

const TABLE = '| page | a second |\n| --- | ---: |\n| / | 100 |'
const of = (measured: string, table = TABLE) =>
  `# Speed\n\n<!-- bench:pages -->\n${measured}\n\n${table}\n<!-- /bench:pages -->\n`
const MEASURED = 'Measured 2026-11-28 on commit `0123456789ab` with `npm run bench` on 2 cores.'
const measures = { pages: ['app', 'next.config.mjs'] }
const faults = (document: string, changed: string[] | null = []) =>
  faultsOf(document, (commit: string) => (commit === '0123456789ab' ? changed : null), measures)

describe('a table of what was measured', () => {
  test('is in force while nothing that it measures has changed', () => {
    expect(faults(of(MEASURED))).toEqual([])
    expect(faults(of(MEASURED), ['apps/a.ts', 'next.config.mjs.txt', 'docs/app/a.md'])).toEqual([])
  })

  test('is old once something that it measures has changed, which is named', () => {
    expect(faults(of(MEASURED), ['docs/a.md', 'app/api/a.ts', 'next.config.mjs'])).toEqual([
      'pages: measured on 0123456789ab; since then app/api/a.ts, next.config.mjs changed',
    ])
    expect(faults(of(MEASURED), ['app/1', 'app/2', 'app/3', 'app/4', 'app/5'])).toEqual([
      'pages: measured on 0123456789ab; since then app/1, app/2, app/3 and 2 more changed',
    ])
  })

  test('of an unknown commit is as old as the commit that brought it', () => {
    const brought =
      'Measured 2026-11-25 on an unknown commit, `0123456789ab` at the latest, with `npm run bench`.'
    expect(faults(of(brought))).toEqual([])
    expect(faults(of(brought), ['app/a'])).toEqual([
      'pages: measured on 0123456789ab or before; since then app/a changed',
    ])
  })

  test.each([
    ['names no commit', 'Measured 2026-11-28 with `npm run bench`.', 'it names no commit'],
    [
      'was measured on files of no commit',
      MEASURED.replace('ab`', 'ab+`'),
      'measured on files that differed from 0123456789ab',
    ],
    [
      'names a commit of another history',
      MEASURED.replace('0123456789ab', 'ba9876543210'),
      'ba9876543210 is no commit of this history',
    ],
  ])('is refused when it %s', (_, measured, fault) => {
    expect(faults(of(measured))).toEqual([`pages: ${fault}`])
  })

  test('is refused when nothing says what it measures, and missed when it is not there', () => {
    expect(faults(of(MEASURED).replaceAll('bench:pages', 'measured:other'))).toEqual([
      'pages: the document has no such table',
      'other: nothing says what it measures',
    ])
  })

  test('is refused in a place that names no commit', () => {
    expect(faults(`${of(MEASURED)}\n| a | b |\n| - | - |\n`)).toEqual([
      'a table is in no place that names its commit: | a | b |',
    ])
  })
})

describe('the tables of docs/performance.md', () => {
  test('all name a commit and measure files that exist', () => {
    expect(faultsOf(readFileSync('docs/performance.md', 'utf8'), () => [])).toEqual([])
    expect(
      [...new Set(Object.values(MEASURES).flat())].filter((path) => !existsSync(path)),
    ).toEqual([])
  })

  test('are looked at for every tag', () => {
    expect(readFileSync('.ci/tag', 'utf8')).toMatch(/^exec npm run check:measured$/m)
  })
})
