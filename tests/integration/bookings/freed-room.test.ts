// A no-show whose room is freed: what is left of the session can be booked at once and is sold once, the
// money stays, and whoever comes all the same has it again only while nobody else has booked it.
import { PATCH as note } from '@/app/api/admin/bookings/[id]/arrival/route'
import { dayStarts, monthView, roomsView } from '@/lib/admin/calendar/queries'
import { viewDates } from '@/lib/admin/calendar/rules'
import { todayOf } from '@/lib/admin/today/queries'
import { availability } from '@/lib/availability/queries'
import { setArrival, type ArrivalChange } from '@/lib/bookings/arrival'
import { holdSlot } from '@/lib/bookings/book'
import { createAdminBooking } from '@/lib/bookings/create-admin-booking'
import { managedBooking } from '@/lib/bookings/manage'
import { adminBookingBody } from '@/lib/bookings/schema'
import { undo, undoOf } from '@/lib/bookings/undo'
import { callRoute } from '@/tests/support/call'
import { openShop, refusal, wish, workingDay } from '@/tests/support/shop'
import { ownerCookie } from '../admin/admin'

const shop = openShop()
const DAY = workingDay()
const at = (time: string) => new Date(`${DAY}T${time}:00+08:00`)
const THREE_HOURS = { time: '10:00', hours: 3 }

const noted = (id: number, change: Partial<ArrivalChange> = {}) =>
  setArrival({
    ...{ id, state: 'no_show', freeRoom: true, version: undefined },
    ...{ actor: 'owner', now: at('10:20'), ...change },
  })
const freeAt = async (now: Date) => {
  const question = { duration: 'hourly' as const, hours: 1, serviceId: 1, now }
  return (await availability(DAY, 'en', question)).dto.availableSlots
}
const byHand = (time: string) =>
  createAdminBooking(
    adminBookingBody.parse({
      ...{ serviceId: 1, firstName: 'Siti', email: 'siti@example.com', date: DAY, time },
      paid: { method: 'cash' },
    }),
    { actor: 'owner', now: at('10:25') },
  )
const state = async (id: number) =>
  (
    await shop.rows(
      `SELECT b.status, b.no_show_at IS NOT NULL AS missed, b.arrived_at IS NOT NULL AS came,
        to_char(b.ends_at AT TIME ZONE 'Asia/Kuala_Lumpur', 'HH24:MI') AS ends,
        to_char(coalesce(r.reserved_until, r.ends_at) AT TIME ZONE 'Asia/Kuala_Lumpur', 'HH24:MI') AS until
       FROM bookings b JOIN slot_reservations r ON r.booking_id = b.id WHERE b.id = $1`,
      [id],
    )
  )[0]

test('the rest of the session is free from the next minute on, and money, status and page stay', async () => {
  const { booking: id } = await shop.sold(THREE_HOURS)
  const paid = await shop.rows(`SELECT outcome, refunded_amount::text FROM payments`)
  expect(await freeAt(at('10:20'))).not.toContain('12:00')
  await noted(id)
  expect(await state(id)).toEqual({
    ...{ status: 'confirmed', missed: true, came: false, ends: '13:00', until: '10:21' },
  })
  expect(await shop.rows(`SELECT outcome, refunded_amount::text FROM payments`)).toEqual(paid)
  expect(await managedBooking(await shop.tokenOf(id), 'en', at('10:30'))).toMatchObject({
    days: [{ from: '10:00', to: '13:00' }],
  })
  expect(await freeAt(at('10:20'))).toEqual(expect.arrayContaining(['12:00', '13:00']))
  const asked = { date: DAY, duration: 'hourly', hours: 1, serviceId: 1, locale: 'en' } as const
  const { starts } = await dayStarts({ ...asked, now: at('10:25') })
  expect(starts.filter(({ time }) => time > '10:00' && time < '13:00')).toMatchObject([
    { time: '11:00', state: 'free' },
    { time: '12:00', state: 'free' },
  ])
  expect((await byHand('11:00')).status).toBe('confirmed')
})

