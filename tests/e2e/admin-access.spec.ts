// The owner's access, and their work on members, orders, payments and mails: two-step sign-in, the
// limit of attempts, orders up to their delivery, rewards, failed mails, and the audit log of all
// that.
import { createHash, randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import pg from 'pg'
import { totpCode, totpStep } from '@/lib/auth/totp'
import en from '@/messages/en.json' with { type: 'json' }
import { expectSound } from '@/tests/support/accessible'
import { expect, site, test } from '@/tests/support/e2e'
import { lastMailTo, mailsTo } from '@/tests/support/mailbox'
import { emailOf, expectOrdered, orderEdit } from '@/tests/support/orders'
import { ADMIN } from '@/tests/support/site'
import { ledger } from '@/tests/support/stripe'
import { openAdmin, expectNotice, payWith } from '@/tests/support/verbs'

const { account, attention, gone, members, orders, signIn } = en.admin
const NEW_PASSWORD = 'another-horse-battery'

async function query<Row extends pg.QueryResultRow>(
  text: string,
  values: unknown[] = [],
): Promise<Row[]> {
  const sql = new pg.Client({ connectionString: site().DATABASE_URL })
  await sql.connect()
  return sql
    .query<Row>(text, values)
    .then(({ rows }) => rows)
    .finally(() => sql.end())
}

/** Another administrator with the owner's password: changes to it affect no other test. */
async function anotherAdmin(): Promise<string> {
  const username = `admin-${randomUUID().slice(0, 8)}`
  await query(
    `INSERT INTO users (username, password) SELECT $1, password FROM users WHERE username = $2`,
    [username, ADMIN.username],
  )
  return username
}

async function enter(page: Page, username: string, password: string) {
  await page.goto('/admin/login')
  await page.getByLabel(signIn.username).fill(username)
  await page.getByLabel(signIn.password).fill(password)
  await page.getByRole('button', { name: signIn.submit }).click()
}

const row = (page: Page, text: string) => page.getByRole('row').filter({ hasText: text })
const changesOf = (entity: string, id: number) =>
  query(`SELECT actor, action FROM audit_log WHERE entity = $1 AND entity_id = $2 ORDER BY id`, [
    entity,
    String(id),
  ])

test.describe('signing in', () => {
  test.use({ expectedErrors: /status of (400|401|429)/ })

  test(
    'a new password is set, then two steps ask for the code of the app, once, and a recovery code',
    { tag: '@desktop' },
    async ({ page }) => {
      const username = await anotherAdmin()
      await enter(page, username, ADMIN.password)
      await page.getByRole('link', { name: en.admin.session.account }).click()
      await expect(page.getByRole('heading', { level: 1, name: account.title })).toBeVisible()
      await expectSound(page)

      await page.getByLabel(account.oldPassword).fill('not it')
      await page.getByLabel(account.newPassword).fill(NEW_PASSWORD)
      await page.getByRole('button', { name: account.changePassword }).click()
      await expect(page.getByLabel(account.oldPassword)).toHaveAccessibleDescription(
        en.errors.fields.password_wrong,
      )
      await expect(page.getByLabel(account.oldPassword)).toBeFocused()
      await expect(page.getByLabel(account.newPassword)).toHaveValue(NEW_PASSWORD)
      await page.keyboard.type(ADMIN.password)
      await page.keyboard.press('Enter')
      await expectNotice(page, en.admin.save.success, account.passwordChanged)

      await page.getByLabel(account.password, { exact: true }).fill(NEW_PASSWORD)
      await page.getByRole('button', { name: account.enable }).click()
      const secret =
        (
          await page
            .getByText(account.secret, { exact: true })
            .locator('..')
            .locator('code')
            .textContent()
        )?.replaceAll(' ', '') ?? ''
      await expect(page.getByRole('img', { name: account.qr })).toBeVisible()
      await page.getByLabel(account.firstCode).fill(totpCode(secret, totpStep(new Date()) - 1))
      await page.keyboard.press('Enter')
      await expect(page.getByRole('heading', { name: account.recoveryTitle })).toBeFocused()
      const codes = await page
        .getByRole('region', { name: account.recoveryTitle })
        .getByRole('listitem')
        .allTextContents()
      expect(codes).toHaveLength(10)
      await expectSound(page)
      await page
        .getByRole('main')
        .getByRole('button', { name: en.admin.session.signOut, exact: true })
        .click()

      await expect(page).toHaveURL(/\/admin\/login/)
      await enter(page, username, NEW_PASSWORD)
      await expect(
        page.getByRole('alert').filter({ hasText: en.errors.second_step_required }),
      ).toBeVisible()
      await expect(page.getByLabel(signIn.code)).toBeFocused()
      await page.keyboard.type('000000')
      await page.keyboard.press('Enter')
      await expect(
        page.getByRole('alert').filter({ hasText: en.errors.second_step_wrong }),
      ).toBeVisible()
      await page.getByLabel(signIn.code).fill(totpCode(secret, totpStep(new Date())))
      await page.keyboard.press('Enter')
      await expect(page).toHaveURL(/\/admin\/today$/)
      await page.goto('/admin/account')
      await page.getByRole('button', { name: en.admin.session.everywhere }).click()

      await expect(page).toHaveURL(/\/admin\/login/)
      await enter(page, username, NEW_PASSWORD)
      await page.getByLabel(signIn.code).fill(codes[0]?.toLowerCase() ?? '')
      await page.keyboard.press('Enter')
      await expect(page).toHaveURL(/\/admin\/today$/)
      await page.goto('/admin/account')
      await expect(page.getByText('9 recovery codes are left.')).toBeVisible()
    },
  )

  test('too many tries: the form says how long, as Retry-After does @desktop', async ({ page }) => {
    const username = await anotherAdmin()
    const who = createHash('sha256').update(username).digest('hex')
    // The tests' site multiplies every limit by 100,000: as if that many attempts had been made.
    for (const address of ['127.0.0.1', '0:0:0:0::/64'])
      await query(
        `INSERT INTO rate_limits (key, hits, resets_at) VALUES ($1, 500000, now() + interval '95 seconds')`,
        [`sign-in-pair:${address}:${who}`],
      )
    const answer = page.waitForResponse((response) => response.url().endsWith('/api/auth/sign-in'))
    await enter(page, username, ADMIN.password)
    const retryAfter = Number((await answer).headers()['retry-after'])
    expect((await answer).status()).toBe(429)
    expect(retryAfter).toBeGreaterThan(60)
    await expect(
      page.getByRole('alert').filter({ hasText: en.errors.too_many_requests }),
    ).toBeVisible()
    await expect(page.getByText(/You can try again in 1:[0-3]\d\./)).toBeVisible()
    await expect(page.getByRole('button', { name: signIn.submit })).toBeDisabled()
  })
})

test.describe('orders', () => {
  test.use({ expectedErrors: /status of 400/ })

  test(
    'from paid to delivered, revised and refunded; the customer is told, the sandbox has the refund',
    { tag: '@desktop' },
    async ({ page }) => {
      const email = emailOf('owner-order')
      await orderEdit(page, { tier: 'standard', duration: '60-120s', email })
      await payWith(page, '4242424242424242')
      await expectOrdered(page)
      const [order] = await query<{ id: number; intent: string }>(
        `SELECT id, stripe_payment_intent_id AS intent FROM video_editing_orders WHERE customer_email = $1`,
        [email],
      )
      const id = order?.id ?? 0

      await openAdmin(page)
      await page.getByRole('link', { name: en.admin.tabs.orders, exact: true }).click()
      await page.getByLabel(orders.search).fill(email)
      await expect(page).toHaveURL(new RegExp(`/admin/orders\\?.*q=${encodeURIComponent(email)}`))
      const entry = row(page, email)
      await expect(entry).toHaveCount(1)
      await expectSound(page)

      await entry.getByRole('button', { name: orders.steps.in_progress }).click()
      await expectNotice(
        page,
        en.admin.save.success,
        orders.done.in_progress.replace('{id}', String(id)),
      )
      await entry.getByRole('button', { name: orders.steps.delivered, exact: true }).click()
      const dialog = page.getByRole('dialog')
      await dialog.getByLabel(orders.link).fill('files.example/cut')
      await dialog.getByRole('button', { name: orders.steps.delivered, exact: true }).click()
      await expect(dialog.getByLabel(orders.link)).toHaveAccessibleDescription(
        new RegExp(en.errors.fields.url.slice(0, 20)),
      )
      await expect(dialog.getByLabel(orders.link)).toBeFocused()
      await dialog.getByLabel(orders.link).fill('https://files.example/cut')
      await page.keyboard.press('Enter')
      await expectNotice(page, en.admin.save.success, `Order #${id} is delivered.`)
      await expect(entry.getByText('2 revisions left')).toBeVisible()
      expect((await lastMailTo(email, /ready/i)).html).toContain('https://files.example/cut')

      // However slowly the page reloads its rows: the next step waits for the row that this one has
      // changed.
      await page.route('**/admin/orders?**', (route) =>
        new Promise((done) => setTimeout(done, 1_000)).then(() => route.continue()),
      )
      await entry.getByRole('button', { name: orders.steps.revise }).click()
      await entry.getByRole('button', { name: orders.steps.refunded }).click()
      await page.unroute('**/admin/orders?**')
      await page
        .getByRole('alertdialog')
        .getByRole('button', { name: orders.steps.refunded })
        .click()
      await expectNotice(
        page,
        en.admin.save.success,
        orders.done.refunded.replace('{id}', String(id)),
      )
      await expect(entry.getByText(orders.status.refunded).first()).toBeVisible()
      const { refunds } = await ledger()
      expect(
        refunds
          .filter((refund) => refund.payment_intent === order?.intent)
          .map(({ amount }) => amount),
      ).toEqual([129_90])
      expect(await changesOf('order', id)).toEqual(
        ['status', 'status', 'status', 'refund_asked'].map((action) => ({
          ...{ actor: ADMIN.username, action },
        })),
      )

      await page.goto(`/admin/audit?entity=order&entityId=${id}`)
      await expect(
        page.getByRole('row').filter({ hasText: en.admin.audit.entities.order }),
      ).toHaveCount(4)
      await expect(row(page, 'paid').last()).toContainText(orders.status.in_progress)
      await expectSound(page)

      // Who else gets its documents, from now on and those that there are.
      const { finance } = orders
      const accounts = emailOf('owner-accounts')
      await page.goto(`/admin/orders?q=${encodeURIComponent(email)}`)
      const change = row(page, email).getByRole('button', {
        name: finance.title.replace('{id}', String(id)),
      })
      await expect(change).toBeEnabled() // The page's code has begun.
      await change.focus()
      await page.keyboard.press('Enter')
      const field = page.getByRole('dialog').getByLabel(finance.label)
      await field.fill('accounts at contoh')
      await page.keyboard.press('Enter')
      await expect(field).toHaveAccessibleDescription(new RegExp(en.errors.fields.email))
      await expect(field).toBeFocused()
      await expectSound(page)
      await field.fill(accounts)
      await page.keyboard.press('Enter')
      await expectNotice(page, en.admin.save.success, finance.saved)
      await expect(page.getByRole('dialog')).toHaveCount(0)
      await expect(change).toBeFocused()
      await expect(row(page, email).getByText(accounts)).toBeVisible()
      await expect(async () => expect(await mailsTo(accounts)).toHaveLength(2)).toPass()
      await page.goto(`/admin/audit?entity=order&entityId=${id}`)
      await expect(row(page, en.admin.audit.actions.contact)).toContainText(
        en.admin.audit.corrections.financeEmail,
      )
    },
  )
})

test(
  'a member is paused, a reward marked as paid, and the ledger opened',
  { tag: '@desktop' },
  async ({ page }) => {
    const [referrer, friend] = [emailOf('referrer'), emailOf('friend')]
    const code = randomUUID().slice(0, 8)
    await query(
      `INSERT INTO memberships (customer_name, customer_email, service_id, referral_code, referral_earnings)
     SELECT name, email, (SELECT min(id) FROM services), code, earned FROM (VALUES ('Siti Referrer', $1, $3, 100.00), ('Lim Friend', $2, 'x' || $3, 0)) AS m(name, email, code, earned)`,
      [referrer, friend, code],
    )
    const [reward] = await query<{ id: number }>(
      `INSERT INTO referral_rewards (referrer_membership_id, referred_membership_id, status, awarded_at) SELECT a.id, b.id, 'awarded', now() FROM memberships a, memberships b WHERE a.customer_email = $1 AND b.customer_email = $2 RETURNING id`,
      [referrer, friend],
    )
    await openAdmin(page, 'en', `/admin/members?q=${encodeURIComponent(referrer)}`)
    const table = page.getByRole('region', { name: members.caption })
    const entry = table.getByRole('row').filter({ hasText: referrer })
    await expect(entry).toContainText('0/10')
    await expectSound(page)
    await entry
      .getByRole('button', { name: members.change.replace('{name}', 'Siti Referrer') })
      .click()
    await page.getByRole('menuitemradio', { name: members.status.paused }).click()
    await expectNotice(
      page,
      en.admin.save.success,
      members.changed.replace('{name}', 'Siti Referrer'),
    )
    await expect(entry.getByText(members.status.paused, { exact: true })).toBeVisible()
    await entry
      .getByRole('link', { name: members.ledgerOf.replace('{name}', 'Siti Referrer') })
      .click()
    await expect(page.getByText(members.emptyLedger)).toBeVisible()

    await page.goto('/admin/members?reward=awarded')
    const mine = page
      .getByRole('region', { name: members.rewards.caption })
      .getByRole('row')
      .filter({ hasText: referrer })
    await mine.getByRole('button', { name: members.rewards.steps.paid }).click()
    await page
      .getByRole('alertdialog')
      .getByRole('button', { name: members.rewards.steps.paid })
      .click()
    await expectNotice(
      page,
      en.admin.save.success,
      members.rewards.done.paid.replace('{amount}', 'RM100.00').replace('{name}', 'Siti Referrer'),
    )
    await expect(mine).toHaveCount(0)
    expect(await changesOf('referral_reward', reward?.id ?? 0)).toEqual([
      { actor: ADMIN.username, action: 'reward_paid' },
    ])
  },
)

test(
  'a failed mail is sent again and unmatched money noted',
  { tag: '@desktop' },
  async ({ page }) => {
    const recipient = emailOf('failed-mail')
    const intent = `pi_${randomUUID().replaceAll('-', '')}`
    const payload = { name: 'Siti', email: recipient, referralCode: 'ACDEFGHJ' }
    await query(
      `INSERT INTO mails (dedupe_key, kind, recipient, locale, payload, message_id, status, attempts, last_error) VALUES ($1, 'membership_welcome', $1, 'en', $2, $3, 'failed', 12, 'EENVELOPE 550 RCPT TO')`,
      [recipient, JSON.stringify(payload), `<${randomUUID()}@tests.example>`],
    )
    await query(
      `INSERT INTO payments (purpose, stripe_payment_intent_id, idempotency_key, amount, status, outcome, reason, succeeded_at, updated_at) VALUES ('unmatched', $1, $1, 55.00, 'succeeded', 'needs_attention', 'unmatched', now(), now())`,
      [intent],
    )
    await openAdmin(page)
    await page.getByRole('link', { name: /need your attention|needs your attention/ }).click()
    await expect(page.getByRole('link', { name: en.admin.tabs.attention })).toHaveAttribute(
      'aria-current',
      'page',
    )
    await expectSound(page)
    await page
      .getByRole('button', { name: attention.mails.resendTo.replace('{recipient}', recipient) })
      .click()
    await expectNotice(
      page,
      en.admin.save.success,
      attention.mails.resent.replace('{recipient}', recipient),
    )
    await lastMailTo(recipient, /Welcome/)
    expect(await mailsTo(recipient)).toHaveLength(1)

    const money = page.getByRole('listitem').filter({ hasText: intent })
    await money.getByRole('button', { name: attention.link }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel(attention.moneyField).selectOption('given_back')
    await dialog.getByLabel(attention.noteField).fill('Given back in cash')
    await dialog.getByRole('button', { name: attention.save }).click()
    await expectNotice(page, en.admin.save.success, attention.handledDone)
    await expect(
      page
        .getByRole('region', { name: attention.handled.title })
        .getByRole('listitem')
        .filter({ hasText: intent }),
    ).toContainText('Given back in cash')
  },
)

test(
  'an address of the console without a page says so inside the frame, and one that means a page leads there',
  { tag: '@desktop' },
  async ({ page }) => {
    for (const path of [
      '/admin/nothing',
      '/admin/settings/nothing',
      '/admin/customers/999999999',
    ]) {
      await openAdmin(page, 'en', path)
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(gone.title)
      await expect(page.getByRole('link', { name: en.admin.frame.blog })).toBeVisible()
    }
    await page.getByRole('link', { name: gone.back }).click()
    await expect(page).toHaveURL(/\/admin\/today$/)
    await page.goto('/ms/admin/bookings?q=Siti')
    await expect(page).toHaveURL(/\/ms\/admin\?q=Siti$/)
  },
)
