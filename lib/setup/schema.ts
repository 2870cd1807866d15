import * as z from 'zod/mini'
import { LOCALES, type Locale } from '@/lib/i18n/routing'
import { email, line } from '@/lib/text'

// What set-up asks, and what it says about an installation.

/** What POST /api/admin/setup/{step} can be asked to do. */
export const SETUP_STEPS = ['room', 'payments', 'mail', 'holidays', 'services', 'finish'] as const
export type SetupStep = (typeof SETUP_STEPS)[number]

/** Body of the step `room`: what the room is called in the calendar. */
export const roomBody = z.object({ name: line(60) })

/** Body of the step `mail`: where the test mail goes. */
export const testMailBody = z.object({
  email: email(),
  locale: z._default(z.enum(LOCALES, { error: 'choice' }), 'en' satisfies Locale),
})

/** Facts about the studio that a customer needs and nobody can guess. */
export const SITE_FACTS = [
  'registration',
  'email',
  'phone',
  'whatsapp',
  'address',
  'geo',
  'directions',
  'video',
  'photos',
] as const
/** The same, and what is said about coming here, which nobody needs but everybody believes. */
export type NeededFact = (typeof SITE_FACTS)[number] | 'visit'

/**
 * Which keys of Stripe's the environment has: none, the sandbox's, test keys, live keys, or one of
 * each, with which nobody can pay.
 */
export type PaymentKeys = 'missing' | 'sandbox' | 'test' | 'live' | 'mixed'

/** How a check of the keys ended: Stripe did not answer, or said yes or no. */
export type PaymentResult = 'accepted' | 'refused' | 'away'

export type PaymentStatus = {
  keys: PaymentKeys
  /** The last check of these very keys; null when there was none. `at` is an instant. */
  checked: { result: PaymentResult; at: string } | null
}

export type MailStatus = {
  /**
   * No mail server; nothing was ever sent through it; the last mail failed; the last mail was
   * taken by the server.
   */
  state: 'missing' | 'unproven' | 'failed' | 'proven'
  /** When that was; null while nothing was sent. */
  at: string | null
  /** The kind of failure and the server's numbers ("EAUTH 535"). */
  failure: string | null
}

export type SetupStatus = {
  /** When set-up was finished for the first time; null when it never was. */
  finishedAt: string | null
  room: string | null
  /** Whether somebody has set these; until then the first values count. */
  isSet: { site: boolean; hours: boolean; tax: boolean }
  /** Which facts are still placeholders. */
  placeholders: NeededFact[]
  payments: PaymentStatus
  mail: MailStatus
  /** The last public holiday that is known (studio date), and whether that is a year ahead. */
  holidays: { knownUntil: string | null; isEnough: boolean }
  /** How many services and add-ons visitors see. */
  services: { sessions: number; addOns: number }
}
