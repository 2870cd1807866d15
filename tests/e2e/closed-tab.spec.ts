// The tab is closed the moment the card was charged: only the webhook can finish the booking.
import { expect, test } from '@/tests/support/e2e'
import { bookingsOf } from '@/tests/support/bookings'
import { control, paymentsOf } from '@/tests/support/stripe'
import { lastMailTo } from '@/tests/support/mailbox'
import { emailFor, fillCard, holdSession, payButton } from '@/tests/support/verbs'

test(
  'a booking is confirmed and mailed although the tab was closed right after paying',
  { tag: '@desktop' },
  async ({ page, slot }) => {
    const held = await holdSession(page, slot)
    await fillCard(page, '4242 4242 4242 4242')
    // Held back for everybody; other tests do not notice, because their confirmation page reads the
    // payment itself.
    await control('webhooks', { mode: 'hold' })
    const paid = new Promise<void>((resolve) => {
      // Stripe executes the payment; its answer finds no page any more.
      void page.route('**/payment_intents/*/confirm', (route) =>
        route.fetch().then(() => resolve()),
      )
    })
    await payButton(page).click()
    await paid
    await page.close()
    expect(await paymentsOf(held.id)).toEqual({ intents: 1, declined: 0, paid: 1 })

    expect((await bookingsOf(emailFor(slot))).map(({ status }) => status)).toEqual(['pending'])
    await control('webhooks', {})
    await control('webhooks/release', { order: 'created' })
    await expect
      .poll(() => bookingsOf(emailFor(slot)))
      .toEqual([expect.objectContaining({ id: held.id, status: 'confirmed' })])
    const { attachments } = await lastMailTo(emailFor(slot))
    expect(attachments?.map(({ contentType }) => contentType).sort()).toEqual([
      'application/pdf', // the receipt
      'text/calendar',
    ])
  },
)
