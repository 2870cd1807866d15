// What a visitor sees when a call is slow, refused or lost, and that nothing typed is lost with it.
import type { Page, Route } from '@playwright/test'
import { expect, test } from '@/tests/support/e2e'
import { bookingsOf } from '@/tests/support/bookings'
import { paymentsOf } from '@/tests/support/stripe'
import {
  emailFor,
  expectCardForm,
  expectConfirmed,
  expectNotice,
  fillCard,
  giveDraft,
  holdBack,
  holdSession,
  openFilled,
  payButton,
  payWith,
  proceedButton,
  wordsOf,
} from '@/tests/support/verbs'

const GOOD = '4242 4242 4242 4242'
const { booking, payment, purchase, confirmation, errors } = wordsOf('en')

const CALLS = {
  'the payment configuration': '**/api/payment-config',
  'the booking': '**/api/bookings',
  'the payment intent': '**/api/create-payment-intent',
}
const FAILURES: { how: string; answer: (route: Route) => Promise<void>; says: string }[] = [
  {
    how: 'answers 503',
    answer: (route) =>
      route.fulfill({
        status: 503,
        headers: { 'retry-after': '5' },
        json: { code: 'unavailable', message: errors.unavailable },
      }),
    says: errors.unavailable,
  },
  {
    how: 'answers 500 with somebody’s page',
    answer: (route) =>
      route.fulfill({ status: 500, contentType: 'text/html', body: '<h1>Bad gateway</h1>' }),
    says: purchase.session.refused,
  },
  {
    how: 'is not reached',
    answer: (route) => route.abort('internetdisconnected'),
    says: payment.refused.offline,
  },
]

test.use({ expectedErrors: /status of 50[03]|net::ERR_/ })

const TYPED = {
  firstName: 'Nur Aina',
  lastName: 'binti Rahman',
  phone: '+60 12-345 6789',
  requirements: 'Three guests',
}

async function expectTyped(page: Page): Promise<void> {
  for (const [name, value] of Object.entries(TYPED))
    await expect(
      page.getByLabel(booking.details[name as keyof typeof TYPED], { exact: true }),
    ).toHaveValue(value)
}

for (const [name, address] of Object.entries(CALLS))
  test(
    `${name} fails: notice, Try Again, nothing lost`,
    { tag: '@desktop' },
    async ({ page, slot }) => {
      await openFilled(page, { ...slot, ...TYPED })
      for (const [index, { answer, says }] of FAILURES.entries()) {
        await page.route(address, answer)
        await (
          index === 0
            ? proceedButton(page)
            : page.getByRole('dialog').getByRole('button', { name: payment.tryAgain })
        ).click()
        await expect(page.getByRole('dialog', { name: purchase.session.failed })).toContainText(
          payment.dialog.failed,
        )
        await expectNotice(page, payment.refused.title, says)
        await page.unroute(address)
      }
      await page.getByRole('dialog').getByRole('button', { name: payment.tryAgain }).click()
      await expectCardForm(page)
      await page
        .getByRole('dialog')
        .getByRole('button', { name: payment.close, exact: true })
        .click()
      await expectTyped(page)
      expect(await bookingsOf(emailFor(slot))).toHaveLength(1)
    },
  )

test(
  'the booking was made but its answer lost: Try Again finds the same one',
  { tag: '@desktop' },
  async ({ page, slot }) => {
    await openFilled(page, slot)
    await page.route(
      '**/api/bookings',
      (route) => route.fetch().then(() => route.abort('connectionreset')),
      { times: 1 },
    )
    await proceedButton(page).click()
    await page
      .getByRole('dialog', { name: purchase.session.failed })
      .getByRole('button', { name: payment.tryAgain })
      .click()
    await expectCardForm(page)
    expect(await bookingsOf(emailFor(slot))).toEqual([
      expect.objectContaining({ status: 'pending' }),
    ])
  },
)

test(
  'the times do not load: said in their place, and tried again',
  { tag: '@desktop' },
  async ({ page, slot }) => {
    await page.route('**/api/availability/**', (route) => route.abort('internetdisconnected'))
    await giveDraft(page, { ...slot, ...TYPED })
    await page.goto('/booking')
    const times = page.getByRole('region', { name: booking.time.title })
    await expect(times.getByRole('alert')).toContainText(booking.time.failedNote)
    await page.unroute('**/api/availability/**')
    await times.getByRole('button', { name: booking.time.retry }).click()
    await expect(times.getByRole('radio', { name: slot.time, exact: true })).toBeChecked()
    await expectTyped(page)
  },
)

test(
  'the card form does not load: said in its place, and tried again',
  { tag: '@desktop' },
  async ({ page, slot }) => {
    await openFilled(page, slot)
    await page.route('**/_sandbox/frame', (route) => route.abort('internetdisconnected'))
    await proceedButton(page).click()
    await expectNotice(page, payment.notices.formError, payment.notices.formFailed)
    await page.unroute('**/_sandbox/frame')
    await page.getByRole('dialog').getByRole('button', { name: payment.tryAgain }).click()
    await payWith(page, GOOD)
    await expectConfirmed(page)
  },
)

test(
  'the payment does not get through: said, and paid once in the end',
  { tag: '@desktop' },
  async ({ page, slot }) => {
    const held = await holdSession(page, slot)
    await fillCard(page, GOOD)
    await page.route('**/payment_intents/*/confirm', (route) => route.abort('internetdisconnected'))
    await payButton(page).click()
    await expectNotice(page, payment.notices.paymentFailed, payment.notices.unexpected)
    await page.unroute('**/payment_intents/*/confirm')
    await payButton(page).click()
    await expectConfirmed(page)
    expect(await paymentsOf(held.id)).toEqual({ intents: 1, declined: 0, paid: 1 })
  },
)

test(
  'everything is slow: each wait shows what is waited for',
  { tag: '@desktop' },
  async ({ page, slot }) => {
    await openFilled(page, slot)
    const giveTimes = await holdBack(page, '**/api/availability/**')
    await page.getByRole('radio', { name: booking.duration['half-day'], exact: true }).check()
    await expect(page.getByRole('status').filter({ hasText: booking.time.loading })).toBeAttached()
    giveTimes()
    await page.getByRole('radio', { name: booking.duration.hourly, exact: true }).check()
    await page.getByRole('radio', { name: slot.time, exact: true }).check()

    const [giveBooking, giveForm] = [
      await holdBack(page, '**/api/bookings'),
      await holdBack(page, '**/_sandbox/frame'),
    ]
    await proceedButton(page).click()
    await expect(page.getByRole('dialog', { name: purchase.session.preparing })).toContainText(
      payment.dialog.preparing,
    )
    giveBooking()
    await expect(page.getByRole('dialog').getByText(payment.form.loading)).toBeVisible()
    giveForm()
    await expectCardForm(page)

    const [givePayment, giveTicket] = [
      await holdBack(page, '**/payment_intents/*/confirm'),
      await holdBack(page, '**/api/bookings/payment/**'),
    ]
    await payWith(page, GOOD)
    await expect(page.getByRole('button', { name: payment.form.paying })).toBeVisible()
    givePayment()
    await expect(page.getByText(confirmation.loading)).toBeAttached()
    giveTicket()
    await expectConfirmed(page)
  },
)
