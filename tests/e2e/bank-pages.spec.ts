// Payment methods that redirect to a page of a bank or wallet and back: FPX and GrabPay.
import type { Page } from '@playwright/test'
import { expect, test } from '@/tests/support/e2e'
import type { Slot } from '@/tests/support/slots'
import { paymentsOf } from '@/tests/support/stripe'
import {
  answerPage,
  bookSession,
  cardFrame,
  emailFor,
  expectConfirmed,
  holdSession,
  leaveFor,
  openAdmin,
  payButton,
  payWith,
  proceedToPayment,
  wordsOf,
} from '@/tests/support/verbs'

const { booking, confirmation, payment } = wordsOf('en')

/** Waits until the form that was left for a bank is restored, and proceeds again. */
async function proceedAgain(page: Page, slot: Slot) {
  await expect(page.getByLabel(booking.details.email, { exact: true })).toHaveValue(emailFor(slot))
  await expect(page.getByRole('radio', { name: new RegExp(`^${slot.time}`) })).toBeChecked()
  return proceedToPayment(page)
}

test(
  'a session is paid with FPX: the bank is chosen, its page approves, the ticket is there',
  { tag: '@phone' },
  async ({ page, slot }) => {
    const words = wordsOf('ms')
    const held = await bookSession(page, slot, 'ms')
    const frame = cardFrame(page)
    await expect(frame.getByRole('tab')).toHaveText(['Kad', 'FPX', 'GrabPay'])

    // Without a bank there is no redirect.
    await frame.getByRole('tab', { name: 'FPX' }).click()
    await payButton(page, 'ms').click()
    await expect(frame.getByRole('alert')).toHaveText('Sila pilih bank anda.')

    await leaveFor(page, 'fpx')
    await expect(page.getByText('Maybank2U')).toBeVisible()
    await answerPage(page, 'approve')
    const ticket = await expectConfirmed(page)
    await expect(ticket).toContainText(`#${held.id}`)
    await expect(ticket.getByText(words.confirmation.status.paid, { exact: true })).toBeVisible()
    // Stripe's secret is removed from the address, and the form starts again.
    expect(page.url()).toMatch(
      /\/ms\/booking-success\?payment_intent=pi_\w+&redirect_status=succeeded$/,
    )
    expect(await page.evaluate(() => sessionStorage.getItem('booking-draft'))).toBeNull()
    expect(await paymentsOf(held.id)).toEqual({ intents: 1, declined: 0, paid: 1 })
  },
)

test(
  'refused at the bank, the same booking is paid by card',
  { tag: '@desktop' },
  async ({ page, slot }) => {
    const held = await holdSession(page, slot)
    await leaveFor(page, 'fpx')
    await answerPage(page, 'refuse')
    await expect(page.getByRole('heading', { name: confirmation.failed.title })).toBeVisible()

    // The input is still there, and the hold is the same.
    await page.getByRole('link', { name: confirmation.failed.again }).click()
    expect((await proceedAgain(page, slot)).id).toBe(held.id)
    await payWith(page, '4242 4242 4242 4242')
    await expect(await expectConfirmed(page)).toContainText(`#${held.id}`)
    expect(await paymentsOf(held.id)).toEqual({ intents: 1, declined: 0, paid: 1 })
  },
)

test(
  'GrabPay: left and come back to with the browser’s button, then approved; the owner sees it paid',
  { tag: '@desktop' },
  async ({ page, slot }) => {
    const held = await holdSession(page, slot)
    await leaveFor(page, 'grabpay')
    await page.goBack()
    expect((await proceedAgain(page, slot)).id).toBe(held.id)
    // Browsers that restore the page show it still paying: it reloads automatically.
    const again = page.waitForEvent('domcontentloaded')
    await cardFrame(page).getByRole('tab', { name: 'GrabPay' }).click()
    await page.route('**/confirm', () => {})
    await payButton(page).click()
    await expect(page.getByRole('button', { name: payment.form.paying })).toBeVisible()
    await page.evaluate(() =>
      window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })),
    )
    await again
    await page.unroute('**/confirm')

    expect((await proceedAgain(page, slot)).id).toBe(held.id)
    await leaveFor(page, 'grabpay')
    await answerPage(page, 'approve')
    await expect(await expectConfirmed(page)).toContainText(`#${held.id}`)
    await openAdmin(page)
    const row = page.getByRole('row').filter({ hasText: emailFor(slot) })
    await expect(row).toContainText(wordsOf('en').admin.status.confirmed)
  },
)
