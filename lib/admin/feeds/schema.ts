import * as z from 'zod/mini'
import { id, LONGEST_URL, requiredCode, textLine } from '@/lib/text'

/** Calendars use webcal: and webcals: for a file at https:. */
const isCalendarAddress = (typed: string): boolean => {
  const address = httpsOf(typed)
  if (!URL.canParse(address)) return false
  const { protocol, username, password } = new URL(address)
  return protocol === 'https:' && username === '' && password === ''
}

export const httpsOf = (typed: string): string => typed.replace(/^webcals?:\/\//i, 'https://')

export const feedBody = z.object({
  roomId: id(),
  name: textLine(40),
  address: requiredCode(LONGEST_URL).check(z.refine(isCalendarAddress, { error: 'feed_address' })),
})
export type NewFeed = z.output<typeof feedBody>

/** A calendar whose times block, and which suddenly has no event at all, is believed after this long. */
export const EMPTY_MINUTES = 15

/**
 * Why a reading failed. What may not be asked is not told from what does not answer: the words would say
 * which names exist inside. `status`, `time_zone` and `rule` come with which.
 */
export const FEED_ERRORS = [
  'unreachable',
  'gone',
  'status',
  'redirects',
  'too_slow',
  'too_large',
  'not_calendar',
  'unreadable',
  'time_zone',
  'rule',
  'too_many',
] as const
export type FeedError = (typeof FEED_ERRORS)[number]

/** A calendar of elsewhere as the settings show it; instants are ISO. */
export type FeedLine = {
  id: number
  roomId: number
  name: string
  /** Of its address, the rest of which is a secret. */
  host: string
  /** How many times it blocks from today on. */
  times: number
  readAt: string | null
  succeededAt: string | null
  /** It has had no event since, and is believed from `until` on; until then it blocks as before. */
  empty: { since: string; until: string } | null
  error: { why: FeedError; detail: string | null; since: string } | null
}
