// Notifications of a phone: what the account's page offers, and what the worker shows.
import { createHash, randomBytes, randomUUID } from 'node:crypto'
import type { BrowserContext, Page } from '@playwright/test'
import pg from 'pg'
import { expect, site, test } from '@/tests/support/e2e'

test.use({ serviceWorkers: 'allow' })

/** Signs this browser in on a new account. */
async function signIn(context: BrowserContext, role: string, trusted: boolean): Promise<void> {
  const token = randomBytes(32).toString('base64url')
  const sql = new pg.Client({ connectionString: site().DATABASE_URL })
  await sql.connect()
  await sql
    .query(
      `WITH made AS (INSERT INTO users (username, password, role) VALUES ($1, 'x', $2) RETURNING id)
      INSERT INTO sessions (id, kind, user_id, trusted, expires_at, proved_at)
      SELECT $3, 'admin', id, $4, now() + interval '1 hour', now() FROM made`,
      [
        `phone-${randomUUID().slice(0, 8)}`,
        role,
        createHash('sha256').update(token).digest('hex'),
        trusted,
      ],
    )
    .finally(() => sql.end())
  await context.addCookies([{ name: 'session', value: token, url: site().SITE_URL ?? '' }])
}

const section = (page: Page) =>
  page
    .locator('section')
    .filter({ has: page.getByRole('heading', { name: 'Notifications on this phone' }) })

test(
  'what is chosen is kept, and a browser without a push service is told so',
  { tag: '@phone' },
  async ({ context, page }) => {
    await signIn(context, 'owner', true)
    await page.goto('/admin/account')
    const part = section(page)
    await expect(part.getByText('They are off.')).toBeVisible()
    await expect(part.getByRole('checkbox', { name: 'Names and amounts' })).not.toBeChecked()

    await part.getByRole('checkbox', { name: 'Messages' }).click()
    await expect(part.getByRole('checkbox', { name: 'Messages' })).toBeEnabled()
    await part.getByLabel('Quiet from').selectOption('22:00')
    await expect(part.getByLabel('Quiet until')).toHaveValue('07:00')
    await expect(part.getByLabel('Quiet until')).toBeEnabled()
    await page.reload()
    await expect(part.getByLabel('Quiet from')).toHaveValue('22:00')
    await expect(part.getByRole('checkbox', { name: 'Messages' })).not.toBeChecked()
    await expect(part.getByRole('checkbox', { name: 'New bookings' })).toBeChecked()

    await part.getByRole('button', { name: 'Turn on' }).click()
    await expect(part.getByRole('status')).toContainText(/could not be reached|does not allow/)
    await expect(part.getByText('They are off.')).toBeVisible()
  },
)

test(
  'crew choose among bookings alone; a device that is not their own gets none',
  { tag: '@phone' },
  async ({ context, page }) => {
    await signIn(context, 'crew', false)
    await page.goto('/admin/account')
    const part = section(page)
    await expect(part.getByText('They come only to a device of your own.')).toBeVisible()
    await expect(part.getByRole('button')).toHaveCount(0)
    await expect(part.getByRole('checkbox')).toHaveCount(3)
    await expect(part.getByRole('checkbox', { name: 'amounts' })).toHaveCount(0)
  },
)
