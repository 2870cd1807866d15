// Ways to pay that lead to a page of a bank or wallet and back: FPX and GrabPay.
import type { APIRequestContext, Page } from '@playwright/test'
import { ageHold, askFor, bookingsOf, heldByCall, letActStand } from '@/tests/support/bookings'
import { expect, test } from '@/tests/support/e2e'
import { tick } from '@/tests/support/jobs'
import type { Slot } from '@/tests/support/slots'
import {
  bankPage,
  control,
  finishRefund,
  intentsOf,
  payAtBank,
  paymentsOf,
} from '@/tests/support/stripe'
import type { BankWay } from '@/tools/stripe-sandbox'
import {
  answerPage,
  cardFrame,
  emailFor,
  expectConfirmed,
  expectNotice,
  holdSession,
  inLanguage,
  leaveFor,
  openAdmin,
  payButton,
  payWith,
  proceedButton,
  proceedToPayment,
  wordsOf,
} from '@/tests/support/verbs'

const { admin, booking, confirmation, payment, purchase } = wordsOf('en')
/** How long what the bank has said may take to reach a page. */
const SETTLED_MS = 15_000
const RIVAL = { firstName: 'Bala', email: 'bala@example.com' }

/** The form that was left for a bank has what was typed, and is sent again. */
async function proceedAgain(page: Page, slot: Slot) {
  const held = await proceedToPayment(page)
  await expect(page.getByLabel(booking.details.email, { exact: true })).toHaveValue(emailFor(slot))
  return held
}

/** The payer is away until the hold has run out: once it is extended, then it is over. */
async function letHoldEnd(id: number, slot: Slot, rival: APIRequestContext) {
  await ageHold(id, 16)
  expect(await askFor(rival, { ...slot, ...RIVAL })).toBe(409)
  // Stripe may be away for five minutes more before a hold is ended without its answer.
  await ageHold(id, 21)
}

/** Opens the row of the booking in the owner's list, with holds that have expired. */
async function ownersRow(page: Page, slot: Slot, all = false) {
  const query = new URLSearchParams({ search: emailFor(slot), ...(all && { all: '1' }) })
  await openAdmin(page, 'en', `/admin?${query}`)
  return page.getByRole('row').filter({ hasText: emailFor(slot) })
}

/** What the owner reads of the payment under Needs attention. */
async function ownersAlert(page: Page, slot: Slot, list: 'open' | 'late') {
  await openAdmin(page, 'en', '/admin/attention')
  return page
    .getByRole('region', { name: admin.attention[list].title })
    .getByRole('listitem')
    .filter({ hasText: emailFor(slot) })
}

