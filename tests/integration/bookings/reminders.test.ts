import { queueReminders } from '@/lib/bookings/notices'
import { cancelBooking } from '@/lib/bookings/cancel'
import { rescheduleBooking } from '@/lib/bookings/reschedule'
import { checkout, openShop, workingDay, type Wish } from '@/tests/support/shop'

const shop = openShop()
const HOUR = 3_600_000
const reminders = async () =>
  await shop.rows(
    `SELECT kind, payload, recipient, locale FROM mails WHERE kind = 'booking_reminder' ORDER BY id`,
  )
const hoursBefore = async (id: number, hours: number) => {
  const [row] = await shop.rows(`SELECT starts_at FROM bookings WHERE id = $1`, [id])
  return new Date((row?.starts_at as Date).getTime() - hours * HOUR)
}
async function sold(about?: Wish): Promise<number> {
  return (await shop.sold(about)).booking
}

test('a reminder is sent 24 hours before, once, in the customer’s language, with the link to manage it', async () => {
  const id = await sold({ locale: 'ms' })
  await queueReminders(await hoursBefore(id, 24.1))
  expect(await reminders()).toEqual([])
  const due = await hoursBefore(id, 24)
  await Promise.all(Array.from({ length: 8 }, () => queueReminders(due)))
  await queueReminders(await hoursBefore(id, 1))
  const [mail, ...more] = await reminders()
  expect(more).toEqual([])
  expect(mail).toMatchObject({ recipient: 'aina@example.com', locale: 'ms' })
  expect(mail?.payload).toEqual({
    bookingId: id,
    startsAt: (await hoursBefore(id, 0)).toISOString(),
  })
})

test('not after the start, not for a hold, not for a cancelled one', async () => {
  const begun = await sold()
  await queueReminders(await hoursBefore(begun, 0))
  const { booking: held } = await checkout({ who: 'held', time: '12:00' })
  await queueReminders(await hoursBefore(held, 5))
  expect(
    (await reminders()).map(({ payload }) => (payload as { bookingId: number }).bookingId),
  ).toEqual([begun])
  const cancelled = await sold({ who: 'gone', date: workingDay(3) })
  await cancelBooking({ id: cancelled, refund: 'none', actor: 'owner', now: new Date() })
  await queueReminders(await hoursBefore(cancelled, 5))
  expect(await reminders()).toHaveLength(1)
})

test('not where the confirmation itself came in the last 24 hours', async () => {
  const id = await sold()
  await shop.rows(`UPDATE mails SET created_at = $1`, [await hoursBefore(id, 23)])
  await queueReminders(await hoursBefore(id, 20))
  expect(await reminders()).toEqual([])
})

test('a moved session is reminded of at its new time, once more', async () => {
  const id = await sold()
  await queueReminders(await hoursBefore(id, 24))
  await shop.rows(`UPDATE mails SET created_at = $1 WHERE kind = 'booking_reminder'`, [
    await hoursBefore(id, 24),
  ])
  const old = await hoursBefore(id, 24)
  await rescheduleBooking({
    id,
    newDate: workingDay(4),
    newTime: '15:00',
    by: 'customer',
    actor: 'customer',
    now: new Date(),
  })
  await queueReminders(old)
  expect(await reminders()).toHaveLength(1)
  await queueReminders(await hoursBefore(id, 24))
  expect(
    (await reminders()).map(({ payload }) =>
      (payload as { startsAt: string }).startsAt.slice(11, 16),
    ),
  ).toEqual(['01:00', '07:00'])
})
