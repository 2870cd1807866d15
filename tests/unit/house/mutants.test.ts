import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { MUTANTS } from '@/tools/checks/money/mutants.mjs'
import { NAMED, QUERIES } from '@/tools/checks/money/stories'

test.each(MUTANTS.flatMap(({ name, edits = [] }) => edits.map((edit) => [name, edit] as const)))(
  'the broken rule “%s” fits the code once',
  (_, [path = '', from = '']) => expect(readFileSync(path, 'utf8').split(from)).toHaveLength(2),
)

test.each(MUTANTS.flatMap(({ name, story }) => (story ? [[name, story] as const] : [])))(
  'the broken rule “%s” has its story',
  (_, story) => expect(Object.keys(NAMED)).toContain(story),
)

// Otherwise it stops nobody, and what it is to show never happens.
test.each(QUERIES)('a query at which stories stop, “%s”, is in the code', (query) => {
  const found = execFileSync('grep', ['-rlF', '--include=*.ts', query, 'lib'], { encoding: 'utf8' })
  expect(found).not.toBe('')
})
