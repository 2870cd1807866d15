import { addDays } from '@/lib/time'
import { createAdminBooking } from '@/lib/bookings/create-admin-booking'
import { addBlock, removeBlock } from '@/lib/admin/calendar/block'
import { dayStarts, roomsView } from '@/lib/admin/calendar/queries'
import { adminBookingBody } from '@/lib/bookings/schema'
import { bookingTotals, sumTally } from '@/lib/admin/bookings/totals'
import { BOOKING_STATUSES } from '@/lib/bookings/status'
import {
  bookingDetail,
  exportBookings,
  listBookings,
  toAdminBooking,
} from '@/lib/admin/bookings/queries'
import { filterOf } from '@/lib/admin/bookings/schema'
import { cancelBooking } from '@/lib/bookings/cancel'
import { rescheduleBooking } from '@/lib/bookings/reschedule'
import { setStatus, type StatusChange } from '@/lib/bookings/set-status'
import { join, paidSession } from '@/tests/support/members'
import { hold, minutesAgo, openShop, refusal, workingDay } from '@/tests/support/shop'
import { soldLater } from '@/tests/support/sold-later'
import { toldCustomers } from '@/tests/support/told'

const PLAIN_BLOCK = {
  ...{ until: null, wholeDay: false, repeats: null, repeatsUntil: null },
  ...{ roomId: null, visitorNote: null },
}
const shop = openShop()
const owner = { actor: 'owner', now: new Date() }
const set = (id: number, status: StatusChange['status'], version?: string) =>
  setStatus({ id, status, version, actor: 'owner', now: new Date() })
const one = async (sql: string, values: unknown[] = []) => (await shop.rows(sql, values))[0]
const slots = async (id: number) =>
  (await shop.rows(`SELECT 1 FROM slot_reservations WHERE booking_id = $1`, [id])).length
const audits = () =>
  shop.rows(`SELECT actor, action, entity_id AS id, before, after FROM audit_log ORDER BY id`)
const sold = async (about: Parameters<typeof paidSession>[1] = {}) =>
  (await paidSession(shop, about)).booking
const byHand = (changes: object = {}) =>
  createAdminBooking(
    adminBookingBody.parse({
      serviceId: 1,
      firstName: 'Siti',
      email: 'siti@example.com',
      date: workingDay(2),
      time: '10:00',
      paid: { method: 'cash' },
      ...changes,
    }),
    owner,
  )

