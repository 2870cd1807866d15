// A site without Stripe keys takes no money and says so.
import type { App } from '@/scripts/local/app'
import { expect, test as base } from '@/tests/support/e2e'
import { startWithoutPayments } from '@/tests/support/instances'
import { expectNotice, openFilled, proceedButton, wordsOf } from '@/tests/support/verbs'

const { booking, payment, purchase } = wordsOf('en')
const test = base.extend<object, { payless: App }>({
  payless: [
    async ({}, use) => {
      const app = await startWithoutPayments()
      await use(app)
      await app.stop()
    },
    { scope: 'worker' },
  ],
  baseURL: async ({ payless }, use) => use(payless.url),
})

test('Payment system is not ready', { tag: '@desktop' }, async ({ page, slot }) => {
  await openFilled(page, { ...slot, requirements: 'Three guests' })
  for (const button of [
    proceedButton(page),
    page.getByRole('dialog').getByRole('button', { name: payment.tryAgain }),
  ]) {
    await button.click()
    await expectNotice(page, payment.notices.paymentError, payment.notices.systemNotReady)
    await expect(page.getByRole('dialog', { name: purchase.session.failed })).toBeVisible()
  }
  await page.getByRole('dialog').getByRole('button', { name: payment.close, exact: true }).click()
  await expect(page.getByLabel(booking.details.requirements, { exact: true })).toHaveValue(
    'Three guests',
  )
})
