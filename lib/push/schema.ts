import * as z from 'zod/mini'
import { flag, time } from '@/lib/text'
import type { PushChoices, PushKind } from './rules'

/** Longer ones are no push service's. */
const MOST_OF_ADDRESS = 1_000
const NO_HOST = /^\[|^[\d.]+$|^localhost$|\.(localhost|local|internal|lan|home|arpa)$/

/** True for an https address at a public name; where it leads is checked when it is called. */
export function isPushAddress(text: string): boolean {
  if (text.length > MOST_OF_ADDRESS || !URL.canParse(text)) return false
  const { protocol, port, username, password, hostname } = new URL(text)
  return (
    protocol === 'https:' &&
    port === '' &&
    username === '' &&
    password === '' &&
    hostname.includes('.') &&
    !NO_HOST.test(hostname.replace(/\.$/, ''))
  )
}

/** Of so many bytes in base64url, as a browser's `toJSON` writes them. */
const bytes = (length: number) =>
  z.string({ error: 'text' }).check(
    z.refine((text) => /^[\w-]{1,100}={0,2}$/.test(text) && byteCount(text) === length, {
      error: 'invalid',
    }),
  )

const byteCount = (text: string): number => Math.floor((text.replaceAll('=', '').length * 3) / 4)

/** Body of POST /api/admin/push: what the browser's subscription says of itself. */
export const phoneBody = z.object({
  endpoint: z.string({ error: 'text' }).check(z.refine(isPushAddress, { error: 'invalid' })),
  keys: z.object({ p256dh: bytes(65), auth: bytes(16) }),
})
export type PhoneInput = z.output<typeof phoneBody>

/** Body of PUT /api/admin/push. */
export const choicesBody = z
  .object({
    bookings: flag(),
    changes: flag(),
    money: flag(),
    messages: flag(),
    details: flag(),
    quietFrom: z.nullable(time()),
    quietUntil: z.nullable(time()),
  })
  .check(
    z.refine(({ quietFrom, quietUntil }) => (quietFrom === null) === (quietUntil === null), {
      error: 'time',
      path: ['quietUntil'],
    }),
  )

/** What the page of an account shows of notifications. */
export type Phone = {
  /** This browser gets them, as far as we know. */
  on: boolean
  /** It was called their own at sign-in: only there. */
  trusted: boolean
  /** Our public key, for its subscription. */
  key: string
  kinds: readonly PushKind[]
  choices: PushChoices
}

/** What the console's worker shows. */
export type PushText = { title: string; body: string; tag: string; url: string; lang: string }
