// The home page in every language: the tile of the next free slot has room, the total of an edit stays
// in sight, and nothing is larger than the headline.
import type { Page } from '@playwright/test'
import { checkPrices, editing } from '@/tests/support/editing'
import { expect, test } from '@/tests/support/e2e'
import { inLanguage, LANGUAGES, wordsOf, type Language } from '@/tests/support/words'

/** What is free above and below the words of the next free slot's tile, in pixels. */
const ROOM = 6

const open = async (page: Page, language: Language) => {
  await page.goto(inLanguage(language, '/'))
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
}

test.describe('a visitor in another time zone', () => {
  test.use({ timezoneId: 'Asia/Kolkata' })
  for (const language of LANGUAGES)
    test(`reads whose time the next free slot is in, in a tile with room, ${language} @phone`, async ({
      page,
    }) => {
      const { pages, common } = wordsOf(language)
      let answer = () => {}
      const asked = new Promise<void>((done) => (answer = done))
      await page.route('**/api/next-slot', async (route) => {
        await asked
        await route.continue()
      })
      await open(page, language)
      const tile = page.locator('.slot')
      await expect(tile).toContainText(pages.home.slot.loading)
      const before = await tile.boundingBox()
      answer()
      await expect(tile).toContainText(common.studioTime)
      expect(await tile.boundingBox()).toEqual(before)
      const gaps = await tile.evaluate((box) => {
        const [outer, inner] = [box, box.querySelector('.slot-text')!].map((one) =>
          one.getBoundingClientRect(),
        )
        return [inner!.top - outer!.top, outer!.bottom - inner!.bottom]
      })
      for (const gap of gaps) expect(gap).toBeGreaterThanOrEqual(ROOM)
    })
})

for (const language of ['ms', 'zh'] as const)
  test(`editing prices are shown in ${language}, with the total always in sight ${language === 'ms' ? '@phone' : '@tablet'}`, async ({
    page,
  }) => {
    await open(page, language)
    await checkPrices(page)
    const { tier, length, rush, checkout, total, words } = await editing(page)
    if (language === 'zh')
      for (const badge of ['9折', '8.5折'])
        await expect(page.getByText(badge, { exact: true })).toBeVisible()
    await tier('basic').check()
    await length('m10').check()
    await rush.uncheck()
    // Back at the tiers, the bill far below: its foot stays on the screen.
    await page.getByText(words.tier, { exact: true }).scrollIntoViewIfNeeded()
    await expect(total).toBeInViewport()
    await checkout.click()
    await expect(page).toHaveURL((url) => url.pathname === `/${language}/video-editing-checkout`)
    expect(Object.fromEntries(new URL(page.url()).searchParams)).toEqual({
      tier: 'basic',
      duration: '5-10 mins',
      price: '250',
      rush: 'false',
    })
  })

test(
  'nothing on the page is set larger than its headline',
  { tag: '@desktop' },
  async ({ page }) => {
    await open(page, 'en')
    for (const width of [390, 1440]) {
      await page.setViewportSize({ width, height: 900 })
      const { headline, largest } = await page.getByRole('main').evaluate((main) => {
        const sizeOf = (element: Element) => parseFloat(getComputedStyle(element).fontSize)
        const said = [...main.querySelectorAll('*')].filter(
          (element) =>
            element.checkVisibility() &&
            [...element.childNodes].some(
              ({ nodeType, textContent }) => nodeType === Node.TEXT_NODE && textContent?.trim(),
            ),
        )
        const h1 = main.querySelector('h1')!
        const others = said.filter((element) => !h1.contains(element))
        return { headline: sizeOf(h1), largest: Math.max(...others.map(sizeOf)) }
      })
      expect(largest, `at ${width} px`).toBeLessThan(headline)
    }
  },
)
