// The calendar of a house with two rooms: by mouse, by finger, by keyboard; nothing is saved before a
// sheet has said what it costs and what is mailed.
import type { Locator, Page } from '@playwright/test'
import en from '@/messages/en.json' with { type: 'json' }
import { addDays } from '@/lib/time'
import { expectSound } from '@/tests/support/accessible'
import { expect, site } from '@/tests/support/e2e'
import { dayAfter, ONE_SITE } from '@/tests/support/own-house'
import { twoRooms } from '@/tests/support/two-rooms'

const { admin } = en
const { calendar, sheet } = admin
const HOUR_PX = 44

const test = twoRooms()
test.describe.configure(ONE_SITE)

/** Signed in, with a session of Aina at ten, and the day on the screen. */
async function openDay(page: Page, date: string, address = `date=${date}`): Promise<Locator> {
  const { ADMIN_USERNAME: username, ADMIN_PASSWORD: password } = site()
  await page.request.post('/api/auth/sign-in', { data: { username, password } })
  const made = await page.request.post('/api/admin/bookings', {
    data: {
      ...{ serviceId: 1, firstName: 'Aina', lastName: 'Rahman', email: 'aina@example.com' },
      ...{ phone: '012-345 6789', date, time: '10:00', duration: 'hourly', hours: 1 },
      ...{ roomId: null, paid: { method: 'cash' } },
    },
  })
  expect(made.status(), await made.text()).toBe(201)
  await page.goto(`/admin/calendar?${address}`)
  const entry = page.getByRole('button', { name: /10:00–11:00, Aina Rahman/ })
  await entry.evaluate((node) => node.scrollIntoView({ block: 'center', behavior: 'instant' }))
  await expect(page.getByLabel(calendar.goTo)).toBeEnabled()
  return entry
}

const boxOf = async (entry: Locator) =>
  (await entry.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 }

async function expectMoveSheet(page: Page, time: string): Promise<void> {
  const dialog = page.getByRole('dialog', {
    name: sheet.move.title.replace('{name}', 'Aina Rahman'),
  })
  await expect(dialog.getByRole('button', { name: time, exact: true })).toHaveAttribute(
    ...(['aria-pressed', 'true'] as const),
  )
  await expect(dialog.getByText(/^New time: /)).toBeVisible()
  await expectSound(page)
  await dialog.getByRole('button', { name: /^Move to .*tell them$/ }).click()
  await expect(dialog).toHaveCount(0)
  await expect(page.getByRole('button', { name: new RegExp(`^${time}–.*Aina`) })).toBeVisible()
}

async function expectExtendSheet(page: Page): Promise<void> {
  const dialog = page.getByRole('dialog', { name: 'One hour more for Aina Rahman' })
  await expect(dialog.getByRole('button', { name: /^Add RM.*pay by link$/ })).toBeVisible()
  await expectSound(page)
  await dialog.getByRole('button', { name: sheet.extend.later }).click()
  await expect(dialog).toHaveCount(0)
  await expect(page.getByRole('button', { name: /^10:00–12:00, Aina/ })).toBeVisible()
}

async function dragMouse(page: Page, from: { x: number; y: number }, by: { x: number; y: number }) {
  await page.mouse.move(from.x, from.y)
  await page.mouse.down()
  await page.mouse.move(from.x + by.x / 2, from.y + by.y / 2, { steps: 4 })
  // The code that follows a pointer is loaded at the first press.
  await expect(async () => {
    await page.mouse.move(from.x + by.x / 2, from.y + by.y / 2 + 3)
    await page.mouse.move(from.x + by.x, from.y + by.y, { steps: 4 })
    await expect(page.locator('[data-preview]')).toHaveCount(1, { timeout: 500 })
  }).toPass()
  await page.mouse.move(from.x + by.x, from.y + by.y - 2)
  await page.mouse.move(from.x + by.x, from.y + by.y)
}

