import * as z from 'zod/mini'
import { LOCALES, type Locale } from '@/lib/i18n/routing'
import { email, textLine } from '@/lib/text'

/** The actions of POST /api/admin/setup/{step}. */
export const SETUP_STEPS = ['room', 'payments', 'mail', 'holidays', 'services', 'finish'] as const
export type SetupStep = (typeof SETUP_STEPS)[number]

export const roomNameBody = z.object({ name: textLine(60) })

export const testMailBody = z.object({
  email: email(),
  locale: z._default(z.enum(LOCALES, { error: 'choice' }), 'en' satisfies Locale),
})

/** Facts about the studio that a customer needs and that have no default. */
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
/** The same, and the demo's example directions, which are optional but would mislead visitors. */
export type NeededFact = (typeof SITE_FACTS)[number] | 'visit'

/** With a mixture nobody can pay. */
export type PaymentKeys = 'missing' | 'sandbox' | 'test' | 'live' | 'mixed'

/** The result of a check of the keys: Stripe did not answer, accepted or refused them. */
export type PaymentResult = 'accepted' | 'refused' | 'away'

export type PaymentStatus = {
  keys: PaymentKeys
  /** The last check of exactly these keys; null when there was none. `at` is an instant. */
  checked: { result: PaymentResult; at: string } | null
}

export type MailStatus = {
  /** No mail server; nothing was sent through it; the last mail failed; the server accepted it. */
  state: 'missing' | 'unproven' | 'failed' | 'proven'
  /** When that was; null while nothing was sent. */
  at: string | null
  /** The kind of failure and the server's codes ("EAUTH 535"). */
  failure: string | null
}

export type SetupStatus = {
  /** When set-up was first finished; null when it never was. */
  finishedAt: string | null
  room: string | null
  /** Whether each of these was set; until then the initial values apply. */
  isSet: { site: boolean; hours: boolean; tax: boolean }
  placeholders: NeededFact[]
  /** Names of what has no Malay; `visit` stands for the information for visitors. */
  withoutMalay: string[]
  payments: PaymentStatus
  mail: MailStatus
  /** The last known public holiday (studio date), and whether that is a year ahead. */
  holidays: { knownUntil: string | null; isEnough: boolean }
  /** How many services and add-ons visitors see. */
  services: { sessions: number; addOns: number }
}
