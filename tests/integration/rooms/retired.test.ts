// A room that is retired keeps the sessions that it has, and gives no more time: to nobody, by no way.
import { GET as times } from '@/app/api/manage/[token]/availability/route'
import { POST as moveManaged } from '@/app/api/manage/[token]/reschedule/route'
import { dayStarts } from '@/lib/admin/calendar/queries'
import type { Availability } from '@/lib/availability/schema'
import { lengthOf } from '@/lib/availability/rules'
import { cancelBooking } from '@/lib/bookings/cancel'
import { extendBooking, extensionOf } from '@/lib/bookings/extend'
import { managedBooking } from '@/lib/bookings/manage'
import { offersFor } from '@/lib/bookings/offers'
import { rescheduleBooking } from '@/lib/bookings/reschedule'
import { setStatus } from '@/lib/bookings/set-status'
import { upgradeSecret } from '@/lib/bookings/upgrade'
import { invalidateContent } from '@/lib/cache/remembered'
import { letActsStand } from '@/tests/support/acts'
import { callRoute } from '@/tests/support/call'
import { openShop, refusal, workingDay } from '@/tests/support/shop'

const shop = openShop()
afterEach(() => invalidateContent())

const DAY = workingDay()
const NEXT = workingDay(1)
const REFUSED = { code: 'not_changeable', details: { sentence: 'room_retired' } }

/** Retires the room of everything that is booked; a second one serves, or not. */
async function retire({ another }: { another: boolean }): Promise<void> {
  await shop.rows(`INSERT INTO studios (name, position) VALUES ('Studio B', 2)`)
  if (another) await shop.rows(`INSERT INTO service_rooms (service_id, studio_id) VALUES (1, 2)`)
  await shop.rows(`UPDATE studios SET state = 'retired' WHERE id = 1`)
  invalidateContent()
}
const roomOfBooking = async (id: number) =>
  (
    await shop.rows(
      `SELECT b.studio_id AS room, b.date, b.time, (SELECT array_agg(r.studio_id) FROM slot_reservations r
        WHERE r.booking_id = b.id) AS reserved FROM bookings b WHERE id = $1`,
      [id],
    )
  )[0]
const moveByCustomer = async (token: string, newTime: string) => {
  const response = await callRoute(moveManaged, `/api/manage/${token}/reschedule`, {
    params: { token },
    body: { newDate: NEXT, newTime },
  })
  return { status: response.status, body: (await response.json()) as Record<string, unknown> }
}
const timesOf = async (token: string) =>
  (await (
    await callRoute(times, `/api/manage/${token}/availability?date=${NEXT}`, { params: { token } })
  ).json()) as Availability
const byOwner = (id: number, more: object = {}) =>
  rescheduleBooking({
    ...{ id, newDate: NEXT, newTime: '11:00', by: 'admin', actor: 'owner', now: new Date() },
    ...more,
  })

test('a session in a retired room that no other replaces is offered no other time, and stays', async () => {
  const { booking: id } = await shop.sold({ time: '10:00' })
  const token = await shop.tokenOf(id)
  await retire({ another: false })
  const page = await managedBooking(token, 'en', new Date())
  expect(page).toMatchObject({ status: 'confirmed', movable: false, unmovable: 'no_room' })
  expect((await timesOf(token)).availableSlots).toEqual([])
  const moved = await moveByCustomer(token, '11:00')
  expect([moved.status, moved.body.message]).toEqual([
    409,
    expect.stringContaining('no longer be booked'),
  ])
  expect(await refusal(byOwner(id))).toMatchObject(REFUSED)
  expect(await refusal(byOwner(id, { roomId: 1 }))).toMatchObject(REFUSED)
  const asked = { ...lengthOf({ duration: 'hourly' }), date: NEXT, serviceId: 1, ignore: id }
  expect(await dayStarts({ ...asked, locale: 'en', now: new Date() })).toMatchObject({
    ...{ starts: [], noRoom: true },
  })
  expect(await roomOfBooking(id)).toEqual({ room: 1, date: DAY, time: '10:00', reserved: [1] })
})

