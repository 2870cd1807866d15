// A phone without a connection: Today as it was, with its time, and nothing once the session has ended.
import { createHash, randomBytes, randomUUID } from 'node:crypto'
import type { BrowserContext, Page } from '@playwright/test'
import pg from 'pg'
import { expect, site, test } from '@/tests/support/e2e'

test.use({
  serviceWorkers: 'allow',
  expectedErrors: /net::ERR_FAILED|net::ERR_INTERNET_DISCONNECTED|status of 503|status of 401/,
})

async function query(text: string, values: unknown[]) {
  const sql = new pg.Client({ connectionString: site().DATABASE_URL })
  await sql.connect()
  await sql.query(text, values).finally(() => sql.end())
}

/** Signs this browser in on a new account; the returned function ends its session from elsewhere. */
async function signIn(context: BrowserContext): Promise<() => Promise<void>> {
  const token = randomBytes(32).toString('base64url')
  const id = createHash('sha256').update(token).digest('hex')
  await query(
    `WITH made AS (INSERT INTO users (username, password, role) VALUES ($1, 'x', 'owner') RETURNING id)
    INSERT INTO sessions (id, kind, user_id, expires_at, proved_at)
    SELECT $2, 'admin', id, now() + interval '1 hour', now() FROM made`,
    [`owner-${randomUUID().slice(0, 8)}`, id],
  )
  await context.addCookies([{ name: 'session', value: token, url: site().SITE_URL ?? '' }])
  return () => query('DELETE FROM sessions WHERE id = $1', [id])
}

const keptAddresses = (page: Page): Promise<string[]> =>
  page.evaluate(async () => {
    const caches_ = await Promise.all((await caches.keys()).map((name) => caches.open(name)))
    const requests = await Promise.all(caches_.map((cache) => cache.keys()))
    return requests.flat().map(({ url }) => new URL(url).pathname)
  })

async function openToday(page: Page, path = '/admin/today') {
  await page.goto(path)
  await expect.poll(() => keptAddresses(page)).toContain(path)
}

test(
  'without a connection Today is shown with its time, and no other page is',
  { tag: '@phone' },
  async ({ context, page }) => {
    await signIn(context)
    await openToday(page)
    await context.setOffline(true)
    await page.reload()
    await expect(page.getByText(/^No connection\. As of \d\d:\d\d$/)).toBeVisible()
    await page.goto('/admin/inbox')
    await expect(page.getByRole('heading', { name: 'No connection' })).toBeVisible()
    await page.getByRole('link', { name: 'Today' }).click()
    await expect(page.getByText(/^No connection\. As of/)).toBeVisible()
    await context.setOffline(false)
  },
)

test(
  'after its session was ended elsewhere nothing of the console is readable',
  { tag: '@phone' },
  async ({ context, page }) => {
    const end = await signIn(context)
    await openToday(page, '/ms/admin/today')
    await end()
    await page.reload()
    await expect(page).toHaveURL(/\/ms\/admin\/login/)
    await expect.poll(() => page.evaluate(() => caches.keys())).toEqual([])
    expect(await page.evaluate(() => indexedDB.databases())).toEqual([])
    await context.setOffline(true)
    await page.goto('/ms/admin/today').catch(() => null)
    await expect(page.getByText('Setakat')).toBeHidden()
    await context.setOffline(false)
  },
)

test('signing out leaves nothing on the device', { tag: '@phone' }, async ({ context, page }) => {
  await signIn(context)
  await openToday(page)
  await page.goto('/admin/account')
  await page.locator('#main').getByRole('button', { name: 'Sign out', exact: true }).click()
  await expect(page).toHaveURL(/\/admin\/login/)
  await expect.poll(() => page.evaluate(() => caches.keys())).toEqual([])
})

test(
  'the console is an app of its own, and visitors get none of it',
  { tag: '@phone' },
  async ({ context, page }) => {
    await page.goto('/')
    await expect(page.locator('link[rel=manifest]')).toHaveAttribute(
      'href',
      '/manifest.webmanifest',
    )
    expect(await page.evaluate(() => navigator.serviceWorker.getRegistrations())).toEqual([])
    await signIn(context)
    await page.goto('/zh/admin/today')
    const link = page.locator('link[rel=manifest]')
    await expect(link).toHaveCount(1)
    const address = (await link.getAttribute('href')) ?? ''
    const answer = await page.request.get(address)
    expect(answer.headers()['content-type']).toContain('application/manifest+json')
    const manifest = (await answer.json()) as { start_url: string; icons: { src: string }[] }
    expect(manifest).toMatchObject({
      start_url: '/zh/admin/today',
      scope: '/zh/admin',
      lang: 'zh-Hans',
    })
    for (const { src } of manifest.icons) expect((await page.request.get(src)).status()).toBe(200)
    const worker = await page.request.get('/console-worker.js')
    expect(worker.headers()['cache-control']).toBe('no-cache')
  },
)
