// A house with two rooms: one service at the same hour in both, a room that a visitor chooses.
import { expectSound } from '@/tests/support/accessible'
import { expect } from '@/tests/support/e2e'
import { dayAfter, ONE_SITE } from '@/tests/support/own-house'
import { twoRooms } from '@/tests/support/two-rooms'
import {
  dayButton,
  expectConfirmed,
  fillOpenBooking,
  inLanguage,
  openFilled,
  openStep,
  payWith,
  proceedButton,
  proceedToPayment,
  wordsOf,
} from '@/tests/support/verbs'

const CARD = '4242 4242 4242 4242'
const SERVICE = /Audio Podcast Basic/

const test = twoRooms(`
  UPDATE studios SET hours = '{"weekday":{"opens":8,"closes":22},"weekend":{"opens":10,"closes":17}}'
    WHERE name = 'Teal Room'`)
test.describe.configure(ONE_SITE)

test.describe(() => {
  test.use({ expectedErrors: /status of 409/ }) // the third visitor's
  test(
    'two rooms are booked at the same hour by the same service, and a third visitor is refused',
    { tag: '@desktop' },
    async ({ page, another }) => {
      test.setTimeout(120_000)
      const wish = { date: dayAfter(0), time: '10:00' }
      const visitors = [
        page,
        ...(await Promise.all([another(), another()])).map((one) => one.newPage()),
      ]
      const [first, second, third] = await Promise.all(visitors)
      if (!first || !second || !third) throw new Error('Three visitors')
      for (const [nth, visitor] of [first, second, third].entries())
        await openFilled(visitor, { ...wish, email: `rooms-${nth}@example.com` })
      const held = [await proceedToPayment(first), await proceedToPayment(second)]
      expect(new Set(held.map(({ id }) => id)).size).toBe(2)
      await proceedButton(third).click()
      await expect(third.getByRole('radio', { name: wish.time, exact: true })).toBeDisabled()
      await expect(third.getByRole('dialog')).toHaveCount(0)

      const names = []
      for (const visitor of [first, second]) {
        await payWith(visitor, CARD)
        const ticket = await expectConfirmed(visitor)
        names.push(/Room\s*(Amber Room|Teal Room)/.exec((await ticket.textContent()) ?? '')?.[1])
      }
      expect(names.sort()).toEqual(['Amber Room', 'Teal Room'])
    },
  )
})

test('a visitor chooses a room', async ({ page, isMobile }) => {
  const date = dayAfter(isMobile ? 1 : 2)
  const language = isMobile ? 'zh' : 'en'
  const { rooms } = wordsOf(language)
  const teal = isMobile ? '青室' : 'Teal Room'
  await page.goto(inLanguage(language, '/booking'))
  await expect(page.getByRole('radiogroup', { name: rooms.choose })).toHaveCount(0)
  await fillOpenBooking(page, { date, email: `chosen-${language}@example.com` }, language)
  const choice = page.getByRole('radiogroup', { name: rooms.choose })
  const eight = page.getByRole('radio', { name: '08:00', exact: true })
  const isChosen = async (room: string) => {
    await openStep(page, 'room', language)
    await expect(choice.getByRole('radio', { name: room })).toBeChecked()
  }
  const choose = async (room: string) => {
    await openStep(page, 'room', language)
    await choice.getByRole('radio', { name: room }).check()
    await openStep(page, 'time', language)
  }
  await isChosen(rooms.any)
  await choose(teal)
  // Eight o'clock is in the hours of this room alone.
  await eight.check()
  await expectSound(page)
  await page.reload()
  await isChosen(teal)
  await openStep(page, 'time', language)
  await expect(eight).toBeChecked()
  await choose('Amber Room')
  await expect(eight).toHaveCount(0)
  await choose(teal)
  await eight.check()
  await proceedToPayment(page)
  await payWith(page, CARD)
  await expect(await expectConfirmed(page)).toContainText(teal)
  await page.getByRole('link', { name: wordsOf(language).confirmation.tools.booking }).click()
  await expect(page.getByRole('article')).toContainText(teal)
  await page.getByRole('button', { name: wordsOf(language).manage.move.open }).click()
  await expect(page.getByRole('radio', { name: '21:00', exact: true })).toBeVisible()
  await expectSound(page)
})

test('pages name the rooms where their hours differ', { tag: '@desktop' }, async ({ page }) => {
  for (const path of ['/', '/contact', '/faq']) {
    await page.goto(path)
    const visit = page.getByRole('contentinfo')
    for (const text of ['Amber Room', 'Teal Room', '08:00–22:00'])
      await expect(visit.getByText(text).first()).toBeVisible()
  }
  const things = await page.locator('script[type="application/ld+json"]').allTextContents()
  expect(things.join()).toContain('Teal Room: Monday to Friday 08:00–22:00')
  await page.goto('/contact')
  const [business] = await page.locator('script[type="application/ld+json"]').allTextContents()
  expect(business).toContain('"containsPlace"')
  await page.goto('/booking')
  await page.getByRole('radio', { name: SERVICE }).check()
  await dayButton(page, dayAfter(3)).then((day) => day.click())
  for (const text of ['Monday to Friday 08:00–22:00', 'Monday to Friday 09:00–21:00'])
    await expect(page.getByText(text)).toBeVisible()
})
