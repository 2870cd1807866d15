// Chrome's “Translate this page” puts its own nodes in place of the page's texts. Seen in shops and
// booking systems built with React: the next click that adds a spinner, an error or an amount ended
// in the error page, and amounts and countdowns stood still.
import { longDate } from '@/lib/time'
import en from '@/messages/en.json' with { type: 'json' }
import { bookingsOf, heldByCall } from '@/tests/support/bookings'
import { expect, test } from '@/tests/support/e2e'
import { lastMailTo } from '@/tests/support/mailbox'
import { emailOf, expectOrdered, orderEdit, ordersOf } from '@/tests/support/orders'
import { ADMIN } from '@/tests/support/site'
import { payIntent } from '@/tests/support/stripe'
import { translatedPage } from '@/tests/support/translator'
import {
  bookSession,
  chooseDay,
  emailFor,
  expectConfirmed,
  expectNotice,
  fillBooking,
  payWith,
} from '@/tests/support/verbs'

const GOOD = '4242 4242 4242 4242'
const MINUTE = 60_000
const { admin, booking, confirmation, contact, manage, membership, order, payment, tracker } = en

// Each test also fails on an error of the page, and on a text that is not the one meant (e2e.ts).
test.describe('real life: on pages that the browser has translated,', () => {
  // A wrong code, a refused card.
  test.use({ translated: 'loaded', expectedErrors: /status of 40[012]/ })

  test(
    'a session is chosen and changed, booked and paid, at the price and time that are shown',
    { tag: '@desktop' },
    async ({ page, slot, anotherSlot }) => {
      const other = await anotherSlot()
      await fillBooking(page, other)
      await translatedPage(page)
      const summary = page.getByRole('complementary')
      await expect(summary).toContainText(other.time)
      await expect(summary).toContainText('RM107.17')
      await page.getByRole('radio', { name: booking.duration['half-day'], exact: true }).check()
      await expect(summary).not.toContainText('RM107.17')
      await expect(summary).toContainText(booking.duration['half-day'])

      const held = await bookSession(page, { ...slot, duration: 'hourly' })
      await expect(page.locator('html')).toHaveClass(/translated-ltr/)
      const dialog = page.getByRole('dialog')
      await expect(dialog).toContainText('RM107.17')
      const timer = dialog.getByRole('timer')
      const left = await timer.innerText()
      await expect(timer).not.toHaveText(left)
      await expect(timer).toHaveText(/^1[45]:\d\d$/)
      await payWith(page, GOOD)
      const ticket = await expectConfirmed(page)
      for (const fact of [longDate(slot.date, 'en'), slot.time, 'RM107.17', `#${held.id}`])
        await expect(ticket).toContainText(fact)
      await expect(ticket.getByText(confirmation.status.paid, { exact: true })).toBeVisible()
    },
  )

  test(
    'a refused card is said, and the next one pays',
    { tag: '@phone' },
    async ({ page, slot }) => {
      await bookSession(page, slot)
      await payWith(page, '4000 0000 0000 0002')
      await expect(page.getByRole('dialog').getByRole('alert')).toBeVisible()
      await payWith(page, GOOD)
      await expect(await expectConfirmed(page)).toContainText(slot.time)
    },
  )

  test(
    'somebody joins the membership and enters the code',
    { tag: '@desktop' },
    async ({ page }) => {
      const { join, member } = membership
      const email = emailOf('member')
      await page.goto('/membership')
      await translatedPage(page)
      await page.getByRole('button', { name: membership.joinNow, exact: true }).click()
      await page.getByLabel(join.labels.customerName, { exact: true }).fill('Aina Rahman')
      await page.getByLabel(join.labels.customerEmail, { exact: true }).fill(email)
      await page.getByLabel(join.labels.serviceId, { exact: true }).selectOption({ index: 1 })
      await page.getByRole('button', { name: join.create, exact: true }).click()
      await expect(page.getByLabel(member.code.code, { exact: true })).toBeFocused()
      const { subject } = await lastMailTo(email, /\d{6}/)
      const code = /\d{6}/.exec(subject)?.[0] ?? ''
      await page.keyboard.insertText(code.replace(/.$/, (last) => String((Number(last) + 1) % 10)))
      await expect(page.getByLabel(member.code.code, { exact: true })).toHaveAccessibleDescription(
        /./,
      )
      await page.getByLabel(member.code.code, { exact: true }).fill(code)
      await expect(page.getByRole('heading', { name: member.card.title })).toBeVisible()
      await page.getByRole('button', { name: member.card.signOut, exact: true }).click()
      await expect(page.getByRole('button', { name: member.signIn, exact: true })).toBeVisible()
    },
  )

  test('an edit is ordered and paid', { tag: '@desktop' }, async ({ page }) => {
    const email = emailOf('translated')
    const { id } = await orderEdit(page, { tier: 'standard', duration: '60-120s', email })
    await expect(page.getByRole('dialog')).toContainText('RM129.90')
    await payWith(page, GOOD)
    const ticket = await expectOrdered(page)
    const [placed] = await ordersOf(email)
    for (const fact of [`#${id}`, 'RM129.90', longDate(placed?.due ?? '', 'en')])
      await expect(ticket).toContainText(fact)
    await page.getByRole('link', { name: confirmation.tools.order }).click()
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(page.getByText(order.success.reference).first()).toBeVisible()
  })

  test('a message is refused, completed and sent', { tag: '@desktop' }, async ({ page }) => {
    const { labels, send, sent } = contact.form
    const button = page.getByRole('button', { name: send, exact: true })
    await page.goto('/contact')
    await translatedPage(page)
    await button.click()
    await expect(page.getByLabel(labels.name, { exact: true })).toHaveAccessibleDescription(
      en.errors.fields.required,
    )
    await page.getByLabel(labels.name, { exact: true }).fill('Aina Rahman')
    await page.getByLabel(labels.email, { exact: true }).fill('aina@example.com')
    await page.getByLabel(labels.subject, { exact: true }).selectOption('custom-package')
    await page.getByLabel(labels.message, { exact: true }).fill('Bonjour')
    await button.click()
    await expectNotice(page, sent.title, sent.text)
  })

  test('the tracker runs to its end', { tag: '@desktop' }, async ({ page }) => {
    const { done, live, setup } = tracker.app
    const press = (name: string) => page.getByRole('button', { name, exact: true }).click()
    await page.clock.install({ time: new Date('2026-11-24T02:00:00Z') })
    await page.goto('/recording-tracker')
    await translatedPage(page)
    await page.getByLabel(setup.name, { exact: true }).fill('Night shift')
    await page.getByLabel(setup.participant.replace('{number}', '1'), { exact: true }).fill('Aina')
    await press(setup.start)
    await page.clock.fastForward(10 * MINUTE)
    await expect(page.getByRole('timer')).toHaveText(/^00:1\d:\d\d$/)
    await press(live.pause)
    await press(live.resume)
    await press(live.mark)
    await page.clock.fastForward(51 * MINUTE)
    await expect(page.getByRole('timer')).toHaveText(/^01:0[1-3]:/)
    await expect(page.getByText(live.done, { exact: true })).toHaveCount(5)
    await press(live.stop)
    const card = page.getByRole('region', { name: done.title })
    await expect(card).toContainText('Night shift')
    await expect(card).toContainText(/01:0[1-3]:/)
  })

  test(
    'a booking’s own page is opened, and the booking moved',
    { tag: '@desktop' },
    async ({ page, request, slot, anotherSlot }) => {
      const next = await anotherSlot()
      const { id, email, intent } = await heldByCall(request, slot)
      await payIntent(intent)
      await expect.poll(async () => (await bookingsOf(email))[0]?.status).toBe('confirmed')
      const [row] = await bookingsOf(email)
      await page.goto(`/manage/${row?.token}`)
      await translatedPage(page)
      const session = page.getByRole('article', { name: manage.session.title })
      await expect(session).toContainText(slot.time)
      await page.getByRole('button', { name: manage.move.open }).click()
      await chooseDay(page, next.date)
      await page.getByRole('radio', { name: next.time, exact: true }).check()
      const confirm = manage.move.confirm
        .replace('{date}', longDate(next.date, 'en'))
        .replace('{time}', next.time)
      await page.getByRole('button', { name: confirm }).click()
      await expectNotice(page, manage.move.done.title, next.time)
      for (const fact of [longDate(next.date, 'en'), next.time, `#${id}`])
        await expect(session).toContainText(fact)
      await expect(page.getByRole('heading', { name: manage.title, level: 1 })).toBeFocused()
    },
  )

  test(
    'the owner signs in, changes a status and cancels a booking',
    { tag: '@desktop' },
    async ({ page, request, slot }) => {
      const { id, email, intent } = await heldByCall(request, slot)
      await payIntent(intent)
      await expect.poll(async () => (await bookingsOf(email))[0]?.status).toBe('confirmed')
      await page.goto('/admin/login')
      await translatedPage(page)
      await page.getByLabel(admin.signIn.username).fill(ADMIN.username)
      await page.getByLabel(admin.signIn.password).fill(ADMIN.password)
      await page.getByRole('button', { name: admin.signIn.submit }).click()
      await expect(page).toHaveURL('/admin/today')
      await page.goto('/admin')
      await page.getByLabel(admin.filters.search, { exact: true }).fill(email)
      const row = page.getByRole('row').filter({ hasText: email })
      await expect(row).toHaveCount(1)
      const status = row.getByRole('combobox')
      await expect(status).toHaveText(admin.status.confirmed)
      await status.click()
      await page.getByRole('option', { name: admin.status.completed, exact: true }).click()
      await expect(status).toHaveText(admin.status.completed)
      await status.click()
      await page.getByRole('option', { name: admin.status.confirmed, exact: true }).click()
      await expect(status).toHaveText(admin.status.confirmed)

      const press = (text: string) =>
        page.getByRole('button', { name: text.replace('{id}', String(id)), exact: true }).click()
      await press(admin.bookings.cancelOf)
      const question = page.getByRole('alertdialog')
      await question.getByRole('radio', { name: /RM/ }).check()
      await question.getByRole('button', { name: admin.bookings.stop.submit }).click()
      await expect(question).toBeHidden()
      await expect(row).toContainText(admin.status.cancelled)
      await page
        .getByRole('link', {
          name: admin.bookings.detailsOf.replace('{id}', String(id)),
          exact: true,
        })
        .click()
      await expect(page.getByRole('complementary')).toContainText(admin.payment.refunding)
    },
  )
})

test.describe('real life: on pages translated before their code runs,', () => {
  // React says that it found other texts than it had sent, and renders them again.
  test.use({ translated: 'early', expectedErrors: /React error #418/ })

  test('a session is booked and paid', { tag: '@desktop' }, async ({ page, slot }) => {
    const held = await bookSession(page, slot)
    await expect(page.getByRole('dialog')).toContainText(payment.policy.noRefunds)
    await payWith(page, GOOD)
    const ticket = await expectConfirmed(page)
    for (const fact of [emailFor(slot), slot.time, 'RM107.17', `#${held.id}`])
      await expect(ticket).toContainText(fact)
  })
})
