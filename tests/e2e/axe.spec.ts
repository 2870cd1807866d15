// Accessibility by axe in each state of the main job; the pages as they open are in pages.spec.
import { expectAccessible } from '@/tests/support/accessible'
import { expect, test } from '@/tests/support/e2e'
import {
  cardFrame,
  expectConfirmed,
  fillBooking,
  inLanguage,
  payWith,
  proceedButton,
  proceedToPayment,
  wordsOf,
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
  await expect(cardFrame(page).getByRole('alert').filter({ hasText: /./ })).toBeVisible()
  await expectAccessible(page)
  await payWith(page, '4242 4242 4242 4242')
  await expectConfirmed(page)
  await expectAccessible(page)
})

test('the pages that book without script: the choice, the refused form, the hold', async ({
  page,
  isMobile,
  slot: { date, time },
}) => {
  const language = isMobile ? 'zh' : 'en'
  const { booking, plainBooking } = wordsOf(language)
  await page.goto(inLanguage(language, '/booking/plain?service=1'))
  await expectAccessible(page)
  await page.goto(
    inLanguage(language, `/booking/plain/details?service=1&date=${date}&time=${time}`),
  )
  const hold = page.getByRole('button', { name: plainBooking.details.hold, exact: true })
  await hold.click()
  await expect(page.getByRole('alert').filter({ hasText: /./ })).toBeFocused()
  await expectAccessible(page)
  await page.getByLabel(booking.details.firstName, { exact: true }).fill('Aina')
  await page.getByLabel(booking.details.email, { exact: true }).fill('plain-axe@example.com')
  await hold.click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(plainBooking.hold.title)
  await expectAccessible(page)
})
