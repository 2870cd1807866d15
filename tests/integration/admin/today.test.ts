// The owner's day in one call: sessions, free hours, what is to do; and nothing again when nothing is
// new.
import { GET } from '@/app/api/admin/today/route'
import { setArrival } from '@/lib/bookings/arrival'
import { holdSlot } from '@/lib/bookings/book'
import { cancelBooking } from '@/lib/bookings/cancel'
import { extendBooking } from '@/lib/bookings/extend'
import { invalidateContent } from '@/lib/cache/remembered'
import { todayOf } from '@/lib/admin/today/queries'
import { HOUR_MS } from '@/lib/time'
import { hold, openShop, refusal, wish, workingDay } from '@/tests/support/shop'
import { callRoute } from '@/tests/support/call'
import { ownerCookie } from './admin'

const shop = openShop()
const DAY = workingDay()
const at = (time: string) => new Date(`${DAY}T${time}:00+08:00`)
afterEach(() => invalidateContent())
const dayAt = (time: string) => todayOf(DAY, 'en', at(time), 'owner')

test('the sessions of a day are in order, without those that are cancelled', async () => {
  const { booking: noon } = await shop.sold({ time: '12:00' })
  const { booking: ten } = await shop.sold({ who: 'mei', time: '10:00' })
  const { booking: gone } = await shop.sold({ who: 'ali', time: '14:00' })
  await cancelBooking({ id: gone, refund: 'none', actor: 'owner', now: at('09:00') })
  const { sessions } = await dayAt('09:00')
  expect(sessions.map(({ id }) => id)).toEqual([ten, noon])
})

test('one hour more has its price while the session is on, and names who has the room', async () => {
  const { booking: ten } = await shop.sold({ time: '10:00' })
  const hourOf = async (time: string) => (await dayAt(time)).sessions[0]?.hour
  expect(await hourOf('09:59')).toBeNull()
  expect(await hourOf('10:00')).toEqual({ priceSen: 107_17, state: 'free', clash: null })
  await shop.sold({ who: 'mei', time: '11:00' })
  expect(await hourOf('10:30')).toEqual({
    priceSen: 107_17,
    state: 'taken',
    clash: { at: at('11:00').toISOString(), who: expect.stringMatching(/\S/) as string },
  })
  expect(ten).toBeGreaterThan(0)
})

test('sessions of two rooms that begin together keep their order after an hour more of one', async () => {
  await shop.rows(`INSERT INTO studios (name, position) VALUES ('Studio B', 2)`)
  await shop.rows(`INSERT INTO service_rooms (service_id, studio_id) VALUES (1, 2)`)
  invalidateContent()
  const { booking: first } = await shop.sold({ time: '10:00' })
  const { booking: second } = await shop.sold({ who: 'mei', time: '10:00' })
  const order = async () => (await dayAt('10:30')).sessions.map(({ id }) => id)
  expect(await order()).toEqual([first, second])
  await extendBooking({
    ...{ id: first, hours: 1, addOns: [], pay: 'later', priceSen: 107_17 },
    ...{ actor: 'owner', now: at('10:30') },
  })
  expect(await order()).toEqual([first, second])
})

test('whoever may see no money gets the day without amounts, and nothing to decide', async () => {
  const { booking } = await shop.sold({ time: '10:00' })
  const seen = await todayOf(DAY, 'en', at('10:00'), 'crew')
  expect(seen.sessions).toMatchObject([{ id: booking, state: null, owedSen: null, hour: null }])
  expect(seen).toMatchObject({ todo: null, more: 0 })
  expect(JSON.stringify(seen)).not.toMatch(/10717|107\.17|@/)
  expect((await dayAt('10:00')).sessions).toMatchObject([{ state: 'paid', owedSen: 0 }])
})

test('the same day is answered with 304 until something in it changes', async () => {
  const { booking } = await shop.sold({ time: '10:00' })
  const cookie = await ownerCookie(shop)
  const ask = (tag?: string) =>
    callRoute(GET, `/api/admin/today?date=${DAY}`, {
      headers: { cookie, ...(tag && { 'if-none-match': tag }) },
    })
  const first = await ask()
  expect(first.status).toBe(200)
  const tag = first.headers.get('etag') ?? ''
  expect((await ask(tag)).status).toBe(304)
  await setArrival({
    ...{ id: booking, state: 'arrived', actor: 'owner', version: undefined, now: at('10:05') },
  })
  expect((await ask(tag)).status).toBe(200)
})