describe('PATCH status (docs/decisions/020 C11)', () => {
  test('any status becomes any other, with the room, the mails and an audit row each', async () => {
    const id = await sold()
    const told = await toldCustomers()
    for (const [status, reserved] of [
      ['completed', 1],
      ['pending', 1],
      ['cancelled', 0],
      ['completed', 1],
      ['cancelled', 0],
      ['confirmed', 1],
    ] as const) {
      expect((await set(id, status)).status).toBe(status)
      expect(await slots(id)).toBe(reserved)
      told.push(...(await toldCustomers()))
    }
    expect((await set(id, 'confirmed')).status).toBe('confirmed')
    const changes = await audits()
    expect(
      changes.map(({ action, before, after }) => [
        action,
        (before as { status: string }).status,
        (after as { status: string }).status,
      ]),
    ).toEqual([
      ['status', 'confirmed', 'completed'],
      ['status', 'completed', 'pending'],
      ['cancel', 'pending', 'cancelled'],
      ['status', 'cancelled', 'completed'],
      ['cancel', 'completed', 'cancelled'],
      ['status', 'cancelled', 'confirmed'],
    ])
    expect(new Set(changes.map(({ actor }) => actor))).toEqual(new Set(['owner']))
    // Whoever was told is told of each change, whatever the status was just before.
    expect(told).toEqual([
      ...['confirmed', 'completed', 'pending', 'cancelled', 'restored', 'cancelled', 'restored'],
    ])
    expect(
      await one(
        `SELECT cancelled_at, cancel_reason, completed_at, confirmed_at IS NOT NULL AS confirmed FROM bookings`,
      ),
    ).toEqual({ cancelled_at: null, cancel_reason: null, completed_at: null, confirmed: true })
  })

  test('a booking back into a sold slot is answered with 409 that names who has it, and nothing is changed', async () => {
    const id = await sold()
    await set(id, 'cancelled')
    const other = await sold({ who: 'badrul', firstName: 'Badrul' })
    expect(await refusal(set(id, 'confirmed'))).toMatchObject({
      code: 'slot_taken',
      status: 409,
      details: {
        sentence: 'slot_taken_by',
        values: { id: String(other), client: 'Badrul Rahman' },
      },
    })
    expect(await one(`SELECT status FROM bookings WHERE id = $1`, [id])).toEqual({
      status: 'cancelled',
    })
    expect([await slots(id), await slots(other)]).toEqual([0, 1])
  })

  test('a hold that ran out is not in the way', async () => {
    const id = await sold()
    await set(id, 'cancelled')
    const elapsed = await hold({ who: 'late', now: minutesAgo(20) })
    expect((await set(id, 'confirmed')).status).toBe('confirmed')
    expect(await one(`SELECT cancel_reason FROM bookings WHERE id = $1`, [elapsed])).toEqual({
      cancel_reason: 'expired',
    })
  })

  test('completed counts in the member’s ledger, and no longer when it is not', async () => {
    await join()
    const id = await sold()
    const done = async () => (await one(`SELECT sessions_completed AS done FROM memberships`))?.done
    await set(id, 'completed')
    expect(await done()).toBe(1)
    await set(id, 'confirmed')
    expect(await done()).toBe(0)
  })

  test('two owners: the second is told (version_conflict)', async () => {
    const id = await sold()
    const seen = (await bookingDetail(id, 'en'))?.booking.updatedAt ?? ''
    await set(id, 'completed', seen)
    const tries = [
      set(id, 'pending', seen),
      set(id, 'cancelled', seen),
      cancelBooking({ id, refund: 'none', version: seen, evenCompleted: true, ...owner }),
    ]
    for (const second of tries)
      expect(await refusal(second)).toMatchObject({ code: 'version_conflict', status: 409 })
    const [a, b] = [
      await sold({ who: 'a', time: '11:00' }),
      (await bookingDetail(id, 'en'))?.booking.updatedAt,
    ]
    const moved = {
      id: a,
      newDate: workingDay(1),
      newTime: '09:00',
      by: 'admin',
      ...owner,
    } as const
    expect(await refusal(rescheduleBooking({ ...moved, version: b }))).toMatchObject({
      code: 'version_conflict',
    })
    expect(await audits()).toHaveLength(1)
  })

  test('an unknown booking is answered with 404', async () => {
    for (const status of BOOKING_STATUSES)
      expect(await refusal(set(999, status))).toMatchObject({ code: 'not_found' })
  })
})

test('the owner’s reschedule into a taken or blocked time names the clash and keeps the old slot', async () => {
  const [id, other] = [
    await sold(),
    await sold({ who: 'badrul', firstName: 'Badrul', time: '11:00' }),
  ]
  await addBlock(
    { date: workingDay(), from: '13:30', to: '15:00', reason: 'Repairs', ...PLAIN_BLOCK },
    { ...owner, locale: 'en' },
  )
  const to = (newTime: string) =>
    rescheduleBooking({ id, newDate: workingDay(), newTime, by: 'admin', ...owner })
  expect(await refusal(to('11:00'))).toMatchObject({
    code: 'slot_taken',
    details: {
      values: { id: String(other) },
      data: { clash: { kind: 'booking', bookingId: other } },
    },
  })
  expect(await refusal(to('14:00'))).toMatchObject({
    code: 'slot_unavailable',
    details: { sentence: 'slot_in_block', data: { warnings: ['blocked'] } },
  })
  expect(await refusal(to('22:00'))).toMatchObject({
    code: 'slot_unavailable',
    details: { data: { warnings: ['outside_hours'] } },
  })
  expect(await one(`SELECT time FROM bookings WHERE id = $1`, [id])).toEqual({ time: '09:00' })
  const { starts } = await dayStarts({
    date: workingDay(),
    duration: 'hourly',
    hours: 1,
    ignore: id,
    locale: 'en',
    now: new Date(),
  })
  expect(Object.fromEntries(starts.map(({ time, state }) => [time, state]))).toMatchObject({
    '09:00': 'free',
    '11:00': 'taken',
    '13:00': 'warned',
    '14:00': 'warned',
    '15:00': 'free',
    '20:00': 'free',
  })
  expect(starts.find(({ time }) => time === '11:00')?.by).toBe(`Badrul Rahman #${other}`)
})

