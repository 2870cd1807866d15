import { rescheduleBooking } from '@/lib/bookings/reschedule'
import { availability, availabilityOfDays, closedDays, nextSlots } from '@/lib/availability/queries'
import { invalidateContent } from '@/lib/cache/remembered'
import { isDatabaseAway } from '@/lib/database-errors'
import { closeDatabase, transaction } from '@/lib/db'
import { holdSlot } from '@/lib/bookings/book'
import { addDays, studioDate } from '@/lib/time'
import {
  checkout,
  hold,
  minutesAgo,
  openShop,
  refusal,
  visitor,
  wish,
  workingDay,
} from '@/tests/support/shop'

const shop = openShop()
type Asked = Partial<Parameters<typeof availability>[2]>
const ask = (about: Asked = {}, date = workingDay(), locale: 'en' | 'ms' | 'zh' = 'en') =>
  availability(date, locale, {
    duration: 'hourly',
    hours: 1,
    visitorHash: null,
    now: new Date(),
    ...about,
  })
const hours = (first: number, last: number) =>
  Array.from({ length: last - first + 1 }, (_, i) => `${String(first + i).padStart(2, '0')}:00`)

test('an empty day is all its starts, with its hours and no holiday', async () => {
  expect(await ask()).toEqual({
    dto: {
      date: workingDay(),
      availableSlots: hours(9, 20),
      heldByYou: [],
      opensAt: '09:00',
      closesAt: '21:00',
      closed: false,
      reason: null,
      holiday: null,
      rooms: [
        {
          ...{ id: 1, name: 'Studio A', availableSlots: hours(9, 20) },
          ...{ opensAt: '09:00', closesAt: '21:00', holiday: false },
        },
      ],
    },
    expiredHolds: false,
  })
})

test('days are counted as their times are listed, closed days and holidays said', async () => {
  await hold({ who: 'other', time: '13:00' })
  await shop.rows(
    `INSERT INTO blocks (first_day, last_day, from_minute, to_minute, visitor_note) VALUES ('${workingDay(1)}', '${workingDay(1)}', 0, 1440, 'New floor')`,
  )
  const now = new Date()
  const [from, to] = [addDays(studioDate(now), -1), addDays(studioDate(now), 60)]
  const question = { duration: 'half-day', hours: 1, visitorHash: visitor('other'), now } as const
  const { dto } = await availabilityOfDays(from, to, 'zh', question)
  expect(dto).toHaveLength(62)
  for (const { date, free, of, ...said } of dto) {
    const { dto: day } = await availability(date, 'zh', question)
    const starts = [...day.availableSlots, ...day.heldByYou]
    expect([date, free, said]).toEqual([
      date,
      starts.length,
      { closed: day.closed, reason: day.reason, holiday: day.holiday },
    ])
    expect([date, of >= free]).toEqual([date, true])
  }
  const on = (date: string) => dto.find((day) => day.date === date)
  expect(on(workingDay())).toMatchObject({ free: 9, of: 9 })
  expect(on(workingDay(1))).toMatchObject({ free: 0, of: 0, closed: true, reason: 'New floor' })
  const { dto: others } = await availabilityOfDays(workingDay(), workingDay(), 'zh', {
    ...question,
    visitorHash: null,
  })
  expect(others).toMatchObject([{ free: 5, of: 9 }])
})

test.each([
  ['en', "New Year's Day"],
  ['ms', 'Tahun Baharu'],
  ['zh', '元旦'],
] as const)('a holiday is named in %s', async (locale, holiday) => {
  const { dto } = await ask({ duration: 'full-day' }, '2027-01-01', locale)
  expect(dto).toEqual({
    date: '2027-01-01',
    availableSlots: [],
    heldByYou: [],
    opensAt: '10:00',
    closesAt: '17:00',
    closed: false,
    reason: null,
    holiday,
    rooms: [
      {
        ...{ id: 1, name: 'Studio A', availableSlots: [] },
        ...{ opensAt: '10:00', closesAt: '17:00', holiday: true },
      },
    ],
  })
})

