// Accessibility by axe in each state of the main job; the pages as they open are in pages.spec.
import { expectAccessible } from '@/tests/support/accessible'
import { expect, test } from '@/tests/support/e2e'
import {
  expectConfirmed,
  fillBooking,
  inLanguage,
  payWith,
  proceedButton,
  proceedToPayment,
} from '@/tests/support/verbs'

test.use({ expectedErrors: /status of 402/ })

test('the booking page refused and filled, the payment dialog, a declined card, the confirmation', async ({
  page,
  isMobile,
  slot,
}) => {
  test.slow()
  const language = isMobile ? 'zh' : 'en'
  await page.goto(inLanguage(language, '/booking'))
  await proceedButton(page, language).click()
  await expect(page.locator('[data-sonner-toast]')).toBeVisible()
  await expectAccessible(page)
  await fillBooking(page, { ...slot, phone: '+60 12-345 6789' }, language)
  await expectAccessible(page)
  await proceedToPayment(page)
  await expectAccessible(page)
  await payWith(page, '4000 0000 0000 0002')
  await expect(page.getByRole('dialog').getByRole('alert')).toBeVisible()
  await expectAccessible(page)
  await payWith(page, '4242 4242 4242 4242')
  await expectConfirmed(page)
  await expectAccessible(page)
})

test('the home page with an hour of the tape chosen', async ({ page }) => {
  await page.goto('/')
  await page.locator('.tape-day button').first().click()
  await expect(page.locator('.tape-flag')).toBeVisible()
  await expectAccessible(page)
})
