// Every table of the database stands in a class of data (docs/security.md, Data).
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** The schema is one file, or a folder of them. */
const schemas = existsSync('prisma/schema')
  ? readdirSync('prisma/schema').map((file) => join('prisma/schema', file))
  : ['prisma/schema.prisma']
const models = schemas
  .filter((file) => file.endsWith('.prisma'))
  .flatMap((file) => [...readFileSync(file, 'utf8').matchAll(/^model (\w+) \{\n([\s\S]*?)^\}/gm)])
const tables = models.map(
  ([, model = '', body = '']) => /@@map\("(\w+)"\)/.exec(body)?.[1] ?? model,
)

const [, section = ''] =
  /\n\| class \| what \| where \|\n([\s\S]*?)\n\n/.exec(readFileSync('docs/security.md', 'utf8')) ??
  []
const classed = [...section.matchAll(/`(\w+)`/g)].map(([, name]) => name)

test('every table has a class of data', () => {
  expect(tables.length).toBeGreaterThan(30)
  expect(tables.filter((table) => !classed.includes(table))).toEqual([])
})

test('and every table that is named there exists', () =>
  expect(classed.filter((name) => !tables.includes(name ?? ''))).toEqual([]))
