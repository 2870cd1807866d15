// Without JavaScript the booking page says what there is, what it costs and how to reach the studio,
// and the contact form is sent.
import { expect, test } from '@/tests/support/e2e'
import { formatRM, senOf } from '@/lib/money'
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
    `services, rates, address and phone (${language})`,
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
          .getByText(translations[language]?.name ?? name, { exact: true })
          .locator('..')
        await expect(card).toBeVisible()
        await expect(card).toContainText(formatRM(senOf(hourlyRate)))
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
      const { labels, subject, sent, send } = contact.form
      const email = `plain-contact-${language}@example.com`
      await page.goto(inLanguage(language, '/contact'))
      await page.locator('noscript').getByRole('link', { name: contact.plain.link }).click()
      const field = (name: keyof typeof labels) => page.getByLabel(labels[name], { exact: true })
      await field('name').fill('Aina 爱娜')
      await field('message').fill('Two of us\nnext week')
      await field('topics').fill('Interviews')
      await page.getByRole('button', { name: send, exact: true }).click()

      const problem = page.locator('#problem')
      await expect(problem).toContainText(`${labels.email}:`)
      await expect(problem).toContainText(`${labels.subject}:`)
      await expect(field('email')).toHaveAccessibleDescription(/./)
      await expect(field('name')).toHaveValue('Aina 爱娜')
      await expect(field('message')).toHaveValue('Two of us\nnext week')
      await expect(field('topics')).toHaveValue('Interviews')
      await field('email').fill(email)
      await field('subject').selectOption({ label: subject.booking })
      await page.getByRole('button', { name: send, exact: true }).click()

      await expect(page.getByText(sent.title)).toBeVisible()
      await page.reload()
      await expect(page.getByText(sent.title)).toBeVisible()
      await lastMailTo(email)
      const told = (await mailsTo(DEFAULT_SITE.email)).filter(({ html }) => html.includes(email))
      expect(told).toHaveLength(1)
    },
  )