test('a session is moved to another room and made longer by mouse @desktop', async ({ page }) => {
  const date = dayAfter(0)
  const entry = await openDay(page, date)
  await expectSound(page)
  const box = await boxOf(entry)
  const [x, y] = [box.x + 20, box.y + 10]
  await dragMouse(page, { x, y }, { x: box.width, y: 3 * HOUR_PX })
  await expect(page.locator('[data-preview="free"]')).toHaveText('13:00')
  await page.keyboard.press('Escape')
  await page.mouse.up()
  await expect(page.getByRole('status').filter({ hasText: calendar.keys.putBack })).toBeAttached()
  await expect(page.getByRole('dialog')).toHaveCount(0)

  await dragMouse(page, { x: x, y: box.y + box.height - 4 }, { x: 0, y: HOUR_PX })
  await page.mouse.up()
  await expectExtendSheet(page)

  const longer = page.getByRole('button', { name: /^10:00–12:00, Aina/ })
  const long = await boxOf(longer)
  await dragMouse(page, { x, y: long.y + long.height - 4 }, { x: 0, y: -HOUR_PX })
  await page.mouse.up()
  await expect(page.getByText(calendar.shorter.text)).toBeVisible()
  await expect(page.getByRole('dialog')).toHaveCount(0)

  await dragMouse(page, { x, y }, { x: box.width, y: 3 * HOUR_PX })
  await page.mouse.up()
  await expectMoveSheet(page, '13:00')
  await expect(
    page.getByRole('region', { name: /^Teal Room/ }).getByRole('button', { name: /Aina Rahman/ }),
  ).toBeVisible()
})

test('a session is moved and made longer by keyboard alone @desktop', async ({ page }) => {
  const date = dayAfter(1)
  const entry = await openDay(page, date)
  const status = page.getByRole('status')
  await entry.focus()
  await page.keyboard.press('Space')
  await expect(status.filter({ hasText: 'Aina Rahman is lifted: 10:00' })).toBeAttached()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowRight')
  await expect(status.filter({ hasText: /^11:00, .*Teal Room, 1 hour: free/ })).toBeAttached()
  await page.keyboard.press('Escape')
  await expect(status.filter({ hasText: calendar.keys.putBack })).toBeAttached()
  await expect(entry).toBeFocused()

  await page.keyboard.press('Space')
  await page.keyboard.press('Shift+ArrowDown')
  await page.keyboard.press('Enter')
  await expectExtendSheet(page)

  const longer = page.getByRole('button', { name: /^10:00–12:00, Aina/ })
  await longer.focus()
  await page.keyboard.press('Space')
  for (let hours = 0; hours < 4; hours++) await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expectMoveSheet(page, '14:00')

  // From one to the next, and a free hour is a choice.
  await page.getByRole('button', { name: /^14:00–16:00, Aina/ }).focus()
  await page.keyboard.press('ArrowDown')
  const free = page
    .getByRole('region', { name: /^Amber Room/ })
    .getByRole('link', { name: calendar.freeAt.replace('{time}', '16:00') })
  await expect(free).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('menu')).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await expect(page.getByRole('menuitem', { name: calendar.bookHere })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(new RegExp(`/admin/bookings/new\\?date=${date}&time=16%3A00`))
})

test('a month says how full its days are, and leads to one @desktop', async ({ page }) => {
  const date = dayAfter(2)
  await openDay(page, date, `view=day&date=${date}`)
  await page.getByRole('link', { name: calendar.month, exact: true }).click()
  await expect(page).toHaveURL(`/admin/calendar?view=month&date=${date}`)
  const day = page.getByRole('link', { name: /1 session.*% full.*RM/ }).first()
  await expect(day).toBeVisible()
  await expectSound(page)
  await page.getByRole('link', { name: calendar.week, exact: true }).click()
  await expect(page.getByRole('button', { name: /Aina Rahman/ })).toBeVisible()
  await page.getByLabel(calendar.room).selectOption('Teal Room')
  await expect(page.getByRole('button', { name: /Aina Rahman/ })).toHaveCount(0)
  await expectSound(page)
  await page.reload()
  await expect(page.getByLabel(calendar.room)).toHaveValue(/^\d+$/)
  await page.goBack()
  await expect(page.getByRole('button', { name: /Aina Rahman/ })).toBeVisible()
})

