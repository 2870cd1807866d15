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

// As on the home page (site.css). A page's last section ends at the footer, which keeps its distance.
test(
  'sections of services and membership keep the rhythm of a long page, and phones its buttons wide',
  { tag: '@desktop' },
  async ({ page }) => {
    for (const [width, gap, heading] of [
      [390, 40, 28],
      [1440, 72, 41],
    ] as const)
      for (const path of ['/services', '/membership']) {
        await page.setViewportSize({ width, height: 900 })
        await page.goto(path)
        const sections = page.getByRole('main').locator('.section')
        const found = await sections.evaluateAll((all) =>
          all.map((section) => {
            const { paddingTop, paddingBottom } = getComputedStyle(section)
            const title = section.querySelector('h2')
            return {
              gaps: [paddingTop, paddingBottom].map(parseFloat),
              heading: Math.round(parseFloat(title ? getComputedStyle(title).fontSize : '0')),
              isLast: section.id === 'equipment' || section.matches('section:last-of-type.section'),
            }
          }),
        )
        expect(found.length).toBeGreaterThan(3)
        for (const { gaps, ...section } of found.filter(({ isLast }) => !isLast))
          expect({ ...section, gaps }).toMatchObject({ gaps: [gap, gap], heading })
      }
    await page.setViewportSize({ width: 390, height: 844 })
    await page.goto('/services')
    const { nav } = wordsOf('en')
    for (const link of await page
      .getByRole('main')
      .getByRole('link', { name: nav.bookNow })
      .all()) {
      const box = await link.boundingBox()
      expect(box?.width).toBe(390 - 2 * 16)
    }
  },
)

test(
  'the page names at most 45 amounts, and opens the comparison for who follows its link',
  { tag: '@desktop' },
  async ({ page }) => {
    for (const width of [390, 1440])
      for (const language of ['en', 'ms', 'zh'] as const) {
        await page.setViewportSize({ width, height: 900 })
        await page.goto(inLanguage(language, '/services'))
        const amounts = await page.getByRole('main').evaluate((main) => {
          const found: string[] = []
          const texts = document.createTreeWalker(main, NodeFilter.SHOW_TEXT)
          while (texts.nextNode())
            if (texts.currentNode.parentElement?.checkVisibility())
              found.push(...(texts.currentNode.textContent?.match(/RM[\d,.]+/g) ?? []))
          return found
        })
        expect(amounts.length).toBeGreaterThan(20)
        expect(amounts.length).toBeLessThanOrEqual(45)
        // A rate has no sen that are none; what is paid has them.
        expect(amounts).toContain('RM99')
        expect(amounts).toContain('RM107.17')
        expect(amounts.filter((amount) => amount.endsWith('.00'))).toEqual([])
      }
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
