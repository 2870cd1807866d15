import { createHash, randomUUID } from 'node:crypto'
import type { Client } from 'pg'
import type { Origin } from '@/lib/auth/browser'
import { createAdmin } from '@/lib/auth/admin-accounts'
import { signIn } from '@/lib/auth/sign-in'
import { testDatabase, truncate, type TestDatabase } from '@/tests/support/database'

export const PASSWORD = 'correct horse battery'

/** The administrator "owner"; throws when there is one already. */
export async function createOwner() {
  const owner = await createAdmin('owner', PASSWORD)
  if (!owner) throw new Error('There is an owner already')
  return owner
}

/**
 * The database of a file's tests, with nothing but the owner before each; filled in before the
 * first one.
 */
export function ownersDatabase(): TestDatabase {
  const database = {} as TestDatabase
  beforeAll(async () => void Object.assign(database, await testDatabase()))
  beforeEach(async () => {
    await database.reset()
    await createOwner()
    await truncate(database.sql, 'audit_log')
  })
  afterAll(() => database.drop())
  return database
}

/** A browser's token: each browser that is not named is one of its own. */
export const browserToken = (name: string = randomUUID()): string =>
  createHash('sha256').update(name).digest('base64url')

/** What a request says of where it comes from when it says nothing. */
export const NOWHERE: Origin = { browser: null, system: null, network: null }

/**
 * One attempt on "owner" with the right password, from a browser never seen before, unless told
 * otherwise; the session's token.
 */
export async function attempt(
  changes: Partial<Parameters<typeof signIn>[0]> = {},
): Promise<string> {
  const { token } = await signIn({
    username: 'owner',
    password: PASSWORD,
    address: '203.0.113.1',
    browser: browserToken(),
    origin: NOWHERE,
    now: new Date(),
    ...changes,
  })
  return token
}

/** Lets time pass for every session: moves all of its times back. */
export const letPass = (sql: Client, minutes: number) =>
  sql.query(
    `UPDATE sessions SET created_at = created_at - $1 * interval '1 minute', last_seen_at = last_seen_at - $1 * interval '1 minute',
     expires_at = expires_at - $1 * interval '1 minute', proved_at = proved_at - $1 * interval '1 minute'`,
    [minutes],
  )

/** Number of rows in a table. */
export const count = async (sql: Client, table: string): Promise<number> =>
  Number((await sql.query(`SELECT count(*) FROM ${table}`)).rows[0].count)
