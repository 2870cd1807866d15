import { readFileSync } from 'node:fs'
import { MUTANTS } from '@/tools/checks/money/mutants.mjs'

test.each(MUTANTS.flatMap(({ name, edits = [] }) => edits.map((edit) => [name, edit] as const)))(
  'the broken rule “%s” fits the code once',
  (_, [path = '', from = '']) => expect(readFileSync(path, 'utf8').split(from)).toHaveLength(2),
)
