import { MINUTE_MS } from '@/lib/time'

/**
 * How long a deliverer may keep a mail before another one takes it over; sending is cut off well
 * before (transport.ts).
 */
export const LEASE_MINUTES = 2
export const MAX_ATTEMPTS = 12
const WAIT_MINUTES = [1, 2, 5, 15, 60] as const

/**
 * When to try again after `attempts` failures; null when it is enough and a person must look
 * (decision F1).
 */
export function retryAt(attempts: number, now: Date): Date | null {
  if (attempts >= MAX_ATTEMPTS) return null
  const minutes = WAIT_MINUTES[Math.min(attempts, WAIT_MINUTES.length) - 1] ?? WAIT_MINUTES[0]
  return new Date(now.getTime() + minutes * MINUTE_MS)
}

/**
 * What may be kept of a failed attempt: the kind of failure and the server's numbers. Never its
 * text, which repeats the recipient's address (decision F3).
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