test('a hold that waits for its payment is shown, and one that has ended is not', async () => {
  const id = await hold({ time: '10:00' })
  const shown = async (now: Date) =>
    (await todayOf(DAY, 'en', now, 'owner')).sessions.map((one) => [one.id, one.state], 'owner')
  expect(await shown(new Date())).toEqual([[id, 'held']])
  expect(await shown(at('09:00'))).toEqual([])
})

test('a session in a room that is hidden or given up has the room’s name, and counts in the week', async () => {
  await shop.rows(`INSERT INTO studios (name, position) VALUES ('Studio B', 2)`)
  await shop.rows(`INSERT INTO service_rooms (service_id, studio_id) VALUES (1, 2)`)
  invalidateContent()
  await shop.sold({ time: '10:00' })
  const week = (await dayAt('09:00')).week[0]
  for (const state of ['hidden', 'retired']) {
    await shop.rows(`UPDATE studios SET state = $1 WHERE id = 1`, [state])
    invalidateContent()
    const today = await dayAt('09:00')
    expect(today.sessions).toMatchObject([{ roomId: 1 }])
    expect(today.rooms.map(({ id }) => id).sort()).toEqual([1, 2])
    expect(today.week[0]).toMatchObject({ minutes: week?.minutes })
  }
  await shop.rows(`UPDATE studios SET state = 'offered' WHERE id = 1`)
  await shop.rows(`UPDATE studios SET state = 'retired' WHERE id = 2`)
  invalidateContent()
  expect((await dayAt('09:00')).rooms.map(({ id }) => id)).toEqual([1])
})

test('every session of a house with many rooms is listed, and all that is to be done when asked', async () => {
  await shop.sold({ time: '10:00' })
  await shop.rows(
    `WITH rooms AS (INSERT INTO studios (name) SELECT 'Room ' || n FROM generate_series(1, 71) n RETURNING id)
     INSERT INTO slot_reservations (studio_id, booking_id, starts_at, ends_at)
     SELECT rooms.id, b.id, b.starts_at, b.ends_at FROM rooms, bookings b`,
  )
  invalidateContent()
  expect((await dayAt('09:00')).sessions).toHaveLength(72)
  await shop.rows(`DELETE FROM slot_reservations WHERE studio_id > 1`)
  await shop.rows(
    `INSERT INTO contacts (name, email, subject, message)
     SELECT 'Mei', 'mei' || n || '@example.com', 'other', 'Hello' FROM generate_series(1, 20) n`,
  )
  const short = await dayAt('09:00')
  expect([short.todo?.length, short.more]).toEqual([12, 8])
  const long = await todayOf(DAY, 'en', at('09:00'), 'owner', { all: true })
  expect([long.todo?.length, long.more]).toEqual([20, 0])
})

test('what is offered of free hours is what visitors can book: not before the lead time, nor without the turnaround', async () => {
  await shop.rows(`UPDATE studios SET turnaround_minutes = 15`)
  invalidateContent()
  await shop.sold({ time: '12:00' })
  await shop.sold({ who: 'mei', time: '16:00' })
  const clock = (instant: string | null) =>
    instant && new Date(Date.parse(instant) + 8 * HOUR_MS).toISOString().slice(11, 16)
  const gapsAt = async (time: string) =>
    (await dayAt(time)).gaps.map(({ from, to, offer }) => [from, to, offer].map(clock).join(' '))
  expect(await gapsAt('08:30')).toEqual([
    '09:00 12:00 10:00',
    '14:00 16:00 14:00',
    '18:00 21:00 18:00',
  ])
  expect(await gapsAt('10:30')).toEqual(['11:00 12:00 ', '14:00 16:00 14:00', '18:00 21:00 18:00'])
  expect(await gapsAt('13:10')).toEqual(['14:00 16:00 ', '18:00 21:00 18:00'])

  for (const moment of ['08:30', '10:30', '13:10', '17:30']) {
    const now = at(moment)
    for (const { from, to, offer } of (await todayOf(DAY, 'en', now, 'owner')).gaps) {
      const book = (instant: string) =>
        holdSlot(wish({ who: moment, time: clock(instant) ?? '', now }))
      if (offer) expect((await book(offer)).created).toBe(true)
      for (let hour = Date.parse(from); hour < Date.parse(offer ?? to); hour += HOUR_MS)
        await refusal(book(new Date(hour).toISOString()))
    }
  }
})

test('nothing is offered in a room whose services nobody can book', async () => {
  await shop.rows(`UPDATE services SET state = 'hidden'`)
  invalidateContent()
  expect((await dayAt('08:30')).gaps.map(({ offer }) => offer)).toEqual([null])
})
