// The owner's console: the list of bookings and the calendar, by mouse, keyboard and touch.
import type { APIRequestContext, Locator, Page } from '@playwright/test'
import en from '@/messages/en.json' with { type: 'json' }
import { hourText, longDate, studioDate } from '@/lib/time'
import { expectSound } from '@/tests/support/accessible'
import { bookingsOf, heldByCall, letActStand } from '@/tests/support/bookings'
import { intentsOf, ledger, payIntent } from '@/tests/support/stripe'
import { expect, test } from '@/tests/support/e2e'
import { ADMIN } from '@/tests/support/site'
import type { Slot } from '@/tests/support/slots'
import { openAdmin, chooseDay, expectNotice, holdBack } from '@/tests/support/verbs'

const { admin } = en
const SUCCESS = admin.save.success
type Made = { id: number; email: string }

/** A session somebody has paid for, made without a browser. */
async function paid(request: APIRequestContext, slot: Slot, firstName = 'Aina'): Promise<Made> {
  const email = `desk-${slot.date}-${slot.time.replace(':', '')}@example.com`
  const { id, intent } = await heldByCall(request, { ...slot, firstName, email })
  await payIntent(intent)
  await expect.poll(async () => (await bookingsOf(email))[0]?.status).toBe('confirmed')
  return { id, email }
}

const statusOf = async (email: string) => (await bookingsOf(email))[0]?.status
const select = (page: Page, id: number): Locator =>
  page.getByRole('combobox', { name: admin.bookings.changeStatus.replace('{id}', String(id)) })
const button = (page: Page, text: string, id: number) =>
  page.getByRole('button', { name: text.replace('{id}', String(id)), exact: true })

const details = (page: Page, id: number) =>
  page.getByRole('link', {
    name: admin.bookings.detailsOf.replace('{id}', String(id)),
    exact: true,
  })

async function find(page: Page, { email }: Made) {
  await page.getByLabel(admin.filters.search, { exact: true }).fill(email)
  await expect(page).toHaveURL(new RegExp(`search=${encodeURIComponent(email)}`))
  await expect(page.getByRole('row').filter({ hasText: email })).toHaveCount(1)
}

/** The times of a day as visitors see them. */
async function publicDay(page: Page, day: string) {
  await page.goto('/booking')
  await page
    .getByRole('radiogroup', { name: en.booking.service.title })
    .getByRole('radio')
    .first()
    .check()
  await chooseDay(page, day)
}

// The refusals that these tests cause on purpose: a session that ended, a clash.
test.use({ expectedErrors: /status of (401|409|422)/ })

test(
  'every status, the details and what two owners do at once',
  { tag: '@desktop' },
  async ({ page, another, slot }) => {
    test.setTimeout(180_000)
    const visitor = await another()
    const booking = await paid(visitor.request, slot)
    await openAdmin(page)
    for (const tile of Object.values(admin.tiles).slice(1))
      await expect(page.getByText(tile, { exact: true }).first()).toBeVisible()
    await expectSound(page)
    await find(page, booking)
    for (const status of ['completed', 'pending', 'cancelled', 'confirmed'] as const) {
      await select(page, booking.id).click()
      await page.getByRole('option', { name: admin.status[status], exact: true }).click()
      if (status === 'cancelled')
        await page
          .getByRole('alertdialog')
          .getByRole('button', { name: admin.bookings.stop.submit })
          .click()
      await expectNotice(
        page,
        SUCCESS,
        status === 'cancelled' ? admin.bookings.cancelled : 'Booking status updated successfully',
      )
      await expect.poll(() => statusOf(booking.email)).toBe(status)
      const offered = status === 'pending' || status === 'confirmed' ? 1 : 0
      await expect(button(page, admin.bookings.rescheduleOf, booking.id)).toHaveCount(offered)
      await expect(button(page, admin.bookings.cancelOf, booking.id)).toHaveCount(offered)
    }

    await details(page, booking.id).click()
    const drawer = page.getByRole('complementary', { name: 'Aina Rahman' })
    await expect(drawer.getByText(admin.payment.paid, { exact: true })).toBeVisible()
    const change = `${admin.status.completed} → ${admin.status.pending}`
    const done = drawer.getByRole('listitem').filter({ hasText: admin.audit.actions.status })
    await expect(done.filter({ hasText: change }).first()).toBeVisible()
    await expectSound(page)
    await page.keyboard.press('Escape')
    await expect(details(page, booking.id)).toBeFocused()

    // Somebody else changes it meanwhile: the second one gets a conflict, and sees the current row.
    const other = await another()
    const otherPage = await other.newPage()
    await openAdmin(otherPage)
    expect(
      (
        await other.request.patch(`/api/bookings/${booking.id}/status`, {
          data: { status: 'completed' },
        })
      ).status(),
    ).toBe(200)
    await select(page, booking.id).click()
    await page.getByRole('option', { name: admin.status.pending, exact: true }).click()
    await expectNotice(page, admin.save.error, en.errors.version_conflict)
    await expect(select(page, booking.id)).toHaveText(admin.status.completed)
    expect(await statusOf(booking.email)).toBe('completed')
  },
)

