// The hold runs out while the card form is open (an instance with HOLD_MINUTES 0.2).
import type { App } from '@/scripts/local/app'
import { expect, test as base } from '@/tests/support/e2e'
import { paymentsOf } from '@/tests/support/stripe'
import { startInstance } from '@/tests/support/instances'
import { emailFor, holdSession, openStep, proceedToPayment, wordsOf } from '@/tests/support/verbs'

const test = base.extend<object, { shortHolds: App }>({
  shortHolds: [
    async ({}, use) => {
      const app = await startInstance({ HOLD_MINUTES: '0.2' })
      await use(app)
      await app.stop()
    },
    { scope: 'worker' },
  ],
  baseURL: async ({ shortHolds }, use) => use(shortHolds.url),
})

test(
  'the dialog says so, and the time is on sale again within 30 s',
  { tag: '@phone' },
  async ({ page, another, slot }) => {
    const language = 'ms'
    const { booking, purchase } = wordsOf(language)
    const held = await holdSession(page, { ...slot, phone: '+60 12-345 6789' }, language)
    const ended = page.getByRole('dialog', { name: purchase.session.ended })
    await expect(ended).toContainText(purchase.session.endedNote)

    const { request } = await another()
    const offered = async () => {
      const answer = (await (await request.get(`/api/availability/${slot.date}`)).json()) as {
        availableSlots: string[]
      }
      return answer.availableSlots.includes(slot.time)
    }
    await expect
      .poll(offered, {
        timeout: Math.max(1, Date.parse(held.holdExpiresAt) + 30_000 - Date.now()),
      })
      .toBe(true)
    expect(await paymentsOf(held.id)).toEqual({ intents: 1, declined: 0, paid: 0 })

    await ended.getByRole('button', { name: purchase.session.again }).click()
    await expect(page.getByLabel(booking.details.phone, { exact: true })).toHaveValue(
      '+60 12-345 6789',
    )
    await expect(page.getByLabel(booking.details.email, { exact: true })).toHaveValue(
      emailFor(slot),
    )
    await openStep(page, 'time', language)
    await page.getByRole('radio', { name: slot.time, exact: true }).check()
    const again = await proceedToPayment(page)
    expect(again.id).not.toBe(held.id)
  },
)
