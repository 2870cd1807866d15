import { invalidateContent } from '@/lib/cache/remembered'
import { holdSlot } from '@/lib/bookings/book'
import { bookingInclude, toBookingDto } from '@/lib/bookings/queries'
import { taxOfSales } from '@/lib/sales/sale'
import { db } from '@/lib/db'
import { hold, minutesAgo, openShop, refusal, wish, workingDay } from '@/tests/support/shop'

const shop = openShop()
const count = async (table: string, where = 'true') =>
  Number((await shop.rows(`SELECT count(*) AS n FROM ${table} WHERE ${where}`))[0]?.n)

test('a hold is a pending booking with its price, its row in the room and an end', async () => {
  const { booking, created, released } = await holdSlot(wish({ totalSen: 107_17 }))
  expect({ created, released }).toEqual({ created: true, released: [] })
  expect(booking).toMatchObject({
    status: 'pending',
    cancelReason: null,
    currency: 'MYR',
    date: workingDay(),
    time: '09:00',
    duration: 'hourly',
    service: { id: 1, name: 'Audio Basic' },
  })
  const prices = { subtotal: '99.00', taxAmount: '8.17', totalAmount: '107.17' }
  expect(booking.sales).toMatchObject([prices])
  // What it says of its row is what the row holds.
  const row = await db().booking.findUniqueOrThrow({
    where: { id: booking.id },
    include: bookingInclude,
  })
  expect(toBookingDto(booking)).toEqual(toBookingDto(row))
  expect(row).toMatchObject({ locale: 'en', holdExtended: false })
  expect(taxOfSales(row.sales)).toEqual({ label: 'Tax', basisPoints: 825 })
  expect(booking.holdExpiresAt?.getTime()).toBe(booking.createdAt.getTime() + 5 * 60_000)
  const rows = await shop.rows(
    `SELECT starts_at, ends_at, reserved_until, studio_id FROM slot_reservations`,
  )
  const starts = new Date(`${workingDay()}T09:00:00+08:00`)
  expect(rows).toEqual([
    {
      starts_at: starts,
      ends_at: new Date(starts.getTime() + 3_600_000),
      reserved_until: null,
      studio_id: 1,
    },
  ])
})

test.each([
  ['half-day', 2, '912.00'],
  ['full-day', 2, '1664.00'],
  ['weekly', 2, '9920.00'],
  ['half-day', 1, '396.00'],
] as const)('%s of service %i costs %s before tax', async (duration, serviceId, subtotal) => {
  const { booking } = await holdSlot(wish({ duration, serviceId }))
  expect(booking.sales).toMatchObject([{ subtotal }])
  expect(await count('slot_reservations')).toBe(duration === 'weekly' ? 5 : 1)
})

