// The contact page: nothing sent before it is complete, nothing lost when it is refused, and the
// studio's mail.
import type { Locator, Page } from '@playwright/test'
import { DEFAULT_SITE } from '@/lib/settings/site'
import { expect, test } from '@/tests/support/e2e'
import { mailsTo } from '@/tests/support/mailbox'
import { expectNotice, hydrated, inLanguage, wordsOf, type Language } from '@/tests/support/verbs'

type FieldName = keyof ReturnType<typeof wordsOf>['contact']['form']['labels']
const form = (language: Language) => wordsOf(language).contact.form
const field = (page: Page, language: Language, name: FieldName): Locator =>
  page.getByLabel(form(language).labels[name], { exact: true })
const send = (page: Page, language: Language) =>
  page.getByRole('button', { name: form(language).send, exact: true })

/** Its code has come: until then the browser sends the form by itself. */
async function openContact(page: Page, language: Language): Promise<void> {
  await page.goto(inLanguage(language, '/contact'))
  await hydrated(send(page, language))
}

async function fillContact(page: Page, language: Language, message: string): Promise<void> {
  await openContact(page, language)
  for (const [name, value] of [
    ['name', 'Aina Rahman'],
    ['email', 'aina@example.com'],
    ['phone', '+60 12-345 6789'],
    ['company', 'Kopi & Kawan'],
    ['message', message],
  ] as const)
    await field(page, language, name).fill(value)
  await field(page, language, 'subject').selectOption('custom-package')
  await field(page, language, 'industry').selectOption('food-beverage')
}

async function missingThenSent(page: Page, language: Language, tag: string): Promise<void> {
  const words = form(language)
  await openContact(page, language)
  await field(page, language, 'company').fill('Kopi & Kawan')
  await send(page, language).click()
  await expectNotice(page, words.missing.title, words.missing.text)
  for (const name of ['name', 'email', 'subject', 'message'] as const)
    await expect(field(page, language, name)).toHaveAccessibleDescription(
      wordsOf(language).errors.fields.required,
    )
  await expect(field(page, language, 'name')).toBeFocused()
  await expect(field(page, language, 'company')).toHaveValue('Kopi & Kawan')

  const message = `Message ${tag}\n<b>Second</b> line`
  await fillContact(page, language, message)
  await send(page, language).dblclick()
  await expectNotice(page, words.sent.title, words.sent.text)
  await expect(field(page, language, 'message')).toHaveValue('')

  const ours = async () =>
    (await mailsTo(DEFAULT_SITE.email)).filter(({ text }) => text.includes(`Message ${tag}`))
  await expect.poll(async () => (await ours()).length, { timeout: 45_000 }).toBe(1)
  const [mail] = await ours()
  expect(mail?.text).toContain('<b>Second</b> line')
  expect(mail?.html).not.toContain('<b>Second</b>')
  expect(mail?.text).toContain('Kopi & Kawan')
}

const TAG = () => Math.random().toString(36).slice(2)

test(
  'missing fields, then sent once, and the studio has it',
  { tag: '@desktop' },
  async ({ page }) => missingThenSent(page, 'en', TAG()),
)
for (const language of ['ms', 'zh'] as const)
  test(
    `missing fields, then sent once, in ${language}`,
    { tag: language === 'ms' ? '@phone' : '@desktop' },
    async ({ page }) => missingThenSent(page, language, TAG()),
  )

test('what was typed is there in the other language', { tag: '@phone' }, async ({ page }) => {
  const message = `Message ${TAG()}`
  await fillContact(page, 'en', message)
  await page.getByRole('button', { name: /^Language: / }).click()
  await page.getByRole('link', { name: 'Bahasa Malaysia' }).click()
  await expect(page).toHaveURL(/\/ms\/contact/)
  await expect(field(page, 'ms', 'message')).toHaveValue(message)
  await expect(field(page, 'ms', 'subject')).toHaveValue('custom-package')
  await send(page, 'ms').click()
  await expectNotice(page, form('ms').sent.title, form('ms').sent.text)
})