test(
  'a new time by the dialog, the clash before saving, a session that ended; the slot is free again',
  { tag: '@phone' },
  async ({ page, another, day }) => {
    test.setTimeout(180_000)
    const [first, second] = [
      await paid((await another()).request, { date: day, time: '10:00' }),
      await paid((await another()).request, { date: day, time: '12:00' }, 'Badrul'),
    ]
    await openAdmin(page)
    await find(page, first)
    await button(page, admin.bookings.rescheduleOf, first.id).click()
    const dialog = page.getByRole('dialog', { name: admin.bookings.move.title })
    await expect(dialog.getByText(en.payment.policy.rescheduling)).toBeVisible()
    const time = dialog.getByLabel(admin.bookings.move.time)
    await expect(time.locator('option[value="12:00"]')).toBeDisabled()
    await expect(time.locator('option[value="12:00"]')).toHaveText(
      `12:00 · taken by Badrul Rahman #${second.id}`,
    )
    expect(
      (
        await time
          .locator('option')
          .evaluateAll((options) => options.map((option) => (option as HTMLOptionElement).value))
      ).slice(1),
    ).toEqual(Array.from({ length: 24 }, (_, hour) => hourText(hour)))
    await dialog.getByRole('button', { name: admin.bookings.move.submit }).click()
    await expect(time).toHaveAccessibleDescription(new RegExp(admin.bookings.move.missing))
    await expect(time).toBeFocused()
    await expectSound(page)

    // The session ends in the middle of it: after signing in here, the choice is still there and is
    // sent.
    await time.selectOption('15:00')
    await page.context().clearCookies()
    await dialog.getByRole('button', { name: admin.bookings.move.submit }).click()
    const again = page.getByRole('dialog', { name: admin.save.signInTitle })
    await again.getByLabel('Username').fill(ADMIN.username)
    await again.getByLabel('Password').fill(ADMIN.password)
    await again.getByRole('button', { name: 'Sign in' }).click()
    await expectNotice(
      page,
      SUCCESS,
      'Booking rescheduled successfully. Old slot is now available.',
    )
    expect((await bookingsOf(first.email))[0]).toMatchObject({
      date: day,
      time: '15:00',
      status: 'confirmed',
    })

    await publicDay(page, day)
    await expect(page.getByRole('radio', { name: /^10:00/ })).toBeEnabled()
    await expect(page.getByRole('radio', { name: /^15:00/ })).toBeDisabled()
  },
)

