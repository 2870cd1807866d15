import * as z from 'zod'
import { DURATIONS } from '@/lib/availability/rules'
import { PRICED_LENGTHS, TIERS } from '@/lib/studio'
import { isDay, isTime } from '@/lib/time'

// The content of a mail is queued with its cause; what it says about a booking, an order and their
// money is read again when it is sent (lib/current-mail.ts).

const instant = z.iso.datetime()
const sen = z.int().nonnegative()
const slot = z.object({ date: z.string().refine(isDay), time: z.string().refine(isTime) })

const booking = slot.extend({
  bookingId: z.int().positive(),
  firstName: z.string(),
  lastName: z.string().nullable(),
  email: z.string(),
  phone: z.string().nullable(),
  /** Already in the mail's language. */
  serviceName: z.string(),
  duration: z.enum(DURATIONS),
  /** Missing in mails queued before the field existed. */
  hours: z.int().min(1).default(1),
  /** In the mail's language. Missing in mails queued before the field existed. */
  addOns: z.array(z.object({ name: z.string(), hours: z.int().positive() })).default([]),
  /** One span, five for weekly. */
  spans: z.array(z.object({ startsAt: instant, endsAt: instant })).min(1),
  subtotalSen: sen,
  taxSen: sen,
  taxLabel: z.string(),
  /** 8.25 means 8.25 %. */
  taxPercent: z.number().nonnegative(),
  totalSen: sen,
  requirements: z.string().nullable(),
  /** The booking's calendarSequence: a later change of the same event carries a greater one. */
  sequence: z.int().nonnegative(),
})

/** Where money is when the mail is sent; see `moneyOf` in lib/sales/money.ts. */
const money = z.object({
  settledSen: sen,
  dueSen: sen,
  atStudioSen: sen,
  stuckSen: sen,
  backSen: sen,
  returnedSen: sen,
  lostSen: sen,
  inProgress: z.boolean(),
})

// Optional, because mails queued before the field existed may still be waiting.
const managed = booking.extend({
  manageToken: z.string().optional(),
  /** Read when it is sent: a mail without it says nothing about payments. */
  money: money.optional(),
  /** Read when it is sent: the booking waits for its payment, without a deadline. */
  isUnpaid: z.boolean().optional(),
  /** Read when it is sent: the session has ended. */
  isOver: z.boolean().optional(),
  /** Read when it is sent: the booking was cancelled. */
  isCancelled: z.boolean().optional(),
  /** The payment whose receipt is attached. */
  paymentId: z.int().positive().optional(),
})

const upgraded = managed.extend({
  /** For this upgrade; `totalSen` is for the whole booking. */
  paidSen: sen,
})

const latePayment = managed.extend({
  paymentIntentId: z.string().optional(),
  /** The booking, not only its hold, had been cancelled before the money came. */
  wasCancelled: z.boolean().optional(),
  /** The next free starts of the same length, up to three; may be empty. */
  alternatives: z.array(slot).max(3).default([]),
})

const contact = z.object({
  contactId: z.int().positive(),
  name: z.string(),
  email: z.string(),
  subject: z.string(),
  message: z.string(),
  phone: z.string().nullable(),
  company: z.string().nullable(),
  industry: z.string().nullable(),
  companySize: z.string().nullable(),
  designation: z.string().nullable(),
  experience: z.string().nullable(),
  topics: z.string().nullable(),
})

const order = z.object({
  orderId: z.int().positive(),
  name: z.string(),
  email: z.string(),
  phone: z.string().nullable(),
  tier: z.enum(TIERS),
  length: z.enum(PRICED_LENGTHS),
  rush: z.boolean(),
  /** What was charged for the edit; with `discountSen` it is the table price. */
  priceSen: sen,
  discount: z.enum(['member', 'first_order']).nullable(),
  discountSen: sen,
  rushSen: sen,
  taxSen: sen,
  taxLabel: z.string(),
  taxPercent: z.number().nonnegative(),
  totalSen: sen,
  /** Studio date; null for an order that was never paid, or whose footage has not arrived. */
  dueDate: z.string().refine(isDay).nullable(),
  requirements: z.string().nullable(),
  manageToken: z.string().optional(),
  /** The payment whose receipt, or credit notes, are attached. */
  paymentId: z.int().positive().optional(),
})

