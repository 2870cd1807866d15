// The audit log as the database keeps it: nobody who has the application's connection rewrites it.
import { recordChange } from '@/lib/audit/record'
import { db } from '@/lib/db'
import { prune } from '@/lib/people/forget'
import { testDatabase, type TestDatabase } from '@/tests/support/database'

let database: TestDatabase
beforeAll(async () => {
  database = await testDatabase()
})
beforeEach(() => database.reset())
afterAll(() => database.drop())

const ROW = `INSERT INTO audit_log (actor, action, entity, entity_id, created_at)
  VALUES ('owner', 'update', 'setting', $1, now() - $2::interval)`
const ids = async () =>
  (
    await database.sql.query<{ id: string }>('SELECT entity_id AS id FROM audit_log ORDER BY id')
  ).rows.map(({ id }) => id)

const REWRITES = [
  `UPDATE audit_log SET actor = 'somebody else'`,
  `DELETE FROM audit_log`,
  `TRUNCATE audit_log`,
  `INSERT INTO audit_log (id, actor, action, entity, entity_id) VALUES (1, 'x', 'x', 'x', 'x')
     ON CONFLICT (id) DO UPDATE SET actor = excluded.actor`,
]

test.each(REWRITES)('%s is refused, even to the owner of the table', async (statement) => {
  await database.sql.query(ROW, ['tax', '1 minute'])
  await expect(database.sql.query(statement)).rejects.toThrow(/audit_log is final/)
  expect(await ids()).toEqual(['tax'])
})

test('what is older than seven years is forgotten, and nothing else', async () => {
  await database.sql.query(ROW, ['old', '7 years 1 day'])
  await database.sql.query(ROW, ['young', '6 years 364 days'])
  await prune()
  expect(await ids()).toEqual(['young'])
})

test('a change is written with what it was', async () => {
  await recordChange(db(), {
    actor: 'owner',
    action: 'update',
    entity: 'setting',
    entityId: 'tax',
    before: { basisPoints: 600 },
    after: { basisPoints: 800 },
  })
  const { rows } = await database.sql.query(
    'SELECT actor, before, after, address, network FROM audit_log',
  )
  expect(rows).toEqual([
    {
      ...{ actor: 'owner', before: { basisPoints: 600 }, after: { basisPoints: 800 } },
      ...{ address: null, network: null },
    },
  ])
})