describe('block-outs', () => {
  const weeks = (count: number) => addDays(workingDay(), 7 * count)

  test('a weekly block is taken away one by one, or with all that follow', async () => {
    const { id } = await addBlock(
      {
        ...PLAIN_BLOCK,
        ...{ date: workingDay(), from: '10:00', to: '12:00', reason: 'Cleaning' },
        ...{ repeats: 'weekly', repeatsUntil: weeks(3) },
      },
      { ...owner, locale: 'en' },
    )
    expect(await refusal(hold({ time: '11:00' }))).toMatchObject({ code: 'slot_taken' })
    const shown = async () =>
      (
        await roomsView({ dates: [0, 1, 2, 3, 4].map(weeks), locale: 'en', seesMoney: true })
      ).entries.map(({ date, began }) => ({
        date,
        began,
      }))
    const occurrence = (count: number) => ({ date: weeks(count), began: weeks(count) })
    expect(await shown()).toEqual([0, 1, 2, 3].map(occurrence))
    await removeBlock(id, { scope: 'one', began: weeks(1) }, 'owner')
    expect(await shown()).toEqual([0, 2, 3].map(occurrence))
    await removeBlock(id, { scope: 'following', began: weeks(2) }, 'owner')
    expect(await shown()).toEqual([0].map(occurrence))
    await removeBlock(id, { scope: 'all', began: null }, 'owner')
    expect(await shown()).toEqual([])
    expect(await refusal(removeBlock(id, { scope: 'all', began: null }, 'owner'))).toMatchObject({
      code: 'not_found',
    })
    expect((await audits()).map(({ action }) => action)).toEqual([
      'block',
      'unblock',
      'unblock',
      'unblock',
    ])
  })

  test('a block over a booking is made, and the booking stays', async () => {
    const id = await sold()
    await addBlock(
      { date: workingDay(), from: '08:00', to: '10:30', reason: 'x', ...PLAIN_BLOCK },
      { ...owner, locale: 'en' },
    )
    expect(await one(`SELECT status FROM bookings WHERE id = $1`, [id])).toEqual({
      status: 'confirmed',
    })
    expect(
      (await roomsView({ dates: [workingDay()], locale: 'en', seesMoney: true })).entries.map(
        ({ kind }) => kind,
      ),
    ).toEqual(['block', 'booking'])
    expect(await refusal(hold({ time: '10:00', who: 'late' }))).toMatchObject({
      code: 'slot_taken',
    })
  })
})

