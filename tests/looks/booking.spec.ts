// The booking, its payment and what follows as they are seen: on one screen, and never wider than it.
import { heldByCall } from '@/tests/support/bookings'
import { expect, test } from '@/tests/support/e2e'
import { payIntent } from '@/tests/support/stripe'
import { textFaults } from '@/tests/support/text-faults'
import {
  dayButton,
  expectConfirmed,
  holdSession,
  openFilled,
  proceedButton,
  wordsOf,
} from '@/tests/support/verbs'

const { booking, confirmation, purchase } = wordsOf('en')
const success = (query: Record<string, string>) => `/booking-success?${new URLSearchParams(query)}`

test(
  'the whole purchase is on one screen of 1440 by 900',
  { tag: '@desktop' },
  async ({ page, slot }) => {
    await openFilled(page, slot)
    const services = page
      .getByRole('radiogroup', { name: booking.service.title })
      .getByRole('radio')
    const times = page.getByRole('region', { name: booking.time.title })
    const required = [
      ...(await services.all()),
      page.getByRole('radio', { name: booking.duration['full-day'], exact: true }),
      page.getByRole('button', { name: booking.duration.more, exact: true }),
      await dayButton(page, slot.date),
      ...(await times.getByRole('radio').all()),
      page.getByLabel(booking.details.firstName, { exact: true }),
      page.getByLabel(booking.details.email, { exact: true }),
      proceedButton(page),
    ]
    for (const control of required) await expect(control).toBeInViewport({ ratio: 1 })
    expect(await page.evaluate(() => window.scrollY)).toBe(0)
  },
)

test(
  'on a small screen the whole dialog can be scrolled to',
  { tag: '@phone' },
  async ({ page, slot }) => {
    await holdSession(page, slot)
    const dialog = page.getByRole('dialog')
    const { payment } = wordsOf('en')
    for (const part of [
      dialog.getByRole('heading', { name: purchase.session.complete }),
      dialog.getByText(payment.policy.noRefunds),
      dialog.getByText(payment.form.neverStored),
    ]) {
      await part.scrollIntoViewIfNeeded()
      await expect(part).toBeInViewport()
    }
  },
)

test.describe('of the pages after paying', () => {
  test.use({ expectedErrors: /status of 404/ })

  test(
    'no state is wider than the window of a phone',
    { tag: '@phone' },
    async ({ page, slot }) => {
      const { intent } = await heldByCall(page.request, slot)
      const states = [
        { address: success({ redirect_status: 'failed' }), title: confirmation.failed.title },
        { address: '/booking-success', title: confirmation.header },
        { address: success({ redirect_status: 'odd' }), title: confirmation.unknown.title },
        {
          address: success({ payment_intent: intent, redirect_status: 'succeeded' }),
          title: confirmation.confirming.title,
        },
      ]
      for (const { address, title } of states) {
        await page.goto(address)
        await expect(page.getByRole('heading', { name: title })).toBeVisible()
        expect(await textFaults(page)).toEqual([])
      }
      await payIntent(intent)
      await expectConfirmed(page)
      expect(await textFaults(page)).toEqual([])

      const { order } = wordsOf('en')
      for (const [path, loading] of [
        ['/booking-success', confirmation.loading],
        ['/video-editing-success', order.success.loading],
      ] as const) {
        // The answer stays away for as long as the test looks.
        await page.route(/\/api\/.*\/payment\//, () => {})
        await page.goto(`${path}?payment_intent=pi_any&redirect_status=succeeded`)
        await expect(page.getByRole('status').filter({ hasText: loading })).toBeAttached()
        expect(await textFaults(page)).toEqual([])
      }
    },
  )
})
