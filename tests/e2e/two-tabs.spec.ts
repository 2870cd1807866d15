import { expect, test } from '@/tests/support/e2e'
import { bookingsOf } from '@/tests/support/bookings'
import { intentsOf, paymentsOf } from '@/tests/support/stripe'
import {
  emailFor,
  expectConfirmed,
  holdSession,
  openFilled,
  payWith,
  proceedButton,
  wordsOf,
} from '@/tests/support/verbs'

const GOOD = '4242 4242 4242 4242'
const { booking, errors } = wordsOf('en')

// The provider's answer to paying an intent that is cancelled or paid already.
test.use({ expectedErrors: /status of 400/ })

test(
  'another time in a second tab ends the first tab’s hold, and only the second is charged',
  { tag: '@desktop' },
  async ({ page, context, slot, anotherSlot }) => {
    const language = 'ms'
    const { booking, purchase } = wordsOf(language)
    const first = await holdSession(page, slot, language)
    const tab = await context.newPage()
    const second = await holdSession(tab, await anotherSlot(), language)
    expect(second.id).not.toBe(first.id)
    await expect
      .poll(async () => (await intentsOf(first.id)).map(({ status }) => status))
      .toEqual(['canceled'])

    await page.bringToFront()
    await payWith(page, GOOD)
    const ended = page.getByRole('dialog', { name: purchase.session.ended })
    await expect(ended).toContainText(purchase.session.endedNote)
    expect(await paymentsOf(first.id)).toEqual({ intents: 1, declined: 0, paid: 0 })
    await ended.getByRole('button', { name: purchase.session.again }).click()
    await expect(page.getByLabel(booking.details.email, { exact: true })).toHaveValue(
      emailFor(slot),
    )

    await tab.bringToFront()
    await payWith(tab, GOOD)
    await expect(await expectConfirmed(tab)).toContainText(`#${second.id}`)
    expect(await paymentsOf(second.id)).toEqual({ intents: 1, declined: 0, paid: 1 })
  },
)

test(
  'the same time in both tabs is one booking, paid once',
  { tag: '@desktop' },
  async ({ page, context, slot }) => {
    const first = await holdSession(page, slot)
    const tab = await context.newPage()
    const second = await holdSession(tab, slot)
    expect(second.id).toBe(first.id)

    await page.bringToFront()
    await payWith(page, GOOD)
    await expect(await expectConfirmed(page)).toContainText(`#${first.id}`)
    await tab.bringToFront()
    await payWith(tab, GOOD)
    await expect(await expectConfirmed(tab)).toContainText(`#${first.id}`)
    expect(await paymentsOf(first.id)).toEqual({ intents: 1, declined: 0, paid: 1 })
    expect(await bookingsOf(emailFor(slot))).toHaveLength(1)
  },
)

test.describe('when another visitor holds the slot', () => {
  test.use({ expectedErrors: /status of 409/ })

  test(
    'the page says so beside the times and keeps everything typed',
    { tag: '@desktop' },
    async ({ page, another, slot }) => {
      await openFilled(page, { ...slot, phone: '+60 12-345 6789', requirements: 'Three guests' })
      const rival = await another()
      const taken = await rival.request.post('/api/bookings', {
        data: {
          ...slot,
          serviceId: 1,
          firstName: 'Bala',
          email: `rival-${emailFor(slot)}`,
          duration: 'hourly',
        },
      })
      expect(taken.status()).toBe(201)

      await proceedButton(page).click()
      const times = page.getByRole('region', { name: booking.time.title })
      await expect(times).toContainText(errors.slot_taken)
      await expect(page.locator('[data-sonner-toast]')).toContainText(errors.slot_taken)
      await expect(page.getByRole('dialog')).toBeHidden()
      await expect(times.getByRole('radio', { name: slot.time, exact: true })).toBeDisabled()
      await expect(page.getByLabel(booking.details.phone, { exact: true })).toHaveValue(
        '+60 12-345 6789',
      )
      await expect(page.getByLabel(booking.details.requirements, { exact: true })).toHaveValue(
        'Three guests',
      )
    },
  )
})
