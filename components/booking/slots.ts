import { HORIZON_DAYS, LEAD_MINUTES, refusal, startTimes, type Duration, type Holidays } from '@/lib/availability/rules'
import type { Availability } from './types'

/** `held` is the visitor's own hold and can be chosen; `over` has begun or begins within the lead time; `current` is when a booking that is being moved is now. */
export type SlotState = 'free' | 'held' | 'taken' | 'over' | 'current'
export type Slot = { time: string; state: SlotState }
export const PARTS_OF_DAY = ['morning', 'afternoon', 'evening'] as const
export type PartOfDay = (typeof PARTS_OF_DAY)[number]

export const canChoose = (slot: Slot): boolean => slot.state === 'free' || slot.state === 'held'

/** Every start that `duration` has on the answer's date, each with why it can or cannot be chosen. */
export function slotsOf(answer: Availability, duration: Duration, holidays: Holidays, now: number): Slot[] {
  const { date, availableSlots, heldByYou } = answer
  // How far ahead this visitor may look, the calendar has decided.
  const limits = { now: new Date(now), horizonDays: HORIZON_DAYS.member, leadMinutes: LEAD_MINUTES }
  const state = (time: string): SlotState => {
    if (heldByYou.includes(time)) return 'held'
    if (availableSlots.includes(time)) return 'free'
    return refusal(date, time, duration, holidays, limits) === null ? 'taken' : 'over'
  }
  return startTimes(date, duration, withAnswer(holidays, answer)).map((time) => ({ time, state: state(time) }))
}

// The page was prerendered: the live answer knows better whether that day is a holiday.
function withAnswer(holidays: Holidays, { date, holiday }: Availability): Holidays {
  if (holidays.has(date) === (holiday !== null)) return holidays
  const dates = new Set(holidays)
  if (holiday) dates.add(date)
  else dates.delete(date)
  return dates
}

export const partOfDay = (time: string): PartOfDay => (time < '12:00' ? 'morning' : time < '17:00' ? 'afternoon' : 'evening')
