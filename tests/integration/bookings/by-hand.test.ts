import { dayStarts } from '@/lib/admin/calendar/queries'
import { moveMail } from '@/lib/admin/bookings/preview'
import { addBlock } from '@/lib/admin/calendar/block'
import { blockBody } from '@/lib/admin/calendar/schema'
import type { Warning } from '@/lib/availability/by-hand'
import { createAdminBooking } from '@/lib/bookings/create-admin-booking'
import { rescheduleBooking, type Reschedule } from '@/lib/bookings/reschedule'
import { bookingsAhead } from '@/lib/bookings/queries'
import { adminBookingBody } from '@/lib/bookings/schema'
import { setStatus } from '@/lib/bookings/set-status'
import { addDays } from '@/lib/time'
import { openShop, refusal, workingDay } from '@/tests/support/shop'
import { mailedText, tellAll } from '@/tests/support/told'

const shop = openShop()
const DAY = workingDay()
/** Of a working day, so that the studio is open: the clock of the owner, who is at the studio. */
const at = (time: string, date = DAY) => new Date(`${date}T${time}:00+08:00`)
const one = async (sql: string, values: unknown[] = []) => (await shop.rows(sql, values))[0]
const booking = (id: number) =>
  one(
    `SELECT date, time, status, studio_id AS room, room_chosen AS chosen, kept_at AS kept FROM bookings WHERE id = $1`,
    [id],
  )
const reserved = async (id: number) =>
  (
    await shop.rows(
      `SELECT to_char(starts_at AT TIME ZONE 'Asia/Kuala_Lumpur', 'HH24:MI') || '–' || to_char(ends_at AT TIME ZONE 'Asia/Kuala_Lumpur', 'HH24:MI')
         || coalesce('+' || extract(epoch FROM reserved_until - ends_at)::int / 60, '') AS span
       FROM slot_reservations WHERE booking_id = $1 ORDER BY starts_at`,
      [id],
    )
  ).map(({ span }) => span)
const turnaround = (minutes: number) =>
  shop.rows(`UPDATE studios SET turnaround_minutes = $1`, [minutes])

const wishOf = (changes: object) =>
  adminBookingBody.parse({
    serviceId: 1,
    firstName: 'Siti',
    email: 'siti@example.com',
    date: DAY,
    time: '10:00',
    paid: { method: 'cash' },
    ...changes,
  })
const byHand = async (changes: object = {}, now = at('08:00')) =>
  (await createAdminBooking(wishOf(changes), { actor: 'owner', now })).id
const to = (id: number, more: Partial<Reschedule>): Promise<boolean> =>
  rescheduleBooking({
    id,
    newDate: DAY,
    newTime: '11:00',
    by: 'admin',
    actor: 'owner',
    now: at('08:00'),
    ...more,
  })
const block = (changes: object) =>
  addBlock(blockBody.parse({ date: DAY, ...changes }), {
    actor: 'owner',
    now: at('08:00'),
    locale: 'en',
  })
const secondRoom = async (services: number[]) => {
  const row = await one(
    `INSERT INTO studios (name, position, updated_at) VALUES ('Room B', 2, now()) RETURNING id`,
  )
  for (const service of services)
    await shop.rows(`INSERT INTO service_rooms (service_id, studio_id) VALUES ($1, $2)`, [
      service,
      row?.id,
    ])
  return Number(row?.id)
}
const warns = (...warnings: Warning[]) => ({
  code: 'slot_unavailable',
  details: { data: { warnings } },
})

