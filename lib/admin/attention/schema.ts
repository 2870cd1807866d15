import * as z from 'zod/mini'
import { LIMITS } from '@/lib/limits'
import type { PaymentOutcome, PaymentReason } from '@/lib/payments/rules'
import { HANDLED_AS, STUDIO_METHODS, type HandledAs } from '@/lib/sales/money'
import { date, flag, id, optionalLine, senAmount, text, version } from '@/lib/text'

/** Body of PATCH /api/admin/payments/{id}: what the money was for, or that it was dealt with. */
export const attentionBody = z.object({
  bookingId: z.nullish(id()),
  orderId: z.nullish(id()),
  /** What became of the money; may be absent where only one is possible. */
  money: z.nullish(z.enum(HANDLED_AS, { error: 'choice' })),
  note: text(500),
  version: version(),
})

/** Body of POST /api/admin/payments/{id}/refund. Without a sum one that is due or failed is tried again. */
export const refundBody = z.object({
  amountSen: z.optional(senAmount()),
  reason: optionalLine(LIMITS.refundReason),
  /** How the studio gave it back itself; absent where Stripe is asked, or that was not said. */
  returned: z.nullish(
    z.object({
      method: z.enum(STUDIO_METHODS, { error: 'choice' }),
      date: date(),
      reference: optionalLine(LIMITS.paymentReference),
    }),
  ),
  version: version(),
})

/** Body of POST /api/admin/payments: money that the studio received itself. */
export const paymentBody = z
  .object({
    bookingId: z.nullish(id()),
    orderId: z.nullish(id()),
    method: z.enum(STUDIO_METHODS, { error: 'choice' }),
    amountSen: senAmount(),
    /** The studio's day on which it came. */
    date: date(),
    reference: optionalLine(LIMITS.paymentReference),
    /** What is not owed is recorded too, to be given back. */
    notOwed: z.optional(flag()),
    /** Of the booking or order. */
    version: version(),
  })
  .check(
    z.refine(({ bookingId, orderId }) => (bookingId == null) !== (orderId == null), {
      error: 'choice',
      path: ['bookingId'],
    }),
  )

export type PaymentAlert = {
  id: number
  /** Why it waits; null where it does not any more. */
  kind: AlertKind | null
  /** What marking it as handled can say of its money, and what it said. */
  ways: readonly HandledAs[]
  handledAs: HandledAs | null
  bookingId: number | null
  orderId: number | null
  client: { name: string; email: string } | null
  intentId: string | null
  /** What was received, in the smallest unit of `currency`, and what was due in sen. */
  received: number
  /** Of what was received: where the rest waits to go back, without what did. */
  left: number
  dueSen: number
  currency: string
  /** Null: Stripe has not decided yet. */
  outcome: PaymentOutcome | null
  reason: PaymentReason | null
  refundStatus: string | null
  /** What can be given back of it in parts, in sen. */
  refundable: number
  /** What of it the studio may give back itself, in sen. */
  byHandSen: number
  /** What a bank decides, or has decided; null where there is no dispute, or it is over. */
  dispute: 'open' | 'answered' | 'lost' | null
  note: string | null
  /** Stripe's words when it refused the refund. */
  refusal: string | null
  /** How it came; null where that is not known. */
  method: string | null
  /** Why Stripe does not give it back; null where it does, and for money that the studio received. */
  bar: 'refused' | 'too_old' | null
  /** A part was given back by hand: so is the rest. */
  byHand: boolean
  succeededAt: string | null
  updatedAt: string
}

/** Money at Stripe that could not be recorded; `since` is ISO. */
export type UnrecordedIntent = { intentId: string; since: string }

export const ALERT_KINDS = [
  ...(['open', 'disputed', 'dispute_answered', 'dispute_lost'] as const),
  ...(['paid_back', 'unread', 'no_document'] as const),
] as const
export type AlertKind = (typeof ALERT_KINDS)[number]

export type AlertList = AlertKind | 'late' | 'handled'

/** Something that keeps money, mail, notifications or bookings from their way for ten minutes. */
export type TroubleAlert = {
  kind:
    | 'mail_off'
    | 'mail_login'
    | 'mail_away'
    | 'mail_not_run'
    | 'push_away'
    | 'push_not_run'
    | 'webhook_signature'
    | 'webhook_clock'
    | 'proxy_hops'
    | 'uploads'
    | 'disk'
    | 'clock'
    | 'jobs_stopped'
    | 'database_newer'
    | 'database_older'
    | 'job'
    | 'feed'
  since: string
  count: number | null
  /** The name of the job, or of the calendar. */
  job: string | null
}

/** A booking to be paid by link whose time has passed without a payment. */
export type UnpaidOver = { id: number; name: string; date: string; time: string; amount: string }

/** A transfer that nobody has decided, of a booking whose time is not held for it any more. */
export type TransferOver = UnpaidOver & { hasSlip: boolean; sameSlip: number[] }
