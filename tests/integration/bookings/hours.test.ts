import { lengthOf } from '@/lib/availability/rules'
import * as setting from '@/app/api/settings/[key]/route'
import * as dayRoute from '@/app/api/availability/[date]/route'
import * as nextSlot from '@/app/api/next-slot/route'
import * as bookings from '@/app/api/bookings/route'
import { nextSlots } from '@/lib/availability/queries'
import * as room from '@/app/api/rooms/[id]/route'
import { currentSeasons } from '@/lib/settings/queries'
import { managedBooking } from '@/lib/bookings/manage'
import { dayStarts, roomsView } from '@/lib/admin/calendar/queries'
import { cancelBooking } from '@/lib/bookings/cancel'
import { rescheduleBooking } from '@/lib/bookings/reschedule'
import { upgradeSecret } from '@/lib/bookings/upgrade'
import { letActsStand } from '@/tests/support/acts'
import { callRoute } from '@/tests/support/call'
import { checkout, openShop, refusal, workingDay, type Wish } from '@/tests/support/shop'
import { ownerCalls } from '@/tests/integration/admin/admin-calls'

const shop = openShop()
const LATE = { weekday: { opens: 12, closes: 24 }, weekend: { opens: 8, closes: 18 } }
const hoursFrom = (first: number, last: number) =>
  Array.from({ length: last - first + 1 }, (_, i) => `${String(first + i).padStart(2, '0')}:00`)

let owner: Awaited<ReturnType<typeof ownerCalls>>
beforeEach(async () => void (owner = await ownerCalls(shop.database.sql)))

const setHours = ({ version, ...hours }: Record<string, unknown> = LATE) =>
  owner.ask<{ updatedAt: string }>(room.PATCH, '/api/rooms/1', {
    method: 'PATCH',
    params: { id: '1' },
    body: { hours, version },
  })
const day = async (date = workingDay(), duration = 'hourly') =>
  (
    await callRoute(dayRoute.GET, `/api/availability/${date}?duration=${duration}`, {
      params: { date },
    })
  ).json() as Promise<Record<string, unknown>>
const book = (time: string, changes: object = {}) =>
  callRoute(bookings.POST, '/api/bookings', {
    body: {
      serviceId: 1,
      firstName: 'Aina',
      email: 'aina@example.com',
      date: workingDay(),
      time,
      ...changes,
    },
  })

async function sold(about?: Wish): Promise<number> {
  return (await shop.sold(about)).booking
}

test('the very next answer has the new hours, and only what lies inside can be booked', async () => {
  expect(await day()).toMatchObject({
    opensAt: '09:00',
    closesAt: '21:00',
    availableSlots: hoursFrom(9, 20),
  })
  expect((await setHours()).status).toBe(200)
  expect(await day()).toMatchObject({
    opensAt: '12:00',
    closesAt: '24:00',
    availableSlots: hoursFrom(12, 23),
  })
  expect(await day(workingDay(), 'full-day')).toMatchObject({ availableSlots: hoursFrom(12, 16) })
  // A holiday has the weekend's hours, and eight hours fit there now.
  expect(await day('2027-01-01', 'full-day')).toMatchObject({
    opensAt: '08:00',
    closesAt: '18:00',
    availableSlots: hoursFrom(8, 10),
  })

  const outside = await book('11:00')
  expect([outside.status, await outside.json()]).toMatchObject([
    422,
    { code: 'slot_unavailable', fields: { time: 'Outside our opening hours for this length.' } },
  ])
  expect((await book('21:00', { duration: 'half-day', serviceId: 2 })).status).toBe(422)
  expect((await book('23:00')).status).toBe(201)
  expect(
    await shop.rows(
      `SELECT to_char(ends_at AT TIME ZONE 'Asia/Kuala_Lumpur', 'HH24:MI') AS ends FROM slot_reservations`,
    ),
  ).toEqual([{ ends: '00:00' }])
})

test('the next free time is inside the new hours', async () => {
  await setHours({ weekday: { opens: 22, closes: 23 }, weekend: { opens: 22, closes: 23 } })
  expect(
    (await nextSlots(3, { duration: 'hourly', hours: 1, visitorHash: null, now: new Date() })).map(
      ({ time }) => time,
    ),
  ).toEqual(['22:00', '22:00', '22:00'])
  expect(
    await (await callRoute(nextSlot.GET, '/api/next-slot?duration=half-day')).json(),
  ).toBeNull()
})