describe('refused, and nothing is written', () => {
  afterEach(async () => {
    expect(await count('bookings', `email = 'late@example.com'`)).toBe(0)
  })
  const refused = (about: Parameters<typeof wish>[0]) =>
    holdSlot(wish({ who: 'late', ...about })).then(
      () => null,
      (error: unknown) => error,
    )

  test.each([10_716, 10_718, 0, 9_900])('a total of %p sen is refused', async (totalAmount) => {
    expect(await refused({ totalSen: totalAmount })).toMatchObject({
      code: 'price_changed',
      status: 409,
      details: { data: { subtotal: '99.00', taxAmount: '8.17', totalAmount: '107.17' } },
    })
  })

  test.each([3, 99, 2_147_483_647])('service %p, an add-on or none', async (serviceId) => {
    expect(await refused({ serviceId })).toMatchObject({
      code: 'invalid_request',
      details: { fields: { serviceId: 'choice' } },
    })
  })

  test.each([
    ['off the grid', { time: '09:30' }, 'slot_off_grid'],
    ['before opening', { time: '08:00' }, 'slot_outside_hours'],
    ['past', { date: '2020-01-06' }, 'slot_past'],
    ['beyond the horizon', { date: '2099-01-05' }, 'slot_beyond_horizon'],
    [
      'the last day there is',
      { date: '9999-12-31', duration: 'weekly' as const },
      'slot_beyond_horizon',
    ],
    [
      'a full day on New Year',
      { date: '2027-01-01', time: '10:00', duration: 'full-day' as const },
      'slot_outside_hours',
    ],
    [
      'a week from New Year',
      { date: '2027-01-01', time: '10:00', duration: 'weekly' as const },
      'slot_not_working_day',
    ],
    ['within the hour', { now: new Date(`${workingDay()}T08:00:01+08:00`) }, 'slot_lead_time'],
  ])('a request is refused: %s', async (_why, about, sentence) => {
    expect(await refused(about)).toMatchObject({
      code: 'slot_unavailable',
      status: 422,
      details: { sentence, fields: { time: sentence } },
    })
  })

  test('a slot that somebody holds, with any overlap', async () => {
    await hold({ who: 'first', serviceId: 2, time: '12:00', duration: 'half-day' })
    for (const time of ['12:00', '15:00'])
      expect(await refused({ time })).toMatchObject({ code: 'slot_taken', status: 409 })
    for (const time of ['09:00', '11:00'])
      expect(await refused({ serviceId: 2, time, duration: 'half-day' })).toMatchObject({
        code: 'slot_taken',
      })
    await hold({ who: 'second', time: '11:00' })
    await hold({ who: 'third', time: '16:00' })
  })

  test('a week with one taken day: none of the five days is reserved', async () => {
    const monday =
      [0, 1, 2, 3, 4, 5]
        .map(workingDay)
        .find((date) => new Date(`${date}T00:00:00Z`).getUTCDay() === 1) ?? ''
    const friday = new Date(Date.parse(`${monday}T00:00:00Z`) + 4 * 86_400_000)
      .toISOString()
      .slice(0, 10)
    await hold({ who: 'first', date: friday, time: '16:00' })
    const before = await count('slot_reservations')
    expect(await refused({ serviceId: 2, date: monday, duration: 'weekly' })).toMatchObject({
      code: 'slot_taken',
    })
    expect(await count('slot_reservations')).toBe(before)
    await hold({ who: 'second', serviceId: 2, date: monday, time: '09:00', duration: 'half-day' })
  })

  test('an administrator’s block-out', async () => {
    await shop.block(`${workingDay()}T08:30:00+08:00`, `${workingDay()}T09:01:00+08:00`)
    expect(await refused({})).toMatchObject({ code: 'slot_taken' })
  })
})

// A new visitor's hold is one statement, a returning visitor's a transaction.
const visitors = [
  ['new', true],
  ['returning', false],
] as const

test.each(visitors)(
  'one of fifty %s visitors gets the slot that all request at once',
  async (_, isStranger) => {
    const answers = await Promise.allSettled(
      Array.from({ length: 50 }, (_, i) => holdSlot(wish({ who: `visitor${i}`, isStranger }))),
    )
    expect(answers.filter((answer) => answer.status === 'fulfilled')).toHaveLength(1)
    for (const answer of answers)
      if (answer.status === 'rejected') expect(answer.reason).toMatchObject({ code: 'slot_taken' })
    expect(await count('bookings')).toBe(1)
  },
)

test.each(visitors)(
  'a hold that ran out is ended by a %s visitor of the slot',
  async (_, isStranger) => {
    const old = await hold({ who: 'gone', now: minutesAgo(16) })
    const mine = await hold({ who: 'aina', isStranger })
    const rows = await shop.rows(
      `SELECT id, status, cancel_reason, cancelled_at IS NOT NULL AS dated, holder_hash FROM bookings ORDER BY id`,
    )
    expect(rows).toEqual([
      { id: old, status: 'cancelled', cancel_reason: 'expired', dated: true, holder_hash: null },
      {
        id: mine,
        status: 'pending',
        cancel_reason: null,
        dated: false,
        holder_hash: expect.any(String),
      },
    ])
  },
)

test('one visitor who wants two rooms at once has one hold, and no request fails', async () => {
  await shop.rows(`INSERT INTO studios (name) VALUES ('Studio B')`)
  await shop.rows(`UPDATE service_rooms SET studio_id = 2 WHERE service_id = 2`)
  invalidateContent()
  for (let round = 0; round < 5; round++) {
    const time = `${10 + round}:00`
    await Promise.all([1, 2].map((serviceId) => holdSlot(wish({ serviceId, time }))))
    expect(await count('bookings', `status = 'pending'`)).toBe(1)
  }
})

test.each(visitors)(
  '%s visitors do not get a day that is blocked wholly',
  async (_, isStranger) => {
    const block = (from: string, to: string) =>
      shop.block(`${workingDay()}T${from}:00+08:00`, `${workingDay()}T${to}:00+08:00`)
    const late = () => refusal(holdSlot(wish({ who: 'late', isStranger })))
    await block('09:00', '12:00')
    expect(await late()).toMatchObject({ code: 'slot_taken' })
    await block('12:00', '21:00')
    expect(await late()).toMatchObject({
      code: 'slot_unavailable',
      details: { sentence: 'slot_closed' },
    })
    expect(await count('bookings')).toBe(0)
  },
)

