// Video editing orders as a person places them, and as they stand in the site's database.
import { createHash, randomBytes, randomInt, randomUUID } from 'node:crypto'
import type { BrowserContext, Locator, Page } from '@playwright/test'
import pg from 'pg'
import { CODE_LETTERS } from '@/lib/credentials'
import { CODE_LENGTH } from '@/lib/memberships/rules'
import { expect, site } from './e2e'
import { expectCardForm, inLanguage, languageOf, wordsOf, type Language } from './verbs'

export type Edit = {
  tier: 'basic' | 'standard' | 'premium'
  duration: '<60s' | '60-120s' | '120-180s' | '5-10 mins'
  rush?: boolean
  price?: string
  email?: string
}
/** What POST /api/video-editing-orders answers, as far as tests look at it. */
export type Placed = { id: number; totalAmount: string; clientSecret: string }

async function query<Row extends pg.QueryResultRow>(
  text: string,
  values: unknown[],
): Promise<Row[]> {
  const sql = new pg.Client({ connectionString: site().DATABASE_URL })
  await sql.connect()
  return sql
    .query<Row>(text, values)
    .then(({ rows }) => rows)
    .finally(() => sql.end())
}

/** Every order made with an email address, oldest first. */
export const ordersOf = (email: string) =>
  query<{ id: number; status: string; total: string; due: string }>(
    `SELECT id, status, total_amount::text AS total, to_char(due_at AT TIME ZONE 'Asia/Kuala_Lumpur', 'YYYY-MM-DD') AS due FROM video_editing_orders WHERE customer_email = $1 ORDER BY id`,
    [email],
  )

const referralCode = () =>
  Array.from({ length: CODE_LENGTH }, () => CODE_LETTERS[randomInt(CODE_LETTERS.length)]).join('')

/**
 * As if the visitor had entered the code from this email's inbox; with a membership of theirs when
 * `member`, or with one that was begun in another browser and waits for their word.
 */
export async function proveEmail(
  context: BrowserContext,
  email: string,
  { member }: { member: boolean | 'begun' },
): Promise<void> {
  const token = randomBytes(32).toString('base64url')
  const id = createHash('sha256').update(token).digest('hex')
  await query(
    `INSERT INTO sessions (id, kind, email, expires_at) VALUES ($1, 'member', $2, now() + interval '1 hour')`,
    [id, email],
  )
  if (member)
    await query(
      `INSERT INTO memberships (customer_name, customer_email, service_id, referral_code, email_proven_at) VALUES ('Aina', $1, (SELECT min(id) FROM services), $2, CASE WHEN $3 THEN now() END)`,
      [email, referralCode(), member === true],
    )
  await context.addCookies([{ name: 'member', value: token, url: site().SITE_URL ?? '' }])
}

export const emailOf = (name: string): string => `${name}-${randomUUID().slice(0, 8)}@example.com`

/** The checkout's address for an edit; its price is what the address claims. */
export const checkoutPath = (
  { tier, duration, rush = false, price = '1' }: Edit,
  language: Language = 'en',
): string =>
  `${inLanguage(language, '/video-editing-checkout')}?${new URLSearchParams({ tier, duration, price, rush: String(rush) })}`

/** Opens the checkout and fills the customer in. */
export async function openCheckout(
  page: Page,
  edit: Edit,
  language: Language = 'en',
): Promise<void> {
  await page.goto(checkoutPath(edit, language))
  await fillOpenOrder(page, edit.email ?? emailOf('order'), language)
}

/** Fills the customer in on a checkout that is open already. */
export async function fillOpenOrder(
  page: Page,
  email: string,
  language: Language = 'en',
): Promise<void> {
  const { details } = wordsOf(language).order
  await page.getByLabel(details.customerName, { exact: true }).fill('Aina Rahman')
  await page.getByLabel(details.customerEmail, { exact: true }).fill(email)
  await page.getByLabel(details.requirements, { exact: true }).fill('Subtitles in Malay')
  await page.getByLabel(details.footage).fill('https://drive.example/footage')
}

/** Orders up to the open payment dialog; what the server placed. */
export async function orderEdit(
  page: Page,
  edit: Edit,
  language: Language = 'en',
): Promise<Placed> {
  await openCheckout(page, edit, language)
  return proceed(page)
}

/** Presses Proceed to Payment and waits for the card form; what the server placed. */
export async function proceed(page: Page): Promise<Placed> {
  const answer = page.waitForResponse(
    (response) => new URL(response.url()).pathname === '/api/video-editing-orders' && response.ok(),
  )
  await proceedToOrder(page, await languageOf(page)).click()
  const placed = (await (await answer).json()) as Placed
  await expectCardForm(page, 'edit')
  return placed
}

export const proceedToOrder = (page: Page, language: Language = 'en'): Locator =>
  page.getByRole('button', { name: wordsOf(language).order.summary.proceed, exact: true })

/** Waits for the success page of a paid order; its ticket. */
export async function expectOrdered(page: Page): Promise<Locator> {
  const { order } = wordsOf(await languageOf(page))
  await expect(page).toHaveURL(/\/video-editing-success/)
  await expect(page.getByRole('heading', { name: order.success.header })).toBeVisible()
  return page.getByRole('article')
}
