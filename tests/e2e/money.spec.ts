// The owner's page of money, and one payout of Stripe opened into what it is made of.
import { createHash } from 'node:crypto'
import pg from 'pg'
import { axeFaults } from '@/tests/support/accessible'
import { heldByCall } from '@/tests/support/bookings'
import { expect, site, test } from '@/tests/support/e2e'
import { control, payIntent } from '@/tests/support/stripe'
import { wordsOf } from '@/tests/support/verbs'

const { money, proof: words, signIn } = wordsOf('en').admin

// The refusal that asks for a proof.
test.use({ expectedErrors: /status of 403/ })

test(
  'a payout is opened after a proof: our sum, each difference, and what Stripe pays out',
  { tag: '@desktop' },
  async ({ page, context, request, slot }) => {
    const { ADMIN_USERNAME: username = '', ADMIN_PASSWORD: password = '', SITE_URL = '' } = site()
    const held = await heldByCall(request, { ...slot })
    await payIntent(held.intent)
    const payout = await control<{ id: string; amount: number }>('payout', {})
    const signedIn = await context.request.post('/api/auth/sign-in', {
      data: { username, password },
    })
    expect(signedIn.status()).toBe(200)
    const session = (await context.cookies(SITE_URL)).find(({ name }) => name === 'session')
    const sql = new pg.Client({ connectionString: site().DATABASE_URL ?? '' })
    await sql.connect()
    await sql.query(`UPDATE sessions SET proved_at = now() - interval '11 minutes' WHERE id = $1`, [
      createHash('sha256')
        .update(session?.value ?? '')
        .digest('hex'),
    ])
    await expect
      .poll(async () => {
        const { rows } = await sql.query(`SELECT lines_read FROM stripe_payouts WHERE id = $1`, [
          payout.id,
        ])
        return rows
      })
      .toEqual([{ lines_read: true }])
    await sql.end()

    await page.goto('/admin/money')
    await expect(page.getByText(money.came.today)).toBeVisible()
    await expect(page.getByText(payout.id)).toHaveCount(0)
    await expect(page.getByText(money.payouts.balance)).toHaveCount(0)
    await page.getByRole('button', { name: money.proveAction }).click()
    const proof = page.getByRole('dialog', { name: words.title })
    await proof.getByLabel(signIn.password, { exact: true }).fill(password)
    await proof.getByRole('button', { name: words.submit }).click()
    await expect(page.getByText(money.payouts.balance)).toBeVisible()
    expect(await axeFaults(page)).toEqual([])

    await page.locator(`a[href$="/admin/money/payouts/${payout.id}"]`).click()
    await expect(page.getByRole('heading', { name: money.payouts.sums, exact: true })).toBeVisible()
    const sums = page.getByRole('region', { name: money.payouts.sums, exact: true }).last()
    const sen = (text: string | null) =>
      Math.round(Number((text ?? '').replace(/[^\d.-]/g, '').replace('−', '-')) * 100)
    const cells = await sums.getByRole('cell').allTextContents()
    const [ours = 0, ...rest] = cells.map((text) => sen(text.replace('−', '-')))
    const paidOut = rest.pop()
    expect(paidOut).toBe(payout.amount)
    expect(rest.reduce((sum, difference) => sum + difference, ours)).toBe(payout.amount)
    await expect(sums).toContainText('Stripe’s fees for')
    await expect(
      page.getByRole('link', { name: `Booking #${held.id}`, exact: true }).first(),
    ).toBeVisible()
    expect(await axeFaults(page)).toEqual([])

    const files = ['receipts/export', 'payouts/export', 'receipts/archive']
    const month = new Date(Date.now() + 8 * 3_600_000).toISOString().slice(0, 7)
    for (const file of files) {
      const answer = await context.request.get(`/api/admin/${file}?month=${month}`)
      expect([file, answer.status()]).toEqual([file, 200])
      const body = await answer.body()
      if (file === 'receipts/archive') expect(body.subarray(0, 2).toString()).toBe('PK')
      else expect(body.toString()).toContain('\r\n')
    }
  },
)