test('what is offered can be booked, what is not offered cannot, for every start of every length', async () => {
  await hold({ who: 'other', time: '13:00' })
  for (const duration of ['half-day', 'full-day', 'hourly'] as const) {
    const { dto } = await ask({ duration })
    for (const time of hours(8, 21)) {
      const answer = await holdSlot(wish({ duration, time })).then(
        () => true,
        () => false,
      )
      expect([duration, time, answer]).toEqual([duration, time, dto.availableSlots.includes(time)])
      await shop.rows(`DELETE FROM bookings WHERE email = 'aina@example.com'`)
    }
  }
})

test('an active hold is listed separately, for its own visitor only', async () => {
  await hold({ time: '10:00' })
  expect((await ask({ visitorHash: visitor() })).dto).toMatchObject({
    heldByYou: ['10:00'],
    availableSlots: ['09:00', ...hours(11, 20)],
  })
  expect((await ask({ visitorHash: visitor('other') })).dto).toMatchObject({
    heldByYou: [],
    availableSlots: ['09:00', ...hours(11, 20)],
  })
})

describe('a hold that has run out', () => {
  test('without a payment is offered at once, to its former visitor as to anybody', async () => {
    await hold({ now: minutesAgo(16) })
    for (const visitorHash of [null, visitor()])
      expect(await ask({ visitorHash })).toMatchObject({
        expiredHolds: false,
        dto: { availableSlots: hours(9, 20), heldByYou: [] },
      })
  })

  test('with an open payment is not, and says that somebody should close it', async () => {
    await checkout({ now: minutesAgo(16) })
    expect(await ask()).toMatchObject({
      expiredHolds: true,
      dto: { availableSlots: hours(10, 20) },
    })
  })
})

test('a block-out takes every start it touches', async () => {
  await shop.block(`${workingDay()}T10:59:00+08:00`, `${workingDay()}T12:01:00+08:00`)
  expect((await ask()).dto.availableSlots).toEqual(['09:00', ...hours(13, 20)])
})

describe('a day on which the studio does not open', () => {
  const block = (from: string, to: string, reason: string | null) =>
    shop.block(`${workingDay()}T${from}:00+08:00`, `${workingDay()}T${to}:00+08:00`, reason)

  test.each([[null], ['New floor']])('is one that blocks leave nothing of: %s', async (reason) => {
    await block('08:00', '12:00', null)
    await block('12:00', '21:00', reason)
    expect((await ask()).dto).toMatchObject({
      availableSlots: [],
      opensAt: null,
      closesAt: null,
      closed: true,
      reason,
    })
    expect(await closedDays('en')).toEqual([{ date: workingDay(), reason }])
    const [next] = await nextSlots(1, {
      duration: 'hourly',
      hours: 1,
      visitorHash: null,
      now: new Date(),
      from: workingDay(),
    })
    expect(next && next.date > workingDay()).toBe(true)
    expect(await refusal(holdSlot(wish()))).toMatchObject({
      code: 'slot_unavailable',
      details: { sentence: 'slot_closed', fields: { time: 'slot_closed' } },
    })
    const { booking: id, intent } = await checkout({ date: workingDay(1) })
    await shop.payments.pay(intent)
    await shop.payments.release()
    const move = { id, newDate: workingDay(), newTime: '10:00', actor: 'x', now: new Date() }
    expect(await refusal(rescheduleBooking({ ...move, by: 'customer' }))).toMatchObject({
      details: { sentence: 'slot_closed', fields: { newTime: 'slot_closed' } },
    })
  })

  test('stays open while one hour is free or booked', async () => {
    await block('08:00', '12:00', 'x')
    await block('13:00', '21:00', 'x')
    const open = { opensAt: '09:00', closed: false, reason: null }
    expect((await ask()).dto).toMatchObject({ ...open, availableSlots: ['12:00'] })
    await hold({ time: '12:00' })
    expect(await refusal(holdSlot(wish({ who: 'other' })))).toMatchObject({ code: 'slot_taken' })
    expect((await ask()).dto).toMatchObject({ ...open, availableSlots: [] })
    expect(await closedDays('en')).toEqual([])
  })

  test('is a holiday that is marked as closed, by its name, and cannot be booked', async () => {
    await shop.rows(`UPDATE holidays SET closed = true WHERE date = '2027-01-01'`)
    invalidateContent()
    try {
      expect((await ask({}, '2027-01-01', 'ms')).dto).toMatchObject({
        availableSlots: [],
        opensAt: null,
        closesAt: null,
        closed: true,
        reason: 'Tahun Baharu',
        holiday: 'Tahun Baharu',
      })
      expect(await closedDays('zh')).toEqual([{ date: '2027-01-01', reason: '元旦' }])
      expect(await refusal(holdSlot(wish({ date: '2027-01-01', time: '11:00' })))).toMatchObject({
        details: { sentence: 'slot_closed' },
      })
    } finally {
      await shop.rows(`UPDATE holidays SET closed = false`)
      invalidateContent()
    }
  })
})

