import {
  HORIZON_DAYS,
  LEAD_MINUTES,
  refusal,
  startTimes,
  type Duration,
  type Opening,
} from '@/lib/availability/rules'
import type { Availability } from './types'

/**
 * `held` is the visitor's own hold and can be chosen; `over` has begun or begins within the lead
 * time; `current` is when a booking that is being moved is now.
 */
export type SlotState = 'free' | 'held' | 'taken' | 'over' | 'current'
export type Slot = { time: string; state: SlotState }
export const PARTS_OF_DAY = ['morning', 'afternoon', 'evening'] as const
type PartOfDay = (typeof PARTS_OF_DAY)[number]

export const canChoose = (slot: Slot): boolean => slot.state === 'free' || slot.state === 'held'

/**
 * Every start that `duration` has on the answer's date at `now` (ms), each with why it can or
 * cannot be chosen.
 */
export function slotsOf(answer: Availability, duration: Duration, now: number): Slot[] {
  const { date, availableSlots, heldByYou } = answer
  const opening = openingOf(answer)
  // How far ahead this visitor may look, the calendar has decided.
  const limits = { now: new Date(now), horizonDays: HORIZON_DAYS.member, leadMinutes: LEAD_MINUTES }
  const state = (time: string): SlotState => {
    if (heldByYou.includes(time)) return 'held'
    if (availableSlots.includes(time)) return 'free'
    return refusal(date, time, duration, opening, limits) === null ? 'taken' : 'over'
  }
  return startTimes(date, duration, opening).map((time) => ({ time, state: state(time) }))
}

const hourOf = (time: string | null) => Number(time?.slice(0, 2) ?? 0)

/**
 * When the studio is open, as far as the live answer says it: on its own date. The page was
 * prerendered and may know less.
 */
export function openingOf({ date, opensAt, closesAt, holiday }: Availability): Opening {
  const day = { opens: hourOf(opensAt), closes: hourOf(closesAt) }
  return {
    hours: { weekday: day, weekend: day },
    holidays: new Set(holiday === null ? [] : [date]),
  }
}

export const partOfDay = (time: string): PartOfDay =>
  time < '12:00' ? 'morning' : time < '17:00' ? 'afternoon' : 'evening'