test('a session in a retired room is moved into another room that serves, even when its own was chosen', async () => {
  const { booking: id } = await shop.sold({ time: '10:00', roomId: 1 })
  const { booking: other } = await shop.sold({ time: '12:00', who: 'bea' })
  const token = await shop.tokenOf(id)
  await retire({ another: true })
  expect(await managedBooking(token, 'en', new Date())).toMatchObject({ movable: true })
  expect((await timesOf(token)).rooms.map((room) => room.id)).toEqual([2])
  expect((await moveByCustomer(token, '11:00')).status).toBe(200)
  expect(await roomOfBooking(id)).toMatchObject({ room: 2, reserved: [2] })
  const asked = { ...lengthOf({ duration: 'hourly' }), date: NEXT, serviceId: 1, ignore: other }
  const { starts, noRoom } = await dayStarts({ ...asked, locale: 'en', now: new Date() })
  expect([noRoom, starts.find(({ time }) => time === '11:00')?.state]).toEqual([false, 'taken'])
  expect(await refusal(byOwner(other, { roomId: 1 }))).toMatchObject(REFUSED)
  expect(await byOwner(other, { newTime: '12:00' })).toBe(true)
  expect(await roomOfBooking(other)).toMatchObject({ room: 2, reserved: [2] })
})

test('a session in a retired room gets no more hours, from its page or at the desk, but an add-on', async () => {
  const { booking: id } = await shop.sold({ serviceId: 2, time: '10:00' })
  const before = await offersFor(id, 'en', new Date())
  expect(before?.lengths.length).toBeGreaterThan(0)
  await retire({ another: true })
  const offers = await offersFor(id, 'en', new Date())
  expect(offers?.lengths).toEqual([])
  expect(offers?.addOns.length).toBeGreaterThan(0)
  const half = { length: lengthOf({ duration: 'half-day' }), addOns: [], amountSen: 718_78 }
  expect(await refusal(upgradeSecret({ bookingId: id, ...half, now: new Date() }))).toMatchObject(
    REFUSED,
  )
  const more = await extensionOf(id, { hours: 1, addOns: [] }, 'en', new Date())
  expect(more).toMatchObject({ state: 'room_retired' })
  expect(await extensionOf(id, { hours: 0, addOns: [3] }, 'en', new Date())).toMatchObject({
    state: 'free',
  })
  const sale = { hours: 1, addOns: [], pay: 'later' as const, priceSen: 268_46 }
  const sold = extendBooking({ id, ...sale, actor: 'owner', now: new Date() })
  expect(await refusal(sold)).toMatchObject(REFUSED)
})

test('a cancelled session is not put back into a retired room, and says why', async () => {
  const { booking: id } = await shop.sold({ time: '10:00' })
  await cancelBooking({ id, refund: 'none', actor: 'owner', now: new Date() })
  await letActsStand()
  await retire({ another: false })
  const back = { id, status: 'confirmed' as const, actor: 'owner', now: new Date() }
  expect(await refusal(setStatus(back))).toMatchObject(REFUSED)
  await shop.rows(`INSERT INTO service_rooms (service_id, studio_id) VALUES (1, 2)`)
  await setStatus(back)
  expect(await roomOfBooking(id)).toMatchObject({ room: 2, reserved: [2] })
})

test('money that comes late for a session in a retired room goes back, unless another room serves', async () => {
  const late = await shop.lapsed({ time: '10:00' })
  await retire({ another: false })
  await shop.payments.pay(late.intent)
  await shop.payments.release()
  const [payment] = await shop.rows(`SELECT outcome, reason FROM payments`)
  expect(payment).toMatchObject({ reason: 'late' })
  await shop.rows(`INSERT INTO service_rooms (service_id, studio_id) VALUES (1, 2)`)
  invalidateContent()
  const again = await shop.lapsed({ time: '12:00', who: 'bea' })
  await shop.payments.pay(again.intent)
  await shop.payments.release()
  expect(await roomOfBooking(again.booking)).toMatchObject({ room: 2, reserved: [2] })
})

test('what is held in a room that is retired meanwhile is confirmed there when it is paid', async () => {
  const { booking: id } = await shop.sold({ serviceId: 2, time: '10:00' })
  const { clientSecret } = await upgradeSecret({
    ...{ bookingId: id, length: lengthOf({ duration: 'half-day' }), addOns: [] },
    ...{ amountSen: 718_78, now: new Date() },
  })
  await retire({ another: false })
  await shop.payments.pay(clientSecret.split('_secret_')[0] ?? '')
  await shop.payments.release()
  const [row] = await shop.rows(`SELECT duration, studio_id AS room FROM bookings WHERE id = $1`, [
    id,
  ])
  expect(row).toEqual({ duration: 'half-day', room: 1 })
})