test('the calendar moves a dragged booking, blocks a time every week and books by hand @desktop', async ({
  page,
  another,
  day,
}) => {
  test.setTimeout(180_000)
  const { calendar, newBooking } = admin
  const booking = await paid((await another()).request, { date: day, time: '10:00' })
  await openAdmin(page)
  await page.getByRole('link', { name: admin.tabs.calendar, exact: true }).click()
  await expect(page).toHaveURL(/\/admin\/calendar$/)
  await page.goto(`/admin/calendar?date=${day}`)
  const column = page.getByRole('region', { name: longDate(day, 'en'), exact: true })
  const entry = column.getByRole('button', { name: /10:00–11:00, Aina Rahman/ })
  await expectSound(page)
  await entry.evaluate((node) => node.scrollIntoView({ block: 'center', behavior: 'instant' }))
  const box = (await entry.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 }
  await page.mouse.move(box.x + 20, box.y + 10)
  await page.mouse.down()
  // The code that follows a pointer is loaded at the first press.
  await expect(async () => {
    await page.mouse.move(box.x + 20, box.y + 60, { steps: 4 })
    await page.mouse.move(box.x + 20, box.y + 10 + 3 * 44, { steps: 4 })
    await expect(page.locator('[data-preview]')).toHaveText('13:00', { timeout: 500 })
  }).toPass()
  // Where it was dropped can be confirmed before the day's times have come.
  const giveStarts = await holdBack(page, '**/api/admin/starts?*')
  await page.mouse.up()
  const dialog = page.getByRole('dialog', { name: /^Move Aina Rahman/ })
  await dialog.getByRole('button', { name: /^Move to .*13:00/ }).click()
  await expect(dialog).toHaveCount(0)
  giveStarts()
  await expect(column.getByRole('button', { name: /13:00–14:00, Aina Rahman/ })).toBeVisible()
  expect((await bookingsOf(booking.email))[0]).toMatchObject({ time: '13:00' })

  // Blocked over the booking: shown first, and the input is kept; then at a free time.
  await page.getByRole('button', { name: calendar.newBlock }).click()
  const block = page.getByRole('dialog', { name: calendar.blockForm.title })
  await block.getByLabel(calendar.form.date).fill(day)
  await block.getByLabel(calendar.blockForm.from).fill('13:30')
  await block.getByLabel(calendar.blockForm.to).fill('16:00')
  await block.getByLabel(calendar.blockForm.reason).fill('Acoustic panels')
  await block.getByRole('button', { name: calendar.blockForm.submit }).click()
  await expect(block.getByRole('group', { name: /stands inside/ })).toContainText(`#${booking.id}`)
  await block.getByLabel(calendar.blockForm.from).fill('14:00')
  await block.getByRole('button', { name: admin.closings.saveAnyway }).click()
  await expectNotice(page, SUCCESS, calendar.blockForm.made)
  const blocked = column.getByRole('button', { name: /14:00–16:00, Acoustic panels/ })
  await expect(blocked).toBeVisible()

  await page.getByRole('link', { name: calendar.newBooking, exact: true }).click()
  const hand = page.getByRole('complementary', { name: newBooking.title })
  await hand.getByRole('radio', { name: admin.durations['half-day'] }).check()
  // It is disabled for assistive technology, and still says why when it is pressed.
  await hand.getByRole('button', { name: '12:00', exact: true }).click({ force: true })
  await expect(hand.getByText(/12:00 is not free: Aina Rahman/)).toBeVisible()
  await hand.getByRole('button', { name: '16:00', exact: true }).click()
  await hand.getByRole('button', { name: newBooking.submit, exact: true }).click()
  await expect(hand.getByLabel(newBooking.who.label)).toBeFocused()
  await hand.getByLabel(newBooking.who.label).fill('=Walk-in')
  await hand.getByRole('radio', { name: newBooking.price.ways.duitnow }).check()
  const email = `hand-${day}@example.com`
  await hand.getByLabel(newBooking.who.email, { exact: true }).fill(email)
  await hand.getByRole('button', { name: newBooking.submit, exact: true }).click()
  await expect(hand.getByRole('heading', { name: /^Booking #\d+ for =Walk-in$/ })).toBeFocused()
  await expect(column.getByRole('button', { name: /16:00–20:00, =Walk-in/ })).toBeVisible()
  expect(await statusOf(email)).toBe('confirmed')

  await blocked.click()
  await page.getByRole('alertdialog').getByRole('button', { name: calendar.removeBlock }).click()
  await expectNotice(page, SUCCESS, calendar.unblock.done)
  await expect(blocked).toHaveCount(0)

  const file = await page.request.get(`/api/admin/bookings/export?search=${email}`)
  expect(await file.text()).toContain(`"'=Walk-in"`)
})

test(
  'cancelled without a refund and with one, which Stripe then has',
  { tag: '@desktop' },
  async ({ page, another, day }) => {
    test.setTimeout(180_000)
    const kept = await paid((await another()).request, { date: day, time: '10:00' })
    const refunded = await paid((await another()).request, { date: day, time: '12:00' })
    await openAdmin(page)
    for (const [booking, full] of [
      [kept, false],
      [refunded, true],
    ] as const) {
      await find(page, booking)
      await button(page, admin.bookings.cancelOf, booking.id).click()
      const question = page.getByRole('alertdialog')
      await expect(question).toContainText(
        'Are you sure you want to cancel this booking? This will free up the time slot for other customers.',
      )
      if (full) await question.getByRole('radio', { name: /RM/ }).check()
      await question.getByRole('button', { name: admin.bookings.stop.submit }).click()
      // The notice alone may still be that of the booking before.
      await expect(question).toBeHidden()
      await expectNotice(
        page,
        SUCCESS,
        'Booking cancelled successfully. Time slot is now available.',
      )
      expect(await statusOf(booking.email)).toBe('cancelled')
      await letActStand(booking.id)
      const [intent] = await intentsOf(booking.id)
      const refunds = (await ledger()).refunds.filter(
        (refund) => refund.payment_intent === intent?.id,
      )
      expect(refunds.map(({ amount }) => amount)).toEqual(full ? [intent?.amount] : [])
    }
    await publicDay(page, day)
    await expect(page.getByRole('radio', { name: /^12:00/ })).toBeEnabled()
  },
)

test('a booking is found and completed by keyboard alone @desktop', async ({
  page,
  another,
  slot,
}) => {
  const booking = await paid((await another()).request, slot)
  await openAdmin(page)
  const areas = page.getByRole('navigation', { name: admin.frame.tabs })
  for (const [area, address] of [
    ['services', /\/admin\/services$/],
    ['bookings', /\/admin$/],
  ] as const) {
    await areas.getByRole('link', { name: admin.tabs[area], exact: true }).focus()
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(address)
  }
  const search = page.getByLabel(admin.filters.search, { exact: true })
  await expect(search).toBeVisible() // The address changes before the page does.
  await search.focus()
  await page.keyboard.type(booking.email)
  await page.keyboard.press('Enter')
  // The list as it was has the row, too: only the new one has nothing else.
  await expect(page.getByRole('row')).toHaveCount(2)
  for (
    let presses = 0;
    presses < 25 &&
    !(await select(page, booking.id).evaluate((node) => node === document.activeElement));
    presses++
  )
    await page.keyboard.press('Tab')
  await expect(select(page, booking.id)).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('option', { name: admin.status.confirmed })).toBeFocused()
  await page.keyboard.press('ArrowDown')
  // The list moves the focus a moment after the key.
  await expect(page.getByRole('option', { name: admin.status.completed })).toBeFocused()
  await page.keyboard.press('Enter')
  await expectNotice(page, SUCCESS, admin.bookings.statusUpdated)
  expect(await statusOf(booking.email)).toBe('completed')
})

test('the session of this morning is booked by hand once its warnings were read @desktop', async ({
  page,
}) => {
  const { calendar, newBooking } = admin
  const { long } = admin.bookings.warnings
  await openAdmin(page)
  await page.goto('/admin/calendar?view=day')
  await page.getByRole('link', { name: calendar.newBooking, exact: true }).click()
  const hand = page.getByRole('complementary', { name: newBooking.title })
  await hand.getByRole('button', { name: admin.sheet.hours.all }).click()
  const hours = hand.getByRole('group', { name: admin.sheet.hours.label })
  const begun = hours.locator('button:not([aria-disabled="true"])').first()
  const time = String(await begun.textContent())
  await begun.click()
  await expect(hand.getByRole('status').filter({ hasText: long.past })).toBeVisible()
  const email = `morning-${time.replace(':', '')}@example.com`
  await hand.getByLabel(newBooking.who.label).fill('Walk-in')
  await hand.getByLabel(newBooking.who.email, { exact: true }).fill(email)
  await hand.getByRole('radio', { name: newBooking.price.ways.cash }).check()
  await hand.getByRole('button', { name: newBooking.submit, exact: true }).click()
  await expect(hand.getByRole('alert')).toContainText(long.past)
  await expect(hand.getByLabel(newBooking.who.label)).toHaveValue('Walk-in')
  await expectSound(page)
  expect(await bookingsOf(email)).toEqual([])
  await hand.getByRole('button', { name: newBooking.anyway }).click()
  await expect(hand.getByRole('heading', { name: /^Booking #\d+ for Walk-in$/ })).toBeFocused()
  expect(await bookingsOf(email)).toMatchObject([
    { status: 'confirmed', date: studioDate(new Date()), time },
  ])
  await expect(page.getByRole('button', { name: new RegExp(`${time}–.*Walk-in`) })).toBeVisible()
  // At night it runs, in closed time, which other tests' pages would say.
  const [booked] = await bookingsOf(email)
  const ended = await page.request.patch(`/api/bookings/${booked?.id}/cancel`, { data: {} })
  expect(ended.status()).toBe(200)
})