describe('a session that the owner books by hand', () => {
  test.each([
    ['of the hour that has begun', { time: '10:00' }, at('10:20'), ['past']],
    ['of this morning', { time: '09:00' }, at('15:00'), ['past']],
    ['before the opening', { time: '07:00' }, at('06:00'), ['outside_hours']],
    ['over the closing', { time: '20:00', hours: 3 }, at('08:00'), ['outside_hours']],
    ['of last night', { time: '01:00' }, at('12:00'), ['past', 'outside_hours']],
  ] as const)('%s is made after its warnings', async (_, changes, now, warnings) => {
    await shop.rows(`UPDATE settings SET value = '{"severalHours": true}' WHERE key = 'lengths'`)
    const refused = await refusal(byHand(changes, now))
    expect(refused).toMatchObject(warns(...warnings))
    for (const left of warnings)
      expect(
        await refusal(byHand({ ...changes, despite: warnings.filter((one) => one !== left) }, now)),
      ).toMatchObject(warns(...warnings))
    expect(await shop.rows(`SELECT id FROM bookings`)).toEqual([])
    const id = await byHand({ ...changes, despite: warnings }, now)
    expect(await booking(id)).toMatchObject({
      date: DAY,
      time: changes.time,
      status: 'confirmed',
      kept: (warnings as readonly string[]).includes('outside_hours') ? now : null,
    })
    expect(await reserved(id)).toHaveLength(1)
    expect(await one(`SELECT after -> 'despite' AS despite FROM audit_log`)).toEqual({
      despite: warnings,
    })
  })

  test('of this morning may be paid later', async () => {
    const now = at('15:00')
    const id = await byHand({ time: '09:00', paid: 'link', despite: ['past'] }, now)
    expect(await booking(id)).toMatchObject({ status: 'pending', kept: null })
  })

  test('of yesterday is refused, whatever was read', async () => {
    const now = at('00:30', addDays(DAY, 1))
    expect(
      await refusal(byHand({ time: '23:00', despite: ['past', 'outside_hours'] }, now)),
    ).toMatchObject({
      code: 'slot_unavailable',
      details: { sentence: 'slot_past', fields: { time: 'slot_past' } },
    })
  })

  test('on a closed day and in blocked time is kept there', async () => {
    const closed = addDays(DAY, 1)
    await shop.rows(`INSERT INTO holidays (date, name, closed) VALUES ($1, 'Cuti', true)`, [closed])
    await block({ from: '10:00', to: '12:00', reason: 'Painting' })
    expect(await refusal(byHand({ date: closed }))).toMatchObject(warns('closed'))
    expect(await refusal(byHand())).toMatchObject(warns('blocked'))
    const now = at('08:00')
    for (const id of [
      await byHand({ date: closed, despite: ['closed'] }),
      await byHand({ despite: ['blocked'] }),
    ])
      expect(await booking(id)).toMatchObject({ kept: now })
  })

  test('of somebody else is never given away, not even with every warning read', async () => {
    const despite = ['past', 'closed', 'outside_hours', 'blocked', 'turnaround']
    await block({ from: '09:00', to: '12:00', reason: 'Painting' })
    const first = await byHand({ despite })
    expect(await refusal(byHand({ despite }))).toMatchObject({
      code: 'slot_taken',
      details: { sentence: 'slot_taken_by', values: { id: String(first) } },
    })
    expect(await refusal(byHand({ duration: 'half-day', time: '07:00', despite }))).toMatchObject({
      code: 'slot_taken',
    })
    expect(await shop.rows(`SELECT id FROM slot_reservations`)).toHaveLength(1)
  })

  test('goes to the first room without a warning, then to the first that is not taken', async () => {
    await turnaround(30)
    const room = await secondRoom([1])
    await shop.rows(`UPDATE studios SET turnaround_minutes = 30`)
    await byHand({ time: '09:00', roomId: 1 })
    const second = await byHand({ time: '10:00' })
    expect(await booking(second)).toMatchObject({ room, chosen: false, kept: null })
    expect(await refusal(byHand({ time: '10:00' }))).toMatchObject(warns('turnaround'))
    const third = await byHand({ time: '10:00', despite: ['turnaround'] })
    expect(await booking(third)).toMatchObject({ room: 1 })
    expect(await refusal(byHand({ time: '10:00', despite: ['turnaround'] }))).toMatchObject({
      code: 'slot_taken',
    })
    expect(await refusal(byHand({ roomId: 77 }))).toMatchObject({
      details: { fields: { roomId: 'choice' } },
    })
  })
})

