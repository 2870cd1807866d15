// The console on the narrowest phone, with the longest words: nothing is squeezed or cut.
import { expectSound } from '@/tests/support/accessible'
import { expect, test } from '@/tests/support/e2e'
import { inLanguage, openAdmin, wordsOf } from '@/tests/support/verbs'

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

const PRESSED = [
  '/admin/orders',
  '/admin/money',
  '/admin/receipts',
  '/admin/members',
  '/admin/inbox',
]

test('every button is at least 44 px high, and a week opens at today @phone', async ({ page }) => {
  for (const path of PRESSED) {
    await openAdmin(page, 'ms', path)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    const low = await page.locator('main .btn:not(.btn-link)').evaluateAll((buttons) =>
      buttons
        .filter((button) => button.checkVisibility())
        .filter((button) => button.getBoundingClientRect().height < 44)
        .map(({ textContent }) => textContent),
    )
    expect(low, path).toEqual([])
  }
  await openAdmin(page, 'ms', '/admin/calendar?view=week')
  const today = page.locator('[data-today]')
  await expect(today).toBeVisible()
  // As far as the week can be moved: on a Sunday it stands at its right end.
  await expect
    .poll(() =>
      today.evaluate((column) => {
        const region = column.closest('[role="region"]')
        const box = column.getBoundingClientRect()
        const seen = region?.getBoundingClientRect()
        return seen && box.left >= seen.left && Math.floor(box.right) <= Math.ceil(seen.right)
      }),
    )
    .toBe(true)
})

test('the two dates of a block stand whole in its dialog @phone', async ({ page }) => {
  await openAdmin(page, 'ms', '/admin/calendar')
  const { calendar } = wordsOf('ms').admin
  await page.getByRole('button', { name: calendar.newBlock, exact: true }).click()
  const dialog = page.getByRole('dialog')
  const dates = dialog.locator('input[type=date]')
  await expect(dates).toHaveCount(2)
  const frame = await dialog.boundingBox()
  const [first, last] = [await dates.first().boundingBox(), await dates.last().boundingBox()]
  for (const box of [first, last])
    expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(
      (frame?.x ?? 0) + (frame?.width ?? 0),
    )
  const beside = (first?.x ?? 0) + (first?.width ?? 0) <= (last?.x ?? 0)
  const below = (first?.y ?? 0) + (first?.height ?? 0) <= (last?.y ?? 0)
  expect(beside || below).toBe(true)
})

/** A page of the settings is read without much scrolling. */
const SCREENS = 1.5

test(
  'the pages of the settings are short and sound on a phone',
  { tag: '@phone' },
  async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 844 })
    await openAdmin(page, 'en', '/admin/settings')
    const long: string[] = []
    for (const name of Object.keys(wordsOf('en').admin.settingsIndex.pages).filter(
      (one) => one !== 'people',
    )) {
      await page.goto(inLanguage('en', `/admin/settings/${name}`))
      await expect(page.getByRole('heading', { level: 2 }).first()).toBeVisible()
      await expectSound(page)
      // As it is at first: other tests add rooms and calendars meanwhile.
      const height = await page.evaluate(() => {
        for (const added of document.querySelectorAll('main section li:not(:first-child)'))
          added.remove()
        for (const fold of document.querySelectorAll('details')) fold.open = false
        return document.documentElement.scrollHeight
      })
      if (height > SCREENS * 844) long.push(`${name}: ${height} px`)
    }
    expect(long).toEqual([])
  },
)
