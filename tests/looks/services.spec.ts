// Services and membership as they are seen: distances, sizes, and how many amounts there are to read.
import { expect, test } from '@/tests/support/e2e'
import { inLanguage, wordsOf } from '@/tests/support/words'

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

test('the page of services names at most 45 amounts', { tag: '@desktop' }, async ({ page }) => {
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
})
