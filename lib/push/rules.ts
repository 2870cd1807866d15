import { toInstant, addDays, studioDate, studioTime } from '@/lib/time'
import type { Role } from '@/lib/roles'
import { mayAs } from '@/lib/roles'

/** What somebody can be told of on their phone. */
export const PUSH_KINDS = ['bookings', 'changes', 'money', 'messages'] as const
export type PushKind = (typeof PUSH_KINDS)[number]

/** Crew see neither money nor messages, and are not told of them (docs/decisions/047). */
export const pushKindsOf = (role: Role): readonly PushKind[] =>
  mayAs(role, 'manager') ? PUSH_KINDS : ['bookings', 'changes']

export type QuietHours = { quietFrom: string | null; quietUntil: string | null }
export type PushChoices = Record<PushKind, boolean> & QuietHours & { details: boolean }

export const USUAL_CHOICES: PushChoices = {
  ...{ bookings: true, changes: true, money: true, messages: true },
  ...{ details: false, quietFrom: null, quietUntil: null },
}

/**
 * When the quiet hours that `now` lies in end; null outside of them. By the studio's clock; from 22:00
 * until 07:00 they go over midnight.
 */
export function quietUntil(now: Date, { quietFrom, quietUntil: until }: QuietHours): Date | null {
  if (quietFrom === null || until === null || quietFrom === until) return null
  const [date, time] = [studioDate(now), studioTime(now)]
  if (quietFrom < until) return time >= quietFrom && time < until ? toInstant(date, until) : null
  if (time >= quietFrom) return toInstant(addDays(date, 1), until)
  return time < until ? toInstant(date, until) : null
}

/** How long the push service keeps one for a phone that is off. */
export const TTL_SECONDS = 6 * 3600
/** One that could not be sent for so long is of no use any more. */
export const STALE_SECONDS = 24 * 3600
export const PUSH_TRIES = 5
/** A phone whose push service refuses so many in a row, for so many days, gets no more. */
export const ENDS_AFTER = { failures: 10, days: 3 }

/** What `Retry-After` asks for, in seconds or by a date; null for nothing, or nothing that is either. */
export function secondsUntilRetry(header: string | undefined, now: Date): number | null {
  if (header === undefined) return null
  if (/^\d+$/.test(header)) return Number(header)
  const at = / GMT$/.test(header) ? Date.parse(header) : NaN
  return Number.isNaN(at) ? null : Math.ceil((at - now.getTime()) / 1000)
}

/** Seconds until the next attempt; `after`: what the push service asks for. */
export const pushAgainAfter = (attempts: number, after: number | null): number =>
  Math.max(Math.min(30 * 4 ** (attempts - 1), 3600), Math.min(after ?? 0, 3600))

/** What becomes of one, by the answer of the push service; null: none came. */
export function pushOutcome(status: number | null): 'sent' | 'ended' | 'again' | 'refused' {
  if (status === null || status === 429 || status >= 500) return 'again'
  if (status >= 200 && status < 300) return 'sent'
  return status === 404 || status === 410 ? 'ended' : 'refused'
}
