// The calendar's rows: the state of an entry, and what a month says of its days.
import { addBlock, removeBlock } from '@/lib/admin/calendar/block'
import { dayStarts, monthView, roomsView } from '@/lib/admin/calendar/queries'
import { viewDates } from '@/lib/admin/calendar/rules'
import { createAdminBooking } from '@/lib/bookings/create-admin-booking'
import { rescheduleBooking } from '@/lib/bookings/reschedule'
import { adminBookingBody } from '@/lib/bookings/schema'
import { MONEY_COLUMNS, moneyOf, refundableOf } from '@/lib/sales/money'
import { invalidateContent } from '@/lib/cache/remembered'
import { db } from '@/lib/db'
import { addDays } from '@/lib/time'
import { openShop, refusal, workingDay } from '@/tests/support/shop'

const shop = openShop()
const DAY = workingDay()
afterEach(() => invalidateContent())

const byHand = async (changes: object = {}): Promise<number> => {
  const wish = adminBookingBody.parse({
    ...{ serviceId: 1, firstName: 'Siti', email: 'siti@example.com', date: DAY, time: '10:00' },
    ...{ paid: { method: 'cash' }, ...changes },
  })
  return (await createAdminBooking(wish, { actor: 'owner', now: new Date() })).id
}
const statesNow = async (seesMoney = true) => {
  const { entries } = await roomsView({ dates: [DAY], locale: 'en', seesMoney })
  return Object.fromEntries(entries.map(({ from, state }) => [from, state]))
}
const day = async () =>
  (await monthView(viewDates('month', DAY).dates, 'en')).find(({ date }) => date === DAY)

test('each entry says how it stands, and nothing of money to whoever may not see it', async () => {
  await byHand({ time: '09:00' })
  await byHand({ time: '10:00', paid: 'link' })
  const gone = await byHand({ time: '11:00' })
  const done = await byHand({ time: '12:00' })
  await shop.rows(`UPDATE bookings SET no_show_at = now() WHERE id = $1`, [gone])
  await shop.rows(`UPDATE bookings SET status = 'completed' WHERE id = $1`, [done])
  const both = { '11:00': 'no_show', '12:00': 'done' }
  expect(await statesNow()).toEqual({ '09:00': 'paid', '10:00': 'owed', ...both })
  expect(await statesNow(false)).toEqual({ '09:00': null, '10:00': null, ...both })
})

test('a month counts sessions and what moneyOf says is here, once for each booking', async () => {
  expect(await day()).toMatchObject({ sessions: 0, percent: 0, keptSen: 0 })
  const paid = await byHand({ time: '09:00', hours: 1 })
  await byHand({ time: '10:00', paid: 'link' })
  await byHand({ time: '12:00', paid: 'free', discount: { percent: 100, reason: 'ours' } })
  const kept = async () => {
    const payments = await db().payment.findMany({ select: MONEY_COLUMNS })
    return refundableOf(moneyOf(payments))
  }
  expect(await day()).toMatchObject({ sessions: 3, percent: 25, keptSen: await kept() })
  expect(await kept()).toBeGreaterThan(0)
  await shop.rows(
    `UPDATE payments SET dispute_status = 'lost', lost_amount = amount WHERE booking_id = $1`,
    [paid],
  )
  expect(await kept()).toBe(0)
  expect((await day())?.keptSen).toBe(0)
})

test('a session in a room that was given up since is on its day, for crew too', async () => {
  await byHand({ time: '10:00' })
  await shop.rows(`INSERT INTO studios (name, position) VALUES ('Studio B', 2)`)
  await shop.rows(`UPDATE studios SET state = 'retired' WHERE id = 1`)
  const [next] = await shop.rows(`SELECT ($1::date + 1)::text AS day`, [DAY])
  for (const seesMoney of [true, false]) {
    const { columns, entries } = await roomsView({ dates: [DAY], locale: 'en', seesMoney })
    expect(entries).toMatchObject([{ from: '10:00', roomId: 1 }])
    expect(columns.map(({ roomId }) => roomId)).toContain(1)
    const later = await roomsView({ dates: [String(next?.day)], locale: 'en', seesMoney })
    expect(later.columns.map(({ roomId }) => roomId)).not.toContain(1)
  }
})

