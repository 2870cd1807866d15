// The membership from joining to the free session: what a member and a friend of theirs see and
// receive. The clock is moved by the rows of the database, and the site's own jobs do the rest.
import type { Locator, Page } from '@playwright/test'
import pg from 'pg'
import { longDate } from '@/lib/time'
import { expectSound } from '@/tests/support/accessible'
import { expect, site, test } from '@/tests/support/e2e'
import { tick } from '@/tests/support/jobs'
import { lastMailTo, mailsTo } from '@/tests/support/mailbox'
import {
  expectNotice,
  inLanguage,
  openFilled,
  pressTwice,
  wordsOf,
  type Language,
} from '@/tests/support/verbs'

const words = (language: Language) => wordsOf(language).membership
const newEmail = () => `member-${Math.random().toString(36).slice(2)}@example.com`
const CODE = /\b[ACDEFGHJKMNPQRTUVWXY34679]{8}\b/

async function database<T extends object>(text: string, values: unknown[]): Promise<T[]> {
  const sql = new pg.Client({ connectionString: site().DATABASE_URL })
  await sql.connect()
  try {
    return (await sql.query<T>(text, values)).rows
  } finally {
    await sql.end()
  }
}

const joinButton = (page: Page, language: Language): Locator =>
  page.getByRole('button', { name: words(language).joinNow, exact: true })
const field = (
  page: Page,
  language: Language,
  name: keyof ReturnType<typeof words>['join']['labels'],
) => page.getByLabel(words(language).join.labels[name], { exact: true })

async function fillJoin(
  page: Page,
  language: Language,
  email: string,
  name = 'Aina Rahman',
): Promise<void> {
  await field(page, language, 'customerName').fill(name)
  await field(page, language, 'customerEmail').fill(email)
  await field(page, language, 'serviceId').selectOption({ index: 1 })
}

const codesRead = new Set<string>()

/** The six digits of a mail that this test has not read yet. */
async function newCodeTo(email: string): Promise<string> {
  let code = ''
  await expect(async () => {
    const mail = (await mailsTo(email)).findLast(
      ({ id, subject }) => /\d{6}/.test(subject) && !codesRead.has(id),
    )
    expect(mail, 'a code that was not read yet').toBeTruthy()
    codesRead.add(mail?.id ?? '')
    code = /\d{6}/.exec(mail?.subject ?? '')?.[0] ?? ''
  }).toPass({ timeout: 45_000 })
  return code
}

/** Types the six digits that have arrived in the inbox. */
async function enterCode(page: Page, language: Language, email: string): Promise<void> {
  const { code } = words(language).member
  await expect(page.getByLabel(code.code, { exact: true })).toBeFocused()
  await page.keyboard.insertText(await newCodeTo(email))
}

/** Joins and proves the email; returns the referral code of the mail. */
async function join(page: Page, language: Language, email: string): Promise<string> {
  const { join: texts, member } = words(language)
  await page.goto(inLanguage(language, '/membership'))
  await joinButton(page, language).click()
  await expect(field(page, language, 'customerName')).toBeFocused()
  await fillJoin(page, language, email)
  await pressTwice(
    page,
    page.getByRole('button', { name: texts.create, exact: true }),
    '**/api/memberships',
  )
  await expectNotice(page, texts.done.title, texts.done.text)
  await expect(page.getByText(texts.proof.title)).toBeVisible()
  await expectCodeClear(page, language)
  await enterCode(page, language, email)
  await expect(page.getByRole('heading', { name: member.card.title })).toBeVisible()
  await expectMembersPage(page, language)
  const mail = await lastMailTo(email, new RegExp(welcomeOf(language)))
  expect(mail.text).not.toContain('Aina Rahman')
  return CODE.exec(mail.text)?.[0] ?? ''
}

/** The field for the code is in the window, below the header, and the notice covers nothing of it. */
async function expectCodeClear(page: Page, language: Language): Promise<void> {
  const code = page.getByLabel(words(language).member.code.code, { exact: true })
  await expect(code).toBeInViewport({ ratio: 1 })
  await expect(async () => {
    const field = await code.boundingBox()
    const notice = await page.locator('[data-sonner-toast]').first().boundingBox()
    expect(field?.y).toBeGreaterThanOrEqual(96)
    expect(field && notice && overlap(field, notice)).toBeFalsy()
  }).toPass({ timeout: 4_000 })
}

