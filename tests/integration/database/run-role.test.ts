// The site under a role that can neither change tables nor rewrite the audit log.
import { readFileSync } from 'node:fs'
import type pg from 'pg'
import { createAdmin } from '@/lib/auth/admin-accounts'
import { closeDatabase, db } from '@/lib/db'
import { prune } from '@/lib/people/forget'
import { connect, testDatabase, type TestDatabase } from '@/tests/support/database'
import { seedMinimal } from '@/tests/support/seed-minimal'

const ROW = `INSERT INTO audit_log (actor, action, entity, entity_id, created_at)
  VALUES ('owner', 'update', 'setting', $1, now() - $2::interval)`

let database: TestDatabase
const rest = async () =>
  (await database.sql.query<{ id: string }>('SELECT entity_id AS id FROM audit_log')).rows.map(
    ({ id }) => id,
  )
let run: pg.Client
beforeAll(async () => {
  database = await testDatabase()
  await database.sql.query(readFileSync('prisma/run-role.sql', 'utf8'))
  await database.sql.query(`ALTER ROLE studio_run PASSWORD 'run'`)
  const url = new URL(database.url)
  url.username = 'studio_run'
  url.password = 'run'
  run = await connect(url.href)
  process.env.DATABASE_URL = url.href // before anything reads the environment
})
afterAll(async () => {
  await run.end()
  await closeDatabase()
  await database.sql.query('DROP OWNED BY studio_run; DROP ROLE studio_run')
  await database.drop()
})

beforeEach(() => database.reset())

test('is enough for the application', async () => {
  await seedMinimal()
  await createAdmin('owner', 'correct horse battery')
  await prune()
  const [row] = await db().$queryRaw<{ role: string }[]>`SELECT current_user::text AS role`
  expect(row).toEqual({ role: 'studio_run' })
  expect(await db().auditLog.count({ where: { action: 'create', entity: 'user' } })).toBe(1)
})

test.each([
  `UPDATE audit_log SET actor = 'somebody else'`,
  'DELETE FROM audit_log',
  'TRUNCATE audit_log',
  'ALTER TABLE audit_log DISABLE TRIGGER ALL',
  'DROP TRIGGER audit_log_final ON audit_log',
  'DROP TABLE audit_log',
  `CREATE OR REPLACE FUNCTION audit_log_final() RETURNS trigger LANGUAGE sql AS 'SELECT NULL'`,
  `SET session_replication_role = replica`,
  'DELETE FROM _prisma_migrations',
  'CREATE TABLE more (id int)',
])('the role has no right to it: %s', async (statement) => {
  await database.sql.query(ROW, ['tax', '1 minute'])
  await expect(run.query(statement)).rejects.toMatchObject({ code: '42501' })
  expect(await rest()).toEqual(['tax'])
})

test('lets the log forget by its own rule only', async () => {
  await database.sql.query(ROW, ['old', '8 years'])
  await database.sql.query(ROW, ['young', '1 day'])
  expect((await run.query('SELECT prune_audit_log() AS gone')).rows).toEqual([{ gone: 1 }])
  expect(await rest()).toEqual(['young'])
})

test('has what later migrations add', async () => {
  await database.sql.query('CREATE TABLE later (id serial PRIMARY KEY)')
  expect((await run.query('INSERT INTO later DEFAULT VALUES RETURNING id')).rows).toEqual([
    { id: 1 },
  ])
  await database.sql.query('DROP TABLE later')
})