describe('a booking by hand', () => {
  test('paid at the studio: confirmed, with payment, mail and audit row; the refund is the owner’s own business', async () => {
    const booking = await byHand({ totalAmount: '107.17' })
    expect(booking).toMatchObject({ status: 'confirmed', firstName: 'Siti' })
    expect(await toldCustomers()).toEqual(['confirmed'])
    expect(
      await one(`SELECT purpose, amount::text, status, outcome, reason FROM payments`),
    ).toEqual({
      purpose: 'booking',
      amount: '107.17',
      status: 'succeeded',
      outcome: 'confirmed',
      reason: 'offline',
    })
    await cancelBooking({ id: booking.id, refund: 'full', ...owner })
    expect(await one(`SELECT outcome, reason FROM payments`)).toEqual({
      outcome: 'needs_attention',
      reason: 'offline_refund',
    })
    expect((await audits()).map(({ action }) => action)).toEqual(['create', 'cancel'])
  })

  test('a week, without lead time or horizon; at the server’s price only; never over somebody', async () => {
    expect(await refusal(byHand({ duration: 'weekly', totalAmount: '1.00' }))).toMatchObject({
      code: 'price_changed',
    })
    const week = await byHand({
      duration: 'weekly',
      date: '2028-01-05',
      time: '09:00',
      paid: 'link',
    })
    expect([week.status, week.holdExpiresAt, await slots(week.id)]).toEqual(['pending', null, 5])
    expect(await refusal(byHand({ date: '2028-01-06', time: '16:00' }))).toMatchObject({
      code: 'slot_taken',
      details: { values: { id: String(week.id) } },
    })
    for (const change of [{ serviceId: 3 }, { serviceId: 99 }])
      expect(await refusal(byHand(change))).toMatchObject({ code: 'invalid_request' })
    expect(await refusal(byHand({ date: '2026-01-05' }))).toMatchObject({
      details: { sentence: 'slot_past' },
    })
    expect(await shop.rows(`SELECT id FROM bookings`)).toHaveLength(1)
  })
})

test('the tiles say what an independent sum says, after a random run', async () => {
  const ids = [
    await sold(),
    await sold({ who: 'b', time: '10:00', serviceId: 2 }),
    await sold({ who: 'c', time: '11:00' }),
    await hold({ who: 'd', time: '12:00' }),
    (await byHand()).id,
  ]
  await hold({ who: 'e', time: '14:00', now: minutesAgo(60) })
  let seed = 20261121
  const random = (below: number) => (seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648) % below
  for (let step = 0; step < 40; step++) {
    const id = ids[random(ids.length)] ?? 0
    const act = random(6)
    if (act < 4) await set(id, BOOKING_STATUSES[act] ?? 'pending')
    else if (act === 4)
      await cancelBooking({
        id,
        refund: random(2) ? 'full' : 'none',
        evenCompleted: true,
        ...owner,
      })
    else await sumTally()
    const truth =
      await one(`SELECT coalesce(sum(total_amount) FILTER (WHERE status IN ('confirmed', 'completed')), 0)::text AS revenue, count(*) FILTER (WHERE status = 'confirmed')::int AS confirmed,
      count(*) FILTER (WHERE status = 'pending' AND (hold_expires_at IS NULL OR hold_expires_at > now()))::int AS pending, count(*) FILTER (WHERE status <> 'pending' OR hold_expires_at IS NULL OR hold_expires_at > now())::int AS total FROM bookings`)
    const tiles = await bookingTotals()
    expect({ ...tiles, revenue: Number(tiles.revenue) }).toEqual({
      ...truth,
      revenue: Number(truth?.revenue),
    })
  }
  await sumTally()
  expect((await shop.rows(`SELECT status FROM booking_tally`)).length).toBeLessThanOrEqual(3)
})