describe('a session without the turnaround', () => {
  test('has none itself, and cuts the one that runs into it where it begins', async () => {
    await turnaround(60)
    const early = await byHand({ time: '09:00' })
    const late = await byHand({ time: '14:00' })
    expect(await reserved(early)).toEqual(['09:00–10:00+60'])
    expect(await refusal(byHand({ time: '10:00' }))).toMatchObject(warns('turnaround'))
    const between = await byHand({ time: '10:00', duration: 'half-day', despite: ['turnaround'] })
    expect(await reserved(between)).toEqual(['10:00–14:00'])
    expect(await reserved(early)).toEqual(['09:00–10:00'])
    expect(await reserved(late)).toEqual(['14:00–15:00+60'])
  })

  test('keeps its own turnaround when nothing is near, whatever was read', async () => {
    await turnaround(30)
    expect(await reserved(await byHand({ despite: ['turnaround'] }))).toEqual(['10:00–11:00+30'])
  })

  test('twenty at once around one session: one of each hour, and no reservation overlaps', async () => {
    await turnaround(60)
    await byHand({ time: '12:00' })
    const ends = await Promise.allSettled(
      Array.from({ length: 20 }, (_, nth) =>
        byHand({ time: nth % 2 ? '11:00' : '13:00', despite: ['turnaround'] }),
      ),
    )
    expect(ends.filter(({ status }) => status === 'fulfilled')).toHaveLength(2)
    expect(
      ends.flatMap((end) =>
        end.status === 'rejected' ? (end.reason as { code: string }).code : [],
      ),
    ).toEqual(Array(18).fill('slot_taken'))
    expect(
      await shop.rows(
        `SELECT to_char(starts_at AT TIME ZONE 'Asia/Kuala_Lumpur', 'HH24:MI') AS starts, reserved_until - ends_at AS turnaround
         FROM slot_reservations ORDER BY starts_at`,
      ),
    ).toEqual([
      { starts: '11:00', turnaround: null },
      { starts: '12:00', turnaround: null },
      { starts: '13:00', turnaround: null },
    ])
  })
})

describe('a booking that the owner moves', () => {
  test('to the current hour, to closed time and next to another, each after its warning', async () => {
    await turnaround(30)
    const other = await byHand({ time: '14:00' })
    const id = await byHand({ time: '17:00' })
    const now = at('12:10')
    for (const [newTime, warning] of [
      ['12:00', 'past'],
      ['22:00', 'outside_hours'],
      ['15:00', 'turnaround'],
    ] as const) {
      expect(await refusal(to(id, { newTime, now }))).toMatchObject(warns(warning))
      expect(await to(id, { newTime, now, despite: [warning] })).toBe(true)
      expect(await booking(id)).toMatchObject({
        time: newTime,
        kept: warning === 'outside_hours' ? now : null,
      })
    }
    expect(await reserved(id)).toEqual(['15:00–16:00'])
    expect(await reserved(other)).toEqual(['14:00–15:00'])
    expect(await to(id, { newTime: '18:00', now })).toBe(true)
    expect(await booking(id)).toMatchObject({ kept: null })
    expect(await reserved(id)).toEqual(['18:00–19:00+30'])
    expect(
      await refusal(to(id, { newTime: '14:00', now, despite: ['turnaround', 'past'] })),
    ).toMatchObject({ code: 'slot_taken' })
  })

  test('into another room, if it serves the service, and it is then the one chosen', async () => {
    const room = await secondRoom([1])
    const id = await byHand({ time: '10:00' })
    expect(await to(id, { newTime: '10:00', roomId: 1 })).toBe(false)
    expect(await to(id, { newTime: '10:00', roomId: room })).toBe(true)
    expect(await booking(id)).toMatchObject({ room, chosen: true, time: '10:00' })
    await shop.rows(`DELETE FROM service_rooms WHERE studio_id = 1`)
    expect(await refusal(to(id, { roomId: 1 }))).toMatchObject({ code: 'invalid_request' })
  })

  test('the mail that is shown before is the one that is sent, with the room it gets', async () => {
    const room = await secondRoom([1])
    await shop.rows(`UPDATE studios SET name = 'Teal' WHERE id = $1`, [room])
    const now = at('08:00')
    const shown = (id: number, time: string, roomId?: number) =>
      moveMail(id, { date: DAY, time, roomId }, now)
    const id = await byHand({ time: '10:00' })
    await tellAll()
    // Into the other room, at the same time.
    const other = await shown(id, '10:00', room)
    expect(other.mail?.sentences.join(' ')).toContain('Teal')
    await to(id, { newTime: '10:00', roomId: room })
    expect(await mailedText('en')).toEqual(other.mail)
    expect((await shown(id, '10:00')).mail).toBeNull()
    // Its own room is taken then: it gets the one that is free, and the customer reads which.
    await byHand({ time: '12:00', roomId: 1 })
    const another = await byHand({ time: '13:00', roomId: null })
    await tellAll()
    const displaced = await shown(another, '12:00')
    expect(displaced.mail?.sentences.join(' ')).toContain('Teal')
    await to(another, { newTime: '12:00' })
    expect(await mailedText('en')).toEqual(displaced.mail)
    expect(await refusal(shown(id, '12:00'))).toMatchObject({ code: 'slot_taken' })
  })

  test('a week that begins on a day that was closed since moves to its own start: laid out anew', async () => {
    const monday = [0, 1, 2, 3, 4, 5]
      .map(workingDay)
      .find((date) => new Date(`${date}T00:00:00Z`).getUTCDay() === 1)
    if (!monday) throw new Error('no Monday')
    const id = await byHand({ serviceId: 2, duration: 'weekly', date: monday, time: '09:00' })
    const days = async () =>
      (
        await shop.rows(
          `SELECT to_char(starts_at AT TIME ZONE 'Asia/Kuala_Lumpur', 'YYYY-MM-DD') AS day FROM slot_reservations WHERE booking_id = $1 ORDER BY starts_at`,
          [id],
        )
      ).map(({ day }) => day)
    const week = Array.from({ length: 5 }, (_, day) => addDays(monday, day))
    expect(await days()).toEqual(week)
    await shop.rows(`INSERT INTO holidays (date, name, closed) VALUES ($1, 'Cuti', true)`, [monday])
    expect(
      (
        await dayStarts({
          date: monday,
          duration: 'weekly',
          hours: 1,
          ignore: id,
          locale: 'en',
          now: at('08:00', addDays(monday, -7)),
        })
      ).starts
        .filter(({ state }) => state === 'free')
        .map(({ time }) => time),
    ).toEqual(['09:00'])
    expect(await to(id, { newDate: monday, newTime: '09:00' })).toBe(true)
    expect(await days()).toEqual([...week.slice(1), addDays(monday, 7)])
    expect(await booking(id)).toMatchObject({ date: addDays(monday, 1), time: '09:00' })
    expect(await refusal(to(id, { newDate: monday, newTime: '09:00' }))).toMatchObject({
      details: { sentence: 'slot_not_working_day' },
    })
  })
})