test.each(visitors)(
  'a reservation that is written without the lock is not sold again to a %s visitor',
  async (_, isStranger) => {
    await hold({ who: 'first', time: '15:00' })
    await shop.rows('BEGIN')
    await shop.rows(
      `INSERT INTO slot_reservations (studio_id, booking_id, starts_at, ends_at) SELECT 1, id, $1, $2 FROM bookings`,
      [`${workingDay()}T09:30:00+08:00`, `${workingDay()}T11:00:00+08:00`],
    )
    const late = refusal(holdSlot(wish({ who: 'late', isStranger })))
    await untilWaiting('transactionid')
    await shop.rows('COMMIT')
    expect(await late).toMatchObject({ code: 'slot_taken' })
    expect(await count('bookings')).toBe(1)
    expect(await count('slot_reservations')).toBe(2)
    await shop.rows(`DELETE FROM slot_reservations WHERE starts_at = $1`, [
      `${workingDay()}T09:30:00+08:00`,
    ])
  },
)

test.each([
  ['new', true, 'slot_unavailable'],
  ['returning', false, 'slot_taken'],
] as const)(
  'a %s visitor waits for whoever has the room, and then sees what was reserved',
  async (_, isStranger, code) => {
    await shop.rows('BEGIN')
    await shop.rows(`SELECT lock_rooms('{1}', '{}', '{}')`)
    const late = refusal(holdSlot(wish({ who: 'late', isStranger })))
    await untilWaiting('advisory')
    await shop.block(`${workingDay()}T09:00:00+08:00`, `${workingDay()}T21:00:00+08:00`)
    await shop.rows('COMMIT')
    expect(await late).toMatchObject({ code })
    expect(await count('bookings')).toBe(0)
  },
)

/**
 * Until a transaction waits for another's lock, or for its end; fails when none does. Other tests wait
 * in databases of their own on the same server.
 */
async function untilWaiting(locktype: 'advisory' | 'transactionid'): Promise<void> {
  for (const end = Date.now() + 5_000; Date.now() < end;) {
    const [waiting] = await shop.rows(
      `SELECT count(*)::int AS n FROM pg_locks JOIN pg_stat_activity USING (pid)
       WHERE locktype = $1 AND NOT granted AND datname = current_database()`,
      [locktype],
    )
    if (waiting?.n === 1) return
    await new Promise((done) => setTimeout(done, 10))
  }
  await shop.rows('ROLLBACK') // What holds the lock would keep the other tests waiting.
  throw new Error(`No transaction waits: ${locktype}`)
}

test('what is reserved is planned once for each connection, however much there is', async () => {
  await hold({})
  await shop.rows(
    `INSERT INTO slot_reservations (studio_id, booking_id, starts_at, ends_at)
     SELECT 1, id, at, at + interval '1 hour'
     FROM bookings, generate_series(now() - interval '2 years', now(), interval '1 hour') AS at`,
  )
  await shop.rows('ANALYZE slot_reservations')
  // Left to itself, PostgreSQL plans each question anew.
  await shop.rows(
    `PREPARE inlined (timestamptz[], timestamptz[]) AS SELECT r.* FROM unnest($1, $2) AS wanted (first, last),
      room_reservations(1, tstzrange(wanted.first, wanted.last)) AS r`,
  )
  for (let round = 0; round < 12; round++)
    await shop.rows(
      `EXECUTE inlined (ARRAY[now() + interval '1 day'], ARRAY[now() + interval '2 days'])`,
    )
  const plans = await shop.rows(
    `SELECT generic_plans::int, custom_plans::int FROM pg_prepared_statements WHERE name = 'inlined'`,
  )
  await shop.rows('DEALLOCATE inlined')
  expect(plans).toEqual([{ generic_plans: 0, custom_plans: 12 }])
  const [settings] = await shop.rows(
    `SELECT proconfig FROM pg_proc WHERE proname = 'occupied_within'`,
  )
  expect(settings?.proconfig).toContain('plan_cache_mode=force_generic_plan')
  await shop.rows(`DELETE FROM slot_reservations WHERE starts_at < now()`)
})
