// The page people land on: it moves where it says, tells the truth about the diary, and prices an
// edit to the sen.
import type { Page } from '@playwright/test'
import { checkPrices, editing } from '@/tests/support/editing'
import { expect, test } from '@/tests/support/e2e'
import { wordsOf } from '@/tests/support/words'

const open = async (page: Page) => {
  await page.goto('/')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
}

test('Learn More leads to the portfolio, and the next free slot is one that availability lists @desktop', async ({
  page,
  request,
}) => {
  await open(page)
  const { pages } = wordsOf('en')
  await expect(page.locator('html')).toHaveCSS('scroll-behavior', 'smooth')
  await page.getByRole('link', { name: pages.home.learnMore, exact: true }).click()
  await expect(page.locator('#portfolio')).toBeInViewport()
  await expect
    .poll(() =>
      page.locator('#portfolio').evaluate((work) => Math.round(work.getBoundingClientRect().top)),
    )
    .toBeLessThan(140)
  await expect(page).toHaveURL(/#portfolio$/)

  const free = (await (await request.get('/api/next-slot')).json()) as {
    date: string
    time: string
  }
  const line = page.getByRole('link', { name: pages.home.slot.label })
  await expect(line).toContainText(`${Number(free.date.slice(8))} `)
  await expect(line).toContainText(/, \d\d:00$/)
  await expect(line).toHaveAttribute('href', `/booking?date=${free.date}&time=${free.time}`)
  for (const id of ['services', 'portfolio', 'booking', 'contact'])
    await expect(page.locator(`section#${id}`)).toHaveCount(1)
})

test('two taps lead from an hour of the tape to the booking page, and the thumb keeps a way there @phone', async ({
  page,
}) => {
  await open(page)
  const { pages, nav } = wordsOf('en')
  const bar = page.locator('.tape button').first()
  expect((await bar.boundingBox())?.height).toBeGreaterThanOrEqual(44)
  await bar.tap()
  const book = page.locator('.tape-flag').getByRole('link', { name: pages.home.tape.book })
  const address = (await book.getAttribute('href')) ?? ''
  expect(address).toMatch(/^\/booking\?date=\d{4}-\d\d-\d\d&time=\d\d:00$/)
  await book.tap()
  // The page takes day and time out of its address, and keeps them.
  await expect(page).toHaveURL('/booking')
  const time = address.slice(-5)
  await expect(page.locator('#main').getByText(time).first()).toBeVisible()

  await open(page)
  const thumb = page.locator('.book-bar')
  const way = thumb.getByRole('link', { name: nav.bookSession, exact: true })
  await expect(thumb).toHaveCount(0)
  await page.locator('#sponsorship h2').scrollIntoViewIfNeeded()
  await expect(way).toBeVisible()
  await expect(way).toHaveAttribute('href', /^\/booking\?date=.+&time=\d\d:00$/)
  expect((await thumb.boundingBox())?.height).toBe(64)
  await page.locator('footer').scrollIntoViewIfNeeded()
  await expect(way).toBeHidden()
})

test('editing prices are shown in English and lead to the checkout @desktop', async ({ page }) => {
  await open(page)
  await checkPrices(page)
  const { tier, length, rush, checkout } = await editing(page)
  await tier('premium').check()
  await length('s60').check()
  await rush.check()
  await checkout.click()
  await expect(page).toHaveURL((url) => url.pathname === '/video-editing-checkout')
  expect(Object.fromEntries(new URL(page.url()).searchParams)).toEqual({
    tier: 'premium',
    duration: '<60s',
    price: '150',
    rush: 'true',
  })
})
