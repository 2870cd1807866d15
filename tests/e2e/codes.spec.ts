// A code beside the price: who has its last use, and a session that it makes free.
import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { expectAccessible } from '@/tests/support/accessible'
import { expect } from '@/tests/support/e2e'
import { lastMailTo } from '@/tests/support/mailbox'
import { dayAfter, ONE_SITE, ownHouse } from '@/tests/support/own-house'
import {
  expectConfirmed,
  fillCard,
  openFilled,
  payButton,
  proceedButton,
  proceedToPayment,
  wordsOf,
} from '@/tests/support/verbs'

const test = ownHouse((sql) =>
  sql.query(
    `INSERT INTO codes (code, name, percent, max_uses) VALUES
      ('MERDEKA', 'Merdeka', 15, 1), ('HADIAH', 'A present', 100, NULL)`,
  ),
)
test.describe.configure(ONE_SITE)

// A use too many, and an email that is not proven yet.
test.use({ expectedErrors: /status of 40[039]/ })

const { booking, codes, errors } = wordsOf('en')

async function typeCode(page: Page, typed: string): Promise<void> {
  await page.getByText(codes.title, { exact: true }).click()
  await page.getByLabel(codes.label, { exact: true }).fill(typed)
  await page.getByRole('button', { name: codes.apply, exact: true }).click()
}

test(
  'of two browsers with the last use of a code one has it, and the other reads so beside the field',
  { tag: '@desktop' },
  async ({ page, another }) => {
    const other = await (await another()).newPage()
    await openFilled(page, { date: dayAfter(0), time: '10:00', email: 'first@example.com' })
    await openFilled(other, { date: dayAfter(0), time: '14:00', email: 'second@example.com' })
    // As it is copied from a message, with a mark that nobody sees.
    await typeCode(page, ' merdeka\u200b ')
    await typeCode(other, 'Merdeka')
    for (const tab of [page, other])
      await expect(
        tab.getByRole('status').filter({ hasText: 'Merdeka: RM14.85 off' }),
      ).toBeVisible()
    await expectAccessible(page)
    expect((await proceedToPayment(page)).totalAmount).toBe('91.09')
    await proceedButton(other).click()
    await expect(other.locator('#booking-code-error')).toHaveText(errors.fields.code_used_up)
    await fillCard(page, '4242 4242 4242 4242')
    await payButton(page).click()
    await expectConfirmed(page)
  },
)

test(
  'a session that a code makes free is booked without a payment, for a confirmed email',
  { tag: '@phone' },
  async ({ page }) => {
    const email = `present-${randomUUID().slice(0, 8)}@example.com`
    await openFilled(page, { date: dayAfter(1), time: '10:00', email })
    await typeCode(page, 'HADIAH')
    await expect(page.getByRole('status').filter({ hasText: 'A present' })).toBeVisible()
    await page.getByRole('button', { name: booking.summary.confirm, exact: true }).last().click()
    await page.getByRole('button', { name: booking.proof.send.replace('{email}', email) }).click()
    const { subject } = await lastMailTo(email, /\d{6}/)
    await page.getByLabel(booking.proof.code).fill(/\d{6}/.exec(subject)?.[0] ?? '')
    await page.getByRole('button', { name: booking.proof.check }).click()
    // It is booked at once.
    await expectConfirmed(page)
  },
)
