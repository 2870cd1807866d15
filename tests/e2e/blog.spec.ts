// Blog and portfolio: reading from post to post, choosing a kind, playing a video.
import type { Page } from '@playwright/test'
import type { App } from '@/scripts/local/app'
import { expect, test } from '@/tests/support/e2e'
import { startWithoutPayments } from '@/tests/support/instances'
import { inLanguage, wordsOf } from '@/tests/support/verbs'

const POST = '/blog/lighting-a-video-podcast'

test('from the list to a post, and on to the next one', { tag: '@desktop' }, async ({ page }) => {
  const language = 'en'
  const { blog } = wordsOf(language)
  await page.goto(inLanguage(language, '/blog'))
  await expect(page.getByRole('heading', { level: 1, name: blog.title })).toBeVisible()
  await expect(page.locator('head link[type="application/rss+xml"]')).toHaveAttribute(
    'href',
    new RegExp(`${inLanguage(language, '/blog/rss.xml')}$`),
  )

  const posts = page.locator('main [data-kind]')
  const all = await posts.count()
  await page
    .getByRole('radio', { name: blog.categories['podcast-tips'], exact: true })
    .check({ force: true })
  await expect(posts.filter({ visible: true })).toHaveCount(3)
  await page.getByRole('radio', { name: blog.all, exact: true }).check({ force: true })
  await expect(posts.filter({ visible: true })).toHaveCount(all)

  const link = page.locator(`main a[href="${inLanguage(language, POST)}"]`)
  const title = (await link.textContent()) ?? ''
  await link.click()
  await expect(page).toHaveURL(new RegExp(`${inLanguage(language, POST)}$`))
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
  const data = await page.locator('script[type="application/ld+json"]').allTextContents()
  expect(data.join()).toContain('"BlogPosting"')
  expect(data.join()).toContain('"BreadcrumbList"')

  const next = page.getByRole('navigation', { name: blog.neighbours }).locator('a[rel="next"]')
  const nextTitle = (await next.locator('span').last().textContent()) ?? ''
  await next.click()
  await expect(page.getByRole('heading', { level: 1, name: nextTitle })).toBeVisible()
  await page.getByRole('navigation', { name: blog.neighbours }).locator('a[rel="prev"]').click()
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
})

test('the portfolio is shown by kind', { tag: '@phone' }, async ({ page }) => {
  const language = 'zh'
  const { portfolio } = wordsOf(language)
  await page.goto(inLanguage(language, '/portfolio'))
  const grid = page.locator('section.filtered article').filter({ visible: true })
  await expect(grid).toHaveCount(12)
  for (const type of ['podcast', 'video', 'livestream'] as const) {
    await page
      .getByRole('radio', { name: portfolio.types[type], exact: true })
      .check({ force: true })
    await expect(grid).toHaveCount(4)
    // The latest updates below are not the portfolio's and not touched by its filter.
    await expect(page.locator('#updates li').filter({ visible: true })).toHaveCount(3)
    await expect(
      page.locator('dl dd').nth(['podcast', 'video', 'livestream'].indexOf(type)),
    ).toHaveText(/^(124|89|204)$/)
  }
  await page.getByRole('radio', { name: portfolio.all, exact: true }).check({ force: true })
  await expect(grid).toHaveCount(12)
})