test('the list is searched, filtered and ordered, and its CSV has the same', async () => {
  await byHand({ firstName: '=HYPERLINK("x")', email: 'tan@example.com', phone: '+60 12-345 6789' })
  await byHand({
    firstName: '伟明',
    lastName: '陈',
    email: 'chen@example.com',
    time: '13:00',
    serviceId: 2,
  })
  await byHand({
    firstName: 'Zoë_',
    email: 'zoe@example.com',
    date: workingDay(4),
    paid: 'link',
  })
  const ids = async (query: Record<string, string>) =>
    (
      await listBookings({ limit: 50, cursor: null, filter: filterOf(query), locale: 'en' })
    ).rows.map(({ id }) => id)
  for (const [query, found] of [
    [{ search: 'HYPER' }, [1]],
    [{ search: 'TAN@example' }, [1]],
    [{ search: '345 6789' }, [1]],
    [{ search: '伟明' }, [2]],
    [{ search: '陈伟明' }, [2]],
    [{ search: '明陈' }, []],
    [{ search: 'oë_' }, [3]],
    [{ search: '%' }, []],
    [{ search: 'example zo' }, [3]],
    [{ search: '#2' }, [2]],
    [{ status: 'pending' }, [3]],
    [{ service: '2' }, [2]],
    [{ from: workingDay(3) }, [3]],
    [{ to: workingDay(2) }, [2, 1]],
    [{ sort: 'session' }, [1, 2, 3]],
    [{ sort: 'session-last' }, [3, 2, 1]],
    [{}, [3, 2, 1]],
  ] as [Record<string, string>, number[]][])
    expect([query, await ids(query)]).toEqual([query, found])
  let file = ''
  for await (const part of exportBookings(filterOf({ sort: 'session' }))) file += part
  const lines = file.split('\r\n')
  expect(lines).toHaveLength(5)
  expect(lines[0]?.startsWith('\ufeffid,service,firstName')).toBe(true)
  expect(lines[1]).toContain(
    `1,Audio Basic,"'=HYPERLINK(""x"")",,tan@example.com,"'+60 12-345 6789"`,
  )
})

// Seen in the lists of booking systems: the owner types a number as the customer says it on the
// phone, and nothing is found.
test('real life: the search finds what looks the same, in the list and in the CSV', async () => {
  await byHand({
    firstName: 'Zoë',
    lastName: "D'Souza",
    email: 'a@example.com',
    phone: '012-345 6789',
  })
  await byHand({
    firstName: 'Éric',
    lastName: 'O’Brien',
    email: 'b@example.com',
    phone: '+60 19 876 5432',
    time: '13:00',
  })
  await shop.rows(`UPDATE bookings SET last_name = 'Jose\u0301 ' || last_name WHERE id = 1`)
  const found = async (search: string) =>
    (
      await listBookings({ limit: 50, cursor: null, filter: filterOf({ search }), locale: 'en' })
    ).rows.map(({ id }) => id)
  for (const [search, ids] of [
    ['0123456789', [1]],
    ['012 345 6789', [1]],
    ['+60123456789', [1]],
    ['60 12-3456789', [1]],
    ['０１２３４５６７８９', [1]],
    ['\u202a012-345 6789\u202c', [1]],
    ['0198765432', [2]],
    ['019-876', [2]],
    ['d’souza', [1]],
    ["o'brien", [2]],
    ['O`Brien', [2]],
    ['éric', [2]],
    ['ÉRIC', [2]],
    ['eric', [2]],
    ['zoe d′souza', [1]],
    ['jose', [1]],
    ['# 2', [2]],
    ['ZOË', [1]],
    ['josé', [1]],
    ['JOSÉ', [1]],
    ['jose\u0301', [1]],
    ['2', [2, 1]],
    ['#2', [2]],
    ['＃2', [2]],
    ['a b c d e f g h', []],
    ['example .com', [2, 1]],
    ['.*', []],
    ['(é', []],
  ] as [string, number[]][])
    expect([search, await found(search)]).toEqual([search, ids])
  let file = ''
  for await (const part of exportBookings(filterOf({ search: '0123456789' }))) file += part
  expect(file.split('\r\n')).toHaveLength(3)
})

test('real life: lower-case letters of a database that knows ASCII only are found too', async () => {
  const { searched } = await import('@/lib/search')
  const { Prisma, db } = await import('@/lib/db')
  const text = Prisma.sql`t.name COLLATE "C"`
  const matches = async (search: string) =>
    db().$queryRaw<{ name: string }[]>`
      SELECT name FROM (VALUES ('ÉRIC'), ('Éric'), ('éric'), ('Ω'), ('ЖАН')) AS t (name)
      WHERE ${searched(search, { text, id: Prisma.sql`0` })[0]}`
  for (const way of ['éric', 'ÉRIC', 'eric'])
    expect((await matches(way)).map(({ name }) => name)).toEqual(['ÉRIC', 'Éric', 'éric'])
  expect(await matches('ω')).toEqual([{ name: 'Ω' }])
  expect(await matches('жан')).toEqual([{ name: 'ЖАН' }])
})