test(
  'a session is paid with FPX: the bank is chosen, its page approves, the ticket is there',
  { tag: '@phone' },
  async ({ page, slot }) => {
    const words = wordsOf('ms')
    const held = await holdSession(page, slot, 'ms')
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

test(
  'refused by GrabPay: the page says so, and the same hold is paid by GrabPay after all',
  { tag: '@phone' },
  async ({ page, slot }) => {
    const words = wordsOf('zh')
    const { id, intent } = await heldByCall(page.request, slot, 'zh')
    await page.goto(await bankPage('grabpay', intent))
    await answerPage(page, 'refuse')
    await expect(page.getByRole('heading', { name: confirmation.failed.title })).toBeVisible()
    await expect(page.getByText(confirmation.failed.note)).toBeVisible()
    expect(await paymentsOf(id)).toEqual({ intents: 1, declined: 0, paid: 0 })

    const held = await holdSession(page, slot, 'zh')
    expect(held.id).toBe(id)
    await leaveFor(page, 'grabpay')
    await answerPage(page, 'approve')
    const ticket = await expectConfirmed(page)
    await expect(ticket).toContainText(`#${id}`)
    await expect(ticket.getByText(words.confirmation.status.paid, { exact: true })).toBeVisible()
  },
)

test(
  'FPX left alone at the bank: another visitor gets the time, and what is approved then moves no money',
  { tag: '@phone' },
  async ({ page, another, slot }) => {
    const { confirmation: ended, booking: form } = wordsOf('ms')
    const held = await holdSession(page, slot, 'ms')
    await leaveFor(page, 'fpx')
    const rival = (await another()).request
    await letHoldEnd(held.id, slot, rival)
    expect(await askFor(rival, { ...slot, ...RIVAL })).toBe(201)

    await answerPage(page, 'approve')
    await expect(page.getByRole('heading', { name: ended.failed.title })).toBeVisible()
    await expect(page.getByText(/telah tamat\. Tiada bayaran dikenakan/)).toBeVisible()
    expect(await paymentsOf(held.id)).toEqual({ intents: 1, declined: 0, paid: 0 })
    await page.getByRole('link', { name: ended.failed.again }).click()
    await expect(page.getByText(form.time.gone.replace('{time}', slot.time))).toBeVisible()
  },
)

test(
  'GrabPay left with the browser’s button and forgotten: the form says that the time is gone, the owner that the hold expired',
  { tag: '@desktop' },
  async ({ page, another, slot }) => {
    const held = await holdSession(page, slot)
    await leaveFor(page, 'grabpay')
    const rival = (await another()).request
    await letHoldEnd(held.id, slot, rival)
    expect(await askFor(rival, { ...slot, ...RIVAL })).toBe(201)

    await page.goBack()
    await expect(page.getByText(booking.time.gone.replace('{time}', slot.time))).toBeVisible()
    await expect(page.getByLabel(booking.details.email, { exact: true })).toHaveValue(
      emailFor(slot),
    )
    await proceedButton(page).click()
    await expectNotice(page, booking.missing.title, booking.missing.note)
    expect(await paymentsOf(held.id)).toEqual({ intents: 1, declined: 0, paid: 0 })
    const row = await ownersRow(page, slot, true)
    await expect(row).toContainText(admin.status.expired)
    await expect(row).toContainText(admin.payment.failed)
  },
)

// One after the other: a list of faults replaces the one before.
test.describe('while Stripe does not answer', () => {
  test.describe.configure({ mode: 'default' })
  const awayFor = (intent: string) =>
    control('faults', [{ match: `POST /v1/payment_intents/${intent}/cancel` }])
  const unreadable = (intent: string) =>
    control('faults', [{ match: `GET /v1/payment_intents/${intent}`, status: 500 }])
  test.afterEach(() => control('faults', []))

  test(
    'late, FPX, and another visitor has the time: the money goes back, as both sides read',
    { tag: '@desktop' },
    async ({ page, another, slot }) => {
      const { id, intent } = await heldByCall(page.request, slot)
      await page.goto(await bankPage('fpx', intent))
      const rival = (await another()).request
      await letHoldEnd(id, slot, rival)
      await awayFor(intent)
      expect(await askFor(rival, { ...slot, ...RIVAL })).toBe(201)

      await answerPage(page, 'approve')
      await expect(page.getByRole('heading', { name: confirmation.refunded.title })).toBeVisible()
      await expect(page.getByText(/we could no longer keep the slot for you/)).toBeVisible()
      const { refunding, refunded } = confirmation.status
      await expect(page.getByText(`#${id} · ${refunding}`)).toBeVisible()
      const owners = await (await another()).newPage()
      const late = await ownersAlert(owners, slot, 'late')
      await expect(late).toContainText(admin.attention.reasons.late)
      await expect(late).toContainText(admin.attention.outcomes.refund_due)

      await finishRefund(intent, 'succeeded')
      await expect(async () => {
        await page.reload()
        await expect(page.getByText(`#${id} · ${refunded}`)).toBeVisible({ timeout: 500 })
      }).toPass({ timeout: SETTLED_MS })
      await owners.reload()
      await expect(late).toContainText(admin.attention.outcomes.refunded)
    },
  )

  test(
    'late, GrabPay, and the time is still free: confirmed',
    { tag: '@phone' },
    async ({ page, another, slot }) => {
      const { id, intent } = await heldByCall(page.request, slot)
      await page.goto(await bankPage('grabpay', intent))
      await letHoldEnd(id, slot, (await another()).request)
      await awayFor(intent)
      await expect
        .poll(async () => {
          await tick(page.request)
          return (await bookingsOf(emailFor(slot)))[0]?.status
        })
        .toBe('cancelled')

      await answerPage(page, 'approve')
      const ticket = await expectConfirmed(page)
      await expect(ticket).toContainText(`#${id}`)
      await expect(ticket.getByText(confirmation.status.paid, { exact: true })).toBeVisible()
      const owners = await (await another()).newPage()
      await expect(await ownersRow(owners, slot)).toContainText(admin.status.confirmed)
    },
  )

  // Seen in shops whose confirmation page believes its own copy of a payment.
  test.describe('real life: paid, and nobody can say so for a minute', () => {
    const failure = (page: Page) => page.getByText(confirmation.failed.title)

    test(
      'a card’s payer is told that it was paid, then that it is being confirmed, and never that it failed',
      { tag: '@desktop' },
      async ({ page, slot }) => {
        await page.clock.install()
        const { id } = await holdSession(page, slot)
        const [intent] = await intentsOf(id)
        await unreadable(intent?.id ?? '')
        await payWith(page, '4242 4242 4242 4242')
        await expectNotice(page, payment.paid, purchase.session.paid)
        await expect(
          page.getByRole('heading', { name: confirmation.confirming.title }),
        ).toBeVisible()
        await page.clock.fastForward(61_000)
        await expect(page.getByRole('heading', { name: confirmation.later.title })).toBeVisible()
        await expect(page.getByText(`#${id}`)).toBeVisible()
        await expect(
          page.getByRole('link', { name: confirmation.assistance.button }),
        ).toHaveAttribute('href', new RegExp(`wa\\.me.*${id}`))
        await expect(failure(page)).toHaveCount(0)
        expect(await paymentsOf(id)).toEqual({ intents: 1, declined: 0, paid: 1 })

        await control('faults', [])
        await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
        await expect(await expectConfirmed(page)).toContainText(`#${id}`)
      },
    )

    test(
      'a bank’s payer is told the same, on the page that the bank leads back to',
      { tag: '@desktop' },
      async ({ page, slot }) => {
        await page.clock.install()
        const { id, intent } = await heldByCall(page.request, slot)
        await page.goto(await bankPage('fpx', intent))
        await unreadable(intent)
        await answerPage(page, 'approve')
        await expect(
          page.getByRole('heading', { name: confirmation.confirming.title }),
        ).toBeVisible()
        await page.clock.fastForward(61_000)
        await expect(page.getByRole('heading', { name: confirmation.later.title })).toBeVisible()
        await expect(failure(page)).toHaveCount(0)
        await control('faults', [])
        await page.reload()
        await expect(await expectConfirmed(page)).toContainText(`#${id}`)
      },
    )

    test(
      'an address that says failed shows the booking that is paid',
      { tag: '@desktop' },
      async ({ page, slot }) => {
        const { id, intent } = await heldByCall(page.request, slot)
        await payAtBank('grabpay', intent)
        await page.goto(`/booking-success?payment_intent=${intent}&redirect_status=failed`)
        await expect(await expectConfirmed(page)).toContainText(`#${id}`)
        await expect(failure(page)).toHaveCount(0)
      },
    )
  })
})

/** A session paid at the bank, which the owner cancels and gives the money of back. */
async function givenBack(way: BankWay, request: APIRequestContext, owners: Page, slot: Slot) {
  const { id, intent } = await heldByCall(request, slot)
  await payAtBank(way, intent)
  const stored = async () => (await bookingsOf(emailFor(slot)))[0]
  await expect.poll(async () => (await stored())?.status).toBe('confirmed')
  await openAdmin(owners)
  const cancelled = await owners.request.patch(`/api/bookings/${id}/cancel`, {
    data: { refund: 'full' },
  })
  expect(cancelled.status()).toBe(200)
  await letActStand(id)
  return { id, intent, path: `/manage/${(await stored())?.token}` }
}

const REFUNDS = [
  { way: 'fpx', language: 'ms', tag: '@desktop' },
  { way: 'grabpay', language: 'zh', tag: '@phone' },
] as const
for (const { way, language, tag } of REFUNDS)
  test(
    `${way}: a refund is on its way, fails, is made again and arrives, for the customer and the owner`,
    { tag },
    async ({ page, another, slot }) => {
      const { manage, moneyPlaces } = wordsOf(language)
      const owners = await (await another()).newPage()
      const { id, intent, path } = await givenBack(way, page.request, owners, slot)
      const reads = (status: keyof typeof manage.status, note: string) =>
        expect(async () => {
          await page.goto(inLanguage(language, path))
          const soon = { timeout: 500 }
          await expect(page.getByText(manage.status[status], { exact: true })).toBeVisible(soon)
          const afterAmount = note.split('{amount}').at(-1) ?? ''
          await expect(page.getByText(afterAmount)).toBeVisible(soon)
        }).toPass({ timeout: SETTLED_MS })
      const drawer = owners.getByRole('complementary')
      const details = admin.bookings.detailsOf.replace('{id}', String(id))
      const ownerReads = async (state: keyof typeof admin.payment) => {
        const row = await ownersRow(owners, slot)
        await expect(row).toContainText(admin.payment[state])
        return row
      }
      const ownerReadsDetails = async (state: keyof typeof admin.payment) => {
        const row = await ownerReads(state)
        await row.getByRole('link', { name: details }).click()
        await expect(drawer.getByText(admin.payment[state], { exact: true }).first()).toBeVisible()
      }

      await reads('refunding', moneyPlaces.arriving)
      await ownerReadsDetails('refunding')

      await finishRefund(intent, 'failed')
      await reads('refund_failed', moneyPlaces.failed)
      await ownerReadsDetails('refund_failed')
      const alert = await ownersAlert(owners, slot, 'open')
      await expect(alert).toContainText(admin.attention.reasons.refund_failed)
      await alert.getByRole('button', { name: admin.attention.retry }).click()
      await owners
        .getByRole('alertdialog')
        .getByRole('button', { name: admin.attention.refund, exact: true })
        .click()
      await expect(alert).toHaveCount(0)

      await reads('refunding', moneyPlaces.arriving)
      await finishRefund(intent, 'succeeded')
      await reads('refunded', moneyPlaces.back)
      await ownerReads('refunded')
    },
  )
