// Accessibility by axe: nothing on any page of the main job, in each of its states.
import { expectAccessible } from '@/tests/support/accessible'
import { expect, test } from '@/tests/support/e2e'
import {
  cardFrame,
  expectConfirmed,
  fillBooking,
  holdSession,
  inLanguage,
  payWith,
  proceedButton,
  type Language,
} from '@/tests/support/verbs'

test.use({ expectedErrors: /status of 40[24]/ })

const languages = (isMobile: boolean): Language[] => (isMobile ? ['zh'] : ['en', 'ms'])

test('home, 404, the owner’s sign-in', async ({ page, isMobile }) => {
  for (const language of languages(isMobile))
    for (const path of ['/', '/nothing-here', '/admin/login']) {
      await page.goto(inLanguage(language, path))
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await expectAccessible(page)
    }
})

test('the booking page, empty, refused and filled', async ({ page, isMobile, slot }) => {
  for (const language of languages(isMobile)) {
    await page.goto(inLanguage(language, '/booking'))
    await expect(page.getByRole('grid')).toBeVisible()
    await expectAccessible(page)
    await proceedButton(page, language).click()
    await expect(page.locator('[data-sonner-toast]')).toBeVisible()
    await expectAccessible(page)
    await fillBooking(page, { ...slot, phone: '+60 12-345 6789' }, language)
    await expectAccessible(page)
    await page.evaluate(() => sessionStorage.clear())
  }
})

test('the payment dialog, a declined card, the confirmation', async ({
  page,
  isMobile,
  anotherSlot,
}) => {
  for (const language of languages(isMobile)) {
    await holdSession(page, await anotherSlot(), language)
    await expectAccessible(page)
    await payWith(page, '4000 0000 0000 0002')
    await expect(cardFrame(page).getByRole('alert').filter({ hasText: /./ })).toBeVisible()
    await expectAccessible(page)
    await payWith(page, '4242 4242 4242 4242')
    await expectConfirmed(page)
    await expectAccessible(page)
  }
})
