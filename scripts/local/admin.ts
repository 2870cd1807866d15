import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { verify } from '@node-rs/argon2'
import pg from 'pg'
import { postgresOptions } from '@/lib/tls'
import type { Variables } from './environment'

export type Owner = { username: string; password: string }

/**
 * The content of the file `name` in the data folder; generated from `bytes` random bytes when it
 * does not exist.
 */
function madeUpOnce(dataDir: string, name: string, bytes: number): string {
  const note = join(dataDir, name)
  if (!existsSync(note))
    writeFileSync(note, randomBytes(bytes).toString('base64url'), { mode: 0o600 })
  return readFileSync(note, 'utf8').trim()
}

/** The demo's SECRET_KEY, generated once per data folder, which also contains what it encrypts. */
export const secretKeyIn = (dataDir: string): string => madeUpOnce(dataDir, 'secret-key', 32)

/**
 * The demo's administrator: ADMIN_USERNAME and ADMIN_PASSWORD, otherwise "owner" with a password
 * generated once per data folder.
 */
export function ownerOf(env: Variables, dataDir: string): Owner {
  return {
    username: env.ADMIN_USERNAME || 'owner',
    password: env.ADMIN_PASSWORD || madeUpOnce(dataDir, 'admin-password', 12),
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