const orderRefund = order.extend({
  why: z.enum(['duplicate', 'late', 'studio']),
  /** What had not been refunded before. */
  refundedSen: sen,
  /** Read when it is sent: a mail without it says nothing about where the money is. */
  money: money.optional(),
  paymentIntentId: z.string().optional(),
})

/** What happened to the booking that the studio's mail is about. */
const BOOKING_EVENTS = ['made', 'moved', 'upgraded', 'cancelled'] as const

const studioBooking = booking.extend({
  isOver: z.boolean().optional(),
  event: z.enum(BOOKING_EVENTS),
  /** The time before it was moved. */
  previous: slot.optional(),
})

// No names: a mail about many people is not found when one of them is erased.
const summaryLine = slot.extend({
  bookingId: z.int().positive(),
  serviceName: z.string(),
  totalSen: sen,
})
const summary = z.object({
  /** Studio date. */
  date: z.string().refine(isDay),
  /** When its period begins. */
  since: instant,
  /** At most 50 of each list. */
  made: z.array(summaryLine),
  changed: z.array(summaryLine.extend({ event: z.enum(BOOKING_EVENTS) })),
  today: z.array(summaryLine.extend({ until: z.string() })),
  orders: z.array(z.object({ orderId: z.int().positive(), totalSen: sen })),
  messages: z.int().nonnegative(),
  attention: z.int().nonnegative(),
})

// Nothing that the visitor typed, unless this browser has proven the address: otherwise the form
// could mail strangers' words to any address.
const contactReceived = z.object({ message: z.string().optional() })

// Nothing that was typed: the address in the join form need not be the visitor's.
const welcome = z.object({
  referralCode: z.string(),
  /** Optional, because mails queued before the field existed may still be waiting. */
  proven: z.optional(z.boolean()),
})

/** The code is deleted from our database when the mail is sent: it can no longer be read here. */
const signInCode = z.object({
  // Six digits, or the long code in groups.
  code: z.string().regex(/^(\d{6}|[A-Z\d]{4}(-[A-Z\d]{4}){3})$/),
  until: z.string().refine(isTime),
  /** The day of `until`, when it is another than the day on which the code was made. */
  untilDate: z.string().refine(isDay).optional(),
  /** How often the long code works; six digits work once. */
  uses: z.int().positive().optional(),
  /** Optional, because mails queued before the field existed may still be waiting. */
  expiresAt: instant.optional(),
})

const about = z.union([
  z.object({ booking: z.int().positive() }),
  z.object({ order: z.int().positive() }),
])

/** The amounts are in the attached document. */
const creditNote = z.object({
  documentId: z.int().positive(),
  name: z.string(),
  about,
  manageToken: z.string(),
  /** The money was paid, and so returned, at the studio; known when the mail is sent. */
  atStudio: z.boolean().optional(),
})

/** What may go with a mail. */
export const ATTACHMENTS = ['receipt', 'credit_note', 'debit_note', 'calendar'] as const
export type Attachment = (typeof ATTACHMENTS)[number]

/** An attachment that could not be made when its mail was sent. */
export const mailAttachment = z.object({
  /** The mail that went without it. */
  mailId: z.int().positive(),
  attachment: z.enum(ATTACHMENTS),
  name: z.string(),
  about,
  manageToken: z.string().optional(),
})

