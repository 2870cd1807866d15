// A page that was left stays in the browser's memory: the router keeps the last ones with their
// state, and the browser itself keeps whole documents. Seen again, a page must show what is, and a
// purchase that is over must be over.
import type { Page } from '@playwright/test'
import { bookingsOf, heldByCall, letActStand } from '@/tests/support/bookings'
import { expect, test } from '@/tests/support/e2e'
import { lastMailTo } from '@/tests/support/mailbox'
import { emailOf, expectOrdered, fillOpenOrder, ordersOf, proceed } from '@/tests/support/orders'
import { ADMIN } from '@/tests/support/site'
import { payIntent, paymentsOf } from '@/tests/support/stripe'
import {
  emailFor,
  expectConfirmed,
  expectNotice,
  fillOpenBooking,
  giveDraft,
  openFilled,
  openAdmin,
  payWith,
  proceedButton,
  proceedToPayment,
  wordsOf,
} from '@/tests/support/verbs'
import type { Slot } from '@/tests/support/slots'
import { longDate } from '@/lib/time'

const GOOD = '4242 4242 4242 4242'
const { booking, confirmation, manage, nav, order, payment, purchase } = wordsOf('en')

const banner = (page: Page) => page.getByRole('banner')
const goHome = (page: Page) => banner(page).getByRole('link').first().click()

/** From a confirmation to the booking page, without loading a document. */
const WAYS: Record<string, (page: Page) => Promise<unknown>> = {
  'Book Another Session': (page) =>
    page.getByRole('link', { name: confirmation.another, exact: true }).click(),
  'the browser’s Back': (page) => page.goBack(),
  'the header’s button': (page) =>
    banner(page).getByRole('link', { name: nav.bookSession, exact: true }).click(),
  'home and a rate there': async (page) => {
    await page.getByRole('link', { name: confirmation.home, exact: true }).click()
    await page.locator('main a[href^="/booking?service="]:visible').first().click()
  },
}

async function payAndConfirm(page: Page, slot: Slot) {
  const held = await proceedToPayment(page)
  await payWith(page, GOOD)
  await expect(await expectConfirmed(page)).toContainText(`#${held.id}`)
  expect(await paymentsOf(held.id)).toEqual({ intents: 1, declined: 0, paid: 1 })
  expect((await bookingsOf(emailFor(slot))).map(({ status }) => status)).toEqual(['confirmed'])
}

/** The booking page as for a new visitor: no dialog, no time held, nothing that was bought. */
async function expectNewForm(page: Page) {
  await expect(page).toHaveURL(/\/booking$/)
  await expect(page.getByRole('heading', { name: booking.title, level: 1 })).toBeVisible()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(page.getByText(payment.notices.formError)).toHaveCount(0)
  await expect(page.getByRole('timer')).toHaveCount(0)
  await expect(page.getByLabel(booking.details.email, { exact: true })).toHaveValue('')
  await expect(page.getByRole('radio', { name: /^\d\d:\d\d$/, checked: true })).toHaveCount(0)
  await expect(proceedButton(page)).toBeEnabled()
}

// Seen in shops and booking systems built on single-page routers.
test.describe('real life: the next purchase in the same tab', () => {
  // Each way once: the second session comes by the first of the two, the third by the other.
  for (const ways of [
    ['Book Another Session', 'the browser’s Back'],
    ['the header’s button', 'home and a rate there'],
  ])
    test(
      `a second and a third session are booked and paid, come to by ${ways.join(' and by ')}`,
      { tag: '@desktop' },
      async ({ page, slot, anotherSlot }) => {
        test.slow()
        await openFilled(page, slot)
        await payAndConfirm(page, slot)
        for (const way of ways) {
          await WAYS[way]?.(page)
          await expectNewForm(page)
          const next = await anotherSlot()
          await fillOpenBooking(page, next)
          await payAndConfirm(page, next)
        }
      },
    )

  test(
    'a dialog that was left open is closed, and the time is still held and can be paid',
    { tag: '@desktop' },
    async ({ page, slot }) => {
      await giveDraft(page, slot)
      await page.goto('/')
      await WAYS['the header’s button']?.(page)
      const held = await proceedToPayment(page)
      await page.goBack()
      await expect(page).toHaveURL(/\/$/)
      await WAYS['the header’s button']?.(page)
      await expect(page).toHaveURL(/\/booking$/)
      await expect(page.getByLabel(booking.details.email, { exact: true })).toHaveValue(
        emailFor(slot),
      )
      await expect(proceedButton(page)).toBeVisible()
      await expect(page.getByRole('dialog')).toHaveCount(0)
      expect((await proceedToPayment(page)).id).toBe(held.id)
      await payWith(page, GOOD)
      await expect(await expectConfirmed(page)).toContainText(`#${held.id}`)
    },
  )

  test(
    'an edit is ordered twice, and Back from the second leads to an empty form',
    { tag: '@desktop' },
    async ({ page }) => {
      test.slow()
      const edit = { tier: 'standard', duration: '60-120s' } as const
      const address = `/video-editing-checkout?${new URLSearchParams({ ...edit, price: '120', rush: 'false' })}`
      await page.goto(address)
      for (const name of ['first', 'second']) {
        const email = emailOf(name)
        await expect(page.getByRole('dialog')).toHaveCount(0)
        await expect(
          page.getByLabel(order.details.customerEmail, { exact: true }),
          'nothing of the order before',
        ).toHaveValue('')
        await fillOpenOrder(page, email)
        const placed = await proceed(page)
        await payWith(page, GOOD)
        await expect(await expectOrdered(page)).toContainText(`#${placed.id}`)
        expect(await ordersOf(email)).toMatchObject([{ id: placed.id, status: 'paid' }])
        await page.goBack()
      }
      await expect(page.getByRole('dialog')).toHaveCount(0)
      await expect(page.getByLabel(order.details.customerEmail, { exact: true })).toHaveValue('')
    },
  )

  test(
    'a session is made longer twice, and a third time after the page was left',
    { tag: '@desktop' },
    async ({ page, request, day }) => {
      test.slow()
      const { link } = await soldSession(request, { date: day, time: '10:00' })
      await page.goto(link)
      const panel = page.getByRole('region', { name: manage.upgrade.title })
      const session = page.getByRole('article', { name: manage.session.title })
      for (const [hours, ends] of [
        [2, '12:00'],
        [3, '13:00'],
        [4, '14:00'],
      ] as const) {
        if (hours === 4) {
          await goHome(page)
          await expect(page).toHaveURL(/\/$/)
          await page.goBack()
        }
        await panel
          .locator(`input[value="${hours < 4 ? `hourly-${hours}` : 'half-day-1'}"]`)
          .check()
        await panel.getByRole('button', { name: /RM/ }).click()
        await payWith(page, GOOD)
        await expectNotice(page, payment.paid, purchase.upgrade.paid)
        await expect(session).toContainText(`10:00–${ends}`)
        await expect(page.getByRole('dialog')).toHaveCount(0)
      }
    },
  )
})

