import * as z from 'zod/mini'
import { ARRIVALS, BOOKING_STATUSES } from '@/lib/bookings/status'
import { LIMITS } from '@/lib/limits'
import {
  cancelBody,
  despite,
  rescheduleBody,
  type BookingDto,
  type Extension,
} from '@/lib/bookings/schema'
import type { MailText } from '@/lib/closings/schema'
import type { MailState } from '@/lib/mail/rules'
import type { MailKind } from '@/lib/mail/schema'
import type { BookingSays } from '@/lib/notices/rules'
import type { MoneyState, PaidAtStudio } from '@/lib/sales/money'
import { LOCALES, type Locale } from '@/lib/i18n/routing'
import type { Undo } from '@/lib/undo'
import type { ListedDocument } from '@/lib/receipts/schema'
import {
  date,
  emailOrNone,
  optionalEmail,
  flag,
  id,
  idText,
  optionalLine,
  optionalPhone,
  pageSize,
  senAmount,
  shortCode,
  text,
  textLine,
  time,
  version,
} from '@/lib/text'

const CURSOR = /^(\d{13})-(\d{1,10})$/

/** Where a page of the list begins: the instant and id of the last row before it. */
export type Cursor = { at: Date; id: number }

export function parseCursor(text: string): Cursor | null {
  const [, at, id] = CURSOR.exec(text) ?? []
  return at && id && Number(id) <= 2_147_483_647
    ? { at: new Date(Number(at)), id: Number(id) }
    : null
}
export const isCursor = (text: string): boolean => parseCursor(text) !== null
export const cursorText = ({ at, id }: Cursor): string => `${at.getTime()}-${id}`

export const SORTS = ['newest', 'session', 'session-last'] as const
export type Sort = (typeof SORTS)[number]

/** The same in the page's address and in the API. Dates are those of the session. */
export const bookingFilter = z.object({
  search: z._default(shortCode(LIMITS.search), ''),
  status: z.optional(z.enum(BOOKING_STATUSES, { error: 'choice' })),
  service: z.optional(idText()),
  from: z.optional(date()),
  to: z.optional(date()),
  sort: z._default(z.enum(SORTS, { error: 'choice' }), 'newest'),
  all: z._default(z.enum(['0', '1'], { error: 'choice' }), '0'),
})
export type BookingFilter = z.output<typeof bookingFilter>

export const bookingListQuery = z.extend(bookingFilter, {
  limit: pageSize(),
  cursor: z.optional(z.string().check(z.refine(isCursor, { error: 'invalid' }))),
})

/** Values that make no sense, as in an old bookmark, are dropped rather than refused. */
export function filterOf(query: Record<string, string | string[] | undefined>): BookingFilter {
  const known = Object.entries(bookingFilter.shape).filter(
    ([key, shape]) => query[key] !== '' && shape.safeParse(query[key]).success,
  )
  return bookingFilter.parse(Object.fromEntries(known.map(([key]) => [key, query[key]])))
}

export function queryOf(filter: Partial<BookingFilter>): URLSearchParams {
  const { search, status, service, from, to, sort, all } = filter
  const query = {
    search,
    status,
    service: service && String(service),
    from,
    to,
    sort: sort === 'newest' ? '' : sort,
    all: all === '1' ? '1' : '',
  }
  return new URLSearchParams(
    Object.entries(query).filter((entry): entry is [string, string] => Boolean(entry[1])),
  )
}

/** `version` is that of the booking as the administrator saw it, see lib/audit. */
export const statusBody = z.object({
  status: z.enum(BOOKING_STATUSES, { error: 'choice' }),
  version: version(),
})
export const adminCancelBody = z.extend(cancelBody, { version: version() })
export const adminRescheduleBody = z.extend(rescheduleBody, {
  /** Null: its own, or another of its service where that is not free. */
  roomId: z._default(z.nullable(id()), null),
  /** False: the customer is not mailed. */
  tell: z._default(z.boolean({ error: 'choice' }), true),
  despite: despite(),
  version: version(),
})

/** `freeRoom`: with a no-show, the room is free from now on; for managers and the owner. */
export const arrivalBody = z.object({
  state: z.enum(ARRIVALS, { error: 'choice' }),
  freeRoom: z._default(z.boolean({ error: 'choice' }), false),
  version: version(),
})
export const undoBody = z.object({ act: z.uuid({ error: 'choice' }) })
/** `people`: absent, it stays as it is. */
export const contactDetailsBody = z
  .object({
    firstName: textLine(LIMITS.firstName),
    lastName: optionalLine(LIMITS.lastName),
    email: emailOrNone(),
    phone: optionalPhone(),
    locale: z.enum(LOCALES, { error: 'choice' }),
    financeEmail: z.optional(optionalEmail()),
    people: z.nullish(
      z
        .int({ error: 'figure' })
        .check(z.gte(1, { error: 'figure' }), z.lte(100, { error: 'figure' })),
    ),
    version: version(),
  })
  .check(
    z.refine(({ email, phone }) => email !== '' || phone !== null, {
      error: 'required',
      path: ['email'],
    }),
  )
export const noteBody = z.object({ text: text(LIMITS.note) })

export const moveQuery = z.object({ date: date(), time: time(), roomId: z.optional(idText()) })