test.describe('refused by the server', () => {
  test.use({ expectedErrors: /status of (400|429)|Failed to load resource/ })

  test('said beside the field, everything typed kept', { tag: '@desktop' }, async ({ page }) => {
    await fillContact(page, 'en', 'Hello')
    // The browser checks the same rules, so only a changed request can be refused: here on its way.
    await page.route('**/api/contacts', (route) => {
      const body = route.request().postDataJSON() as object
      return route.continue({ postData: JSON.stringify({ ...body, message: 'x'.repeat(10_000) }) })
    })
    await send(page, 'en').click()
    const { errors } = wordsOf('en')
    await expectNotice(page, form('en').failed.title, errors.invalid_request)
    await expect(field(page, 'en', 'message')).toHaveAccessibleDescription(errors.fields.too_long)
    await expect(field(page, 'en', 'message')).toBeFocused()
    await expect(field(page, 'en', 'message')).toHaveValue('Hello')
    await expect(field(page, 'en', 'industry')).toHaveValue('food-beverage')
    await page.unroute('**/api/contacts')
    await send(page, 'en').click()
    await expectNotice(page, form('en').sent.title, form('en').sent.text)
  })
})

test(
  '10,000 characters: said before anything is sent, nothing cut',
  { tag: '@desktop' },
  async ({ page }) => {
    await fillContact(page, 'en', 'x'.repeat(10_000))
    let calls = 0
    page.on('request', (request) => void (request.url().endsWith('/api/contacts') && calls++))
    await send(page, 'en').click()
    await expect(field(page, 'en', 'message')).toHaveAccessibleDescription(
      wordsOf('en').errors.fields.too_long,
    )
    expect([calls, (await field(page, 'en', 'message').inputValue()).length]).toEqual([0, 10_000])
  },
)

test(
  'open or closed by the clock in Kuala Lumpur, and no other host before the map is asked for',
  { tag: '@desktop' },
  async ({ page, baseURL }) => {
    const strangers: string[] = []
    page.on(
      'request',
      (request) =>
        void (
          request.url().startsWith(baseURL ?? '') ||
          request.url().startsWith('data:') ||
          strangers.push(request.url())
        ),
    )
    const { open } = wordsOf('en').contact
    // The visitor's clock is right; the server's decides.
    let date = 'Tue, 24 Nov 2026 04:00:00 GMT'
    await page.route('/api/health', (route) => route.fulfill({ headers: { date } }))
    await page.goto('/contact')
    // The hours this very page prints: another test may be setting the studio's.
    const [weekday, weekend] = await page
      .getByRole('main')
      .getByText(/^\d\d:00–\d\d:00$/)
      .allTextContents()
    await expect(page.getByText(open.now.replace('{time}', weekday?.slice(6) ?? ''))).toBeVisible()
    date = 'Fri, 25 Dec 2026 04:00:00 GMT'
    await page.goto('/contact')
    await expect(
      page.getByText(open.holiday.replace('{time}', weekend?.slice(6) ?? '')),
    ).toBeVisible()
    expect(strangers).toEqual([])
  },
)

test(
  'sent before the page has its code, it is refused with everything kept, then sent by the code',
  { tag: '@desktop' },
  async ({ page }) => {
    let isCodeAway = true // The first page's is never answered.
    await page.route('**/_next/static/**/*.js', (route) =>
      isCodeAway ? undefined : route.continue(),
    )
    await page.goto('/contact', { waitUntil: 'domcontentloaded' })
    await field(page, 'en', 'name').fill('Aina Rahman')
    await field(page, 'en', 'message').fill('A question')
    await field(page, 'en', 'industry').selectOption('media')
    isCodeAway = false
    await send(page, 'en').click()
    await expect(page.getByRole('alert').getByText(form('en').failed.text)).toBeVisible()
    await expect(field(page, 'en', 'email')).toHaveAccessibleDescription(
      wordsOf('en').errors.fields.required,
    )
    await expect(field(page, 'en', 'message')).toHaveValue('A question')
    await expect(field(page, 'en', 'industry')).toHaveValue('media')
    await hydrated(send(page, 'en'))
    await field(page, 'en', 'email').fill('early@example.com')
    await field(page, 'en', 'subject').selectOption('other')
    const call = page.waitForRequest('**/api/contacts')
    await send(page, 'en').click()
    expect((await call).postDataJSON()).toMatchObject({ message: 'A question', industry: 'media' })
    await expectNotice(page, form('en').sent.title, form('en').sent.text)
    await expect(page.getByText(form('en').failed.text)).toHaveCount(0)
    for (const name of ['message', 'industry', 'email'] as const)
      await expect(field(page, 'en', name)).toHaveValue('')
  },
)
