// Two rooms that serve one service sell it twice at one hour, and never a third time.
import { workingDays } from '@/lib/rooms/opening'
import { addDays, hourText, studioDate } from '@/lib/time'
import { assertBooksBalance } from '@/tests/support/books'
import { openStudio, type Studio } from './studio'
import { tally, Visitor } from './visitor'

const INSTANCES = 3
const REPETITIONS = 200
const VISITORS = 20
/** With an hour between them: room B keeps half an hour after each session. */
const HOURS = [9, 11, 13, 15, 17, 19].map(hourText)

let studio: Studio
let roomB = 0

beforeAll(async () => {
  studio = await openStudio(INSTANCES)
  const { rows } = await studio.sql.query<{ id: number }>(
    `WITH room AS (INSERT INTO studios (name, position, turnaround_minutes) VALUES ('Room B', 99, 30) RETURNING id)
    INSERT INTO service_rooms (service_id, studio_id) SELECT 1, id FROM room RETURNING studio_id AS id`,
  )
  roomB = rows[0]?.id ?? 0
}, 400_000)
afterAll(() => studio?.stop(), 60_000)

const baseOf = (index: number) => studio.apps[index % INSTANCES]?.url ?? ''

/** So many times of working days that do not share their turnaround. */
async function slots(count: number): Promise<{ date: string; time: string }[]> {
  const { rows } = await studio.sql.query<{ date: string }>('SELECT date FROM holidays')
  const days = workingDays(
    addDays(studioDate(new Date()), 10),
    Math.ceil(count / HOURS.length),
    new Set(rows.map(({ date }) => date)),
  )
  return days.flatMap((date) => HOURS.map((time) => ({ date, time }))).slice(0, count)
}

async function roomsOf(ids: readonly unknown[]): Promise<number[]> {
  const { rows } = await studio.sql.query<{ room: number }>(
    'SELECT studio_id AS room FROM bookings WHERE id = ANY ($1) ORDER BY 1',
    [ids],
  )
  return rows.map(({ room }) => room)
}

test(`20 visitors want one hour of two rooms at once, ${REPETITIONS} times on three instances: each time two get it`, async () => {
  const outcomes: unknown[] = []
  for (const wish of await slots(REPETITIONS)) {
    // Each fifth chooses the second room; everybody else takes any.
    const replies = await Promise.all(
      Array.from({ length: VISITORS }, (_, index) =>
        new Visitor(baseOf(index)).book({ ...wish, ...(index % 5 === 0 && { roomId: roomB }) }),
      ),
    )
    const winners = replies.filter(({ status }) => status === 201)
    const rooms = await roomsOf(winners.map(({ body }) => body.id))
    const codes = replies.filter(({ status }) => status !== 201).map(({ body }) => body.code)
    outcomes.push({ ...tally(replies), rooms, codes: [...new Set(codes)] })
  }
  const expected = { 201: 2, 409: VISITORS - 2, rooms: [1, roomB], codes: ['slot_taken'] }
  expect(outcomes).toEqual(Array.from({ length: REPETITIONS }, () => expected))
  await assertBooksBalance(studio.sql, await studio.ledger())
  expect(studio.services.postgres?.log() ?? '').not.toMatch(/deadlock detected/)
}, 900_000)
