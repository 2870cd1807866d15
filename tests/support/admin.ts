// The owner's session of a whole run: signed in once when the site starts, used by every test that
// is not about signing in.
import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Client } from 'pg'
import { site } from './e2e'

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
  const sql = new Client({ connectionString: env.DATABASE_URL ?? '' })
  await sql.connect()
  await sql.query(`UPDATE sessions SET proved_at = now() + interval '1 day' WHERE id = $1`, [
    createHash('sha256').update(token).digest('hex'),
  ])
  await sql.end()
  writeFileSync(fileIn(env.STUDIO_DATA_DIR ?? ''), token)
}

/** The cookie of that session. */
export const ownersCookie = () => ({
  name: 'session',
  value: readFileSync(fileIn(site().STUDIO_DATA_DIR ?? ''), 'utf8'),
  url: site().SITE_URL ?? '',
})
