// What a thumb presses, and what eyes see of a picture: the public pages, measured.
import type { Locator, Page } from '@playwright/test'
import { pathIn } from '@/lib/i18n/path'
import { LOCALES } from '@/lib/i18n/routing'
import { PUBLIC_PAGES } from '@/lib/seo/pages'
import { bookingsOf, heldByCall } from '@/tests/support/bookings'
import { expect, test } from '@/tests/support/e2e'
import { checkoutPath } from '@/tests/support/orders'
import { payIntent } from '@/tests/support/stripe'
import { emailFor, expectConfirmed, holdSession, payWith, wordsOf } from '@/tests/support/verbs'

const THUMB = 44
const SIZES = [
  [360, 640],
  [390, 844],
  [768, 1024],
  [1440, 900],
] as const
// The hero's upright scene lies half under the words.
const UNDER_WORDS = /^hero-portrait-/

/** Controls lower than a thumb, and pictures wider than their file; empty when there are none. */
async function seenFaults(page: Page): Promise<string[]> {
  await page.evaluate(() => {
    for (const image of document.images) image.loading = 'eager'
  })
  await page.waitForFunction(() =>
    [...document.images].every((image) => !image.checkVisibility() || image.complete),
  )
  return page.evaluate((thumb) => {
    const faults: string[] = []
    for (const control of document.querySelectorAll('a, button, select, summary')) {
      // A link in a sentence has the height of its line.
      const isInText = control.matches('p a') && getComputedStyle(control).display === 'inline'
      const { width, height } = control.getBoundingClientRect()
      if (!control.checkVisibility() || width <= 1 || isInText) continue
      // Stretched over what it belongs to.
      if (['::before', '::after'].some((part) => getComputedStyle(control, part).inset === '0px'))
        continue
      if (height < thumb - 0.5)
        faults.push(`${control.textContent?.trim().slice(0, 40)}: ${Math.round(height)} px high`)
    }
    for (const image of document.images) {
      const [, name = '', width] = /\/([\w-]+-(\d{3,4})\.\w+)$/.exec(image.currentSrc) ?? []
      if (!width || !image.checkVisibility()) continue
      const box = image.getBoundingClientRect()
      const ratio = image.naturalWidth / image.naturalHeight
      const shown = Math.max(box.width, box.height * ratio) * devicePixelRatio
      if (shown > Number(width) * 1.05) faults.push(`${name}: shown ${Math.round(shown)} px wide`)
    }
    return faults
  }, THUMB)
}

test('every control has the height of a thumb, and no picture is wider than its file', async ({
  page,
}) => {
  test.setTimeout(180_000)
  const faults: string[] = []
  for (const path of PUBLIC_PAGES) {
    await page.goto(path)
    const found = (await seenFaults(page)).filter((fault) => !UNDER_WORDS.test(fault))
    faults.push(...found.map((fault) => `${path}: ${fault}`))
  }
  expect(faults).toEqual([])
})

test('a purchase ends with a footer of one line, and the next page has the whole', async ({
  page,
}) => {
  const footer = page.getByRole('contentinfo')
  await page.goto(checkoutPath({ tier: 'basic', duration: '<60s' }))
  await expect(footer.getByRole('link')).toHaveCount(0)
  expect((await footer.boundingBox())?.height).toBeLessThan(110)
  await page.getByRole('main').getByRole('link').first().click()
  await expect(page).toHaveURL('/')
  await expect(footer.getByRole('link').first()).toBeVisible()
})

for (const locale of LOCALES)
  test(`a phone on its side shows what the landing page offers, ${locale} @phone`, async ({
    page,
  }) => {
    const { bookNow, learnMore } = wordsOf(locale).pages.home
    for (const [width, height] of [
      [844, 390],
      [667, 375],
    ] as const) {
      await page.setViewportSize({ width, height })
      await page.goto(pathIn(locale, '/'))
      for (const name of [bookNow, learnMore])
        await expect(
          page.getByRole('main').getByRole('link', { name, exact: true }).first(),
        ).toBeInViewport({ ratio: 1 })
    }
  })

test('the steps of a booking end where the card below them ends @desktop', async ({ page }) => {
  for (const width of [360, 768, 1024, 1279]) {
    await page.setViewportSize({ width, height: 900 })
    await page.goto('/booking')
    const [steps, card] = [page.locator('#step-service'), page.getByRole('region').last()]
    const edges = async (part: Locator) => {
      const { x = 0, width: wide = 0 } = (await part.boundingBox()) ?? {}
      return [Math.round(x), Math.round(x + wide)]
    }
    expect(await edges(steps), `${width} px`).toEqual(await edges(card))
  }
})

test('the notice of a payment covers nothing that is read first, at any width @desktop', async ({
  page,
  slot,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await holdSession(page, slot)
  await payWith(page, '4242424242424242')
  await expectConfirmed(page)
  const thanks = page.locator('header').filter({ has: page.getByRole('heading', { level: 1 }) })
  const toast = page.locator('[data-sonner-toast][data-mounted="true"]').first()
  // While something points at it, it stays.
  await toast.hover()
  for (const [width, height] of SIZES) {
    await page.setViewportSize({ width, height })
    await expect(async () => {
      const [notice, words] = [await toast.boundingBox(), await thanks.boundingBox()]
      expect(notice?.y).toBeGreaterThan((words?.y ?? 0) + (words?.height ?? 0))
      expect((notice?.y ?? 0) + (notice?.height ?? 0)).toBeLessThanOrEqual(height)
    }, `${width} px`).toPass({ timeout: 4_000 })
  }
})

test('the longest date on a ticket breaks between its weekday and the rest alone @desktop', async ({
  page,
  slot,
}) => {
  const { intent } = await heldByCall(page.request, slot)
  await payIntent(intent)
  const { confirmation, manage } = wordsOf('en')
  await page.goto(`/booking-success?payment_intent=${intent}&redirect_status=succeeded`)
  await expectConfirmed(page)
  const [booked] = await bookingsOf(emailFor(slot))
  for (const [path, label] of [
    [null, confirmation.ticket.date],
    [`/manage/${booked?.token}`, manage.session.date],
  ] as const) {
    if (path) await page.goto(path)
    const date = page.getByRole('article').first().getByText(label, { exact: true }).locator('+ dd')
    await date.evaluate((dd) => (dd.textContent = 'Wednesday, September\u00a030,\u00a02026'))
    for (const width of [320, 360, 390, 640, 768, 1024, 1440]) {
      await page.setViewportSize({ width, height: 900 })
      const lines = await date.evaluate((dd) => {
        const rest = document.createRange()
        rest.setStart(dd.firstChild!, 'Wednesday, '.length)
        rest.setEnd(dd.firstChild!, dd.textContent!.length)
        return new Set([...rest.getClientRects()].map(({ top }) => top)).size
      })
      expect(lines, `${path ?? 'the success'} at ${width} px`).toBe(1)
    }
  }
})