describe('a booking from before, outside the new hours', () => {
  test('stays, is seen, and its time is still taken', async () => {
    const id = await sold({ time: '09:00' })
    await setHours()
    expect(await shop.rows(`SELECT status, time FROM bookings`)).toEqual([
      { status: 'confirmed', time: '09:00' },
    ])
    const view = await roomsView({ dates: [workingDay()], locale: 'en', seesMoney: true })
    expect(view.entries).toMatchObject([{ from: '09:00', to: '10:00', booking: { id } }])
    expect(view.columns).toMatchObject([{ opens: 12, closes: 24 }])
    expect(view.hours).toEqual({ first: 9, last: 24 })
    await setHours({ weekday: { opens: 8, closes: 12 }, weekend: LATE.weekend })
    expect(await day()).toMatchObject({ availableSlots: ['08:00', '10:00', '11:00'] })
  })

  test('shows its own page, can move inside but not outside, and can be cancelled', async () => {
    const id = await sold({ time: '09:00' })
    await setHours()
    const token = String((await shop.rows(`SELECT manage_token FROM bookings`))[0]?.manage_token)
    expect(await managedBooking(token, 'en', new Date())).toMatchObject({
      status: 'confirmed',
      time: '09:00',
      movable: true,
    })
    const { starts } = await dayStarts({
      date: workingDay(),
      duration: 'hourly',
      hours: 1,
      ignore: id,
      locale: 'en',
      now: new Date(),
    })
    expect(Object.fromEntries(starts.map(({ time, state }) => [time, state]))).toMatchObject({
      '09:00': 'warned',
      '11:00': 'warned',
      '12:00': 'free',
      '17:00': 'free',
      '23:00': 'free',
    })

    const move = (newTime: string, by: 'customer' | 'admin') =>
      rescheduleBooking({ id, newDate: workingDay(), newTime, by, actor: by, now: new Date() })
    for (const by of ['customer', 'admin'] as const)
      expect(await refusal(move('10:00', by))).toMatchObject({
        code: 'slot_unavailable',
        details: { sentence: 'slot_outside_hours' },
      })
    expect(await shop.rows(`SELECT time FROM bookings`)).toEqual([{ time: '09:00' }])
    expect(await move('22:00', 'customer')).toBe(true)
    await cancelBooking({ id, refund: 'full', actor: 'owner', now: new Date() })
    await letActsStand()
    expect(
      await shop.rows(
        `SELECT b.status, count(r.id)::int AS reserved FROM bookings b LEFT JOIN slot_reservations r ON r.booking_id = b.id GROUP BY b.id`,
      ),
    ).toEqual([{ status: 'cancelled', reserved: 0 }])
  })

  test('is not lengthened outside the hours, and nothing is charged', async () => {
    const id = await sold({ serviceId: 2, time: '09:00' })
    await setHours()
    const token = String((await shop.rows(`SELECT manage_token FROM bookings`))[0]?.manage_token)
    const offered = (await managedBooking(token, 'en', new Date()))?.offers?.lengths
    expect(offered?.length).toBeGreaterThan(0)
    for (const { state } of offered ?? []) expect(state).toBe('closed')
    expect(
      await refusal(
        upgradeSecret({
          bookingId: id,
          length: lengthOf({ duration: 'half-day' }),
          addOns: [],
          amountSen: 1,
          now: new Date(),
        }),
      ),
    ).toMatchObject({ code: 'slot_unavailable' })
  })
})

test('money for a hold from before is a booking, whatever the hours are by then', async () => {
  const { booking, intent } = await checkout({ time: '09:00' })
  await setHours()
  await shop.payments.pay(intent)
  await shop.payments.release()
  expect(await shop.rows(`SELECT id, status FROM bookings`)).toEqual([
    { id: booking, status: 'confirmed' },
  ])
})

