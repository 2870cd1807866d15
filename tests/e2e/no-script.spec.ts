// Without JavaScript the page still says what there is, what it costs and whom to call.
import { expect, test } from '@/tests/support/e2e'
import { formatRM, senOf } from '@/lib/money'
import { DEFAULT_SITE } from '@/lib/settings/site'
import { inLanguage, wordsOf } from '@/tests/support/verbs'
import { LANGUAGES } from '@/tests/support/words'

type Service = {
  name: string
  hourlyRate: string
  isAddOn: boolean
  translations: Partial<Record<string, { name: string }>>
}

test.use({ javaScriptEnabled: false })

for (const language of LANGUAGES)
  test(
    `services, rates, address and phone (${language})`,
    { tag: language === 'ms' ? '@phone' : '@desktop' },
    async ({ page, request }) => {
      await page.goto(inLanguage(language, '/booking'))
      // Locators by text leave out what is in a noscript.
      await expect(page.locator('noscript p')).toHaveText(wordsOf(language).booking.noScript)
      await expect(page.locator('noscript p')).toBeVisible()
      const services = ((await (await request.get('/api/services')).json()) as Service[]).filter(
        ({ isAddOn }) => !isAddOn,
      )
      expect(services.length).toBeGreaterThanOrEqual(6)
      for (const { name, hourlyRate, translations } of services) {
        const card = page
          .getByText(translations[language]?.name ?? name, { exact: true })
          .locator('..')
        await expect(card).toBeVisible()
        await expect(card).toContainText(formatRM(senOf(hourlyRate)))
      }
      await expect(page.getByRole('main').getByText(DEFAULT_SITE.address.unit)).toBeVisible()
      await expect(
        page.getByRole('main').getByRole('link', { name: DEFAULT_SITE.phone }),
      ).toHaveAttribute('href', /^tel:\+60/)
    },
  )