/** Every mail the studio sends: its kind and its facts. */
export const mailContent = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('booking_confirmed'), payload: managed }),
  z.object({ kind: z.literal('booking_unpaid'), payload: managed }),
  z.object({ kind: z.literal('booking_rescheduled'), payload: managed.extend({ previous: slot }) }),
  z.object({ kind: z.literal('booking_reminder'), payload: managed }),
  z.object({ kind: z.literal('booking_upgraded'), payload: upgraded }),
  z.object({
    kind: z.literal('upgrade_refund'),
    payload: managed.extend({ refundedSen: sen, wasCancelled: z.boolean().optional() }),
  }),
  z.object({
    kind: z.literal('booking_cancelled'),
    payload: managed.extend({
      refund: z.enum(['none', 'full']),
      /** What had been refunded, or returned at the studio, before the cancellation. */
      before: z.object({ back: sen, returnedAtStudio: sen }).optional(),
    }),
  }),
  z.object({ kind: z.literal('late_payment_refund'), payload: latePayment }),
  z.object({ kind: z.literal('late_payment_studio'), payload: latePayment }),
  z.object({ kind: z.literal('order_received'), payload: order }),
  z.object({ kind: z.literal('order_footage'), payload: order }),
  z.object({
    kind: z.literal('order_delivered'),
    payload: order.extend({
      link: z.url({ protocol: /^https?$/ }).nullable(),
      round: z.int().nonnegative(),
    }),
  }),
  z.object({ kind: z.literal('order_refunded'), payload: orderRefund }),
  z.object({ kind: z.literal('credit_note'), payload: creditNote }),
  z.object({ kind: z.literal('debit_note'), payload: creditNote }),
  z.object({ kind: z.literal('attachment'), payload: mailAttachment }),
  z.object({ kind: z.literal('studio_booking'), payload: studioBooking }),
  z.object({
    kind: z.literal('studio_order'),
    payload: order.omit({ manageToken: true, paymentId: true }),
  }),
  z.object({ kind: z.literal('studio_summary'), payload: summary }),
  z.object({ kind: z.literal('contact_message'), payload: contact }),
  z.object({ kind: z.literal('contact_received'), payload: contactReceived }),
  z.object({ kind: z.literal('membership_welcome'), payload: welcome }),
  z.object({ kind: z.literal('membership_already'), payload: z.object({}) }),
  z.object({ kind: z.literal('sign_in_code'), payload: signInCode }),
  z.object({ kind: z.literal('test_mail'), payload: z.object({}) }),
])

/** The input of a mail; `alternatives` may be left out. */
export type MailInput = z.input<typeof mailContent>
/** The input of a template. */
export type MailContent = z.output<typeof mailContent>
export type MoneyFacts = z.output<typeof money>
export type BookingMail = Extract<MailContent, { payload: { bookingId: number; spans: unknown } }>
export type AboutOrder = Extract<MailContent, { payload: { orderId: number } }>
export type BookingFacts = z.output<typeof booking>
export type ManagedBooking = z.output<typeof managed>
export type UpgradedBooking = z.output<typeof upgraded>
export type RefundedUpgrade = Extract<MailContent, { kind: 'upgrade_refund' }>['payload']
export type RescheduledBooking = Extract<MailContent, { kind: 'booking_rescheduled' }>['payload']
export type LatePayment = z.output<typeof latePayment>
export type CancelledBooking = Extract<MailContent, { kind: 'booking_cancelled' }>['payload']
export type StudioBooking = z.output<typeof studioBooking>
export type SummaryFacts = z.output<typeof summary>
export type ContactReceivedFacts = z.output<typeof contactReceived>
export type OrderFacts = z.output<typeof order>
export type OrderMail = Extract<MailContent, { kind: `order_${string}` }>
export type DeliveredOrder = Extract<MailContent, { kind: 'order_delivered' }>['payload']
export type RefundedOrder = z.output<typeof orderRefund>
export type CreditNoteFacts = z.output<typeof creditNote>
export type AttachmentFacts = z.output<typeof mailAttachment>
export type WelcomeFacts = z.output<typeof welcome>
export type SignInCodeFacts = z.output<typeof signInCode>
export type ContactMessageFacts = z.output<typeof contact>

/** A mail that could not be sent, or waits for its attachment, under Needs attention. */
export type FailedMail = {
  id: number
  kind: string
  /** What a mail waits for that is there to bring an attachment. */
  attachment: Attachment | null
  recipient: string
  bookingId: number | null
  orderId: number | null
  attempts: number
  lastError: string | null
  createdAt: string
}

/** True for a mail about a booking's time, price or payments. */
export const isAboutBooking = (content: MailContent): content is BookingMail =>
  'spans' in content.payload

/** True for a mail about an order of video editing. */
export const isAboutOrder = (content: MailContent): content is AboutOrder =>
  'orderId' in content.payload
