import { DAY_MS, MINUTE_MS } from '@/lib/time'

/**
 * How long a deliverer may keep a mail before another one takes it over; sending is cut off well
 * before (transport.ts).
 */
export const LEASE_MINUTES = 2
export const MAX_ATTEMPTS = 12
/** A mail that no server has refused for good is tried for so long: an outage is not its fault. */
export const PATIENCE_DAYS = 3
const WAIT_MINUTES = [1, 2, 5, 15, 60] as const

export type Failure = {
  attempts: number
  /** When it was queued. */
  createdAt: Date
  /** The mail server has said no to this mail for good. */
  isRefused: boolean
  now: Date
}

/**
 * When to try again after `attempts` failures; null when it is enough and a person must look: after
 * twelve attempts, and where the server was only away or busy not before three days.
 */
export function retryAt({ attempts, createdAt, isRefused, now }: Failure): Date | null {
  const isOld = now.getTime() - createdAt.getTime() >= PATIENCE_DAYS * DAY_MS
  if (attempts >= MAX_ATTEMPTS && (isRefused || isOld)) return null
  const minutes = WAIT_MINUTES[Math.min(attempts, WAIT_MINUTES.length) - 1] ?? WAIT_MINUTES[0]
  return new Date(now.getTime() + minutes * MINUTE_MS)
}

/**
 * True when another attempt can hardly end otherwise: the server refused this mail with a permanent
 * answer (5xx), or it could not even be written.
 */
export function isRefusal(error: unknown): boolean {
  if (isServerAway(error)) return false
  const { responseCode } = (error ?? {}) as { responseCode?: unknown }
  return typeof responseCode !== 'number' || responseCode >= 500
}

/**
 * What may be kept of a failed attempt: the kind of failure and the server's numbers. Never its
 * text, which repeats the recipient's address (docs/decisions/020 F3).
 */
export function failureText(error: unknown): string {
  const e = error as { name?: unknown; code?: unknown; responseCode?: unknown; command?: unknown }
  const parts = [e?.code ?? e?.name, e?.responseCode, e?.command]
  return (
    parts.filter((part) => typeof part === 'string' || typeof part === 'number').join(' ') ||
    'unknown'
  )
}

const SERVER_AWAY = ['ECONNECTION', 'ETIMEDOUT', 'ESOCKET', 'EDNS', 'ETLS', 'EAUTH', 'EABORT']

/**
 * True when the mail server, not this mail, is the trouble: the next mail would only wait for the
 * same timeout.
 */
export const isServerAway = (error: unknown): boolean =>
  SERVER_AWAY.includes(String((error as { code?: unknown })?.code))