type Box = { x: number; y: number; width: number; height: number }

const overlap = (a: Box, b: Box): boolean =>
  a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height

/** Nothing on a member's page asks to join, or shows a card of somebody else. */
async function expectMembersPage(page: Page, language: Language): Promise<void> {
  const main = page.getByRole('main')
  const { joinNow, join, card } = words(language)
  await expect(main.getByRole('link', { name: joinNow, exact: true })).toBeHidden()
  await expect(joinButton(page, language)).toBeHidden()
  await expect(page.getByRole('heading', { name: join.title })).toBeHidden()
  await expect(main.getByText(card.note, { exact: true })).toBeHidden()
  await expect(
    main.getByRole('link', { name: wordsOf(language).nav.bookSession, exact: true }).first(),
  ).toBeVisible()
}

const welcomeOf = (language: Language): string =>
  wordsOf(language).mail.welcome.subject.split('{', 1)[0]?.trim() ?? ''

async function signIn(page: Page, language: Language, email: string): Promise<void> {
  const { member } = words(language)
  await page.getByRole('button', { name: member.signIn, exact: true }).click()
  await page.getByLabel(member.code.email, { exact: true }).fill(email)
  await page.getByRole('button', { name: member.code.send, exact: true }).click()
  await enterCode(page, language, email)
  await expect(
    page
      .getByText(member.card.signedIn.replace('{email}', email))
      .or(page.getByText(member.stranger.title)),
  ).toBeVisible()
}

async function journey(page: Page, language: Language): Promise<void> {
  const { member, join: texts } = words(language)
  const email = newEmail()
  const code = await join(page, language, email)
  expect(code).toMatch(CODE)
  await expect(
    page.getByText(member.card.progress.replace('{done}', '0').replace('{all}', '10')),
  ).toBeVisible()
  await expect(page.getByText(code, { exact: true })).toBeVisible()
  await expect(page.getByRole('img', { name: member.share.qr })).toBeVisible()
  await expect(page.getByText(member.friends.empty)).toBeVisible()
  await expect(page.getByText(member.sessions.empty)).toBeVisible()
  await expectSound(page)

  await page.reload()
  await expectMembersPage(page, language)
  await expect(page.getByRole('heading', { name: member.card.title })).toBeVisible()
  await page.getByRole('button', { name: member.card.signOut, exact: true }).click()
  await expect(page.getByRole('button', { name: member.signIn, exact: true })).toBeVisible()
  await page.reload()
  await expect(page.getByRole('button', { name: member.signIn, exact: true })).toBeVisible()
  await joinButton(page, language).click()
  await expect(page.getByRole('option', { name: /99/ }).first()).toBeAttached()
  await expectSound(page)
  await page.getByRole('button', { name: texts.cancel, exact: true }).click()
}

test('joins, proves the email by the code that arrives, sees the card, signs out @phone', ({
  page,
}) => journey(page, 'ms'))

