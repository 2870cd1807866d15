// From the empty page to the confirmation with nothing but keys.
import type { Locator, Page } from '@playwright/test'
import { expect, test } from '@/tests/support/e2e'
import {
  cardFrame,
  emailFor,
  expectCardForm,
  expectConfirmed,
  inLanguage,
  payButton,
  proceedButton,
  wordsOf,
} from '@/tests/support/verbs'

/** Whether the keys go to this element, which may be in a frame. */
const hasKeys = (target: Locator) =>
  target.evaluate((element) => element === document.activeElement && document.hasFocus())

async function press(page: Page, key: string, target: Locator, most: number): Promise<void> {
  for (let presses = 0; presses < most; presses++) {
    if (await hasKeys(target)) return
    await page.keyboard.press(key)
  }
  throw new Error(`${most} times ${key} do not lead to ${target}`)
}
const tabTo = (page: Page, target: Locator) => press(page, 'Tab', target, 60)

test('a session is booked with the keyboard alone', { tag: '@desktop' }, async ({ page, slot }) => {
  const language = 'ms'
  const { booking } = wordsOf(language)
  await page.goto(inLanguage(language, '/booking'))
  const services = page.getByRole('radiogroup', { name: booking.service.title }).getByRole('radio')
  await expect(services.first()).toBeEnabled()

  await tabTo(page, services.first())
  await page.keyboard.press('Space')
  await page.keyboard.press('ArrowDown')
  await expect(services.nth(1)).toBeChecked()
  await page.keyboard.press('ArrowUp')
  await expect(services.first()).toBeChecked()

  await tabTo(page, page.getByRole('radio', { name: booking.duration.hourly, exact: true }))
  await page.keyboard.press('ArrowRight')
  await expect(
    page.getByRole('radio', { name: booking.duration['half-day'], exact: true }),
  ).toBeChecked()
  await page.keyboard.press('ArrowLeft')

  await tabTo(
    page,
    page.getByRole('gridcell').getByRole('button').and(page.locator('[tabindex="0"]')),
  )
  await walkTo(page, slot.date)
  await page.keyboard.press('Enter')

  const times = page
    .getByRole('radiogroup', { name: booking.time.title })
    .getByRole('radio', { disabled: false })
  await expect(times.first()).toBeVisible()
  await tabTo(page, times.first())
  await page.keyboard.press('Space')
  const time = page.getByRole('radio', { name: slot.time, exact: true })
  for (let steps = 0; steps < 12 && !(await time.isChecked()); steps++)
    await page.keyboard.press('ArrowDown')
  await expect(time).toBeChecked()

  await type(page, booking.details.firstName, 'Aina')
  await type(page, booking.details.email, emailFor(slot))
  await tabTo(page, proceedButton(page, language))
  await page.keyboard.press('Enter')

  await expectCardForm(page)
  await tabTo(page, cardFrame(page).locator('[name=number]'))
  // The form moves on to the next field by itself when one is complete.
  await page.keyboard.type('4242424242424242')
  await page.keyboard.type('1234')
  await page.keyboard.type('123')
  await tabTo(page, payButton(page, language))
  await page.keyboard.press('Space')
  const ticket = await expectConfirmed(page)
  await expect(ticket).toContainText(slot.time)
  await expect(ticket).toContainText(emailFor(slot))
})

/** Arrow keys from the calendar's current day to another, over the ends of months. */
async function walkTo(page: Page, date: string): Promise<void> {
  const focused = () => page.evaluate(() => document.activeElement?.getAttribute('data-day') ?? '')
  for (let days = 0; days < 60; days++) {
    if ((await focused()) === date) return
    const before = await focused()
    await page.keyboard.press('ArrowRight')
    await expect.poll(focused).not.toBe(before)
  }
  throw new Error(`60 days of arrow keys do not lead to ${date}`)
}

async function type(page: Page, label: string, text: string): Promise<void> {
  await tabTo(page, page.getByLabel(label, { exact: true }))
  await page.keyboard.type(text)
}
