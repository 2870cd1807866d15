import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { verify } from '@node-rs/argon2'
import pg from 'pg'
import { postgresOptions } from '@/lib/tls'
import type { Variables } from './environment'

export type Owner = { username: string; password: string }

/**
 * The demo's administrator: ADMIN_USERNAME and ADMIN_PASSWORD, else "owner" with a password made up
 * once per data folder.
 */
export function ownerOf(env: Variables, dataDir: string): Owner {
  const note = join(dataDir, 'admin-password')
  if (!env.ADMIN_PASSWORD && !existsSync(note))
    writeFileSync(note, randomBytes(12).toString('base64url'), { mode: 0o600 })
  return {
    username: env.ADMIN_USERNAME || 'owner',
    password: env.ADMIN_PASSWORD || readFileSync(note, 'utf8').trim(),
  }
}

/**
 * False when the database's account of that name has another password, or there is no such account.
 */
export async function opensAdmin(
  databaseUrl: string,
  { username, password }: Owner,
): Promise<boolean> {
  const client = new pg.Client(postgresOptions(databaseUrl))
  await client.connect()
  const { rows } = await client
    .query<{ password: string }>('SELECT password FROM users WHERE username = lower($1)', [
      username,
    ])
    .finally(() => client.end())
  return rows[0] !== undefined && verify(rows[0].password, password)
}
