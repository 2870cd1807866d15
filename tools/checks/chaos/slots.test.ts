// A slot is never sold twice, under any load (docs/decisions/020 B8, C3).
import { workingDays } from '@/lib/rooms/opening'
import { addDays, hourText, studioDate } from '@/lib/time'
import { assertBooksBalance } from '@/tests/support/books'
import { openStudio, type Studio } from './studio'
import { tally, Visitor } from './visitor'

let studio: Studio

beforeAll(async () => {
  studio = await openStudio(2)
}, 400_000)
afterAll(() => studio?.stop(), 60_000)

/** The first `count` days from `offset` days ahead on that have a whole working day's hours. */
async function daysFrom(offset: number, count: number): Promise<string[]> {
  const { rows } = await studio.sql.query<{ date: string }>('SELECT date FROM holidays')
  return workingDays(
    addDays(studioDate(new Date()), offset),
    count,
    new Set(rows.map(({ date }) => date)),
  )
}
const baseOf = (index: number) => studio.apps[index % 2]?.url ?? ''
const noDeadlocks = () =>
  expect(studio.services.postgres?.log() ?? '').not.toMatch(/deadlock detected/)

test('500 visitors want one slot at once on two instances: one gets it', async () => {
  const [date = ''] = await daysFrom(20, 1)
  const wish = { date, time: '11:00' }
  const replies = await Promise.all(
    Array.from({ length: 500 }, (_, index) => new Visitor(baseOf(index)).book(wish)),
  )
  expect(tally(replies)).toEqual({ 201: 1, 409: 499 })
  for (const reply of replies.filter((one) => one.status === 409))
    expect(reply.body.code).toBe('slot_taken')
  await assertBooksBalance(studio.sql, await studio.ledger())
  noDeadlocks()
}, 180_000)

test('2,000 random attempts of all lengths, mixed with cancellations, never overlap', async () => {
  const first = studioDate(new Date())
  const lengths = ['hourly', 'hourly', 'half-day', 'full-day', 'weekly']
  const pick = <T>(list: readonly T[]): T => list[Math.floor(Math.random() * list.length)] as T
  const visitors = Array.from({ length: 60 }, (_, index) => new Visitor(baseOf(index)))
  for (const visitor of visitors) await visitor.prove(studio.sql)
  const cancelOne = () =>
    studio.sql.query(`
    WITH room AS MATERIALIZED (SELECT pg_advisory_xact_lock(1, 1)), gone AS (
      UPDATE bookings SET status = 'cancelled', cancelled_at = now(), cancel_reason = 'admin', hold_expires_at = NULL
      FROM room WHERE id = (SELECT id FROM bookings WHERE status = 'pending' ORDER BY random() LIMIT 1) RETURNING id)
    DELETE FROM slot_reservations WHERE booking_id IN (SELECT id FROM gone)`)
  const counts: Record<number, number> = {}
  let attempts = 0
  let cancelling = Promise.resolve()
  // A visitor who books again releases the earlier hold: half of all attempts are cancellations
  // too.
  await Promise.all(
    visitors.map(async (visitor, index) => {
      while (attempts++ < 2_000) {
        if (attempts % 40 === 0)
          await (cancelling = cancelling.then(async () => void (await cancelOne())))
        visitor.moveTo(baseOf(index + attempts))
        const wish = {
          date: addDays(first, 3 + Math.floor(Math.random() * 12)),
          time: hourText(9 + Math.floor(Math.random() * 12)),
          duration: pick(lengths),
        }
        const { status } = await visitor.book(wish)
        counts[status] = (counts[status] ?? 0) + 1
      }
    }),
  )
  expect(
    Object.keys(counts).filter((status) => !['200', '201', '409', '422'].includes(status)),
  ).toEqual([])
  expect(counts[201]).toBeGreaterThan(50)
  await assertBooksBalance(studio.sql, await studio.ledger())
  noDeadlocks()
}, 300_000)

test('40 visitors swap their holds among each other at once without a deadlock', async () => {
  const days = await daysFrom(40, 4)
  const slots = Array.from({ length: 40 }, (_, index) => ({
    date: days[Math.floor(index / 12)] ?? '',
    time: hourText(9 + (index % 12)),
  }))
  const visitors = slots.map((_, index) => new Visitor(baseOf(index)))
  const first = await Promise.all(
    visitors.map((visitor, index) => visitor.book(slots[index] ?? slots[0]!)),
  )
  expect(tally(first)).toEqual({ 201: 40 })
  for (let round = 1; round <= 5; round++) {
    const replies = await Promise.all(
      visitors.map((visitor, index) => visitor.book(slots[(index + round) % 40] ?? slots[0]!)),
    )
    expect(replies.filter((reply) => ![200, 201, 409].includes(reply.status))).toEqual([])
  }
  await assertBooksBalance(studio.sql, await studio.ledger())
  noDeadlocks()
}, 180_000)