test('the hours of a day are listed as they can be booked, with what is to be said of them', async () => {
  await turnaround(30)
  const other = await byHand({ time: '14:00' })
  await block({ from: '16:00', to: '18:00', reason: 'Painting' })
  const { starts } = await dayStarts({
    date: DAY,
    duration: 'hourly',
    hours: 1,
    serviceId: 1,
    locale: 'en',
    now: at('10:20'),
  })
  expect(starts).toHaveLength(24)
  const shown = Object.fromEntries(starts.map(({ time, ...rest }) => [time, rest]))
  expect(shown).toMatchObject({
    '07:00': { state: 'warned', warnings: ['past', 'outside_hours'] },
    '10:00': { state: 'warned', warnings: ['past'] },
    '11:00': { state: 'free', warnings: [] },
    '13:00': { state: 'warned', warnings: ['turnaround'], by: null },
    '14:00': { state: 'taken', warnings: [], by: `Siti #${other}` },
    '15:00': { state: 'warned', warnings: ['turnaround'] },
    '16:00': { state: 'warned', warnings: ['blocked'], by: 'Painting' },
    '18:00': { state: 'free' },
    '23:00': { state: 'warned', warnings: ['outside_hours'] },
  })
  // Every hour that is listed as open is what a booking is given, under the same warnings.
  for (const { time, state, warnings } of starts.filter(({ state }) => state !== 'taken')) {
    const made = await createAdminBooking(wishOf({ time, despite: warnings, paid: 'link' }), {
      actor: 'owner',
      now: at('10:20'),
    })
    expect([time, state, made.time]).toEqual([time, state, time])
    await setStatus({ id: made.id, status: 'cancelled', actor: 'owner', now: at('10:20') })
    await shop.rows(
      `UPDATE slot_reservations SET reserved_until = ends_at + interval '30 minutes' WHERE booking_id = $1`,
      [other],
    )
  }
})

test('what is still to come is counted for each room: neither what is over nor what was cancelled', async () => {
  const room = await secondRoom([1])
  await byHand({ time: '09:00', roomId: 1 })
  await byHand({ time: '11:00', roomId: 1 })
  await byHand({ time: '11:00', roomId: room })
  const id = await byHand({ time: '12:00', roomId: room })
  await setStatus({ id, status: 'cancelled', actor: 'owner', now: at('08:00') })
  expect(await bookingsAhead(at('10:30'))).toEqual({ 1: 1, [room]: 1 })
  expect(await bookingsAhead(at('12:00'))).toEqual({})
})
