import { execFileSync } from 'node:child_process'

/**
 * Asks scripts/check-structure.mjs (an ES module, hence a process of its own) about invented files.
 */
function faults(files: [path: string, text: string][]): string[][] {
  const program = `import { faultsOf } from './scripts/check-structure.mjs'
    console.log(JSON.stringify(JSON.parse(process.argv[1]).map(([path, text]) => faultsOf(path, text))))`
  const args = ['--input-type=module', '-e', program, JSON.stringify(files)]
  return JSON.parse(execFileSync(process.execPath, args).toString()) as string[][]
}

const LONG_CODE = `const total = ${Array.from({ length: 12 }, (_, i) => `first${i} + second${i}`).join(' + ')}`
const LONG_COMMENT = `// ${'word '.repeat(30)}`

// [file, its text, what is said of it]
const REFUSED: [path: string, text: string, why: string][] = [
  ['lib/bookings/helpers.ts', '', 'the name says nothing'],
  ['components/booking/utils.tsx', '', 'the name says nothing'],
  ['lib/bookings/cancel.ts', LONG_CODE, 'columns'],
  ['scripts/test.mjs', LONG_CODE, 'columns'],
  ['lib/bookings/cancel.ts', LONG_COMMENT, 'columns'],
  ['tests/unit/money.test.ts', `  ${LONG_COMMENT}`, 'columns'],
  ['lib/bookings/cancel.ts', `tx.$queryRaw\`SELECT ${'one_column, '.repeat(12)}\``, 'columns'],
]
const ACCEPTED: [path: string, text: string][] = [
  ['lib/bookings/cancel.ts', 'const one = 1\n'.repeat(1000)],
  ['lib/bookings/cancel.ts', `const sentence = '${'A long sentence. '.repeat(10)}'`],
  ['app/[locale]/page.tsx', `const page = <p>${'A long sentence of a page. '.repeat(9)}</p>`],
  ['lib/money.ts', `// https://example.com/${'path/'.repeat(30)}`],
  ['messages/en.json', `{ "a": "${'word '.repeat(60)}" }`],
  ['tests/support/shared.ts', ''],
]

describe('the structure check', () => {
  // All in one process: loading the compiler takes most of its time.
  const answers = faults([
    ['lib/money.ts', `const one = 1\n${LONG_CODE}\n`],
    ...REFUSED.map(([path, text]): [string, string] => [path, text]),
    ...ACCEPTED,
  ])
  const lineOf = answers.shift()
  const refused = answers.splice(0, REFUSED.length)

  test.each(REFUSED.map(([path, , why], index) => [path, why, refused[index]] as const))(
    'refuses %s',
    (_, why, found) => {
      expect(found).toEqual([expect.stringContaining(why)])
    },
  )

  test('names the line', () => {
    expect(lineOf?.[0]).toMatch(/^lib\/money\.ts:2: /)
  })

  test.each(ACCEPTED.map(([path], index) => [path, answers[index]] as const))(
    'accepts %s',
    (_, found) => {
      expect(found).toEqual([])
    },
  )
})
