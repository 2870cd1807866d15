// The owner closes a week in which bookings stand, and decides about each of them.
import en from '@/messages/en.json' with { type: 'json' }
import { formatRM } from '@/lib/money'
import { addDays, longDate, studioDate } from '@/lib/time'
import { expectSound } from '@/tests/support/accessible'
import { bookingsOf, heldByCall, letActStand, moneyOfBooking } from '@/tests/support/bookings'
import { expect, test } from '@/tests/support/e2e'
import { lastMailTo, mailsTo } from '@/tests/support/mailbox'
import { payIntent } from '@/tests/support/stripe'
import { expectNotice, openAdmin } from '@/tests/support/verbs'

const { admin, mail: mails } = en
const { calendar, closings } = admin
const { blockForm } = calendar
const inOneLine = (text: string) => text.replace(/\s+/g, ' ')
const statusOf = async (email: string) => (await bookingsOf(email))[0]?.status

test(
  'closing a week over three bookings and working the list off',
  { tag: '@desktop' },
  async ({ page, another }) => {
    test.setTimeout(240_000)
    // Beyond the days of all other tests; part of each day stays open, so that no page says it is closed.
    const date = addDays(studioDate(new Date()), 178)
    const email = (who: string) => `closing-${who.toLowerCase()}@example.com`
    const book = async (who: string, time: string) =>
      heldByCall((await another()).request, { date, time, firstName: who, email: email(who) })
    const paid = await book('Paid', '11:00')
    await payIntent(paid.intent)
    await expect.poll(() => statusOf(paid.email)).toBe('confirmed')
    const held = await book('Held', '13:00')
    await openAdmin(page)
    const made = await page.request.post('/api/admin/bookings', {
      data: {
        ...{ serviceId: 1, firstName: 'Unpaid', email: email('unpaid'), date, time: '12:00' },
        ...{ paid: 'link', roomId: null },
      },
    })
    expect(made.status()).toBe(201)
    for (const who of ['Paid', 'unpaid']) await lastMailTo(email(who))

    await page.goto(`/admin/calendar?date=${date}`)
    await page.getByRole('button', { name: calendar.newBlock }).click()
    const block = page.getByRole('dialog', { name: blockForm.title })
    await block.getByLabel(calendar.form.date).fill(addDays(date, -1))
    await block.getByLabel(blockForm.until).fill(addDays(date, 5))
    await block.getByLabel(blockForm.from, { exact: true }).fill('11:00')
    await block.getByLabel(/^Until/).fill('00:00')
    await block.getByLabel(blockForm.reason).fill('New floor')
    await block.getByRole('button', { name: blockForm.submit }).click()
    const inside = block.getByRole('group', { name: /3 bookings stand inside/ })
    await expect(inside).toBeFocused()
    await inside.getByText(/^Held Rahman/).click()
    await expect(inside.getByText(closings.noMail).first()).toBeVisible()
    await inside.getByText(/^Paid Rahman/).click()
    const refund = mails.refund.back.replace(
      '{amount}',
      formatRM((await moneyOfBooking(paid.id)).settledSen),
    )
    await expect(inside.getByText(refund)).toBeVisible()
    await expectSound(page)
    await block.getByRole('button', { name: closings.saveAnyway }).click()
    await expectNotice(page, admin.save.success, blockForm.made)

    await page.setViewportSize({ width: 390, height: 844 })
    await page.goto('/admin')
    await page.getByRole('link', { name: '3 bookings are in closed time' }).click()
    const list = page.getByRole('region', { name: closings.title })
    await expect(list.getByRole('listitem')).toHaveCount(3)
    await expect(list.getByText('Blocked: New floor')).toHaveCount(3)
    await expectSound(page)
    const choose = async (act: string, who: RegExp) => {
      const item = list.getByRole('listitem').filter({ hasText: who })
      await item.getByRole('button', { name: new RegExp(`^${act}: `) }).press('Enter')
    }

    await choose(closings.cancel, /Paid/)
    const stop = page.getByRole('dialog', { name: closings.cancelTitle })
    await expect(stop.getByText(refund)).toBeVisible()
    await expectSound(page)
    await stop.getByRole('button', { name: closings.cancel }).press('Enter')
    await expectNotice(page, admin.save.success, closings.cancelled)
    await expect(list.getByRole('listitem')).toHaveCount(2)

    await choose(closings.move, /Unpaid/)
    const move = page.getByRole('dialog', { name: closings.moveTitle })
    await expect(move.getByRole('list').getByRole('button')).toHaveCount(3)
    await expect(move.getByText(mails.rescheduled.intro_open)).toBeVisible()
    await expectSound(page)
    // The next times are other tests' own.
    await move.getByRole('button', { name: closings.another }).press('Enter')
    const other = page.getByRole('dialog', { name: admin.bookings.move.title })
    await other.getByLabel(admin.bookings.move.time).selectOption('10:00')
    await other.getByRole('button', { name: admin.bookings.move.submit }).press('Enter')
    await expectNotice(page, admin.save.success, admin.bookings.rescheduled)
    await expect(list.getByRole('listitem')).toHaveCount(1)

    await choose(closings.keep, /Held/)
    await expectNotice(page, admin.save.success, closings.kept)
    await expect(list).toHaveCount(0)

    await letActStand(paid.id)
    const cancelled = await lastMailTo(email('Paid'), /^Booking cancelled/)
    const money = await moneyOfBooking(paid.id)
    expect([money.settledSen, money.dueSen, money.backSen > 0]).toEqual([0, 0, true])
    expect(inOneLine(cancelled.text)).toContain(
      mails.refund.back.replace('{amount}', formatRM(money.backSen)),
    )
    const moved = inOneLine((await lastMailTo(email('unpaid'), /^New time/)).text)
    for (const text of [`${longDate(date, 'en')} 10:00–11:00`, mails.rescheduled.intro_open])
      expect(moved).toContain(text)
    expect(await moneyOfBooking((await bookingsOf(email('unpaid')))[0]?.id ?? 0)).toMatchObject({
      keptSen: 0,
      backSen: 0,
    })
    // Whoever is paying was told nothing, and keeps the time.
    expect(await mailsTo(held.email)).toEqual([])
    expect(await statusOf(held.email)).toBe('pending')
    await payIntent(held.intent)
    await expect.poll(() => statusOf(held.email)).toBe('confirmed')
  },
)