test('the owner moves a booking whose service is retired since, and sells no new one', async () => {
  const id = await byHand({ time: '10:00' })
  await shop.rows(`UPDATE services SET state = 'retired' WHERE id = 1`)
  invalidateContent()
  const asked = { date: DAY, serviceId: 1, duration: 'hourly', hours: 1, locale: 'en' } as const
  const now = new Date()
  const { starts } = await dayStarts({ ...asked, ignore: id, now })
  expect(starts.filter(({ state }) => state === 'free')).toHaveLength(12)
  expect(await refusal(dayStarts({ ...asked, now }))).toMatchObject({ code: 'invalid_request' })
  const to = { id, newDate: DAY, newTime: '15:00', by: 'admin', actor: 'owner', now } as const
  expect(await rescheduleBooking(to)).toBe(true)
  expect(await refusal(byHand({ time: '17:00' }))).toMatchObject({ code: 'invalid_request' })
})

test('each day of a block in every room says all that is blocked with it', async () => {
  const days = (count: number) => addDays(DAY, count)
  const about = {
    ...{ from: '10:00', to: '12:00', reason: 'Works', wholeDay: false, roomId: null },
    ...{ repeats: null, repeatsUntil: null, visitorNote: null },
  }
  const by = { actor: 'owner', now: new Date(), locale: 'en' } as const
  await addBlock({ ...about, date: DAY, until: days(2) }, by)
  await addBlock(
    { ...about, date: DAY, until: days(1), roomId: 1, repeats: 'weekly', repeatsUntil: days(14) },
    by,
  )
  const { entries } = await roomsView({ dates: [days(1), days(8)], locale: 'en', seesMoney: true })
  expect(entries.map(({ date, block }) => [date, block])).toEqual([
    [days(1), { first: DAY, last: days(2), days: 3, everyRoom: true }],
    [days(1), { first: DAY, last: days(1), days: 2, everyRoom: false }],
    [days(8), { first: days(7), last: days(8), days: 2, everyRoom: false }],
  ])
})

describe('one day that is cut out of a longer block', () => {
  const days = (count: number) => addDays(DAY, count)
  const about = {
    ...{ from: '10:00', to: '12:00', reason: 'Works', wholeDay: false, roomId: null },
    ...{ repeats: null, repeatsUntil: null, visitorNote: 'Closed for works' },
  }
  const by = { actor: 'owner', now: new Date(), locale: 'en' } as const
  const blocked = async (length: number) => {
    const dates = Array.from({ length }, (_, nth) => days(nth))
    const { entries } = await roomsView({ dates, locale: 'en', seesMoney: true })
    return entries.filter(({ kind }) => kind === 'block').map(({ date }) => date)
  }
  const cut = (id: number, date: string) =>
    removeBlock(id, { scope: 'day', began: null, date }, 'owner')

  test('leaves the days before and after it as they were, and can be booked', async () => {
    const { id } = await addBlock({ ...about, date: DAY, until: days(4) }, by)
    expect(await refusal(cut(id, days(5)))).toMatchObject({
      ...{ code: 'invalid_request', details: { fields: { date: 'choice' } } },
    })
    await cut(id, days(2))
    expect(await blocked(6)).toEqual([0, 1, 3, 4].map(days))
    expect(
      await shop.rows(
        `SELECT first_day::text AS first, last_day::text AS last, from_minute, to_minute, reason,
          visitor_note, studio_id FROM blocks ORDER BY first_day`,
      ),
    ).toEqual(
      [
        [0, 1],
        [3, 4],
      ].map(([first = 0, last = 0]) => ({
        ...{ first: days(first), last: days(last), from_minute: 600, to_minute: 720 },
        ...{ reason: 'Works', visitor_note: 'Closed for works', studio_id: null },
      })),
    )
    const [row] = await shop.rows(`SELECT id FROM blocks ORDER BY first_day LIMIT 1`)
    await cut(Number(row?.id), DAY)
    expect(await blocked(6)).toEqual([1, 3, 4].map(days))
    const log = await shop.rows(`SELECT before, after FROM audit_log WHERE action = 'unblock'`)
    expect(log).toMatchObject([
      { before: { date: days(2) }, after: { scope: 'day' } },
      { before: { date: DAY }, after: { scope: 'day' } },
    ])
  })

  test('of a series it is cut out of that occurrence alone', async () => {
    const weekly = { repeats: 'weekly', repeatsUntil: days(14) } as const
    const { id } = await addBlock({ ...about, ...weekly, date: DAY, until: days(1) }, by)
    await cut(id, days(8))
    expect(await blocked(16)).toEqual([0, 1, 7, 14, 15].map(days))
    expect(await refusal(cut(id, days(7)))).toMatchObject({ code: 'invalid_request' })
  })

  test('a block of a single day is gone', async () => {
    const { id } = await addBlock({ ...about, date: DAY, until: null }, by)
    await cut(id, DAY)
    expect(await shop.rows(`SELECT id FROM blocks`)).toEqual([])
  })
})
