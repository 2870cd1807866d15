// In a breach nobody has time to mend a query: each of docs/incident.md is one that the database
// understands.
import { readFileSync } from 'node:fs'
import { testDatabase, type TestDatabase } from '@/tests/support/database'

const text = readFileSync('docs/incident.md', 'utf8')
const blocks = [...text.matchAll(/```sql\n(.*?)```/gs)].map(([, sql = '']) => sql)
const inline = [...text.matchAll(/`((?:SELECT|UPDATE|DELETE) [^`]*;)`/g)].map(([, sql = '']) => sql)
const statements = [...blocks.join('\n').split(';'), ...inline]
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

test.each(statements)('%s', async (sql) => {
  await database.sql.query(sql)
})

test('the trigger that it asks for is there', async () => {
  const sql = statements.find((each) => each.includes('pg_trigger')) ?? ''
  expect((await database.sql.query(sql)).rows).toEqual([
    { tgname: 'audit_log_final', tgenabled: 'O' },
    { tgname: 'audit_log_kept', tgenabled: 'O' },
  ])
})
