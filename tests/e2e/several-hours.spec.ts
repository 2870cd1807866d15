// Bookings of two and three hours: paid, moved, made a half day, cancelled with the money back.
import { longDate } from '@/lib/time'
import { expectSound } from '@/tests/support/accessible'
import { paymentsOf } from '@/tests/support/stripe'
import { expect, test } from '@/tests/support/e2e'
import { letActStand } from '@/tests/support/bookings'
import { lastMailTo } from '@/tests/support/mailbox'
import {
  bookSession,
  emailFor,
  expectConfirmed,
  expectNotice,
  fillBooking,
  openAdmin,
  openStep,
  payWith,
  wordsOf,
} from '@/tests/support/verbs'

const CARD = '4242 4242 4242 4242'

test(
  'two hours are booked, paid, moved by the customer, and refunded by the owner',
  { tag: '@phone' },
  async ({ page, another, day }) => {
    const { booking, confirmation, manage, payment } = wordsOf('en')
    const wish = { date: day, time: '10:00', hours: 2 }
    const held = await bookSession(page, wish)
    expect(held.totalAmount).toBe('214.34')
    const summary = page.getByRole('dialog').getByRole('region', { name: payment.summary.title })
    for (const fact of ['2 hours', 'RM198.00', 'RM16.34', 'RM214.34'])
      await expect(summary).toContainText(fact)
    await payWith(page, CARD)
    await expect(await expectConfirmed(page)).toContainText('2 hours')
    expect((await lastMailTo(emailFor(wish))).html).toContain('Hourly (2 hours)')

    await page.getByRole('link', { name: confirmation.tools.booking }).click()
    const session = page.getByRole('article', { name: manage.session.title })
    await expect(session).toContainText('10:00–12:00')
    await page.getByRole('button', { name: manage.move.open }).click()
    // It would end after closing time.
    await expect(page.getByRole('radio', { name: '20:00', exact: true })).toHaveCount(0)
    await page.getByRole('radio', { name: '18:00', exact: true }).check()
    await page.getByRole('button', { name: /18:00/ }).click()
    await expectNotice(page, manage.move.done.title, '18:00')
    await expect(session).toContainText(longDate(day, 'en'))
    await expect(session).toContainText('18:00–20:00')

    const desk = await (await another()).newPage()
    await openAdmin(desk)
    const answer = await desk.request.patch(`/api/bookings/${held.id}/cancel`, {
      data: { refund: 'full' },
    })
    expect(answer.status()).toBe(200)
    await letActStand(held.id)
    await page.reload()
    await expect(page.getByText(manage.status.refunded, { exact: true })).toBeVisible()
    expect(await paymentsOf(held.id)).toMatchObject({ paid: 1 })
    await page.goto('/booking')
    await openStep(page, 'duration')
    await expect(page.getByRole('group', { name: booking.duration.howMany })).toBeVisible()
    await expectSound(page)
  },
)

test(
  'three hours are booked and made a half day for the difference',
  { tag: '@desktop' },
  async ({ page, day }) => {
    const language = 'ms'
    const { booking, confirmation, manage, payment, purchase } = wordsOf(language)
    const held = await bookSession(page, { date: day, time: '10:00', hours: 3 }, language)
    expect(held.totalAmount).toBe('321.50')
    await payWith(page, CARD)
    await expectConfirmed(page)
    await page.getByRole('link', { name: confirmation.tools.booking }).click()
    const session = page.getByRole('article', { name: manage.session.title })
    await expect(session).toContainText('10:00–13:00')
    const panel = page.getByRole('region', { name: manage.upgrade.title })
    await expect(panel.getByRole('radio')).toHaveCount(3)
    await panel.getByRole('radio', { name: booking.duration['half-day'] }).check()
    // 385.37 less the 321.50 that were paid.
    await panel.getByRole('button', { name: /63\.87/ }).click()
    await payWith(page, CARD)
    await expectNotice(page, payment.paid, purchase.upgrade.paid)
    await expect(session).toContainText('10:00–14:00')
    await expect(session).toContainText(booking.duration['half-day'])
  },
)

test(
  'four hours cost more than a half day: the form says so and changes to it',
  { tag: '@desktop' },
  async ({ page, day }) => {
    const { booking } = wordsOf('zh')
    await fillBooking(page, { date: day, time: '10:00', hours: 4 }, 'zh')
    await expect(page.getByText('4 小时为 RM396.00，半天只要 RM356.00。')).toBeVisible()
    await expectSound(page)
    await page.getByRole('button', { name: '改订半天' }).click()
    await expect(
      page.getByRole('radio', { name: booking.duration['half-day'], exact: true }),
    ).toBeChecked()
    // What was chosen and typed is still there.
    await expect(page.getByRole('radio', { name: '10:00', exact: true })).toBeChecked()
  },
)
