// From the landing page to a paid session with one thumb, on a phone of 390 by 844. What counts is
// every tap: on a link, a choice or a button, and the one that puts the cursor into a field. Typing
// does not, nor does the keyboard's "next" key, which leads from one field to the next (Tab); the
// form of the card moves on by itself. The studio takes transfers and codes too: neither makes the way
// longer.
import type { Locator } from '@playwright/test'
import { pathIn } from '@/lib/i18n/path'
import { LOCALES } from '@/lib/i18n/routing'
import en from '@/messages/en.json' with { type: 'json' }
import { expect } from '@/tests/support/e2e'
import { ownHouse } from '@/tests/support/own-house'
import {
  cardFrame,
  expectCardForm,
  expectConfirmed,
  openStep,
  payButton,
  proceedButton,
} from '@/tests/support/verbs'

const MOST_TAPS = 6
/** From the top of the page to its footer. */
const MOST_PX = 2_600
const { booking, pages } = en
const EVERYTHING_ON = `
  INSERT INTO settings (key, value) VALUES ('transfer',
    '{"bank":"Maybank","holder":"Studio Sdn Bhd","number":"5140 1234 5678","duitnow":"","hours":24}')
    ON CONFLICT (key) DO UPDATE SET value = EXCLUDED.value;
  INSERT INTO codes (code, name, percent) VALUES ('PAMERAN', 'Fair', 10)`

const test = ownHouse((sql) => sql.query(EVERYTHING_ON))
test.use({ viewport: { width: 390, height: 844 }, hasTouch: true })

test('the next free slot is paid by card with six taps @phone', async ({ page }) => {
  test.slow()
  let taps = 0
  const tap = async (target: Locator) => {
    taps += 1
    await target.tap()
  }
  const title = (step: 'details' | 'service') =>
    page.getByRole('heading', { name: booking[step].title, exact: true })
  const height = () =>
    page.getByRole('contentinfo').evaluate((footer) => footer.getBoundingClientRect().top + scrollY)
  const field = (name: 'firstName' | 'email') =>
    page.getByLabel(booking.details[name], { exact: true })

  await page.goto('/')
  const slot = page.getByRole('link', { name: pages.home.slot.label })
  await expect(slot).toContainText(/\d\d:\d\d/)
  const when = /(\w{3},? \d+ \w{3}), (\d\d:\d\d)/.exec((await slot.textContent()) ?? '')
  if (!when) throw new Error('The landing page offers no slot')
  await tap(slot)

  // The page one came from stays in the document, hidden.
  const chip = page.getByText(`${when[1]}, ${when[2]}`, { exact: true }).filter({ visible: true })
  await expect(chip).toBeInViewport()
  await expect(title('service')).toBeInViewport()
  expect(await height()).toBeLessThanOrEqual(MOST_PX)
  const services = page.getByRole('radiogroup', { name: booking.service.title })
  await tap(services.getByRole('radio').first())

  await expect(title('details')).toBeInViewport()
  await expect(title('details')).toBeFocused()
  expect(await height()).toBeLessThanOrEqual(MOST_PX)
  await tap(field('firstName'))
  await page.keyboard.type('Aina')
  await page.keyboard.press('Tab')
  await expect(field('email')).toBeFocused()
  await page.keyboard.type('taps@example.com')
  await tap(proceedButton(page))

  await expectCardForm(page)
  await tap(cardFrame(page).locator('[name=number]'))
  await page.keyboard.type('4242424242424242')
  await page.keyboard.type('1234')
  await page.keyboard.type('123')
  await tap(payButton(page))
  await expect(await expectConfirmed(page)).toContainText(when[2] ?? '')
  expect(taps).toBeLessThanOrEqual(MOST_TAPS)
})

for (const locale of LOCALES)
  test(`every step opens under the header, and the page stays short, ${locale} @phone`, async ({
    page,
  }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await page.goto(pathIn(locale, '/booking'))
    for (const step of ['service', 'duration', 'date', 'time', 'details', 'more'] as const) {
      await openStep(page, step, locale)
      const top = () =>
        page.locator(`#step-${step}`).evaluate((section) => section.getBoundingClientRect().top)
      // The first one has nothing above that could go.
      if (step !== 'service') expect(Math.round(await top()), step).toBe(84)
      const height = await page
        .getByRole('contentinfo')
        .evaluate((footer) => footer.getBoundingClientRect().top + scrollY)
      expect(height, step).toBeLessThanOrEqual(MOST_PX)
      for (const row of await page.locator('[aria-controls^="step-"][aria-expanded="false"]').all())
        expect((await row.boundingBox())?.height ?? 0).toBeGreaterThanOrEqual(52)
    }
  })

test('who comes with a service, a day and a time has these steps folded @phone', async ({
  page,
  request,
}) => {
  const { date, time } = (await (await request.get('/api/next-slot')).json()) as {
    date: string
    time: string
  }
  await page.goto(`/booking?service=1&date=${date}&time=${time}`)
  for (const step of ['service', 'date', 'time'] as const)
    await expect(
      page
        .getByRole('region', { name: booking[step].title, exact: true })
        .getByRole('button', { expanded: false }),
    ).toHaveAccessibleName(`${booking.fold.change} ${booking[step].title}`)
  await expect(page.getByLabel(booking.details.firstName, { exact: true })).toBeVisible()
  await page.reload()
  await expect(page.getByLabel(booking.details.firstName, { exact: true })).toBeVisible()
})