test('Today and the calendar say since when the room is free, and count what was used', async () => {
  const { booking: id } = await shop.sold(THREE_HOURS)
  const minutes = async () => (await todayOf(DAY, 'en', at('10:30'), 'owner')).week[0]?.minutes
  const percent = async () =>
    (await monthView(viewDates('month', DAY).dates, 'en')).find(({ date }) => date === DAY)?.percent
  expect([await minutes(), await percent()]).toEqual([180, 25])
  await noted(id)
  expect([await minutes(), await percent()]).toEqual([21, 3])
  const { sessions } = await todayOf(DAY, 'en', at('10:30'), 'owner')
  expect(sessions).toMatchObject([{ to: at('13:00').toISOString() }])
  expect(sessions[0]?.freeFrom).toBe(at('10:21').toISOString())
  const { entries } = await roomsView({ dates: [DAY], locale: 'en', seesMoney: true })
  expect(entries).toMatchObject([{ from: '10:00', to: '10:21', turnaround: 0 }])
})

test('a freed hour for which twenty ask at once is sold once', async () => {
  const { booking: id } = await shop.sold(THREE_HOURS)
  await noted(id)
  const asked = await Promise.allSettled(
    Array.from({ length: 20 }, (_, n) =>
      holdSlot(wish({ who: `v${n}`, time: '12:00', now: at('10:22'), isStranger: true })),
    ),
  )
  expect(asked.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
})

test('it is taken back while the room is free, with its turnaround, and not once it is sold', async () => {
  await shop.rows(`UPDATE studios SET turnaround_minutes = 30`)
  const { booking: id } = await shop.sold(THREE_HOURS)
  expect(await state(id)).toMatchObject({ until: '13:30' })
  await noted(id)
  await undo({ id, act: (await undoOf(id, 'owner'))?.id ?? '', actor: 'owner' })
  expect(await state(id)).toMatchObject({ missed: false, until: '13:30' })
  await noted(id)
  const { booking: other } = await shop.sold({ who: 'bea', time: '12:00', now: at('10:22') })
  const act = (await undoOf(id, 'owner'))?.id ?? ''
  expect(await refusal(undo({ id, act, actor: 'owner' }))).toMatchObject({
    ...{ code: 'slot_taken', details: { data: { clash: { bookingId: other } } } },
  })
  expect(await state(id)).toMatchObject({ missed: true, until: '10:21' })
})

test('who comes all the same has the session again, unless somebody else has booked of it', async () => {
  const { booking: id } = await shop.sold(THREE_HOURS)
  await noted(id)
  await noted(id, { state: 'arrived', freeRoom: false, now: at('10:40') })
  expect(await state(id)).toMatchObject({ missed: false, came: true, until: '13:00' })
  await noted(id, { now: at('10:45') })
  const other = await byHand('12:00')
  const late = noted(id, { state: 'arrived', freeRoom: false, now: at('10:50') })
  expect(await refusal(late)).toMatchObject({
    ...{ code: 'slot_taken', details: { data: { clash: { bookingId: other.id } } } },
  })
  expect(await state(id)).toMatchObject({ missed: true, came: false, until: '10:46' })
})

test('a no-show that was noted before is freed later, and nothing is freed of a session that is over', async () => {
  const { booking: id } = await shop.sold(THREE_HOURS)
  await noted(id, { freeRoom: false })
  expect(await state(id)).toMatchObject({ until: '13:00' })
  await noted(id, { now: at('10:30') })
  expect(await state(id)).toMatchObject({ until: '10:31' })
  const { booking: next } = await shop.sold({ who: 'bea', time: '14:00' })
  const too = (now: Date) => refusal(noted(next, { now }))
  expect(await too(at('13:59'))).toMatchObject({ details: { sentence: 'no_show_too_early' } })
  expect(await too(at('15:00'))).toMatchObject({ details: { sentence: 'nothing_to_free' } })
})

test('crew note a no-show and free no room', async () => {
  const { booking: id } = await shop.sold(THREE_HOURS)
  await shop.rows(
    `UPDATE bookings SET starts_at = now() - interval '30 minutes', ends_at = now() + interval '2 hours'`,
  )
  const cookie = await ownerCookie(shop)
  await shop.rows(`UPDATE users SET role = 'crew'`)
  const ask = async (freeRoom: boolean) =>
    (
      await callRoute(note, `/api/admin/bookings/${id}/arrival`, {
        ...{ method: 'PATCH', params: { id: String(id) } },
        body: { state: 'no_show', freeRoom },
        headers: { cookie },
      })
    ).status
  expect([await ask(true), await ask(false)]).toEqual([403, 200])
  await shop.rows(`UPDATE bookings SET starts_at = $1, ends_at = $2`, [at('10:00'), at('13:00')])
})