test.describe('refusals', () => {
  test.use({ expectedErrors: /status of (400|401|409)/ })

  test('an email that is a member’s, an unknown code and a wrong sign-in code are said beside the field, all kept @desktop', async ({
    page,
  }) => {
    const email = newEmail()
    // A form that was open before: a member's own page has none.
    const form = await page.context().newPage()
    await form.goto('/membership')
    await joinButton(form, 'en').click()
    await expect(field(form, 'en', 'customerName')).toBeFocused()
    await join(page, 'en', email)
    await fillJoin(form, 'en', email)
    const create = form.getByRole('button', { name: 'Create Membership' })
    const { errors } = wordsOf('en')
    await create.click()
    await expectNotice(form, 'Error', errors.already_member)
    await expect(field(form, 'en', 'customerEmail')).toHaveAccessibleDescription(
      errors.fields.already_member,
    )
    await field(form, 'en', 'customerEmail').fill(newEmail())
    await field(form, 'en', 'referredBy').fill('NOBODY77')
    await create.click()
    await expect(field(form, 'en', 'referredBy')).toHaveAccessibleDescription(
      errors.fields.referral_unknown,
    )
    await expect(field(form, 'en', 'customerName')).toHaveValue('Aina Rahman')
    await form.close()

    const { member } = words('en')
    await page.getByRole('button', { name: member.card.signOut, exact: true }).click()
    await page.getByRole('button', { name: member.signIn, exact: true }).click()
    await page.getByLabel(member.code.email, { exact: true }).fill(email)
    await page.getByRole('button', { name: member.code.send, exact: true }).click()
    const right = await newCodeTo(email)
    await page
      .getByLabel(member.code.code, { exact: true })
      .fill(right === '000000' ? '000001' : '000000')
    await expect(page.getByLabel(member.code.code, { exact: true })).toHaveAccessibleDescription(
      errors.fields.code_wrong,
    )
    await expectSound(page)
    await page.getByLabel(member.code.code, { exact: true }).fill(right)
    await expect(page.getByRole('heading', { name: member.card.title })).toBeVisible()
  })
})

test('a stranger who proves an email is told what it is good for @phone', async ({ page }) => {
  const email = newEmail()
  await page.goto('/membership')
  await signIn(page, 'en', email)
  const { member } = words('en')
  await expect(page.getByText(member.stranger.text.replace('{email}', email))).toBeVisible()
  await expectSound(page)
  await page.getByRole('link', { name: member.stranger.join }).click()
  await expect(field(page, 'en', 'customerEmail')).toHaveValue(email)
})

