// Services, membership and the pages of rules, as a visitor uses them.
import { formatRM } from '@/lib/money'
import { expect, test } from '@/tests/support/e2e'
import { inLanguage, openStep, wordsOf, type Language } from '@/tests/support/verbs'

type Service = {
  id: number
  name: string
  hourlyRate: string
  isAddOn: boolean
  translations: Partial<Record<string, { name: string }>>
}
type FaqPage = { '@type': string; mainEntity: { name: string; acceptedAnswer: { text: string } }[] }

const languages = (isMobile: boolean): Language[] => (isMobile ? ['ms'] : ['en'])

test('Book Now preselects the service it stands under', async ({ page, request, isMobile }) => {
  const services = (await (await request.get('/api/services')).json()) as Service[]
  for (const language of languages(isMobile)) {
    const nameOf = ({ name, translations }: Service) => translations[language]?.name ?? name
    const bookNow = (service: Service) =>
      page.getByRole('main').getByRole('link', {
        name: `${wordsOf(language).nav.bookNow} (${nameOf(service)})`,
        exact: true,
      })
    await page.goto(inLanguage(language, '/services'))
    for (const service of services) await expect(bookNow(service)).toHaveCount(1)
    const [chosen] = services.filter(({ isAddOn }) => !isAddOn).slice(3)
    if (!chosen) throw new Error('The test needs four services')
    await bookNow(chosen).click()
    await openStep(page, 'service', language)
    await expect(page.getByRole('radio', { name: nameOf(chosen) })).toBeChecked()
    expect(new URL(page.url()).pathname).toBe(inLanguage(language, '/booking'))
    await page.evaluate(() => sessionStorage.clear())
  }
})

test(
  'the comparison of services opens for who follows its link',
  { tag: '@desktop' },
  async ({ page }) => {
    await page.goto(inLanguage('zh', '/services'))
    await expect(page.getByRole('table')).toBeHidden()
    await page
      .getByRole('link', { name: wordsOf('zh').services.compare.short, exact: true })
      .click()
    await expect(page.getByRole('table')).toBeInViewport()
  },
)

test(
  'the footer’s equipment link lands on the rig list',
  { tag: '@desktop' },
  async ({ page, isMobile }) => {
    for (const language of languages(isMobile)) {
      const words = wordsOf(language)
      await page.goto(inLanguage(language, '/faq'))
      await page
        .getByRole('contentinfo')
        .getByRole('link', { name: words.footer.equipment, exact: true })
        .click()
      await expect(page).toHaveURL(/\/services#equipment$/)
      const title = page.getByRole('heading', { name: words.services.equipment.title, exact: true })
      await expect(title).toBeInViewport()
      await expect(
        page.locator('#equipment').getByRole('listitem').filter({ hasText: 'Shure SM7B' }),
      ).toHaveCount(1)
    }
  },
)

test('the savings calculator shows the customer’s examples and answers the visitor’s own', async ({
  page,
  isMobile,
}) => {
  for (const language of languages(isMobile)) {
    const { membership } = wordsOf(language)
    await page.goto(inLanguage(language, '/membership'))
    const sum = page.locator('output')
    await expect(sum).toContainText(formatRM(1_089_00))
    await expect(sum).toContainText(formatRM(990_00))
    if (isMobile) await page.getByText(membership.savings.table.replace('{sessions}', '11')).click()
    await expect(page.getByRole('row').filter({ hasText: formatRM(2_728_00) })).toContainText(
      formatRM(2_480_00),
    )
    const slider = page.getByRole('slider', { name: membership.savings.sessions })
    await slider.focus()
    // The first keys may come before the page is alive, and then End alone changes nothing any more.
    await expect(async () => {
      await slider.press('Home')
      await slider.press('End')
      await expect(sum).toContainText(formatRM(44 * 99_00), { timeout: 500 })
    }).toPass()
    await expect(sum).toContainText(formatRM(40 * 99_00))
    await page.getByRole('link', { name: membership.joinNow, exact: true }).click()
    await expect(
      page.getByRole('heading', { name: membership.join.title, exact: true }),
    ).toBeInViewport()
    await expect(
      page.getByLabel(membership.join.labels.customerName, { exact: true }),
    ).toBeVisible()
  }
})

test(
  'the FAQ opens by keyboard, and tells search engines the same',
  { tag: '@desktop' },
  async ({ page, isMobile }) => {
    for (const language of languages(isMobile)) {
      const { faq } = wordsOf(language)
      await page.goto(inLanguage(language, '/faq'))
      const question = page.locator('summary').filter({ hasText: faq.questions.week.q })
      const answer = page.getByText(faq.questions.week.a, { exact: true })
      await expect(answer).toBeHidden()
      await question.focus()
      await page.keyboard.press('Enter')
      await expect(answer).toBeVisible()
      await page.keyboard.press('Enter')
      await expect(answer).toBeHidden()
      // A locator by text does not look into scripts.
      const described = await page
        .locator('script[type="application/ld+json"]')
        .evaluateAll((scripts) =>
          scripts.map((script) => JSON.parse(script.textContent ?? '') as unknown),
        )
      const graph = described
        .flat()
        .find((thing): thing is FaqPage => (thing as FaqPage)['@type'] === 'FAQPage')
      expect(graph?.mainEntity).toHaveLength(await page.locator('main summary').count())
      expect(
        graph?.mainEntity.find(({ name }) => name === faq.questions.week.q)?.acceptedAnswer.text,
      ).toBe(faq.questions.week.a)
    }
  },
)

test(
  'the privacy notice stands in English and Malay whatever the language, and the refund policy word for word',
  { tag: '@desktop' },
  async ({ page, isMobile }) => {
    for (const language of languages(isMobile)) {
      await page.goto(inLanguage(language, '/privacy'))
      for (const official of ['en', 'ms'] as const)
        await expect(
          page.getByRole('heading', {
            name: wordsOf(official).legal.privacy.sections.rights.title,
            exact: true,
          }),
        ).toBeVisible()
      await page.goto(inLanguage(language, '/refund-policy'))
      const { title: _, ...points } = wordsOf(language).payment.policy
      await expect(page.locator('#policy li')).toHaveText(Object.values(points))
    }
  },
)
