// Visitors who all request the same hour at the same moment, and how long they wait.
import type pg from 'pg'
import { addDays, hourText, studioDate, weekday } from '@/lib/time'
import { RACE } from './limits'

export type Race = { aloneP99: number; p99: number; slowestMs: number; faults: string[] }

type Answer = { status: number; ms: number }

/**
 * Lets a single visitor request every slot, frees all of them, and then lets many visitors request
 * each at once.
 */
export async function raceForSlots(url: string, sql: pg.Client): Promise<Race> {
  const hours = await openHours(sql)
  const slots = hours.slice(0, RACE.slots)
  // The first visitors wait until both sides have opened their connections: not counted.
  for (const slot of hours.slice(RACE.slots, RACE.slots + RACE.warmUp)) await rush(url, slot)
  await sql.query('DELETE FROM slot_reservations')
  const alone: Answer[] = []
  for (const slot of slots) alone.push(await book(url, slot))
  await sql.query('DELETE FROM slot_reservations')
  const contended: Answer[] = []
  const faults: string[] = []
  for (const slot of slots) {
    const answers = await rush(url, slot)
    const winners = answers.filter(({ status }) => status === 201).length
    const refused = answers.filter(({ status }) => status === 409).length
    if (winners !== 1 || winners + refused !== RACE.visitors)
      faults.push(`${slot.date} ${slot.time}: ${winners} winners, ${refused} refused`)
    contended.push(...answers)
  }
  const slowestMs = Math.max(...contended.map(({ ms }) => ms))
  if (slowestMs > RACE.slowestMs) faults.push(`somebody waits more than ${RACE.slowestMs} ms`)
  return { aloneP99: p99Of(alone), p99: p99Of(contended), slowestMs, faults }
}

type Slot = { date: string; time: string }

const rush = (url: string, slot: Slot): Promise<Answer[]> =>
  Promise.all(Array.from({ length: RACE.visitors }, () => book(url, slot)))

const p99Of = (answers: readonly Answer[]): number =>
  answers.map(({ ms }) => ms).sort((a, b) => a - b)[Math.floor(answers.length * 0.99)] ?? NaN

/** Opening hours, from a week ahead on. */
async function openHours(sql: pg.Client): Promise<Slot[]> {
  const { rows } = await sql.query<{ date: string }>('SELECT date FROM holidays')
  const holidays = new Set(rows.map(({ date }) => date))
  const today = studioDate(new Date())
  return Array.from({ length: 60 }, (_, day) => addDays(today, 7 + day))
    .filter((date) => ![0, 6].includes(weekday(date)) && !holidays.has(date))
    .flatMap((date) => Array.from({ length: 9 }, (_, nth) => ({ date, time: hourText(9 + nth) })))
}

async function book(url: string, slot: Slot): Promise<Answer> {
  const begun = performance.now()
  const response = await fetch(`${url}/api/bookings`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ serviceId: 1, firstName: 'Aina', email: 'aina@example.com', ...slot }),
  })
  await response.arrayBuffer()
  return { status: response.status, ms: performance.now() - begun }
}
