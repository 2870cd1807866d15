// Without JavaScript the booking page says what there is, what it costs and how to reach the studio,
// and the contact form is sent.
import { expect, test } from '@/tests/support/e2e'
import { formatRate, senOf } from '@/lib/money'
import { DEFAULT_SITE } from '@/lib/settings/site'
import { inLanguage, wordsOf, type Language } from '@/tests/support/verbs'
import { lastMailTo, mailsTo } from '@/tests/support/mailbox'
import { LANGUAGES } from '@/tests/support/words'

type Service = {
  id: number
  name: string
  hourlyRate: string
  isAddOn: boolean
  translations: Partial<Record<string, { name: string }>>
}

test.use({ javaScriptEnabled: false })

const tagOf = (language: Language) => ({ tag: language === 'ms' ? '@phone' : '@desktop' })

for (const language of LANGUAGES) {
  test(
    `services, rates, address and phone are on the page (${language})`,
    tagOf(language),
    async ({ page, request }) => {
      await page.goto(inLanguage(language, '/booking'))
      // Locators by text leave out what is in a noscript.
      await expect(page.locator('noscript p')).toHaveText(wordsOf(language).booking.noScript)
      await expect(page.locator('noscript p')).toBeVisible()
      const ways = page.locator('noscript a')
      await expect(ways).toHaveCount(3)
      for (const [nth, address] of [/^https:\/\/wa\.me\//, /^tel:\+60/, /^mailto:/].entries())
        await expect(ways.nth(nth)).toHaveAttribute('href', address)
      const services = ((await (await request.get('/api/services')).json()) as Service[]).filter(
        ({ isAddOn }) => !isAddOn,
      )
      expect(services.length).toBeGreaterThanOrEqual(6)
      for (const { name, hourlyRate, translations } of services) {
        const card = page
          .getByRole('radiogroup')
          .locator('> div')
          .filter({ has: page.getByText(translations[language]?.name ?? name, { exact: true }) })
        await expect(card).toBeVisible()
        await expect(card).toContainText(formatRate(senOf(hourlyRate)))
      }
      await expect(page.getByRole('main').getByText(DEFAULT_SITE.address.unit)).toBeVisible()
    },
  )
}

for (const language of LANGUAGES)
  test(
    `the contact form is refused with everything kept, then sent once (${language})`,
    tagOf(language),
    async ({ page }) => {
      const { contact } = wordsOf(language)
      const { labels, subject, industry, sent, send } = contact.form
      const email = `no-script-${language}@example.com`
      await page.goto(inLanguage(language, '/contact'))
      const field = (name: keyof typeof labels) => page.getByLabel(labels[name], { exact: true })
      await field('name').fill('Aina 爱娜')
      await field('message').fill('Two of us\nnext week')
      await field('topics').fill('Interviews')
      await field('industry').selectOption({ label: industry['food-beverage'] })
      await page.getByRole('button', { name: send, exact: true }).click()

      const problem = page.getByRole('alert')
      await expect(problem).toContainText(`${labels.email}:`)
      await expect(problem).toContainText(`${labels.subject}:`)
      await expect(problem).toBeInViewport()
      await expect(field('email')).toHaveAccessibleDescription(/./)
      await expect(field('name')).toHaveValue('Aina 爱娜')
      await expect(field('message')).toHaveValue('Two of us\nnext week')
      await expect(field('topics')).toHaveValue('Interviews')
      await expect(field('industry')).toHaveValue('food-beverage')
      await field('email').fill(email)
      await field('subject').selectOption({ label: subject.booking })
      await page.getByRole('button', { name: send, exact: true }).click()

      await expect(page.getByText(sent.title)).toBeInViewport()
      await expect(field('message')).toHaveValue('')
      await page.reload()
      await expect(page.getByText(sent.title)).toBeVisible()
      await lastMailTo(email)
      const told = (await mailsTo(DEFAULT_SITE.email)).filter(({ html }) => html.includes(email))
      expect(told).toHaveLength(1)
    },
  )

test(
  'a text that is too long is refused beside its field, and none of it is lost',
  tagOf('en'),
  async ({ page }) => {
    const { labels, send } = wordsOf('en').contact.form
    // More than a call may have in all, twice as much when it is sent again.
    const text = 'x'.repeat(70_000)
    await page.goto('/contact')
    const message = page.getByLabel(labels.message, { exact: true })
    await message.fill(text)
    for (const time of ['first', 'second']) {
      await page.getByRole('button', { name: send, exact: true }).click()
      await expect(page.getByRole('alert')).toBeInViewport()
      expect((await message.inputValue()).length, time).toBe(text.length)
    }
  },
)
