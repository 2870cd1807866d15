import { startOf } from '@/lib/limits'
import { isClosed, openingHours, type Opening } from '@/lib/rooms/opening'
import { mailtoHref } from '@/lib/settings/links'
import { addDays, hourText, studioDate, studioTime } from '@/lib/time'

export const SUBJECTS = [
  'booking',
  'custom-package',
  'sponsorship',
  'technical',
  'partnership',
  'other',
] as const

export const EXPERIENCE = ['0-2', '3-5', '6-10', '11-15', '16+'] as const

/** The choices of the form; the API accepts any short text here (docs/decisions/020 G6). */
export const INDUSTRIES = [
  'media',
  'education',
  'technology',
  'finance',
  'retail',
  'food-beverage',
  'health',
  'property',
  'government-ngo',
  'other',
] as const
export const COMPANY_SIZES = ['1', '2-10', '11-50', '51-200', '201-1000', '1000+'] as const

type OpenState =
  | { open: true; until: string; holiday: boolean }
  | { open: false; date: string; today: boolean; at: string }

/**
 * By the hours that also determine the slots (docs/decisions/020 B2), those of each room: until when,
 * otherwise the studio date and time at which it opens next. Open from the opening minute, closed
 * from the closing minute.
 */
export function openState(now: Date, openings: readonly Opening[]): OpenState {
  const states = openings.map((opening) => stateOfRoom(now, opening))
  const open = states.filter((state) => state.open)
  if (open.length > 0)
    return {
      open: true,
      until: open.map(({ until }) => until).reduce((a, b) => (a > b ? a : b)),
      holiday: open.every(({ holiday }) => holiday),
    }
  const next = states.filter((state) => !state.open)
  return next.reduce((a, b) => (`${a.date} ${a.at}` <= `${b.date} ${b.at}` ? a : b))
}

function stateOfRoom(now: Date, opening: Opening): OpenState {
  // Compared as text: closing at 24:00 is not a time of this day.
  const [today, time] = [studioDate(now), studioTime(now)]
  const { opens, closes } = openingHours(today, opening)
  if (!isClosed(today, opening)) {
    if (time < hourText(opens))
      return { open: false, date: today, today: true, at: hourText(opens) }
    if (time < hourText(closes))
      return { open: true, until: hourText(closes), holiday: opening.holidays.has(today) }
  }
  let next = addDays(today, 1)
  // There can be at most as many consecutive closed days as there are closed days.
  for (let left = opening.closed?.size ?? 0; left > 0 && isClosed(next, opening); left--)
    next = addDays(next, 1)
  return {
    open: false,
    date: next,
    today: false,
    at: hourText(openingHours(next, opening).opens),
  }
}

// Some mail programs refuse longer addresses. What is left out is marked.
const QUOTED = 1200

/** A mailto address with the subject and the quoted message, short enough for every program. */
export function replyLink({
  email,
  subject,
  greeting,
  message,
}: {
  email: string
  subject: string
  greeting: string
  message: string
}): string {
  // Half of a surrogate pair cannot be encoded in an address.
  const start = startOf(message, QUOTED)
  const shown = start + (start.length < message.length ? '\n[…]' : '')
  const quoted = shown
    .split('\n')
    .map((line) => `> ${line}`)
    .join('\r\n')
  const body = `${greeting}\r\n\r\n\r\n${quoted}`
  return mailtoHref(email, { subject, body })
}

export const CONTACT_FIELDS = [
  'name',
  'email',
  'phone',
  'subject',
  'message',
  'company',
  'designation',
  'industry',
  'companySize',
  'experience',
  'topics',
] as const
export type ContactField = (typeof CONTACT_FIELDS)[number]
