// The prices of an edit on the home page.
import type { Page } from '@playwright/test'
import { expect } from './e2e'
import { languageOf, wordsOf } from './words'

// Of each tier one length, in ringgit: price, rush, total, total with rush. The whole price list is
// in tests/component/editing.
const PRICES = {
  basic: ['m10', '250', '88.00', '270.63', '365.89'],
  standard: ['s120', '120', '42.00', '129.90', '175.37'],
  premium: ['s60', '150', '53.00', '162.38', '219.75'],
} as const
const rm = (ringgit: string) => new RegExp(`^RM${ringgit.replace('.', '\\.')}$`)

/** The island's parts by the names a visitor reads. */
export async function editing(page: Page) {
  const language = await languageOf(page)
  const { editing: words, payment } = wordsOf(language)
  const bill = page.getByRole('region', { name: words.summary })
  return {
    words,
    tier: (name: keyof typeof PRICES) =>
      page.getByRole('radio', { name: words[name].name, exact: true }),
    length: (key: keyof typeof words.lengths) =>
      page.getByRole('radio', { name: words.lengths[key], exact: true }),
    rush: page.getByRole('switch', { name: words.rush }),
    checkout: page.getByRole('button', { name: words.checkout, exact: true }),
    chat: page.getByRole('link', { name: new RegExp(words.whatsapp) }),
    total: bill.getByRole('status'),
    totalWord: payment.summary.total,
    line: (label: string) =>
      bill.getByText(label, { exact: true }).locator('xpath=following-sibling::dd'),
  }
}

/** The prices of the tiers with and without rush. */
export async function checkPrices(page: Page): Promise<void> {
  // The lamps change at every frame, and to paint that takes longer than to look at the prices.
  await page.emulateMedia({ reducedMotion: 'reduce' })
  const { words, tier, length, rush, checkout, chat, total, totalWord, line } = await editing(page)
  await page.getByText(words.open, { exact: true }).click()
  const totalIs = (ringgit: string) =>
    expect(total).toHaveText(new RegExp(`^${totalWord}RM${ringgit.replace('.', '\\.')}$`))
  for (const name of ['basic', 'standard', 'premium'] as const) {
    for (const rushed of [false, true]) {
      await rush.setChecked(rushed)
      const [key, price, surcharge, plain, dear] = PRICES[name]
      await tier(name).check()
      await length(key).check()
      await totalIs(rushed ? dear : plain)
      await expect(line(words.price)).toHaveText(rm(`${price}.00`))
      if (rushed)
        await expect(line(words.surcharge.replace('{percent}', '35'))).toHaveText(rm(surcharge))
      await expect(checkout).toBeEnabled()
    }
  }
  await length('more').check()
  await expect(checkout).toHaveCount(0)
  await expect(chat).toHaveAttribute('href', /^https:\/\/wa\.me\/\d+\?text=/)
  await tier('basic').check()
  await expect(checkout, 'another tier clears the length').toBeDisabled()
}
