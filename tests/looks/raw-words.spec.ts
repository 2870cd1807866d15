// No page of the console shows a key of the dictionary or a word of the program to managers and crew.
// pages.spec.ts and admin-pages.spec.ts look at every page as the owner and as a visitor.
import { createHash, randomBytes, randomUUID } from 'node:crypto'
import pg from 'pg'
import { AREAS, areaPath } from '@/lib/admin/rules'
import type { Role } from '@/lib/roles'
import { expect, site, test } from '@/tests/support/e2e'
import { rawWordFaults } from '@/tests/support/raw-words'
import { inLanguage } from '@/tests/support/verbs'

// Words of the program are recognised in Malay, where no sentence has them.
const LANGUAGE = 'ms'
const SETTINGS = ['hours', 'closed', 'rules', 'prices', 'payment', 'studio', 'website', 'mail']
const PAGES = [
  ...AREAS.map(areaPath),
  ...SETTINGS.map((page) => `/admin/settings/${page}`),
  ...['/admin/today', '/admin/bookings/new', '/admin/customers', '/admin/inbox', '/admin/setup'],
  ...['/admin/people', '/admin/prices'],
  ...['/admin/account', '/admin-blog'],
]
const CREWS = ['/admin/today', '/admin/calendar', '/admin/account']

test.describe.configure({ timeout: 180_000 })

/** A signed-in account of this role: its session cookie. */
async function signedIn(role: Role) {
  const token = randomBytes(32).toString('base64url')
  const sql = new pg.Client({ connectionString: site().DATABASE_URL })
  await sql.connect()
  await sql.query(
    `WITH made AS (INSERT INTO users (username, password, role) VALUES ($1, 'x', $2) RETURNING id)
    INSERT INTO sessions (id, kind, user_id, expires_at, proved_at)
    SELECT $3, 'admin', id, now() + interval '1 hour', now() FROM made`,
    [`${role}-${randomUUID().slice(0, 8)}`, role, createHash('sha256').update(token).digest('hex')],
  )
  await sql.end()
  return { name: 'session', value: token, url: site().SITE_URL ?? '' }
}

for (const role of ['manager', 'crew'] as const)
  test(
    `as ${role} no page of the console says anything by a key`,
    { tag: '@desktop' },
    async ({ page, context }) => {
      await context.addCookies([await signedIn(role)])
      await page.emulateMedia({ reducedMotion: 'reduce' })
      const faults: string[] = []
      for (const path of role === 'crew' ? CREWS : PAGES) {
        const answer = await page.goto(inLanguage(LANGUAGE, path))
        if (answer && answer.status() >= 400) continue
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
        faults.push(...(await rawWordFaults(page, LANGUAGE)).map((raw) => `${path}: ${raw}`))
      }
      expect(faults).toEqual([])
    },
  )
