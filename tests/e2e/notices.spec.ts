// Notices by the numbers of docs/decisions/020 G8: one visible, 5000 ms, F8, swipe to the
// right, 420 px.
import type { Page } from '@playwright/test'
import { expect, test } from '@/tests/support/e2e'
import { holdSession, payWith, proceedButton, wordsOf } from '@/tests/support/verbs'

const notices = (page: Page) => page.locator('[data-sonner-toast]')
const visible = (page: Page) =>
  page.locator('[data-sonner-toast][data-visible="true"][data-removed="false"]')
const list = (page: Page) => page.locator('[data-sonner-toaster]')

/** Sends the empty booking form, which raises a notice each time. */
async function raise(page: Page): Promise<void> {
  await proceedButton(page).click()
  await expect(visible(page)).toBeVisible()
  // A pointer over a notice keeps it.
  await page.mouse.move(2, 400)
}

test('notices are shown one at a time, for five seconds, at most 420 px wide', async ({
  page,
  isMobile,
}) => {
  await page.clock.install()
  await page.goto('/booking')
  await expect(page.locator('fieldset').first()).toBeEnabled()
  // From here on the page's time stands still unless the test moves it.
  await page.clock.pauseAt(Date.now() + 60_000)
  // What raises a notice may still be on its way from the server when the time stands still.
  const raiseInSteps = async () => {
    await proceedButton(page).click()
    await expect(async () => {
      await page.clock.runFor(50)
      expect(await visible(page).count()).toBe(1)
    }).toPass()
  }
  await raiseInSteps()
  const box = await visible(page).boundingBox()
  expect(box?.width).toBeLessThanOrEqual(420)
  if (!isMobile) expect(box?.width).toBeGreaterThan(400)
  expect(box && box.x >= 0 && box.x + box.width <= (page.viewportSize()?.width ?? 0)).toBe(true)
  // A pointer over a notice keeps it.
  await page.mouse.move(2, 400)
  await page.clock.runFor(4_700)
  await expect(visible(page)).toBeVisible()
  await page.clock.runFor(1_000)
  await expect(visible(page)).toBeHidden()

  await raiseInSteps()
  await raiseInSteps()
  await expect(notices(page)).not.toHaveCount(0)
  await expect(visible(page)).toHaveCount(1)
})

test(
  'a swipe to the right sends it away, a short one does not',
  { tag: '@desktop' },
  async ({ page }) => {
    await page.goto('/booking')
    const swipe = async (distance: number) => {
      const box = await visible(page).boundingBox()
      const [x, y] = [(box?.x ?? 0) + 40, (box?.y ?? 0) + 20]
      await page.mouse.move(x, y)
      await page.mouse.down()
      for (let moved = 0; moved <= distance; moved += 5) {
        await page.mouse.move(x + moved, y)
        // Slowly: a flick counts whatever its length.
        await page.waitForTimeout(60)
      }
      await page.mouse.up()
    }
    await raise(page)
    await swipe(20)
    await page.waitForTimeout(400)
    await expect(visible(page)).toBeVisible()
    await swipe(60)
    await expect(visible(page)).toBeHidden({ timeout: 1_500 })
  },
)

test('F8 leads to the notice and Escape back', { tag: '@desktop' }, async ({ page }) => {
  await page.goto('/booking')
  const field = page.getByLabel(wordsOf('en').booking.details.requirements, { exact: true })
  await expect(field).toBeEnabled() // a field that has not opened yet takes no focus
  await field.focus()
  await raise(page)
  // The refused form moves the focus to its first missing field; only then is it the test's turn.
  const services = page.getByRole('radiogroup', { name: wordsOf('en').booking.service.title })
  await expect(services.getByRole('radio').first()).toBeFocused()
  const before = await page.evaluateHandle(() => document.activeElement)
  await page.keyboard.press('F8')
  await expect(list(page)).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(visible(page)).toBeFocused()
  await page.keyboard.press('Escape')
  await expect
    .poll(() => before.evaluate((element) => element === document.activeElement))
    .toBe(true)
})

test.describe('in a dialog', () => {
  // The card is declined.
  test.use({ expectedErrors: /status of 402/ })

  test(
    'F8 reaches the notice; Escape and the notice’s close button leave the dialog open',
    { tag: '@desktop' },
    async ({ page, slot }) => {
      const { payment, common } = wordsOf('en')
      await holdSession(page, slot)
      const dialog = page.getByRole('dialog')
      await payWith(page, '4000 0000 0000 0002')
      await expect(visible(page).filter({ hasText: payment.notices.paymentFailed })).toBeVisible()
      await dialog.getByRole('heading').first().click()
      await dialog.focus()
      await page.keyboard.press('F8')
      await expect(list(page)).toBeFocused()
      await page.keyboard.press('Escape')
      await expect(dialog).toBeVisible()
      expect(await dialog.evaluate((element) => element.contains(document.activeElement))).toBe(
        true,
      )
      await page.keyboard.press('F8')
      await expect(list(page)).toBeFocused()
      await visible(page).getByRole('button', { name: common.close }).press('Enter')
      await expect(visible(page)).toBeHidden()
      await expect(dialog).toBeVisible()
    },
  )
})