test('another room does not matter', async () => {
  await shop.serviceInNewRoom('Other', 10)
  await hold({ who: 'other', serviceId: 4 })
  expect((await ask({ serviceId: 1 })).dto.availableSlots).toEqual(hours(9, 20))
  expect((await ask({ serviceId: 4 })).dto.availableSlots).toEqual(hours(10, 20))
  await hold({ who: 'mine', serviceId: 1 })
})

test.each(['0000-01-01', '0001-01-01', '1969-12-31', '9999-12-31', '2099-01-01'])(
  '%s is a day like any other, and nothing is offered',
  async (date) => {
    for (const duration of ['hourly', 'half-day', 'full-day', 'weekly'] as const)
      expect((await ask({ duration }, date)).dto).toMatchObject({
        date,
        availableSlots: [],
        heldByYou: [],
      })
  },
)

test.each([3, 99])('service %p is refused', async (serviceId) => {
  expect(await refusal(ask({ serviceId }))).toMatchObject({
    code: 'invalid_request',
    details: { fields: { serviceId: 'choice' } },
  })
})

describe('the next free start', () => {
  const next = (about: Asked & { count?: number } = {}) =>
    nextSlots(about.count ?? 1, {
      duration: 'hourly',
      hours: 1,
      visitorHash: null,
      now: new Date(),
      ...about,
    })

  test('is the earliest free time of the days', async () => {
    for (const duration of ['hourly', 'half-day', 'full-day', 'weekly'] as const) {
      const [slot] = await next({ duration })
      expect((await ask({ duration }, slot?.date)).dto.availableSlots[0]).toBe(slot?.time)
    }
  })

  test('skips two weeks without a free time, and is null when there is none at all', async () => {
    await shop.rows(
      `INSERT INTO blocks (first_day, last_day) VALUES (current_date - 2, current_date + 21)`,
    )
    const [slot] = await next()
    expect(Date.parse(`${slot?.date}T${slot?.time}:00+08:00`)).toBeGreaterThan(
      Date.now() + 20 * 86_400_000,
    )
    await shop.rows(`UPDATE blocks SET last_day = current_date + 183`)
    expect(await next()).toEqual([])
  })

  test('the next three are on three different days', async () => {
    const slots = await next({ count: 3 })
    expect(new Set(slots.map(({ date }) => date)).size).toBe(3)
  })
})

describe('the database', () => {
  test('keeps real instants, whatever zone its server is set to', async () => {
    await shop.rows(
      `ALTER DATABASE ${new URL(shop.database.url).pathname.slice(1)} SET timezone = 'Asia/Kuala_Lumpur'`,
    )
    await closeDatabase() // the application's next connections meet that server
    await hold()
    const [row] = await shop.rows(
      `SELECT starts_at, created_at, hold_expires_at, abs(extract(epoch FROM now() - created_at)) < 60 AS now FROM bookings`,
    )
    expect(row).toEqual({
      starts_at: new Date(`${workingDay()}T09:00:00+08:00`),
      created_at: expect.any(Date),
      hold_expires_at: new Date((row?.created_at as Date).getTime() + 5 * 60_000),
      now: true,
    })
  })

  test('a room that stays locked is answered with 503', async () => {
    await shop.rows(`SELECT pg_advisory_lock(1, 1)`)
    const asked = transaction(async (tx) => {
      await tx.$executeRaw`SELECT set_config('lock_timeout', '100ms', true)`
      await tx.$executeRaw`SELECT pg_advisory_xact_lock(1, 1)`
    })
    expect(isDatabaseAway(await refusal(asked))).toBe(true)
    await shop.rows(`SELECT pg_advisory_unlock(1, 1)`)
  })
})
