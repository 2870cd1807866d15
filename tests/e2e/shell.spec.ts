// What stands around every page: the main links, the language, the footer with its map, and the
// page for lost addresses.
import type { Page } from '@playwright/test'
import { NAV } from '@/components/layout/nav'
import { DEFAULT_SITE } from '@/lib/settings/site'
import { expect, test } from '@/tests/support/e2e'
import { openRequests, settled } from '@/tests/support/page-rules'
import { inLanguage, languageOf, wordsOf, type Language } from '@/tests/support/verbs'
import { LANGUAGES } from '@/tests/support/words'

test.use({ expectedErrors: /status of 404/ })

const main = (page: Page, language: Language = 'en') =>
  page.getByRole('navigation', { name: wordsOf(language).nav.main })
const path = (page: Page) => new URL(page.url()).pathname + new URL(page.url()).hash
const footer = (page: Page) => page.getByRole('contentinfo')
const languages = (page: Page) => page.locator('#language-menu')

async function openLanguages(page: Page): Promise<void> {
  // Until the page is alive its languages lead to their home pages, not to the same page.
  await page.waitForFunction(() =>
    Object.keys(document.querySelector('#language-menu a') ?? {}).some((key) =>
      key.startsWith('__react'),
    ),
  )
  await page
    .getByRole('banner')
    .getByRole('button', { name: wordsOf(await languageOf(page)).nav.language })
    .click()
  await expect(languages(page)).toBeVisible()
}

test(
  'the main links, in every language, stay at the top and lead where they say',
  { tag: '@desktop' },
  async ({ page }) => {
    for (const language of LANGUAGES) {
      const { nav } = wordsOf(language)
      await page.goto(inLanguage(language, '/'))
      await expect(main(page, language).getByRole('link')).toHaveText(
        NAV.map(({ key }) => nav[key]),
      )
      for (const { key, path: target } of NAV)
        await expect(
          main(page, language).getByRole('link', { name: nav[key], exact: true }),
        ).toHaveAttribute('href', inLanguage(language, target))
      await expect(
        page.getByRole('banner').getByRole('link', { name: nav.bookSession, exact: true }),
      ).toHaveAttribute('href', inLanguage(language, '/booking'))
      await expect(
        page
          .getByRole('banner')
          .getByRole('link', { name: nav.logo.replace('{name}', DEFAULT_SITE.name) }),
      ).toHaveAttribute('href', inLanguage(language, '/'))
    }
    await page.mouse.wheel(0, 3000)
    await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(1000)
    expect((await page.getByRole('banner').boundingBox())?.y).toBe(0)
    const services = main(page, 'zh').getByRole('link', { name: wordsOf('zh').nav.services })
    await services.click()
    await expect(page).toHaveURL(/\/zh\/services$/)
    await expect(services).toHaveAttribute('aria-current', 'page')
  },
)

test(
  'the phone menu closes when a link is tapped',
  { tag: ['@phone', '@tablet'] },
  async ({ page }) => {
    const { nav } = wordsOf('ms')
    await page.goto('/ms')
    await expect(main(page, 'ms')).toBeHidden()
    const button = page.getByRole('button', { name: nav.menu })
    await button.tap()
    await expect(main(page, 'ms').getByRole('link')).toHaveText([
      ...NAV.map(({ key }) => nav[key]),
      nav.bookSession,
    ])
    for (const link of await main(page, 'ms').getByRole('link').all())
      expect((await link.boundingBox())?.height).toBeGreaterThanOrEqual(44)
    await page.touchscreen.tap(180, 700)
    await expect(main(page, 'ms')).toBeHidden()
    await button.tap()
    await main(page, 'ms').getByRole('link', { name: nav.contact }).tap()
    await expect(page).toHaveURL(/\/ms\/contact$/)
    await expect(main(page, 'ms')).toBeHidden()
  },
)

