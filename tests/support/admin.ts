// The owner's session of a whole run: signed in once when the site starts, used by every test that
// is not about signing in; and sessions of the other roles.
import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Client } from 'pg'
import type { Role } from '@/lib/roles'
import { site } from './e2e'

const idOf = (token: string) => createHash('sha256').update(token).digest('hex')

async function write(env: Record<string, string>, text: string, values: unknown[]): Promise<void> {
  const sql = new Client({ connectionString: env.DATABASE_URL ?? '' })
  await sql.connect()
  await sql.query(text, values).finally(() => sql.end())
}

const fileIn = (dataDir: string) => join(dataDir, 'owner-session')

/**
 * Signs the owner in at the site with this environment, and leaves the session in its data. It counts
 * as proven for the whole run, which takes longer than a proof does.
 */
export async function signOwnerIn(env: Record<string, string>): Promise<void> {
  const answer = await fetch(`${env.SITE_URL}/api/auth/sign-in`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username: env.ADMIN_USERNAME, password: env.ADMIN_PASSWORD }),
  })
  const token = /^session=([^;]+)/.exec(answer.headers.getSetCookie()[0] ?? '')?.[1]
  if (!answer.ok || !token) throw new Error(`The owner cannot sign in: ${answer.status}`)
  await write(env, `UPDATE sessions SET proved_at = now() + interval '1 day' WHERE id = $1`, [
    idOf(token),
  ])
  writeFileSync(fileIn(env.STUDIO_DATA_DIR ?? ''), token)
}

/** The cookie of that session. */
export const ownersCookie = () => ({
  name: 'session',
  value: readFileSync(fileIn(site().STUDIO_DATA_DIR ?? ''), 'utf8'),
  url: site().SITE_URL ?? '',
})

/** The session cookie of a new account of this role, signed in. */
export async function sessionOf(role: Role) {
  const token = randomBytes(32).toString('base64url')
  await write(
    site(),
    `WITH made AS (INSERT INTO users (username, password, role) VALUES ($1, 'x', $2) RETURNING id)
    INSERT INTO sessions (id, kind, user_id, expires_at, proved_at)
    SELECT $3, 'admin', id, now() + interval '1 hour', now() FROM made`,
    [`${role}-${randomUUID().slice(0, 8)}`, role, idOf(token)],
  )
  return { name: 'session', value: token, url: site().SITE_URL ?? '' }
}
