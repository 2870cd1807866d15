// The limit as it is in production: this file's environment scales nothing.
process.env.RATE_LIMIT_SCALE = '1'
import { callRoute } from '@/tests/support/call'
import { testDatabase, type TestDatabase } from '@/tests/support/database'
import { expectRefusal, routeAt } from '../http/refused'

let database: TestDatabase
beforeAll(async () => void (database = await testDatabase()))
afterAll(() => database.drop())

test('five messages are accepted in ten minutes, not six (docs/decisions/020 A5)', async () => {
  const body = { name: 'Aina', email: 'aina@example.com', subject: 'other', message: 'Hello' }
  for (let i = 0; i < 5; i++)
    expect((await callRoute(routeAt('contacts').POST!, '/api/contacts', { body })).status).toBe(201)
  await expectRefusal('contacts', '/api/contacts', { body }, [429, 'too_many_requests'])
  expect((await database.sql.query(`SELECT count(*)::int AS n FROM contacts`)).rows).toEqual([
    { n: 5 },
  ])
  await database.sql.query(`UPDATE rate_limits SET resets_at = now()`)
  expect((await callRoute(routeAt('contacts').POST!, '/api/contacts', { body })).status).toBe(201)
})