test.describe('what an administrator added after the build @desktop', () => {
  const SLUG = 'written-after-the-build'
  const FILM = 'Filmed after the build'
  // One worker for both: the site they share is started once.
  test.describe.configure({ mode: 'default' })
  let app: App | undefined

  // In a database of their own: a running site follows such rows (content-follows.spec), and other
  // tests count what it shows.
  test.beforeAll(async () => {
    app = await startWithoutPayments(async (sql) => {
      await sql.query(
        `INSERT INTO blog_posts (slug, tags, title, excerpt, content, published_at) VALUES ($1, $2, 'After the build', 'Excerpt', $3, now())`,
        [
          SLUG,
          'tags; that were not parted by commas; and are wider than a phone',
          '# One\n\n<script>document.title="owned"</script>\n\n[elsewhere](https://example.com)\n\n| a | b |\n|-|-|\n| 1 | 2 |',
        ],
      )
      await sql.query(
        `INSERT INTO portfolio_items (title, description, type, featured, position, video_url, thumbnail_url)
         VALUES ($1, 'Description', 'video', false, 999, 'https://www.youtube.com/watch?v=abcdefghijk', '/nothing-there.jpg')`,
        [FILM],
      )
    })
  })
  test.afterAll(() => app?.stop())

  test('a post has its page, marked as English where it is not translated', async ({ page }) => {
    const { blog } = wordsOf('ms')
    const answer = await page.goto(`${app?.url}/ms/blog/${SLUG}`)
    expect(answer?.status()).toBe(200)
    await expect(page.getByText(blog.english)).toBeVisible()
    await expect(page.locator('link[rel="canonical"]')).toHaveAttribute(
      'href',
      new RegExp(`^https?://[^/]+/blog/${SLUG}$`),
    )
    const text = page.locator('.prose')
    await expect(text).toHaveAttribute('lang', 'en')
    await expect(text.getByRole('heading', { level: 2, name: 'One' })).toBeVisible()
    await expect(text.getByRole('link')).toHaveAttribute('rel', 'noopener noreferrer')
    await expect(text.getByRole('table')).toBeVisible()
    expect(await page.title()).not.toBe('owned')
    await page.setViewportSize({ width: 320, height: 700 })
    await expect(page.getByText('tags; that were')).toBeVisible()
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320)
    // On paper nothing asks to be pressed.
    const asked = [blog.share.title, blog.cta.title].map((name) =>
      page.getByRole('heading', { name }),
    )
    for (const heading of asked) await expect(heading).toBeVisible()
    await page.emulateMedia({ media: 'print' })
    for (const heading of asked) await expect(heading).toBeHidden()
    await expect(text).toBeVisible()
    await page.emulateMedia({ media: 'screen' })
    await page.goto(`${app?.url}/ms/blog`)
    await expect(page.locator(`main a[href="/ms/blog/${SLUG}"]`)).toBeVisible()
  })

  test.describe('a video', () => {
    test.use({ expectedErrors: /status of 404|ERR_FAILED/ })

    test('plays in place, and no other site is asked for anything before', async ({ page }) => {
      const foreign = foreignRequests(page, app?.url ?? '')
      await page.route('https://www.youtube-nocookie.com/**', (route) =>
        route.fulfill({ contentType: 'text/html', body: 'the player' }),
      )
      await page.goto(`${app?.url}/portfolio`)
      const card = page.getByRole('article').filter({ hasText: FILM })
      await card.scrollIntoViewIfNeeded()
      await page.waitForLoadState('networkidle')
      // The owner's thumbnail is broken: a scene of ours stands in.
      await expect(card.locator('img')).toHaveAttribute('src', /\/pictures\//)
      expect(foreign).toEqual([])

      const { portfolio } = wordsOf('en')
      const play = card.getByRole('link', { name: FILM })
      await play.click()
      const player = page.getByRole('dialog', { name: FILM })
      await expect(player.locator('iframe').contentFrame().getByText('the player')).toBeVisible()
      expect(new Set(foreign.map((url) => new URL(url).host))).toEqual(
        new Set(['www.youtube-nocookie.com']),
      )
      await page.keyboard.press('Escape')
      await expect(player).toHaveCount(0)
      await expect(play).toBeFocused()
      await play.click()
      await page.getByRole('button', { name: portfolio.play.close }).click()
      await expect(page.locator('iframe[src*="youtube"]')).toHaveCount(0)
    })

    test('opens at its host when the player’s code does not come', async ({ page }) => {
      await page.route('https://www.youtube-nocookie.com/**', (route) =>
        route.fulfill({ contentType: 'text/html', body: 'the player' }),
      )
      await page.goto(`${app?.url}/portfolio`)
      await page.waitForLoadState('networkidle')
      await page.route('**/_next/static/chunks/*.js', (route) => route.abort())
      await page.getByRole('article').filter({ hasText: FILM }).getByRole('link').click()
      await page.waitForURL('https://www.youtube-nocookie.com/**')
    })
  })
})

function foreignRequests(page: Page, own: string): string[] {
  const seen: string[] = []
  page.on('request', (request) => {
    const { origin, protocol } = new URL(request.url())
    if (protocol.startsWith('http') && origin !== own) seen.push(request.url())
  })
  return seen
}
