// Real life: names without blanks, as of companies in German or of people in Thai. Seen on booking
// pages that become wider than the phone.
import { expect, test } from '@/tests/support/e2e'

const NAME = 'Nattapongsiriwattanakulchaiyaphum'.repeat(3).slice(0, 80)

test('a name of 80 letters makes no page wider than the screen', async ({ page, slot }) => {
  const held = await page.request.post('/api/bookings/form', {
    form: {
      key: '',
      language: 'en',
      serviceId: '1',
      duration: 'hourly',
      hours: '1',
      when: 'any',
      start: `${slot.date} ${slot.time}`,
      firstName: NAME,
      lastName: NAME,
      email: `${'long'.repeat(12)}@${'example'.repeat(6)}.com`,
      company: NAME,
    },
    maxRedirects: 0,
  })
  const hold = held.headers().location ?? ''
  expect(hold).toMatch(/^\/manage\/.+\/hold$/)
  for (const path of [hold, hold.replace(/\/hold$/, '')])
    for (const width of [320, 390, 1280]) {
      await page.setViewportSize({ width, height: 800 })
      await page.goto(path)
      await expect(page.getByText(NAME).first()).toBeAttached()
      // A phone lays the page out anew when its width changes, and when its letters have come.
      await expect
        .poll(() => page.evaluate(() => document.documentElement.scrollWidth), {
          message: `${path.replace(/manage\/[^/]+/, 'manage/…')} at ${width}`,
        })
        .toBeLessThanOrEqual(width)
    }
})