test.each([
  [{ weekday: { opens: 21, closes: 9 }, weekend: LATE.weekend }],
  [{ weekday: { opens: 9, closes: 9 }, weekend: LATE.weekend }],
  [{ weekday: LATE.weekday, weekend: { opens: 9, closes: 25 } }],
  [{ weekday: LATE.weekday, weekend: { opens: -1, closes: 9 } }],
  [{ weekday: LATE.weekday, weekend: { opens: 9.5, closes: 12 } }],
  [{ weekday: LATE.weekday }],
  [{ weekday: 'always', weekend: LATE.weekend }],
])('%j is refused and the hours stay', async (body) => {
  const answer = await setHours(body)
  expect([answer.status, Object.keys(answer.body.fields ?? {})]).toEqual([400, ['hours']])
  expect(await day()).toMatchObject({ opensAt: '09:00', closesAt: '21:00' })
})

test('each change is on record, and the second of two owners is told', async () => {
  const first = await setHours({
    weekday: { opens: '8', closes: '20' },
    weekend: { opens: '10', closes: '17' },
  })
  expect((await setHours({ ...LATE, version: first.body.updatedAt })).status).toBe(200)
  expect((await setHours({ ...LATE, version: first.body.updatedAt })).body.code).toBe(
    'version_conflict',
  )
  const usual = { weekday: { opens: 9, closes: 21 }, weekend: { opens: 10, closes: 17 } }
  const before = { weekday: { opens: 8, closes: 20 }, weekend: { opens: 10, closes: 17 } }
  expect(
    (await owner.audit()).map(({ entity_id, before, after }) => [entity_id, before, after]),
  ).toEqual([
    ['1', { hours: usual }, { hours: before }],
    ['1', { hours: before }, { hours: LATE }],
  ])
})

describe('a season', () => {
  const SHORT = {
    name: 'Ramadan hours',
    translations: { ms: { name: 'Waktu Ramadan' } },
    from: workingDay(),
    to: workingDay(),
    weekday: { opens: 10, closes: 14 },
    weekend: { opens: 11, closes: 13 },
  }
  const setSeasons = (periods: object[], version?: string) =>
    owner.ask<{ updatedAt: string }>(setting.PATCH, '/api/settings/seasons', {
      method: 'PATCH',
      params: { key: 'seasons' },
      body: { periods, version },
    })

  test('sets the hours of its days everywhere, and of no other day', async () => {
    const id = await sold({ time: '09:00' })
    const next = workingDay(1)
    const usual = await day(next)
    expect((await setSeasons([SHORT])).status).toBe(200)
    expect(await day()).toMatchObject({
      opensAt: '10:00',
      closesAt: '14:00',
      availableSlots: hoursFrom(10, 13),
    })
    expect(await day(workingDay(), 'full-day')).toMatchObject({ availableSlots: [] })
    expect(await day(next)).toEqual(usual)
    expect(await currentSeasons('ms')).toMatchObject([{ name: 'Waktu Ramadan' }])
    expect(await currentSeasons('zh')).toMatchObject([{ name: 'Ramadan hours' }])

    const outside = await book('14:00')
    expect([outside.status, await outside.json()]).toMatchObject([
      422,
      { fields: { time: 'Outside our opening hours for this length.' } },
    ])
    expect((await book('13:00')).status).toBe(201)
    const found = await nextSlots(1, {
      duration: 'hourly',
      hours: 4,
      visitorHash: null,
      now: new Date(),
      from: workingDay(),
    })
    // Its four hours are no longer free.
    expect(found.map(({ date }) => date > workingDay())).toEqual([true])
    // Existing bookings stay, in the calendar beside the day's own hours.
    const view = await roomsView({ dates: [workingDay()], locale: 'en', seesMoney: true })
    expect(view.columns).toMatchObject([{ opens: 10, closes: 14 }])
    expect(view.entries).toContainEqual(
      expect.objectContaining({ from: '09:00', booking: expect.objectContaining({ id }) }),
    )
  })

  test('is refused when it shares a day with another, or when the list has changed', async () => {
    const twice = await setSeasons([SHORT, { ...SHORT, name: 'Again' }])
    expect([twice.status, twice.body]).toMatchObject([
      400,
      { fields: { periods: expect.stringContaining('shares days') } },
    ])
    const { body } = await setSeasons([SHORT])
    expect((await setSeasons([], '2026-01-01T00:00:00.000Z')).status).toBe(409)
    expect((await setSeasons([], body.updatedAt)).status).toBe(200)
    expect(await day()).toMatchObject({ opensAt: '09:00', closesAt: '21:00' })
  })
})