test.describe('with a finger', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true })

  /** Rests on a point, then goes to another in steps. */
  async function carry(page: Page, from: { x: number; y: number }, by: { x: number; y: number }) {
    const finger = await page.context().newCDPSession(page)
    const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', at?: { x: number; y: number }) =>
      finger.send('Input.dispatchTouchEvent', { type, touchPoints: at ? [at] : [] })
    await touch('touchStart', from)
    await expect(page.locator('[data-preview]')).toHaveCount(1)
    for (let step = 1; step <= 5; step++)
      await touch('touchMove', { x: from.x + (by.x * step) / 5, y: from.y + (by.y * step) / 5 })
    return () => touch('touchEnd')
  }

  test('a session is moved and made longer by a finger that rests on it @phone', async ({
    page,
  }) => {
    const date = dayAfter(3)
    const entry = await openDay(page, date)
    await expectSound(page)
    const box = await boxOf(entry)
    const x = box.x + 30
    const lengthen = await carry(page, { x, y: box.y + box.height - 5 }, { x: 0, y: HOUR_PX })
    await lengthen()
    await expectExtendSheet(page)
    const long = await boxOf(page.getByRole('button', { name: /^10:00–12:00, Aina/ }))
    const drop = await carry(page, { x, y: long.y + 15 }, { x: 0, y: 2 * HOUR_PX })
    await expect(page.locator('[data-preview="free"]')).toHaveText('12:00')
    await drop()
    await expectMoveSheet(page, '12:00')
  })

  test('an afternoon is blocked in four touches @phone', async ({ page }) => {
    const date = dayAfter(4)
    await openDay(page, date)
    let touches = 0
    const tap = async (target: Locator) => {
      await expect(target).toBeInViewport()
      touches += 1
      await target.tap()
    }
    const amber = page.getByRole('region', { name: /^Amber Room/ })
    await tap(amber.getByRole('link', { name: calendar.freeAt.replace('{time}', '13:00') }))
    await tap(page.getByRole('menuitem', { name: calendar.blockHere }))
    const dialog = page.getByRole('dialog', { name: calendar.blockForm.title })
    await expect(dialog).toBeVisible()
    await expectSound(page)
    await tap(dialog.getByRole('button', { name: '17:00', exact: true }))
    await tap(dialog.getByRole('button', { name: calendar.blockForm.submit, exact: true }))
    await expect(dialog).toHaveCount(0)
    expect(touches).toBe(4)
    await expect(amber.getByRole('button', { name: /^13:00–17:00, Blocked/ })).toBeVisible()
  })

  test('a month is one screen, says how full its days are, and leads to one @phone', async ({
    page,
  }) => {
    const date = dayAfter(5)
    await openDay(page, date)
    await page.goto(`/admin/calendar?view=month&date=${date}`)
    const day = page.getByRole('link', { name: /1 session.*% full.*RM/ }).first()
    await expect(day).toBeVisible()
    await expect(day).toContainText('×1')
    await expectSound(page)
    const height = await page.evaluate(() => document.documentElement.scrollHeight)
    expect(height).toBeLessThanOrEqual(1.25 * 844)
    await day.tap()
    await expect(page).toHaveURL(/\/admin\/calendar(\?date=[-\d]+)?$/)
  })

  test('a swipe leads to the next day @phone', async ({ page }) => {
    const date = dayAfter(6)
    await openDay(page, date)
    const finger = await page.context().newCDPSession(page)
    const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', x?: number) =>
      finger.send('Input.dispatchTouchEvent', {
        type,
        touchPoints: x === undefined ? [] : [{ x, y: 600 }],
      })
    await touch('touchStart', 320)
    for (const x of [260, 200, 140]) await touch('touchMove', x)
    await touch('touchEnd')
    await expect(page).toHaveURL(`/admin/calendar?date=${addDays(date, 1)}`)
  })
})