test('real life: a booking of several days is found on each of them', async () => {
  const id = await sold()
  const [day, later] = [workingDay(1), workingDay(4)]
  const [was] = await shop.rows(
    `SELECT starts_at::text AS starts, ends_at::text AS ends FROM bookings WHERE id = ${id}`,
  )
  await shop.rows(
    `UPDATE bookings SET starts_at = '${day}T09:00:00+08', ends_at = '${later}T18:00:00+08' WHERE id = ${id}`,
  )
  const on = async (date: string) => {
    const filter = filterOf({ from: date, to: date })
    const { rows } = await listBookings({ limit: 50, cursor: null, filter, locale: 'en' })
    return rows.map((row) => row.id)
  }
  for (let at = 1; at <= 4; at++) expect(await on(workingDay(at))).toEqual([id])
  expect(await on(workingDay(5))).toEqual([])
  expect(await on(workingDay(0))).not.toContain(id)
  await shop.rows(`UPDATE bookings SET starts_at = $1, ends_at = $2 WHERE id = ${id}`, [
    was?.starts,
    was?.ends,
  ])
})

test('services have their name in the console’s language; in the file, the administrator’s own', async () => {
  await shop.rows(
    `UPDATE services SET translations = '{"ms": {"name": "Audio Asas"}}' WHERE id = 1`,
  )
  const id = await sold()
  const listed = async (locale: 'en' | 'ms' | 'zh') =>
    (await listBookings({ limit: 1, cursor: null, filter: filterOf({}), locale })).rows[0]?.service
  expect(await listed('ms')).toEqual({ id: 1, name: 'Audio Asas' })
  expect(await listed('zh')).toEqual({ id: 1, name: 'Audio Basic' })
  expect((await bookingDetail(id, 'ms'))?.booking.service.name).toBe('Audio Asas')
  expect(toAdminBooking(await set(id, 'completed'), 'ms').service.name).toBe('Audio Asas')
  let file = ''
  for await (const part of exportBookings(filterOf({}))) file += part
  expect(file).toContain(',Audio Basic,')
})

test('keyset pages in both directions meet every booking once', async () => {
  for (let hour = 9; hour < 16; hour++)
    await byHand({ time: `${String(hour).padStart(2, '0')}:00` })
  for (const sort of ['newest', 'session', 'session-last'] as const) {
    const seen: number[] = []
    let cursor: string | null = null
    do {
      const page: Awaited<ReturnType<typeof listBookings>> = await listBookings({
        limit: 3,
        cursor,
        filter: filterOf({ sort }),
        locale: 'en',
      })
      seen.push(...page.rows.map(({ id }) => id))
      cursor = page.nextCursor
    } while (cursor)
    expect(seen).toEqual(sort === 'session' ? [1, 2, 3, 4, 5, 6, 7] : [7, 6, 5, 4, 3, 2, 1])
  }
})

test('real life: a booking that is moved while the file is written is in it once', async () => {
  await soldLater(shop, { times: 600, owes: true })
  const file = exportBookings(filterOf({ sort: 'session' }))
  const [head, first] = [await file.next(), await file.next()]
  const move = (id: number, years: number) =>
    shop.rows(
      `UPDATE bookings SET starts_at = starts_at + make_interval(years => $2::int), ends_at = ends_at + make_interval(years => $2::int)
        WHERE id = $1`,
      [id, years],
    )
  // One that is written goes behind the rest, and one that is not before all of them.
  await Promise.all([move(600, 5), move(1, -5)])
  let rest = ''
  for await (const part of file) rest += part
  const lines = `${head.value ?? ''}${first.value ?? ''}${rest}`.split('\r\n').slice(1, -1)
  const ids = lines.map((line) => Number(line.split(',', 1)[0]))
  expect(ids).toEqual(Array.from({ length: 600 }, (_, nth) => 600 - nth))
  await Promise.all([move(600, -5), move(1, 5)])
})
