import type { Client } from 'pg'
import { createAdmin, signIn } from '@/lib/auth/mutations'

export const PASSWORD = 'correct horse battery'

/** The administrator "owner"; throws when there is one already. */
export async function createOwner() {
  const owner = await createAdmin('owner', PASSWORD)
  if (!owner) throw new Error('There is an owner already')
  return owner
}

/** One attempt on "owner" with the right password, unless told otherwise. */
export const attempt = (changes: Partial<Parameters<typeof signIn>[0]> = {}) =>
  signIn({ username: 'owner', password: PASSWORD, address: '203.0.113.1', ...changes })

/** Lets time pass for every session: moves all of its times back. */
export const letPass = (sql: Client, minutes: number) =>
  sql.query(
    `UPDATE sessions SET created_at = created_at - $1 * interval '1 minute', last_seen_at = last_seen_at - $1 * interval '1 minute',
     expires_at = expires_at - $1 * interval '1 minute'`,
    [minutes],
  )

/** Number of rows in a table. */
export const count = async (sql: Client, table: string): Promise<number> =>
  Number((await sql.query(`SELECT count(*) FROM ${table}`)).rows[0].count)
