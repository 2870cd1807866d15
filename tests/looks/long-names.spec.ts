// Real life: names without blanks, as of companies in German or of people in Thai. Seen on booking
// pages that become wider than the phone.
import { bookingsOf } from '@/tests/support/bookings'
import { expect, test } from '@/tests/support/e2e'

const NAME = 'Nattapongsiriwattanakulchaiyaphum'.repeat(3).slice(0, 80)

test('a name of 80 letters makes no page wider than the screen', async ({ page, slot }) => {
  const email = `${'long'.repeat(12)}-${slot.date}@${'example'.repeat(6)}.com`
  const held = await page.request.post('/api/bookings', {
    data: {
      ...slot,
      serviceId: 1,
      duration: 'hourly',
      firstName: NAME,
      lastName: NAME,
      email,
      company: NAME,
    },
  })
  expect(held.status()).toBe(201)
  const path = `/manage/${(await bookingsOf(email))[0]?.token}`
  for (const width of [320, 390, 1280]) {
    await page.setViewportSize({ width, height: 800 })
    await page.goto(path)
    await expect(page.getByText(NAME).first()).toBeAttached()
    // A phone lays the page out anew when its width changes, and when its letters have come.
    await expect
      .poll(() => page.evaluate(() => document.documentElement.scrollWidth), {
        message: `at ${width}`,
      })
      .toBeLessThanOrEqual(width)
  }
})
