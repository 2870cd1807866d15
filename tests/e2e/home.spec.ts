// The page people land on: it moves where it says, tells the truth about the diary, and prices an
// edit to the sen.
import type { Page } from '@playwright/test'
import { expect, test } from '@/tests/support/e2e'
import { inLanguage, languageOf, wordsOf, type Language } from '@/tests/support/verbs'
import { LANGUAGES } from '@/tests/support/words'

// Of each tier one length, in ringgit: price, rush, total, total with rush. The whole price list is
// in tests/component/editing.
const PRICES = {
  basic: ['m10', '250', '88.00', '270.63', '365.89'],
  standard: ['s120', '120', '42.00', '129.90', '175.37'],
  premium: ['s60', '150', '53.00', '162.38', '219.75'],
} as const
/** What is free above and below the words of the next free slot's tile, in pixels. */
const ROOM = 6
const rm = (ringgit: string) => new RegExp(`^RM${ringgit.replace('.', '\\.')}$`)

const open = async (page: Page, language: Language) => {
  await page.goto(inLanguage(language, '/'))
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
}

/** The island's parts by the names a visitor reads. */
async function editing(page: Page) {
  const language = await languageOf(page)
  const { editing: words, payment } = wordsOf(language)
  const bill = page.getByRole('region', { name: words.summary })
  return {
    words,
    tier: (name: keyof typeof PRICES) =>
      page.getByRole('radio', { name: words[name].name, exact: true }),
    length: (key: keyof typeof words.lengths) =>
      page.getByRole('radio', { name: words.lengths[key], exact: true }),
    rush: page.getByRole('switch', { name: words.rush }),
    checkout: page.getByRole('button', { name: words.checkout, exact: true }),
    chat: page.getByRole('link', { name: new RegExp(words.whatsapp) }),
    total: bill.getByRole('status'),
    totalWord: payment.summary.total,
    line: (label: string) =>
      bill.getByText(label, { exact: true }).locator('xpath=following-sibling::dd'),
  }
}

/** The prices of the tiers with and without rush. */
async function checkPrices(page: Page): Promise<void> {
  // The lamps change at every frame, and to paint that takes longer than to look at the prices.
  await page.emulateMedia({ reducedMotion: 'reduce' })
  const { words, tier, length, rush, checkout, chat, total, totalWord, line } = await editing(page)
  await page.getByText(words.open, { exact: true }).click()
  const totalIs = (ringgit: string) =>
    expect(total).toHaveText(new RegExp(`^${totalWord}RM${ringgit.replace('.', '\\.')}$`))
  for (const name of ['basic', 'standard', 'premium'] as const) {
    for (const rushed of [false, true]) {
      await rush.setChecked(rushed)
      const [key, price, surcharge, plain, dear] = PRICES[name]
      await tier(name).check()
      await length(key).check()
      await totalIs(rushed ? dear : plain)
      await expect(line(words.price)).toHaveText(rm(`${price}.00`))
      if (rushed)
        await expect(line(words.surcharge.replace('{percent}', '35'))).toHaveText(rm(surcharge))
      await expect(checkout).toBeEnabled()
    }
  }
  await length('more').check()
  await expect(checkout).toHaveCount(0)
  await expect(chat).toHaveAttribute('href', /^https:\/\/wa\.me\/\d+\?text=/)
  await tier('basic').check()
  await expect(checkout, 'another tier clears the length').toBeDisabled()
}

test('Learn More leads to the portfolio, and the next free slot is one that availability lists @desktop', async ({
  page,
  request,
}) => {
  await open(page, 'en')
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

test('two taps lead from an hour of the tape to the booking page, and the thumb keeps a way there @phone', async ({
  page,
}) => {
  await open(page, 'en')
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

  await open(page, 'en')
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
  await open(page, 'en')
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
