import { openingHours, type Holidays } from '@/lib/availability/rules'
import { addDays, hourText, studioDate, toInstant } from '@/lib/time'

/** What a message may be about (spec point 5). */
export const SUBJECTS = ['booking', 'custom-package', 'sponsorship', 'technical', 'partnership', 'other'] as const
export type Subject = (typeof SUBJECTS)[number]

/** Years of podcasting (spec point 5). */
export const EXPERIENCE = ['0-2', '3-5', '6-10', '11-15', '16+'] as const

/** What the form offers; the API takes any short text here (decision G6). */
export const INDUSTRIES = ['media', 'education', 'technology', 'finance', 'retail', 'food-beverage', 'health', 'property', 'government-ngo', 'other'] as const
export const COMPANY_SIZES = ['1', '2-10', '11-50', '51-200', '201-1000', '1000+'] as const

export type OpenState = { open: true; until: string; holiday: boolean } | { open: false; date: string; today: boolean; at: string }

/**
 * Whether the studio is open at `now`, by the hours that also make the slots (decision B2): until when, else the studio
 * date and time at which it opens next. Open from the opening minute, closed from the closing minute.
 */
export function openState(now: Date, holidays: Holidays): OpenState {
  const today = studioDate(now)
  const { opens, closes } = openingHours(today, holidays)
  if (now < toInstant(today, hourText(opens))) return { open: false, date: today, today: true, at: hourText(opens) }
  if (now < toInstant(today, hourText(closes))) return { open: true, until: hourText(closes), holiday: holidays.has(today) }
  const tomorrow = addDays(today, 1)
  return { open: false, date: tomorrow, today: false, at: hourText(openingHours(tomorrow, holidays).opens) }
}