test.describe('the whole way', () => {
  // The browser reports that a friend may not read the member's booking.
  test.use({ expectedErrors: /status of 404/ })

  test(
    'a friend joins by the link; the reward is awarded once; ten sessions make the eleventh free',
    { tag: '@desktop' },
    async ({ page, another, slot, anotherSlot }) => {
      const language = 'en'
      test.setTimeout(180_000)
      const { membership, booking: texts, confirmation, mail: letters, manage } = wordsOf(language)
      const { member } = membership
      const [email, friend] = [newEmail(), newEmail()]
      const code = await join(page, language, email)

      const theirs = await (await another()).newPage()
      await theirs.goto(inLanguage(language, `/membership?ref=${code}`))
      await expect(field(theirs, language, 'referredBy')).toHaveValue(code)
      await fillJoin(theirs, language, friend, 'Lim Wei')
      await theirs.getByRole('button', { name: membership.join.create, exact: true }).click()
      await expectNotice(theirs, membership.join.done.title, membership.join.done.text)

      await expect(theirs.getByText(membership.join.proof.title)).toBeVisible()
      await page.reload()
      await expect(page.getByText(member.friends.empty), 'not before the proof').toBeVisible()
      await enterCode(theirs, language, friend)
      await expect(theirs.getByRole('heading', { name: member.card.title })).toBeVisible()
      await page.reload()
      await expect(page.getByText(member.friends.state.pending)).toBeVisible()

      // The friend's first paid session, done more than seven days ago; and ten of the member's
      // own.
      const [booking] = await database<{ id: number }>(
        `WITH made AS (INSERT INTO bookings (service_id, studio_id, first_name, email, date, time, starts_at, ends_at, total_amount, status, manage_token, confirmed_at, completed_at, membership_id)
         SELECT service_id, 1, 'Lim', customer_email, '2026-11-02', '09:00', '2026-11-02T01:00:00Z', '2026-11-02T02:00:00Z', 107.17, 'completed', $2, now() - interval '20 days', now() - interval '8 days', id
         FROM memberships WHERE customer_email = $1 RETURNING id)
         INSERT INTO sales (kind, booking_id, lines, subtotal, tax_amount, tax_rate, tax_label, total_amount)
         SELECT 'session', id, jsonb_build_array(jsonb_build_object('kind', 'session', 'quantity', 1, 'unitSen', 9900, 'amountSen', 9900)), 99, 8.17, 0.0825, 'Tax', 107.17 FROM made RETURNING booking_id AS id`,
        [friend, `friend-${code}`],
      )
      await database(
        `INSERT INTO payments (booking_id, sale_id, purpose, amount, idempotency_key, stripe_payment_intent_id, status, outcome, succeeded_at, card_fingerprint) VALUES ($1, (SELECT id FROM sales WHERE booking_id = $1), 'booking', 107.17, $2, $2, 'succeeded', 'confirmed', now(), $2)`,
        [booking?.id, `pi_of_${code}`],
      )
      await database(
        `INSERT INTO membership_sessions (membership_id, booking_id, session_date, session_time, duration) SELECT membership_id, id, date, time, duration FROM bookings WHERE id = $1`,
        [booking?.id],
      )
      await database(
        `INSERT INTO membership_sessions (membership_id, session_date, session_time, duration) SELECT id, '2026-10-05', '09:00', 'hourly' FROM memberships, generate_series(1, 10) WHERE customer_email = $1`,
        [email],
      )
      await database(
        `UPDATE memberships SET sessions_completed = 10, free_sessions_earned = 1 WHERE customer_email = $1`,
        [email],
      )

      // Whether the tick runs the job or the site's own clock was faster.
      await expect(async () => {
        await database(`UPDATE jobs SET started_at = NULL WHERE name = 'award_rewards'`, [])
        await tick(page.request)
        await page.reload()
        await expect(page.getByText(member.friends.state.awarded, { exact: true })).toBeVisible({
          timeout: 10_000,
        })
      }).toPass({ timeout: 60_000 })
      await expect(page.getByText('RM100.00')).toBeVisible()
      expect(
        await database(
          `SELECT referral_earnings::text AS earned FROM memberships WHERE customer_email = $1`,
          [email],
        ),
      ).toEqual([{ earned: '100.00' }])
      // Who is a member needs no reasons to become one.
      for (const { title } of [membership.steps, membership.benefits, membership.savings])
        await expect(page.getByRole('heading', { name: title, includeHidden: true })).toBeHidden()

      await page.getByRole('link', { name: member.card.use }).click()
      await openFilled(page, { ...slot, email }, language)
      await page.getByRole('checkbox', { name: texts.free.use }).check()
      await page
        .getByRole('button', { name: texts.summary.confirm })
        .filter({ visible: true })
        .first()
        .click()
      await expect(page).toHaveURL(/\/booking-success\?booking=\d+$/)
      const ticket = page.getByRole('article')
      for (const fact of [
        longDate(slot.date, language),
        slot.time,
        'RM0.00',
        confirmation.status.free,
      ])
        await expect(ticket).toContainText(fact)
      await expectSound(page)
      await page.reload()
      await expect(ticket, 'kept over a refresh').toContainText(slot.time)
      const [download] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('link', { name: confirmation.tools.calendar }).click(),
      ])
      expect(download.suggestedFilename()).toMatch(/^booking-\d+\.ics$/)
      await theirs.goto(page.url())
      await expect(
        theirs.getByText(confirmation.generic.note),
        'nobody else’s to see',
      ).toBeVisible()
      await expect(theirs.getByRole('article')).toHaveCount(0)
      const letter = await lastMailTo(
        email,
        new RegExp(letters.confirmed.subject.split(/[:：]/)[0] ?? ''),
      )
      await page.getByRole('link', { name: confirmation.tools.booking }).click()
      await expect(page.getByRole('heading', { level: 1, name: manage.title })).toBeVisible()
      expect(letter.html).toContain(page.url())
      await page.goto(inLanguage(language, '/membership'))
      await expect(page.getByText(member.sessions.upcoming, { exact: true })).toBeVisible()
      expect(
        await database(
          `SELECT free_sessions_earned AS earned, free_sessions_used AS used, sessions_completed AS done FROM memberships WHERE customer_email = $1`,
          [email],
        ),
      ).toEqual([{ earned: 1, used: 1, done: 10 }])

      // The next one costs what it costs.
      await openFilled(page, { ...(await anotherSlot()), email }, language)
      await expect(
        page.getByRole('button', { name: texts.summary.proceed }).filter({ visible: true }).first(),
      ).toBeVisible()
      await expect(page.getByRole('checkbox', { name: texts.free.use })).toHaveCount(0)
    },
  )
})
