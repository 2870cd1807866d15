// What leaves the server for each role: whoever may see no money gets no byte of it.
import { createHash, randomBytes, randomUUID } from 'node:crypto'
import type { APIRequestContext } from '@playwright/test'
import pg from 'pg'
import en from '@/messages/en.json' with { type: 'json' }
import { expectSound } from '@/tests/support/accessible'
import { heldByCall } from '@/tests/support/bookings'
import { expect, site, test } from '@/tests/support/e2e'
import { lastMailTo } from '@/tests/support/mailbox'
import { adminPages } from '@/tests/support/routes'
import type { Slot } from '@/tests/support/slots'
import { payIntent } from '@/tests/support/stripe'
import { openAdmin } from '@/tests/support/verbs'

async function query<Row extends pg.QueryResultRow>(text: string, values: unknown[] = []) {
  const sql = new pg.Client({ connectionString: site().DATABASE_URL })
  await sql.connect()
  return sql
    .query<Row>(text, values)
    .then(({ rows }) => rows)
    .finally(() => sql.end())
}

/** A signed-in account of this role: its session cookie. */
async function signedIn(role: 'crew' | 'manager') {
  const token = randomBytes(32).toString('base64url')
  await query(
    `WITH made AS (INSERT INTO users (username, password, role) VALUES ($1, 'x', $2) RETURNING id)
    INSERT INTO sessions (id, kind, user_id, expires_at, proved_at)
    SELECT $3, 'admin', id, now() + interval '1 hour', now() FROM made`,
    [`${role}-${randomUUID().slice(0, 8)}`, role, createHash('sha256').update(token).digest('hex')],
  )
  return { name: 'session', value: token, url: site().SITE_URL ?? '' }
}

type Secret = { what: string; text: string }

/** All that is secret about the bookings of the seed and of tests before this one. */
async function secrets(): Promise<Secret[]> {
  const rows = await query<{ email: string; token: string; intent: string | null; total: string }>(
    `SELECT b.email, b.manage_token AS token, b.total_amount::text AS total,
      (SELECT max(stripe_payment_intent_id) FROM payments p WHERE p.booking_id = b.id) AS intent
    FROM bookings b WHERE b.email <> '' ORDER BY b.id DESC LIMIT 200`,
  )
  expect(rows.length).toBeGreaterThan(0)
  return rows.flatMap(({ email, token, intent, total }) => [
    { what: 'email', text: email },
    { what: 'token', text: token },
    { what: 'amount', text: `RM${total}` },
    ...(intent ? [{ what: 'intent', text: intent }] : []),
  ])
}

/** A page as HTML and as the router asks for it. */
async function everyByteOf(request: APIRequestContext, path: string): Promise<string> {
  const html = await request.get(path)
  const rsc = await request.get(path, { headers: { rsc: '1' } })
  return (await html.text()) + (await rsc.text())
}

/** A booking that is paid: its id. */
async function paidBooking(request: APIRequestContext, slot: Slot): Promise<number> {
  const held = await heldByCall(request, { ...slot })
  await payIntent(held.intent)
  await expect
    .poll(() => query(`SELECT status FROM bookings WHERE id = $1`, [held.id]))
    .toEqual([{ status: 'confirmed' }])
  return held.id
}

test(
  'as crew no amount, email, intent or token of anybody is in any byte',
  { tag: '@desktop' },
  async ({ context, request: visitor, slot }) => {
    test.setTimeout(180_000)
    await paidBooking(visitor, slot)
    await context.addCookies([await signedIn('crew')])
    const { request } = context
    const bookings = await query<{ id: number; date: string }>(
      `SELECT id, date FROM bookings WHERE status IN ('confirmed', 'pending', 'completed')
    ORDER BY id DESC LIMIT 8`,
    )
    const secret = await secrets()
    const paths = [
      ...adminPages(),
      ...bookings.map(({ id }) => `/admin/bookings/${id}`),
      ...bookings.map(({ date }) => `/admin/calendar?date=${date}`),
      ...bookings.map(({ date }) => `/admin/calendar/sheet?date=${date}`),
      ...bookings.map(({ date }) => `/api/admin/today?date=${date}`),
      ...bookings.map(({ id }) => `/api/admin/bookings/${id}`),
      ...['/api/bookings', '/api/contacts', '/api/admin/customers', '/api/admin/search?q=a'],
    ]
    for (const path of paths) {
      const bytes = await everyByteOf(request, path)
      const found = secret.find(({ text }) => bytes.includes(text))
      expect([path, found?.what ?? 'nothing']).toEqual([path, 'nothing'])
    }
    // The same crawl finds them for the owner: it looks where they are.
    const [first] = bookings
    await context.clearCookies()
    await openAdmin(await context.newPage(), 'en', '/admin/today')
    const owners = await everyByteOf(context.request, `/admin/bookings/${first?.id ?? 0}`)
    expect(secret.some(({ what, text }) => what === 'amount' && owners.includes(text))).toBe(true)
  },
)

