import 'server-only'
import { hkdfSync, randomBytes } from 'node:crypto'
import { env } from '@/lib/env'
import { pool } from '@/lib/pool'

const BYTES = 32
const holder = globalThis as { studioRootKey?: Promise<Buffer> }

/**
 * Made by the database at the first start. Whoever has a copy of the database has it too: it makes
 * hashes differ from those of other sites, and protects nothing secret.
 */
async function localKey(): Promise<Buffer> {
  await pool().query(
    'INSERT INTO local_keys (id, value) VALUES (1, $1) ON CONFLICT (id) DO NOTHING',
    [randomBytes(BYTES)],
  )
  const { rows } = await pool().query<{ value: Buffer }>(
    'SELECT value FROM local_keys WHERE id = 1',
  )
  if (!rows[0]) throw new Error('local_keys has no row')
  return rows[0].value
}

async function rootKey(): Promise<Buffer> {
  const [secret] = env().SECRET_KEY
  return secret === undefined ? localKey() : Buffer.from(secret)
}

/**
 * 32 bytes for the use `label`: derived from the first key of SECRET_KEY, or where there is none
 * from a key in the database; the same in every instance. Throws the database's error when it has
 * to be read and is away.
 */
export async function keyFor(label: string): Promise<Buffer> {
  holder.studioRootKey ??= rootKey()
  const root = await holder.studioRootKey.catch((error: unknown) => {
    delete holder.studioRootKey
    throw error
  })
  return Buffer.from(hkdfSync('sha256', root, '', `studio ${label}`, BYTES))
}