export const bookingParams = z.object({ id: idText() })
export const transferBody = z.object({
  received: flag(),
  /** What is in the account; absent: what was asked for. */
  amountSen: z.optional(senAmount()),
  /** What the owner says that it is; absent: for the booking, where its customer can still have it. */
  use: z.optional(z.enum(['purchase', 'give_back'], { error: 'choice' })),
  version: version(),
})
export const noteParams = z.object({ id: idText(), noteId: idText() })

/** A booking as administrators see it. `updatedAt` is the version to send with a change. */
export type AdminBooking = BookingDto & {
  updatedAt: string
  /** At most one of both. */
  arrivedAt: string | null
  noShowAt: string | null
  /** How many come; null where nobody said. */
  people: number | null
}

export type OwnerNote = { id: number; text: string; author: string; at: string }

/** A booking as those see it who run the session: no amount, no email, no token. */
export type CrewBooking = {
  id: number
  /** To be sent with a change. */
  version: string
  name: string
  phone: string | null
  /** International without plus. */
  whatsApp: string | null
  /** What can be sent to the customer, in their own language. */
  texts: { about: string; late: string }
  isChangeable: boolean
  startsAt: string
  /** By studio day, HH:MM. */
  spans: { date: string; from: string; to: string }[]
  roomId: number
  service: string
  addOns: string[]
  people: number | null
  wishes: string | null
  member: boolean
  /** At most one of both. */
  arrivedAt: string | null
  noShowAt: string | null
  notes: OwnerNote[]
}

/**
 * `payUrl`: where its customer can pay; null where there is nothing to pay. `payText`: a message with
 * it in the customer's language. `whatsApp`: their number, international without plus.
 */
export type SoldByHand = AdminBooking & {
  payUrl: string | null
  payText: string | null
  whatsApp: string | null
}
export type Extended = SoldByHand & { undo: Undo | null }
/** With what the customer would be told: of what is to be paid later, and of what is paid at once. */
export type OfferedExtension = Extension & {
  mail: { locale: Locale; owed: MailText | null; paid: MailText | null } | null
}

/** With its payment, and how much is kept and can be refunded, in ringgit. */
export type ListedBooking = AdminBooking & {
  paymentStatus: MoneyState | null
  keptAmount: string
}

/**
 * Where a cancelled booking's money is, in ringgit. `due`: to be refunded as soon as Stripe
 * answers; `failed`: kept, because its refund failed.
 */
export type CancellationResult = AdminBooking & {
  money: Record<'kept' | 'due' | 'back' | 'atStudio' | 'failed', string> & {
    /** What the studio is to return, by the way in which it came; in sen. */
    toReturn: Record<PaidAtStudio, number>
  }
}

/** `failed` at the bank, `refused` by Stripe; `replaced` by a refund of all that was left. */
export type PartRefundState = 'due' | 'made' | 'failed' | 'refused' | 'replaced'

export type BookingDetail = {
  booking: AdminBooking
  payLink: string | null
  /** Who else gets its receipts. */
  financeEmail: string | null
  /** How much of its payments is kept and can be refunded, in ringgit. */
  keptAmount: string
  addOns: { name: string; hours: number; totalAmount: string }[]
  spans: { startsAt: string; endsAt: string }[]
  /** From when its room is free before its end. */
  freeFrom: string | null
  payments: {
    id: number
    purpose: string
    state: MoneyState
    /** What was received, or is due, and what went back, in the smallest unit of `currency`. */
    amount: number
    refunded: number
    /** What disputes took of it, and what undecided ones want back. */
    lost: number
    disputed: number
    currency: string
    /** The refund, or part of it, is still being processed by the bank. */
    refundPending: boolean
    /** What can be given back of it in parts, and what is asked for and not at Stripe yet, in sen. */
    refundable: number
    /** What of it the studio may give back itself, in sen. */
    byHandSen: number
    /** Why Stripe does not give it back; null where it does. */
    bar: 'refused' | 'too_old' | null
    due: number
    refunds: {
      id: number
      amountSen: number
      reason: string | null
      state: PartRefundState
      at: string
    }[]
    updatedAt: string
    method: string | null
    intentId: string | null
    reason: string | null
    /** How it was paid offline, or an administrator's note about the payment. */
    note: string | null
    at: string
  }[]
  /** The owner's own, newest first. */
  notes: OwnerNote[]
  locale: Locale
  /** The last act, while the asking administrator can take it back. */
  undo: Undo | null
  receipts: ListedDocument[]
  mails: {
    id: number
    kind: MailKind | 'former'
    /** What a notice to the customer has said. */
    says: BookingSays | null
    recipient: string
    status: MailState
    lastError: string | null
    at: string
  }[]
  history: {
    id: number
    actor: string
    action: string
    before: unknown
    after: unknown
    at: string
  }[]
}

/** A booking in the owner's hand. Instants are ISO. */
export type BookingInHand = {
  detail: Omit<BookingDetail, 'history'>
  /** The customer's number, international without plus. */
  whatsApp: string | null
  /** What can be sent to the customer, in their own language; `unpaid` while something is owed. */
  texts: { about: string; late: string; unpaid: string | null }
  member: boolean
  owedSen: number
  isUnpaid: boolean
  /** When its slip was sent, and the other bookings for which the same one was. */
  slipAt: string | null
  sameSlip: number[]
  /** Nothing is owed for it, and money for it may still come: it was to be paid by transfer. */
  takesMoney: boolean
  /** A transfer of so much is to be looked for in the account; `slipAt`: when its slip was sent. */
  transfer: { sen: number; slipAt: string | null; hasEnded: boolean } | null
  startsAt: string
  endsAt: string
}