test('the language list: native names, a note, and three ways to close it', async ({ page }) => {
  await page.goto('/services')
  await openLanguages(page)
  await expect(languages(page).getByRole('link')).toHaveText([
    /English$/,
    /简体中文\s*Chinese \(Simplified\)$/,
    /Bahasa Malaysia$/,
  ])
  await expect(languages(page)).toContainText(wordsOf('en').nav.moreLanguages)
  const box = await languages(page).boundingBox()
  expect(box && box.x >= 0 && box.x + box.width <= (page.viewportSize()?.width ?? 0)).toBe(true)
  // The gutter: a tap outside also reaches what lies there.
  await page.mouse.click(3, 600)
  await expect(languages(page)).toBeHidden()
  await openLanguages(page)
  await page.keyboard.press('Escape')
  await expect(languages(page)).toBeHidden()
  await openLanguages(page)
  await languages(page).getByRole('link', { name: 'English' }).click()
  await expect(languages(page)).toBeHidden()
  expect(path(page)).toBe('/services')
})

test(
  'a language once chosen stays: query and hash, a reload, the next page, an unprefixed address',
  { tag: '@desktop' },
  async ({ page, context }) => {
    await page.goto('/membership?friend=AB12#join')
    await openLanguages(page)
    await languages(page).getByRole('link', { name: '简体中文' }).click()
    await expect(page).toHaveURL(/\/zh\/membership\?friend=AB12#join$/)
    await expect(page.locator('html')).toHaveAttribute('lang', 'zh-Hans')
    expect(await page.evaluate(() => localStorage.getItem('language'))).toBe('zh')
    expect((await context.cookies()).find(({ name }) => name === 'language')?.value).toBe('zh')
    await page.reload()
    await expect(page.locator('html')).toHaveAttribute('lang', 'zh-Hans')
    await footer(page)
      .getByRole('link', { name: wordsOf('zh').footer.faq })
      .click()
    await expect(page).toHaveURL(/\/zh\/faq$/)
    await page.goto('/terms?from=mail#top')
    await expect(page).toHaveURL(/\/zh\/terms\?from=mail#top$/)
    // An address with a prefix shows its own language, and back to English needs no prefix.
    await page.goto('/ms/terms')
    await expect(page.locator('html')).toHaveAttribute('lang', 'ms')
    await openLanguages(page)
    await languages(page).getByRole('link', { name: 'English' }).click()
    await expect(page).toHaveURL(/[^s]\/terms$/)
    await page.goto('/faq')
    await expect(page.locator('html')).toHaveAttribute('lang', 'en')
  },
)

test('a broken memory of the language is ignored', { tag: '@desktop' }, async ({ page }) => {
  await page.goto('/faq')
  for (const broken of ['fr', '', '"zh"', 'zh/../../ms', '__proto__']) {
    await page.evaluate((value) => localStorage.setItem('language', value), broken)
    await page.reload()
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    expect(path(page)).toBe('/faq')
    await expect(page.locator('html')).toHaveAttribute('lang', 'en')
  }
})

test(
  'the footer scrolls on the home page and leads there from elsewhere',
  { tag: '@desktop' },
  async ({ page }) => {
    const { footer: words } = wordsOf('en')
    const open = openRequests(page)
    const expectAt = async (id: string) => {
      await expect.poll(() => path(page)).toBe(`/#${id}`)
      await expect(page.locator(`#${id}`)).toBeInViewport()
      // Below the header, not under it.
      await expect
        .poll(() =>
          page.locator(`#${id}`).evaluate((section) => section.getBoundingClientRect().top),
        )
        .toBeGreaterThanOrEqual(60)
    }
    await page.goto('/')
    await page.evaluate(() => Object.assign(window, { sameDocument: true }))
    for (const [name, id] of [
      [words.rates, 'services'],
      [words.howToBook, 'booking'],
      [words.findUs, 'contact'],
    ] as const) {
      await footer(page).getByRole('link', { name, exact: true }).click()
      await expectAt(id)
    }
    expect(await page.evaluate(() => 'sameDocument' in window)).toBe(true)
    // From an address that was opened with a place already, as by a click before the page is alive.
    await page.goto('/faq')
    await page.goto('/#services')
    await expectAt('services')
    await settled(page, open)
    await footer(page).getByRole('link', { name: words.howToBook, exact: true }).click()
    await expectAt('booking')
    await page.goto('/faq')
    await footer(page).getByRole('link', { name: words.rates, exact: true }).click()
    await expectAt('services')
    await footer(page).getByRole('link', { name: words.equipment, exact: true }).click()
    await expect.poll(() => path(page)).toBe('/services#equipment')
    await expect(page.locator('#equipment')).toBeInViewport()
  },
)

test(
  'links to other hosts open a new tab, the chat with an inquiry in the visitor’s language',
  { tag: '@desktop' },
  async ({ page }) => {
    for (const language of LANGUAGES) {
      const { common } = wordsOf(language)
      await page.goto(inLanguage(language, '/faq'))
      const outside = footer(page).locator('a[href^="http"]')
      await expect(outside).toHaveCount(5)
      for (const link of await outside.all()) {
        await expect(link).toHaveAttribute('target', '_blank')
        await expect(link).toHaveAttribute('rel', /noopener/)
        await expect(link).toHaveAccessibleName(new RegExp(common.newTab))
      }
      const chat = await footer(page)
        .getByRole('link', { name: common.openOnWhatsApp })
        .getAttribute('href')
      expect(new URL(chat ?? '').searchParams.get('text')).toBe(
        common.whatsAppText.replace('{studio}', DEFAULT_SITE.name),
      )
      await expect(footer(page).locator(`a[href="${DEFAULT_SITE.directions}"]`)).toBeVisible()
    }
  },
)

test(
  'the map is fetched when it is asked for and not before, in a box that keeps its size',
  { tag: '@desktop' },
  async ({ page, baseURL }) => {
    const foreign: string[] = []
    page.on('request', (request) => {
      const { host, protocol } = new URL(request.url())
      if (protocol.startsWith('http') && host !== new URL(baseURL ?? '').host) foreign.push(host)
    })
    await page.route('https://www.openstreetmap.org/**', (route) =>
      route.fulfill({ contentType: 'text/html', body: '<p>A map</p>' }),
    )
    const { map } = wordsOf('en').common
    await page.goto('/contact')
    // At most one on a page, and none in the footer.
    const show = page.getByRole('link', { name: map.show })
    await show.scrollIntoViewIfNeeded()
    await page.waitForLoadState('networkidle')
    expect(foreign).toEqual([])
    const main = page.getByRole('main')
    const height = (await main.boundingBox())?.height
    await show.click()
    const frame = page.getByTitle(map.title.replace('{name}', DEFAULT_SITE.name))
    await expect(frame.contentFrame().getByText('A map')).toBeVisible()
    await expect(frame).toBeFocused()
    expect(new Set(foreign)).toEqual(new Set(['www.openstreetmap.org']))
    expect((await main.boundingBox())?.height).toBe(height)
  },
)

test(
  'an address without a page has status 404, the two texts and two ways on, in the visitor’s language',
  { tag: '@desktop' },
  async ({ page, request }) => {
    const lost = [
      '/nothing-here',
      '/a/b/c',
      '/blog/no-such-post',
      '/services/1',
      '/fr',
      '/fr/booking',
      '/nothing.html',
    ]
    for (const language of LANGUAGES) {
      const { notFound } = wordsOf(language).pages
      for (const address of language === 'en' ? lost : lost.slice(0, 4)) {
        const answer = await request.get(inLanguage(language, address))
        const html = (await answer.text()).replace(/<script.*?<\/script>/gs, '')
        expect([
          address,
          answer.status(),
          html.includes(notFound.title),
          /<meta name="robots" content="[^"]*noindex/.test(html),
        ]).toEqual([address, 404, true, true])
      }
      await page.goto(inLanguage(language, '/nothing-here'))
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(notFound.title)
      const main = page.getByRole('main')
      await expect(main).toContainText(notFound.hint)
      await expect(main.getByRole('link', { name: notFound.home })).toHaveAttribute(
        'href',
        inLanguage(language, '/'),
      )
      await expect(main.getByRole('link', { name: notFound.booking })).toHaveAttribute(
        'href',
        inLanguage(language, '/booking'),
      )
    }
    expect([400, 404]).toContain((await request.get('/%E0%A4%A')).status())
  },
)
