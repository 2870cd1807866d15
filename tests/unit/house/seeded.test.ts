import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { seeded } from '@/scripts/faults/copy.mjs'
import { FAULTS } from '@/scripts/faults/list.mjs'
import { MUTANTS } from '@/scripts/money/mutants.mjs'

test.each(FAULTS.map((fault) => [fault.name, fault] as const))(
  'the seeded fault %s fits the code as it is',
  (_, fault) => expect(seeded(resolve('.'), fault).faults).toEqual([]),
)

test.each(MUTANTS.flatMap(({ name, edits = [] }) => edits.map((edit) => [name, edit] as const)))(
  'the broken rule “%s” fits the code once',
  (_, [path = '', from = '']) => expect(readFileSync(path, 'utf8').split(from)).toHaveLength(2),
)
