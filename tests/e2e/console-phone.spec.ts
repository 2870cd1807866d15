// The console on the narrowest phone, with the longest words: nothing is squeezed or cut.
import { expect, test } from '@/tests/support/e2e'
import { openAdmin } from '@/tests/support/verbs'

const PAGES = ['/admin', '/admin/settings/mail', '/admin/settings/payment', '/admin/people']

test('boxes to tick keep their size, and titles stand whole beside the search @phone', async ({
  page,
}) => {
  for (const path of PAGES) {
    await openAdmin(page, 'ms', path)
    const title = page.getByRole('heading', { level: 1 })
    await expect(title).toBeVisible()
    await page.evaluate(() => document.fonts.ready)
    expect(await title.evaluate((element) => element.scrollWidth - element.clientWidth), path).toBe(
      0,
    )
    const boxes = await page.evaluate(() => {
      for (const part of document.querySelectorAll('details')) part.open = true
      return [...document.querySelectorAll('input[type=checkbox]')]
        .filter((box) => box.checkVisibility() && box.className.includes('size-5'))
        .map((box) => [box.clientWidth, box.clientHeight])
    })
    for (const size of boxes) expect(size, path).toEqual([20, 20])
    const search = page.locator('.screen-header').getByRole('button')
    const [top, height] = await search.evaluate((element) => {
      const box = element.getBoundingClientRect()
      return [box.top, box.height]
    })
    expect(height, path).toBeGreaterThanOrEqual(44)
    expect(top, path).toBeLessThan(10)
  }
})
