// Clicking twice, refreshing, going back: each ends with one booking and one charge.
import { expect, test } from '@/tests/support/e2e'
import { bookingsOf } from '@/tests/support/bookings'
import { intentsOf, paymentsOf } from '@/tests/support/stripe'
import {
  emailFor,
  expectCardForm,
  expectConfirmed,
  fillCard,
  holdSession,
  openFilled,
  payButton,
  payWith,
  proceedButton,
  proceedToPayment,
  wordsOf,
} from '@/tests/support/verbs'

const GOOD = '4242 4242 4242 4242'
const { booking, confirmation } = wordsOf('en')

test(
  'double clicks on both buttons make one booking and one charge',
  { tag: '@desktop' },
  async ({ page, slot }) => {
    await openFilled(page, slot)
    // Two clicks before the page can react to the first, faster than any pointer but close to an
    // impatient finger.
    await proceedButton(page).evaluate((button: HTMLElement) => (button.click(), button.click()))
    await expectCardForm(page)
    await fillCard(page, GOOD)
    await payButton(page).evaluate((button: HTMLElement) => (button.click(), button.click()))
    await expectConfirmed(page)
    const rows = await bookingsOf(emailFor(slot))
    expect(rows).toEqual([expect.objectContaining({ status: 'confirmed' })])
    expect(await paymentsOf(rows[0]?.id ?? 0)).toEqual({ intents: 1, declined: 0, paid: 1 })
  },
)

test(
  'the form, the hold and the intent are still there after a refresh while the dialog is open',
  { tag: '@desktop' },
  async ({ page, slot }) => {
    const held = await holdSession(page, { ...slot, requirements: 'Three guests' })
    const before = await intentsOf(held.id)
    await page.reload()
    const time = page.getByRole('radio', { name: slot.time, exact: true })
    await expect(time).toBeChecked()
    await expect(time).toHaveAccessibleDescription(booking.time.state.held)
    await expect(page.getByLabel(booking.details.requirements, { exact: true })).toHaveValue(
      'Three guests',
    )

    expect((await proceedToPayment(page)).id).toBe(held.id)
    expect((await intentsOf(held.id)).map(({ id }) => id)).toEqual(before.map(({ id }) => id))
    await payWith(page, GOOD)
    await expect(await expectConfirmed(page)).toContainText(`#${held.id}`)
  },
)

test(
  'refresh, back and forward after paying show what was paid',
  { tag: '@desktop' },
  async ({ page, slot }) => {
    const held = await holdSession(page, slot)
    await payWith(page, GOOD)
    await expect(await expectConfirmed(page)).toContainText(`#${held.id}`)
    expect(page.url()).not.toContain('secret')

    await page.reload()
    await expect(await expectConfirmed(page)).toContainText(`#${held.id}`)

    // Back leads to an empty form, not to a dialog for something already paid.
    await page.goBack()
    await expect(page.getByRole('heading', { name: booking.title, level: 1 })).toBeVisible()
    await expect(page.getByRole('dialog')).toBeHidden()
    await expect(
      page
        .getByRole('radiogroup', { name: booking.service.title })
        .getByRole('radio', { checked: true }),
    ).toHaveCount(0)

    await page.goForward()
    await expect(await expectConfirmed(page)).toContainText(`#${held.id}`)
    await page.getByRole('link', { name: confirmation.another }).click()
    await expect(page).toHaveURL(/\/booking$/)
    expect(await paymentsOf(held.id)).toEqual({ intents: 1, declined: 0, paid: 1 })
  },
)

test(
  'closing the dialog keeps the time, and Proceed opens it again',
  { tag: '@desktop' },
  async ({ page, slot }) => {
    const held = await holdSession(page, slot)
    await page
      .getByRole('dialog')
      .getByRole('button', { name: wordsOf('en').payment.close, exact: true })
      .click()
    await expect(page.getByRole('dialog')).toBeHidden()
    await expect(page.getByRole('complementary').getByRole('timer')).toBeVisible()
    await expect(proceedButton(page)).toBeFocused()
    expect((await proceedToPayment(page)).id).toBe(held.id)
  },
)
