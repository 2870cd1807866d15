import { DAY_MS, MINUTE_MS } from '@/lib/time'

/** Of a mail in the database, which accepts no other. */
export const MAIL_STATES = ['queued', 'sent', 'failed', 'dropped'] as const
export type MailState = (typeof MAIL_STATES)[number]

/** Then another process takes the mail over; sending is aborted well before (transport.ts). */
export const LEASE_MINUTES = 2
export const MAX_ATTEMPTS = 12
/** How long a mail that was not permanently refused is retried, because an outage is not its fault. */
export const PATIENCE_DAYS = 3
const WAIT_MINUTES = [1, 2, 5, 15, 60] as const

/**
 * Mail to an address that neither a code nor a payment has proven, or about what such an address
 * sent (docs/decisions/020 A5): how many leave in an hour, to all recipients and to one. Beyond that
 * they wait, except sign-in codes, which are limited where they are asked for. RATE_LIMIT_SCALE
 * multiplies both.
 */
export const UNPROVEN_PER_HOUR = { toAll: 120, toOne: 20 } as const

export type Failure = {
  attempts: number
  /** When it was queued. */
  createdAt: Date
  /** The mail server refused this mail permanently. */
  isRefused: boolean
  /** It waits for its attachment, which it is there to bring. */
  isUnready?: boolean
  now: Date
}

/**
 * When to try again after `attempts` failures; null when a person must look at it: after twelve
 * attempts, and where the server was only away or busy not before three days. A mail that waits for
 * its attachment is tried until its content is forgotten (lib/people/forget.ts).
 */
export function retryAt({
  attempts,
  createdAt,
  isRefused,
  isUnready = false,
  now,
}: Failure): Date | null {
  const isOld = now.getTime() - createdAt.getTime() >= PATIENCE_DAYS * DAY_MS
  if (!isUnready && attempts >= MAX_ATTEMPTS && (isRefused || isOld)) return null
  const minutes = WAIT_MINUTES[Math.min(attempts, WAIT_MINUTES.length) - 1] ?? WAIT_MINUTES[0]
  return new Date(now.getTime() + minutes * MINUTE_MS)
}

/**
 * True when another attempt would most likely fail the same way: the server refused this mail with
 * a permanent answer (5xx), or it could not be rendered.
 */
export function isRefusal(error: unknown): boolean {
  if (isServerAway(error)) return false
  const { responseCode } = (error ?? {}) as { responseCode?: unknown }
  return typeof responseCode !== 'number' || responseCode >= 500
}

/** The last attempts of a mail: a server that takes no mail in them may refuse each, as beyond a limit. */
export const LAST_ATTEMPTS_HOURS = 6

/**
 * `MAIL_FROM` in parts; without a name of its own it gets the studio's. In one text, brackets in a name
 * would be a comment, and a colon would begin a group of addresses.
 */
export function senderOf(from: string, studio: string): { name: string; address: string } {
  const [, own = '', address = from] = /^(.*)<([^<>]+)>\s*$/s.exec(from) ?? []
  const name = own
    .trim()
    .replace(/^"(.*)"$/s, (_, quoted: string) => quoted.replace(/\\(.)/g, '$1'))
  return { name: name || studio, address: address.trim() }
}

/** Refused by what the server answers, and not by us. */
export const isAnswer = (error: unknown): boolean =>
  typeof ((error ?? {}) as { responseCode?: unknown }).responseCode === 'number'

/**
 * What may be kept about a failed attempt: the kind of failure and the server's codes. Never its
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

/** Of the connection, before or between mails: `EPROTOCOL` is a greeting that refuses everybody. */
export const SERVER_AWAY = [
  'ECONNECTION',
  'ETIMEDOUT',
  'ESOCKET',
  'EDNS',
  'ETLS',
  'EAUTH',
  'EPROTOCOL',
  'EABORT',
]

/** The next mail would only run into the same timeout. */
export const isServerAway = (error: unknown): boolean =>
  SERVER_AWAY.includes(String((error as { code?: unknown })?.code))

/** By which a mail shows the QR of a transfer, which is one of its files. */
export const QR_CID = 'duitnow-qr'
