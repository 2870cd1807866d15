import { onEverything, onOne, type Act, type Subject } from '../act'
import { movedNow } from '../clock'
import { LIVE, rowsOf } from '../rows'
import { passTime, type World } from '../world'

const clock = { group: 'clock', carries: true } as const
const ofBookings = { ...clock, on: ['booking'] } as const

const MINUTE_MS = 60_000
/** Further than any session is. */
const MOST_MINUTES = 60 * 1_440

type Due = { subject: Subject; at: Date }
/** Bookings for which this instant is still to come. */
const waiting = (world: World, instant: string): Promise<Due[]> =>
  rowsOf(
    world,
    `SELECT 'booking ' || id AS subject, ${instant} AS at FROM bookings WHERE status <> 'cancelled' AND first_name <> 'crowd' AND ${instant} > now() ORDER BY id`,
  )

/** Until so many minutes after it. */
async function passUntil(world: World, at: Date, after: number): Promise<string> {
  const minutes = (at.getTime() - movedNow()) / MINUTE_MS + after
  await passTime(world, Math.min(Math.max(minutes, 1), MOST_MINUTES))
  return `${Math.round(minutes)} minutes`
}

export const CLOCK = {
  time: onEverything(
    { ...clock, promises: 'what ends by itself ends at its time, and not before' },
    async (world, step) => {
      await passTime(world, step.data.minutes)
      return `${step.data.minutes} minutes`
    },
  ),

  holdRunsOut: onOne(
    {
      ...ofBookings,
      needs: ['pending'],
      promises: 'a hold that has run out gives its time to who asks for it',
      way: ['checkout'],
      among: (world) => waiting(world, 'hold_expires_at'),
    },
    (world, _, { at }) => passUntil(world, at, 1),
  ),

  begins: onOne(
    {
      ...ofBookings,
      needs: LIVE,
      promises: 'a session that has begun takes place as it was sold',
      way: ['purchase'],
      among: (world) => waiting(world, 'starts_at'),
    },
    (world, _, { at }) => passUntil(world, at, 5),
  ),

  isOver: onOne(
    {
      ...ofBookings,
      needs: LIVE,
      promises: 'a session that is over is nobody’s to move or to extend',
      way: ['purchase'],
      among: (world) => waiting(world, 'ends_at'),
    },
    (world, _, { at }) => passUntil(world, at, 5),
  ),

  monthEnds: onEverything(
    { ...clock, promises: 'what happens in a month is in the files of that month' },
    (world) => {
      const now = new Date(movedNow())
      return passUntil(world, new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 1)), 1)
    },
  ),
} as const satisfies Record<string, Act>
