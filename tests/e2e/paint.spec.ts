// A kept page is painted before its scripts are fetched.
import type { Page } from '@playwright/test'
import { expect, site, test } from '@/tests/support/e2e'
import { hydrated } from '@/tests/support/verbs'

/**
 * Visits a kept page; returns when each of its scripts was requested, and what had been painted.
 */
async function startsOf(page: Page, path: string) {
  const address = `${site().SITE_URL}${path}`
  // A kept page is compressed a moment after its first request.
  await expect
    .poll(async () => (await (await fetch(address)).text()).includes('<script data-src='))
    .toBe(true)
  await page.goto(address)
  await expect(page.locator('script[data-src]:not([src])')).toHaveCount(0)
  const starts = () =>
    page.evaluate(() => ({
      painted: performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? Infinity,
      scripts: performance
        .getEntriesByType('resource')
        .filter(({ name }) => /\/_next\/static\/.*\.js$/.test(name))
        .map(({ startTime }) => startTime),
    }))
  // The browser lists a script once it has arrived.
  await expect.poll(async () => (await starts()).scripts.length).toBeGreaterThan(4)
  return starts()
}

test('a kept page is painted before its scripts are fetched @desktop', async ({ page }) => {
  const { painted, scripts } = await startsOf(page, '/faq')
  expect(Math.min(...scripts)).toBeGreaterThan(painted)
})

test('a browser without paint reports loads the scripts at once @desktop', async ({ page }) => {
  await page.addInitScript(() => Reflect.deleteProperty(window, 'PerformanceObserver'))
  await startsOf(page, '/contact')
  await hydrated(page.getByRole('button', { name: 'Send Message' }))
})
