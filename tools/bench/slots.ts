// Visitors' calls while the room fills up over the years: the free times of a day, the free days of a
// month, a booking and a move, beside bare SQL through the index of the exclusion constraint.
import type pg from 'pg'
import { addDays, hourText, studioDate, weekday } from '@/lib/time'
import { BOOKINGS } from './limits'

/** A site on a history of `size` bookings and reservations. */
export type SlotSite = { size: number; url: string; cookie: string; sql: pg.Client }
export type SlotWork = {
  name: string
  call(round: number): Promise<unknown>
  sql(): Promise<unknown>
}

const ROUNDS = BOOKINGS.runs + BOOKINGS.warmUp
const HOURS = 12

/**
 * The calls to one site; `round` counts from 0 and uses another time each, so that every booking
 * and every move succeeds.
 */
export async function slotWorks(
  site: SlotSite,
  { rooms, nth: turn }: { rooms: number; nth: number },
): Promise<SlotWork[]> {
  const days = await openDays(site)
  // Other times than in a smaller house before.
  const first = turn * Math.ceil((2 * ROUNDS + 1) / HOURS)
  const slot = (nth: number) => ({
    date: days[first + Math.floor(nth / HOURS)] ?? '',
    time: hourText(9 + (nth % HOURS)),
  })
  const where = rooms === 1 ? '' : `, ${rooms} rooms`
  const moved = (await book(site, slot(ROUNDS))) as { id: number }
  await post(site, 'PATCH', `/api/bookings/${moved.id}/status`, { status: 'confirmed' })
  const today = studioDate(new Date())
  const date = addDays(today, 100)
  return [
    {
      name: `free times of a day${where}`,
      call: () => get(`${site.url}/api/availability/${date}`),
      sql: () => reservedBetween(site.sql, date, addDays(date, 1)),
    },
    {
      name: `free days of a month${where}`,
      call: () => get(`${site.url}/api/availability/days?from=${today}&to=${addDays(today, 30)}`),
      sql: () => reservedBetween(site.sql, today, addDays(today, 31)),
    },
    {
      name: `a booking${where}`,
      call: (round) => book(site, slot(round)),
      sql: () => reserveAndUndo(site.sql, `${addDays(today, 170)}T03:00:00+08:00`),
    },
    {
      name: `a move${where}`,
      call: (round) => {
        const { date: newDate, time: newTime } = slot(ROUNDS + 1 + round)
        return post(site, 'PATCH', `/api/bookings/${moved.id}/reschedule`, { newDate, newTime })
      },
      sql: () => reserveAndUndo(site.sql, `${addDays(today, 171)}T03:00:00+08:00`),
    },
  ]
}

/** Enough days, from three days ahead on, with twelve opening hours. */
async function openDays({ sql }: SlotSite): Promise<string[]> {
  const { rows } = await sql.query<{ date: string }>('SELECT date FROM holidays')
  const holidays = new Set(rows.map((row) => row.date))
  const today = studioDate(new Date())
  const ahead = Array.from({ length: 90 }, (_, day) => addDays(today, 3 + day))
  return ahead.filter((date) => ![0, 6].includes(weekday(date)) && !holidays.has(date))
}

const book = (site: SlotSite, slot: { date: string; time: string }): Promise<unknown> =>
  post(site, 'POST', '/api/bookings', {
    serviceId: 1,
    firstName: 'Aina',
    email: 'aina@example.com',
    ...slot,
  })

/**
 * As an unknown visitor for a booking, whose previous hold would otherwise be released; otherwise
 * as the owner.
 */
async function post(site: SlotSite, method: string, path: string, body: object): Promise<unknown> {
  const headers = {
    'content-type': 'application/json',
    ...(method === 'PATCH' && { cookie: site.cookie }),
  }
  const response = await fetch(site.url + path, { method, headers, body: JSON.stringify(body) })
  if (!response.ok) throw new Error(`${path} answers ${response.status}: ${await response.text()}`)
  return response.json()
}

async function get(address: string): Promise<void> {
  const response = await fetch(address)
  if (response.status !== 200) throw new Error(`${address} answers ${response.status}`)
  await response.arrayBuffer()
}

const reservedBetween = (sql: pg.Client, first: string, end: string) =>
  sql.query(
    `SELECT r.starts_at, r.ends_at FROM slot_reservations r WHERE r.studio_id = 1 AND tstzrange(r.starts_at, coalesce(r.reserved_until, r.ends_at)) && tstzrange($1, $2)`,
    [`${first}T00:00:00+08:00`, `${end}T00:00:00+08:00`],
  )

/** The database's part alone: the room's lock, a check, one row, rolled back at the end. */
async function reserveAndUndo(sql: pg.Client, startsAt: string): Promise<void> {
  await sql.query('BEGIN')
  try {
    await sql.query('SELECT pg_advisory_xact_lock(1, 1)')
    const span = [startsAt]
    await sql.query(
      `SELECT id FROM slot_reservations WHERE studio_id = 1 AND tstzrange(starts_at, coalesce(reserved_until, ends_at)) && tstzrange($1, $1::timestamptz + interval '1 hour')`,
      span,
    )
    await sql.query(
      `INSERT INTO slot_reservations (studio_id, booking_id, starts_at, ends_at) VALUES (1, (SELECT max(id) FROM bookings), $1, $1::timestamptz + interval '1 hour')
       ON CONFLICT ON CONSTRAINT slot_reservations_no_overlap DO NOTHING`,
      span,
    )
  } finally {
    await sql.query('ROLLBACK')
  }
}
