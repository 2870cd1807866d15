import { db } from '@/lib/db'
import { postgresLog, testDatabase, type TestDatabase } from '@/tests/support/database'
import { seedMinimal } from '@/tests/support/seed-minimal'

let database: TestDatabase
beforeAll(async () => {
  database = await testDatabase()
})
afterAll(() => database.drop())

describe('the test database', () => {
  test('is the one that the application uses, and reset() empties it and its ids', async () => {
    await seedMinimal()
    expect((await database.sql.query('SELECT name FROM services ORDER BY id')).rows).toHaveLength(3)
    await database.reset()
    expect(await db().service.count()).toBe(0)
    await seedMinimal()
    expect(await db().room.findMany({ select: { id: true } })).toEqual([{ id: 1 }])
  })

  test('its log tells what happened until now', async () => {
    await expect(database.sql.query('SELECT 1/0')).rejects.toThrow('division by zero')
    expect(await postgresLog(database.sql)).toContain('division by zero')
  })
})