/** A paid session of service 1, and the address its mail leads to. */
async function soldSession(request: Parameters<typeof heldByCall>[0], slot: Slot) {
  const { id, email, intent } = await heldByCall(request, slot)
  await payIntent(intent)
  const { html } = await lastMailTo(email)
  return { id, email, link: /href="([^"]+\/manage\/[\w-]{22})"/.exec(html)?.[1] ?? '' }
}

// Seen in booking systems whose customer's page is a single-page application.
test.describe('real life: the customer’s page, after the owner has moved the session', () => {
  const SEEN: Record<string, (page: Page, change: () => Promise<void>) => Promise<void>> = {
    'come back to with the browser’s Back': async (page, change) => {
      await goHome(page)
      await expect(page).toHaveURL(/\/$/)
      await change()
      await page.goBack()
    },
    'of a tab that is looked at again': async (page, change) => {
      await change()
      await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
    },
    'that the browser had kept': async (page, change) => {
      await change()
      await page.evaluate(() =>
        window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })),
      )
    },
  }
  for (const [how, seeAgain] of Object.entries(SEEN))
    test(
      `a page ${how} shows the new time`,
      { tag: '@desktop' },
      async ({ page, request, another, slot, anotherSlot }) => {
        const [{ id, link }, next] = [await soldSession(request, slot), await anotherSlot()]
        await page.goto(link)
        const session = page.getByRole('article', { name: manage.session.title })
        await expect(session).toContainText(longDate(slot.date, 'en'))
        const owner = (await another()).request
        await owner.post('/api/auth/sign-in', { data: ADMIN })
        await seeAgain(page, async () => {
          const moved = await owner.patch(`/api/bookings/${id}/reschedule`, {
            data: { newDate: next.date, newTime: next.time },
          })
          expect(moved.status()).toBe(200)
        })
        await expect(session).toContainText(longDate(next.date, 'en'))
        await expect(session).toContainText(`${next.time}–`)
      },
    )

  test(
    'the confirmation shows a refund, and the owner’s list a new status, when they are seen again',
    { tag: '@desktop' },
    async ({ page, another, slot }) => {
      const { admin } = wordsOf('en')
      const { id, intent } = await heldByCall(page.request, slot)
      await payIntent(intent)
      await page.goto(`/booking-success?payment_intent=${intent}&redirect_status=succeeded`)
      await expectConfirmed(page)
      await goHome(page)
      await expect(page).toHaveURL(/\/$/)
      const owners = await (await another()).newPage()
      await openAdmin(owners, 'en', `/admin?search=${encodeURIComponent(emailFor(slot))}`)
      const row = owners.getByRole('row').filter({ hasText: emailFor(slot) })
      await expect(row).toContainText(admin.status.confirmed)
      await owners.getByRole('link', { name: admin.frame.today, exact: true }).click()
      await expect(owners).toHaveURL('/admin/today')

      const cancelled = await owners.request.patch(`/api/bookings/${id}/cancel`, {
        data: { refund: 'full' },
      })
      expect(cancelled.status()).toBe(200)
      await letActStand(id)
      await page.goBack()
      const { title, done } = confirmation.refunded
      const either = new RegExp(`^(${title}|${done})$`)
      await expect(page.getByRole('heading', { name: either })).toBeVisible()
      await owners.goBack()
      await expect(row).toContainText(admin.status.cancelled)
    },
  )
})
