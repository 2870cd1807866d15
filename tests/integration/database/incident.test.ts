// In a breach nobody has time to mend a query: each of docs/incident.md is one that the database
// understands.
import { readFileSync } from 'node:fs'
import { MANAGE_TOKEN } from '@/lib/text'
import { testDatabase, type TestDatabase } from '@/tests/support/database'

const text = readFileSync('docs/incident.md', 'utf8')
const blocks = [...text.matchAll(/```sql\n(.*?)```/gs)].map(([, sql = '']) => sql)
const inline = [...text.matchAll(/`((?:SELECT|UPDATE|DELETE) [^`]*;)`/g)].map(([, sql = '']) => sql)
const statements = [
  ...blocks
    .join('\n')
    .replace(/^--.*$/gm, '')
    .split(';'),
  ...inline,
]
  .map((sql) =>
    sql
      .replace(/^--.*$/gm, '')
      .replace(/;$/, '')
      .trim(),
  )
  .filter((sql) => sql !== '')
  .map((sql) =>
    sql
      .replaceAll(':address', `'0123456789abcdef'`)
      .replaceAll(':since', `now() - interval '1 day'`)
      .replace('id = …', 'id = 1'),
  )

let database: TestDatabase
beforeAll(async () => {
  database = await testDatabase()
})
afterAll(() => database.drop())

test('the page has its queries', () => expect(statements.length).toBeGreaterThan(12))

test.each(statements)('the database runs %s', async (sql) => {
  await database.sql.query(sql)
})

test('the new tokens are ones that open a page, and no two are the same', async () => {
  const made = statements
    .filter((sql) => sql.includes('SET manage_token'))
    .map((sql) => /manage_token = (.*?)\s+WHERE/s.exec(sql)?.[1] ?? '')
  expect(made).toHaveLength(2)
  for (const expression of made) {
    const { rows } = await database.sql.query<{ token: string }>(
      `SELECT ${expression} AS token FROM generate_series(1, 50)`,
    )
    expect(rows.map(({ token }) => token).filter((token) => !MANAGE_TOKEN.test(token))).toEqual([])
    expect(new Set(rows.map(({ token }) => token)).size).toBe(50)
  }
})

test('the trigger that it asks for is there', async () => {
  const sql = statements.find((each) => each.includes('pg_trigger')) ?? ''
  expect((await database.sql.query(sql)).rows).toEqual([
    { tgname: 'audit_log_final', tgenabled: 'O' },
    { tgname: 'audit_log_kept', tgenabled: 'O' },
  ])
})
