// What holds on every public page, whatever it shows: a crawl from the home page, axe, widths,
// motion, the keyboard.
import AxeBuilder from '@axe-core/playwright'
import type { APIRequestContext, Page } from '@playwright/test'
import { PUBLIC_PAGES } from '@/lib/pages'
import { expect, test } from '@/tests/support/e2e'
import { inLanguage } from '@/tests/support/verbs'
import { LANGUAGES } from '@/tests/support/words'

test.describe.configure({ timeout: 300_000 })

const POST = '/blog/planning-your-first-episode-in-kuala-lumpur'
const PAGES = [...PUBLIC_PAGES, POST]

type Found = { links: string[]; ids: string[] }

async function read(
  page: Page,
  request: APIRequestContext,
  path: string,
): Promise<Found & { status: number }> {
  const answer = await request.get(path)
  const found = await page.evaluate(
    (html) => {
      const parsed = new DOMParser().parseFromString(html, 'text/html')
      return {
        links: [...parsed.querySelectorAll('a[href]')].map(
          (link) => link.getAttribute('href') ?? '',
        ),
        ids: [...parsed.querySelectorAll('[id]')].map(({ id }) => id),
      }
    },
    await answer.text(),
  )
  return { ...found, status: answer.status() }
}

test(
  'a crawl from the home page finds every public page and no broken link',
  { tag: '@desktop' },
  async ({ page, request, baseURL }) => {
    await page.goto('/')
    const home = new URL(baseURL ?? '')
    const read_ = new Map<string, Found & { status: number }>()
    const anchors: [from: string, path: string, id: string][] = []
    const linkedBy = new Map<string, string>()
    const waiting = LANGUAGES.map((language) => inLanguage(language, '/'))
    for (let path = waiting.shift(); path !== undefined; path = waiting.shift()) {
      if (read_.has(path)) continue
      const found = await read(page, request, path)
      read_.set(path, found)
      for (const link of found.links) {
        const url = new URL(link, new URL(path, home))
        if (url.origin !== home.origin) continue
        if (url.hash) anchors.push([path, url.pathname, decodeURIComponent(url.hash.slice(1))])
        if (!linkedBy.has(url.pathname)) linkedBy.set(url.pathname, path)
        waiting.push(url.pathname)
      }
    }
    const broken = [...read_].filter(([, { status }]) => status !== 200).map(([path]) => path)
    // Another test may have taken its own post away meanwhile: a link is broken that still stands
    // where it was found.
    const stillLinked = async (path: string) =>
      (await read(page, request, linkedBy.get(path) ?? '/')).links.some(
        (link) => new URL(link, home).pathname === path,
      )
    expect(
      (
        await Promise.all(broken.map(async (path) => ((await stillLinked(path)) ? [path] : [])))
      ).flat(),
    ).toEqual([])
    expect(
      anchors.filter(
        ([, path, id]) => !broken.includes(path) && !read_.get(path)?.ids.includes(id),
      ),
    ).toEqual([])
    expect(
      LANGUAGES.flatMap((language) => PAGES.map((path) => inLanguage(language, path))).filter(
        (path) => !read_.has(path),
      ),
    ).toEqual([])
  },
)

const overflow = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)

/** Animations that go on although the visitor asked for none. */
const moving = (page: Page) =>
  page.evaluate(() =>
    document
      .getAnimations()
      .filter(
        (animation) =>
          animation.playState === 'running' &&
          Number(animation.effect?.getComputedTiming().activeDuration) > 1,
      )
      .map((animation) => (animation.effect as KeyframeEffect | null)?.target?.className ?? ''),
  )

for (const language of LANGUAGES)
  test(
    `axe, widths from 320 px up, no foreign request, no motion where none is wanted (${language})`,
    { tag: '@desktop' },
    async ({ page, baseURL }) => {
      const foreign: string[] = []
      page.on('request', (request) => {
        if (
          /^https?:/.test(request.url()) &&
          new URL(request.url()).origin !== new URL(baseURL ?? '').origin
        )
          foreign.push(request.url())
      })
      await page.emulateMedia({ reducedMotion: 'reduce' })
      for (const path of PAGES) {
        await page.goto(inLanguage(language, path))
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
        const { violations } = await new AxeBuilder({ page }).analyze()
        expect
          .soft(violations.map(({ id, nodes }) => [path, id, nodes.map(({ html }) => html)]))
          .toEqual([])
        expect.soft([path, await moving(page)]).toEqual([path, []])
        // 640 px is 1280 at 200 %.
        for (const width of [320, 640]) {
          await page.setViewportSize({ width, height: 800 })
          expect.soft([path, width, await overflow(page)]).toEqual([path, width, 0])
        }
        await page.setViewportSize({ width: 1440, height: 900 })
      }
      expect(foreign).toEqual([])
    },
  )

// Runs in the page: what Tab must reach, as numbers in document order; of a group of radio buttons
// any one.
function controlsInPage(): number {
  const selector =
    'a[href], button, input, select, textarea, summary, [tabindex]:not([tabindex="-1"])'
  const all = [...document.querySelectorAll<HTMLElement>(selector)].filter((element) => {
    if (element.tabIndex < 0 || element.matches(':disabled') || element.closest('[inert]'))
      return false
    return element.checkVisibility({ visibilityProperty: true })
  })
  const groups = new Map<string, number>()
  let count = 0
  for (const element of all) {
    const group =
      element instanceof HTMLInputElement && element.type === 'radio' ? element.name : null
    const number = (group === null ? undefined : groups.get(group)) ?? count++
    if (group !== null) groups.set(group, number)
    element.dataset.control = String(number)
  }
  return count
}

// Runs in the page: the control that has the focus now, and whether one can see that.
function focusedInPage(): { control: string | null; seen: boolean; what: string } {
  const element = document.activeElement as HTMLElement | null
  if (!element || element === document.body) return { control: null, seen: true, what: 'body' }
  const shows = (each: Element) => {
    const style = getComputedStyle(each)
    return (
      (style.outlineStyle !== 'none' && parseFloat(style.outlineWidth) > 0) ||
      style.boxShadow !== 'none'
    )
  }
  // A visually hidden radio or checkbox shows its focus on its label.
  const seen =
    shows(element) ||
    [
      ...(element.closest('label') ? [element.closest('label')!] : []),
      ...((element as HTMLInputElement).labels ?? []),
    ].some(shows)
  return { control: element.dataset.control ?? null, seen, what: element.outerHTML.slice(0, 120) }
}

test(
  'at 200 % of 1280 px every control is reached by Tab, and one sees where the focus is',
  { tag: '@desktop' },
  async ({ page }) => {
    await page.setViewportSize({ width: 640, height: 400 })
    for (const path of PAGES) {
      await page.goto(path)
      await page.waitForLoadState('networkidle')
      const count = await page.evaluate(controlsInPage)
      expect(count).toBeGreaterThan(10)
      const reached = new Set<string>()
      const unseen: string[] = []
      for (let presses = 0; presses < count + 25; presses++) {
        await page.keyboard.press('Tab')
        const { control, seen, what } = await page.evaluate(focusedInPage)
        if (control) reached.add(control)
        if (!seen) unseen.push(what)
        if (reached.size === count) break
      }
      const missed = await page.evaluate(
        (numbers) =>
          [...document.querySelectorAll<HTMLElement>('[data-control]')]
            .filter((each) => !numbers.includes(each.dataset.control ?? ''))
            .map((each) => each.outerHTML.slice(0, 120)),
        [...reached],
      )
      expect.soft([path, missed, unseen]).toEqual([path, [], []])
    }
  },
)