test('crew see today, the calendar and a session, note and greet, and nothing else', async ({
  page,
  context,
  request,
  slot,
}) => {
  const id = await paidBooking(request, slot)
  await context.addCookies([await signedIn('crew')])
  await page.goto('/admin/today')
  const nav = page.getByRole('navigation', { name: en.admin.frame.places })
  await expect(nav.getByRole('link', { name: en.admin.frame.today })).toBeVisible()
  await expect(nav.getByRole('link', { name: en.admin.frame.inbox })).toHaveCount(0)
  await expect(page.getByRole('button', { name: en.admin.search.open })).toHaveCount(0)
  await expectSound(page)
  await page.goto(`/admin/bookings/${id}`)
  await page.getByRole('button', { name: en.admin.sheet.note }).click()
  const text = `Cable ${randomUUID().slice(0, 6)}`
  await page.getByLabel(en.admin.sheet.noteText).fill(text)
  await page.getByRole('dialog').getByRole('button', { name: en.admin.form.save }).click()
  await expect(page.getByText(text)).toBeVisible()
  await expect(page.getByRole('heading', { name: en.admin.sheet.money })).toHaveCount(0)
  await expectSound(page)
  await page.goto('/admin/customers')
  await expect(page).toHaveURL(/\/admin\/today$/)
})

test(
  'the owner invites somebody, who chooses a name and works as crew until the role ends',
  { tag: '@desktop' },
  async ({ page, browser }) => {
    const email = `crew-${randomUUID().slice(0, 8)}@example.com`
    const { users, invitation } = en.admin
    await openAdmin(page, 'en', '/admin/people')
    await page.getByRole('button', { name: users.invite }).click()
    await page.getByLabel(users.email, { exact: true }).fill(email)
    await page.getByRole('button', { name: users.send }).click()
    await expect(page.getByText(email)).toBeVisible()
    await expectSound(page)
    const mail = await lastMailTo(email)
    const link = /href="([^"]*\/admin\/login\/invitation#[^"]+)"/.exec(mail.html)?.[1] ?? ''
    const theirs = await browser.newContext()
    const tab = await theirs.newPage()
    await tab.goto(link)
    const name = `siti-${randomUUID().slice(0, 8)}`
    await tab.getByLabel(invitation.username).fill(name)
    await tab.getByLabel(invitation.password).fill('tripod and two lamps')
    await expectSound(tab)
    await tab.getByRole('button', { name: invitation.submit }).click()
    await expect(tab).toHaveURL(/\/admin\/today$/)

    await page.reload()
    const row = page.getByRole('listitem').filter({ hasText: name })
    await row.getByRole('button', { name: users.signOut }).click()
    await expect(row.getByText(users.neverSeen)).toBeVisible()
    // Nothing of the console is readable on the other device any more.
    await tab.reload()
    await expect(tab).toHaveURL(/\/admin\/login/)
    await tab.goBack()
    await expect(tab).toHaveURL(/\/admin\/login/)
    await theirs.close()
  },
)

test(
  'a manager finds three pages of the settings, and the owner’s lead to Today',
  { tag: '@desktop' },
  async ({ page, context }) => {
    await context.addCookies([await signedIn('manager')])
    await page.goto('/admin/settings')
    const { pages, search } = en.admin.settingsIndex
    const titles = page.getByRole('main').getByRole('listitem').getByRole('link')
    await expect(titles).toHaveText(
      [pages.hours, pages.closed, pages.mail].map(({ title }) => new RegExp(`^${title}`)),
    )
    await page.getByRole('searchbox', { name: search }).fill(en.admin.settings.tax.rate)
    await expect(page.getByRole('status').first()).toContainText('No setting')
    for (const owners of ['studio', 'prices', 'payment', 'rules', 'website']) {
      await page.goto(`/admin/settings/${owners}`)
      await expect(page).toHaveURL(/\/admin\/today$/)
    }
    await page.goto('/admin/settings/closed')
    await expect(page.getByRole('table')).toHaveCount(12)
    await expectSound(page)
  },
)

test('crew are given no list of things to do, and their links fill the bar of a phone', async ({
  page,
  context,
}) => {
  await context.addCookies([await signedIn('crew')])
  await page.goto('/admin/today')
  await expect(page.getByRole('heading', { name: en.admin.today.tomorrow })).toBeVisible()
  await expect(page.getByRole('heading', { name: en.admin.today.todo })).toHaveCount(0)
  if ((page.viewportSize()?.width ?? 0) > 600) return
  const more = await page.getByRole('button', { name: en.admin.frame.more }).boundingBox()
  expect((more?.x ?? 0) + (more?.width ?? 0)).toBeCloseTo(page.viewportSize()?.width ?? 0, 0)
})

test('a booking that there is not is said to be missing, inside the console', async ({
  page,
  context,
}) => {
  await context.addCookies([await signedIn('manager')])
  await page.goto('/admin/bookings/999999999')
  await expect(page.getByRole('heading', { name: en.admin.gone.title })).toBeVisible()
  await page.getByRole('main').getByRole('link', { name: en.admin.gone.back }).click()
  await expect(page).toHaveURL(/\/admin\/today$/)
})
