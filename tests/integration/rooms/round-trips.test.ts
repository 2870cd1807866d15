import pg from 'pg'
import { availability } from '@/lib/availability/queries'
import { holdSlot } from '@/lib/bookings/book'
import { rescheduleBooking } from '@/lib/bookings/reschedule'
import { invalidateContent, markContentFresh } from '@/lib/cache/remembered'
import { hold, openShop, wish, workingDay } from '@/tests/support/shop'

// What a visitor waits for asks the database as often in a house of five rooms as in one.

const shop = openShop()

const original = pg.Client.prototype.query
afterEach(() => void (pg.Client.prototype.query = original))
afterAll(invalidateContent)

/** How many queries the application sends meanwhile. */
async function queriesOf(work: () => Promise<unknown>): Promise<number> {
  let count = 0
  pg.Client.prototype.query = function (this: pg.Client, ...args: unknown[]) {
    if (this !== shop.database.sql) count++
    return (original as (...all: unknown[]) => unknown).apply(this, args)
  } as typeof original
  // What times and prices are computed from is in memory, as on the site.
  markContentFresh(performance.now())
  await work()
  pg.Client.prototype.query = original
  return count
}

const moveTo = (id: number, newTime: string) =>
  rescheduleBooking({
    ...{ id, newTime, newDate: workingDay(), by: 'admin', actor: 'owner' },
    now: new Date(),
  })

/** What a move asked, in each of the houses. */
const moves = new Set<number>()

test.each([1, 5])('free times, a booking and a move in %i rooms', async (rooms) => {
  await shop.rows(
    `WITH room AS (INSERT INTO studios (name, position, turnaround_minutes) SELECT 'Room ' || n, n, 30 FROM generate_series(2, $1::int) n RETURNING id)
    INSERT INTO service_rooms (service_id, studio_id) SELECT 1, id FROM room`,
    [rooms],
  )
  const now = new Date()
  const asked = { serviceId: 1, duration: 'hourly', hours: 1, now } as const
  invalidateContent()
  markContentFresh(performance.now())
  const moved = await hold({ who: 'bala', time: '14:00' })
  await shop.rows(
    `UPDATE bookings SET status = 'confirmed', hold_expires_at = NULL WHERE id = $1`,
    [moved],
  )
  const counts = {
    freeTimes: await queriesOf(() => availability(workingDay(), 'en', asked)),
    newVisitor: await queriesOf(() => holdSlot(wish({ who: 'chong', isStranger: true }))),
    knownVisitor: await queriesOf(() => holdSlot(wish({ who: 'dewi', time: '11:00' }))),
  }
  // As in the releases that knew one room.
  expect(counts).toEqual({ freeTimes: 1, newVisitor: 1, knownVisitor: 10 })
  moves.add(await queriesOf(() => moveTo(moved, '17:00')))
  expect(moves.size).toBe(1)
})
