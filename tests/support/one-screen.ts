// The payment dialog as it is seen on a phone.
import type { Locator, Page } from '@playwright/test'
import { expect } from './e2e'
import { payButton } from './verbs'
import { wordsOf, type Language } from './words'

export const PHONE = { width: 390, height: 844 }

export async function edges(part: Locator): Promise<{ top: number; bottom: number }> {
  const box = await part.boundingBox()
  if (!box) throw new Error('not on the page')
  return { top: Math.round(box.y), bottom: Math.round(box.y + box.height) }
}

/** From the title to the button, in the order of the eye, without scrolling. */
export async function expectOneScreen(page: Page, language: Language): Promise<void> {
  const { payment, purchase } = wordsOf(language)
  const dialog = page.getByRole('dialog', { name: purchase.session.complete })
  const parts = [
    dialog.getByRole('heading', { name: purchase.session.complete }),
    dialog.getByRole('region', { name: payment.summary.title }),
    page.getByTitle('Secure payment input frame').first(),
    dialog.getByText(payment.form.neverStored),
    dialog.getByRole('region', { name: payment.policy.title }),
    payButton(page, language),
  ]
  let above = 0
  for (const part of parts) {
    const { top, bottom } = await edges(part)
    expect(top).toBeGreaterThanOrEqual(above)
    above = bottom
  }
  expect(above).toBeLessThanOrEqual(PHONE.height)
  expect(
    await dialog.evaluate((element) => {
      const screen = element.parentElement ?? element
      return screen.scrollHeight - screen.clientHeight
    }),
  ).toBeLessThanOrEqual(0)
}
