import * as z from 'zod'
import type { FieldChange } from '@/lib/audit/schema'
import type { Duration } from '@/lib/availability/rules'
import type { BookingSays, News, OrderSays, Standing, StudioEvent } from '@/lib/notices/rules'
import type { Money } from '@/lib/sales/money'
import type { ShownQr } from '@/lib/settings/duitnow'
import type { SettingKey } from '@/lib/settings/schema'
import type { PricedLength, Tier } from '@/lib/studio'
import { isDay, isTime } from '@/lib/time'

// A mail about a booking or an order is queued with its number alone, and written when it is sent
// (lib/current-mail.ts).

const instant = z.iso.datetime()
const sen = z.int().nonnegative()
const slot = z.object({ date: z.string().refine(isDay), time: z.string().refine(isTime) })

const aboutBooking = z.object({ bookingId: z.int().positive() })
const aboutOrder = z.object({ orderId: z.int().positive() })

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

/** What happened to a booking in the studio's summary. */
const BOOKING_EVENTS = ['made', 'moved', 'upgraded', 'cancelled'] as const

// No names: a mail about many people is not found when one of them is erased.
const summaryLine = slot.extend({
  bookingId: z.int().positive(),
  serviceName: z.string(),
  /** In a house with several rooms. */
  room: z.optional(z.string()),
  totalSen: sen,
})
export const SUMMARY_LISTS = ['made', 'changed', 'today', 'orders'] as const
const summary = z.object({
  /** Studio date. */
  date: z.string().refine(isDay),
  since: instant,
  /** At most 50 of each list; how many more there are is in `more`. */
  made: z.array(summaryLine),
  changed: z.array(summaryLine.extend({ event: z.enum(BOOKING_EVENTS) })),
  today: z.array(summaryLine.extend({ until: z.string() })),
  orders: z.array(z.object({ orderId: z.int().positive(), totalSen: sen })),
  more: z.optional(z.record(z.enum(SUMMARY_LISTS), z.int().nonnegative())),
  messages: z.int().nonnegative(),
  attention: z.int().nonnegative(),
})

// Nothing that the visitor typed, unless this browser has proven the address: otherwise the form
// could mail strangers' words to any address.
const contactReceived = z.object({ message: z.string().optional() })

const contactReply = z.object({ replyId: z.int().positive() })

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

/** The token of the link; deleted from our database when the mail is sent. */
const invitation = z.object({ code: z.string(), expiresAt: instant })
export type InvitationFacts = z.output<typeof invitation>

/** Where bank details are entered: the token of the link, deleted from our database with its mail. */
const bankForm = z.object({ code: z.string() })
export type BankFormFacts = {
  code: string
  name: string
  about: { booking: number } | { order: number }
  amountSen: number
  expiresAt: string
}

/** The row of the audit log of a change to a guarded setting. */
const settingChanged = z.object({ change: z.int().positive() })
export type SettingChangeFacts = {
  key: SettingKey
  /** A username. */
  by: string
  at: string
  changes: FieldChange[]
}

/**
 * The row of the audit log of a corrected address, which of the two it was, and who reads of it: an
 * owner, or whoever had the address before.
 */
const contactChanged = z.object({
  change: z.int().positive(),
  field: z.enum(['email', 'financeEmail']),
  reader: z.enum(['owner', 'former']),
})
export type ContactChangeFacts = Omit<z.output<typeof contactChanged>, 'change'> & {
  about: { booking: number } | { order: number }
  by: string
  at: string
  /** The address now: whole for an owner. */
  address: string
}

const financeDocument = z.object({ documentId: z.int().positive() })
/** What the finance contact is told of a document when the mail is sent. */
export type FinanceFacts = {
  about: { booking: number } | { order: number }
  documentId: number
  document: Exclude<Attachment, 'calendar'>
  number: string
  totalSen: number
}

/** What the finance contact is asked to pay when the mail is sent. */
export type FinancePayment = Slot & {
  about: { booking: number }
  /** Opens a page that only pays. */
  payToken: string
  amountSen: number
  /** The sum that they were asked for before; null where that was nothing, or somebody else. */
  askedSen: number | null
  serviceName: string
}

/** A slip as it was sent; sent again as another, it has a mail of its own. */
const studioSlip = z.object({ bookingId: z.int().positive(), sentAt: instant })
/** What the studio is told of a slip when the mail is sent. */
export type SlipFacts = {
  bookingId: number
  /** Of its customer. */
  name: string
  amountSen: number
  date: string
  time: string
  /** How long the time is held; null where it is not any more. */
  until: string | null
  /** Other bookings for which the same slip was sent. */
  sameSlip: number[]
}

const about = z.union([
  z.object({ booking: z.int().positive() }),
  z.object({ order: z.int().positive() }),
])

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
  documents: z.array(z.int().positive()).default([]),
  /** The booking's calendarSequence: a later change of the same event carries a greater one. */
  sequence: z.int().nonnegative().optional(),
})

/** Those of which a mail can tell: not of mail itself. */
export const MAILED_TROUBLES = [
  'webhook_signature',
  'webhook_clock',
  'proxy_hops',
  'uploads',
  'disk',
  'clock',
  'database_newer',
  'database_older',
  'job',
] as const
const trouble = z.object({
  kind: z.enum(MAILED_TROUBLES),
  job: z.string().nullable(),
  since: instant,
  isOver: z.boolean(),
})
export type TroubleFacts = z.output<typeof trouble>

export const mailContent = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('booking_notice'), payload: aboutBooking }),
  z.object({ kind: z.literal('studio_booking'), payload: aboutBooking }),
  z.object({
    kind: z.literal('booking_reminder'),
    payload: aboutBooking.extend({ startsAt: instant }),
  }),
  z.object({ kind: z.literal('order_notice'), payload: aboutOrder }),
  z.object({ kind: z.literal('studio_order'), payload: aboutOrder }),
  z.object({ kind: z.literal('attachment'), payload: mailAttachment }),
  z.object({ kind: z.literal('finance_document'), payload: financeDocument }),
  z.object({ kind: z.literal('finance_payment'), payload: aboutBooking }),
  z.object({ kind: z.literal('studio_slip'), payload: studioSlip }),
  z.object({ kind: z.literal('studio_summary'), payload: summary }),
  z.object({ kind: z.literal('studio_trouble'), payload: trouble }),
  z.object({ kind: z.literal('contact_message'), payload: contact }),
  z.object({ kind: z.literal('contact_received'), payload: contactReceived }),
  z.object({ kind: z.literal('contact_reply'), payload: contactReply }),
  z.object({ kind: z.literal('membership_welcome'), payload: welcome }),
  z.object({ kind: z.literal('membership_already'), payload: z.object({}) }),
  z.object({ kind: z.literal('sign_in_code'), payload: signInCode }),
  z.object({ kind: z.literal('invitation'), payload: invitation }),
  z.object({ kind: z.literal('bank_form'), payload: bankForm }),
  z.object({ kind: z.literal('setting_changed'), payload: settingChanged }),
  z.object({ kind: z.literal('contact_changed'), payload: contactChanged }),
  z.object({ kind: z.literal('test_mail'), payload: z.object({}) }),
])

export type MailInput = z.input<typeof mailContent>
export type MailContent = z.output<typeof mailContent>
export type MailKind = MailContent['kind']
export const MAIL_KINDS: readonly MailKind[] = mailContent.options.map(
  ({ shape }) => shape.kind.value,
)
/** Of a stored mail; `former` for what an earlier version of the site sent. */
export const mailKindOf = (stored: string): MailKind | 'former' =>
  MAIL_KINDS.find((kind) => kind === stored) ?? 'former'

export type BookingFacts = z.output<typeof slot> & {
  bookingId: number
  firstName: string
  lastName: string | null
  email: string
  phone: string | null
  /** In the mail's language, as are its add-ons. */
  serviceName: string
  /** Null where visitors can book no other. */
  room: string | null
  duration: Duration
  hours: number
  addOns: { name: string; hours: number }[]
  /** One span, five for weekly; instants. */
  spans: { startsAt: string; endsAt: string }[]
  subtotalSen: number
  taxSen: number
  taxLabel: string
  /** 8.25 means 8.25 %. */
  taxPercent: number
  totalSen: number
  requirements: string | null
  /** The booking's calendarSequence. */
  sequence: number
  money: Money
  /** What its page asks for now; 0: nothing. */
  askedSen: number
}
type Slot = z.output<typeof slot>
export type Reminder = BookingFacts & { manageToken: string }
export type BookingNotice = Reminder & {
  standing: Standing
  news: News<BookingSays>
  isOver: boolean
  /** Nothing was told before. */
  isFirst: boolean
  /** The time that the customer was told before; null when it has not changed. */
  previous: Slot | null
  otherRoom: OtherRoom | null
  /** The calendar file that goes with it. */
  calendar: 'confirmed' | 'cancelled' | null
  /** A receipt could not be issued yet. */
  awaitsReceipt: boolean
  /** The next free starts of the same length, up to three. */
  alternatives: Slot[]
  /** Where its customer transfers the money, and until when; null where they do not. */
  transfer: {
    bank: string
    holder: string
    number: string
    qr: ShownQr | null
    until: string
  } | null
  /** Why it has ended that waited for a transfer. */
  transferEnd: 'expired' | 'not_received' | null
}
export type StudioBooking = BookingFacts & {
  event: StudioEvent
  news: News<BookingSays>
  previous: Slot | null
  otherRoom: OtherRoom | null
  alternatives: Slot[]
}
/** The names of the room now and of the one that was told before; whether the time is the same. */
export type OtherRoom = { room: string; before: string; isSameTime: boolean }

export type OrderFacts = {
  orderId: number
  name: string
  email: string
  phone: string | null
  tier: Tier
  length: PricedLength
  rush: boolean
  /** What was charged for the edit; with `discountSen` it is the table price. */
  priceSen: number
  discount: 'member' | 'first_order' | null
  discountSen: number
  rushSen: number
  taxSen: number
  taxLabel: string
  taxPercent: number
  totalSen: number
  /** Studio date; null for an order that was never paid, or whose footage has not arrived. */
  dueDate: string | null
  requirements: string | null
}
export type OrderNotice = OrderFacts & {
  manageToken: string
  news: News<OrderSays>
  money: Money
  /** What is still to be paid of an order of which a part was received. */
  owedSen: number
  awaitsReceipt: boolean
  /** Where the edit is; null when it was delivered in another way. */
  link: string | null
  /** How often it was delivered. */
  round: number
}

type Written =
  | { kind: 'booking_notice'; payload: BookingNotice }
  | { kind: 'studio_booking'; payload: StudioBooking }
  | { kind: 'booking_reminder'; payload: Reminder }
  | { kind: 'order_notice'; payload: OrderNotice }
  | { kind: 'studio_order'; payload: OrderFacts }
  | { kind: 'contact_reply'; payload: ContactReplyFacts }
  | { kind: 'finance_document'; payload: FinanceFacts }
  | { kind: 'finance_payment'; payload: FinancePayment }
  | { kind: 'studio_slip'; payload: SlipFacts }
  | { kind: 'bank_form'; payload: BankFormFacts }
  | { kind: 'setting_changed'; payload: SettingChangeFacts }
  | { kind: 'contact_changed'; payload: ContactChangeFacts }
  | {
      kind: 'attachment'
      payload: AttachmentFacts & { calendar: (BookingFacts & { isCancelled: boolean }) | null }
    }
/** Every mail as it is sent: the input of a template. */
export type Letter = Written | Exclude<MailContent, { kind: Written['kind'] }>

export type BookingLetter = Extract<
  Letter,
  { kind: 'booking_notice' | 'studio_booking' | 'booking_reminder' }
>
/** The owner's answer to a message, and the message. */
export type ContactReplyFacts = {
  text: string
  subject: string
  message: string
  /** The Message-ID of the mail that said that it arrived. */
  inReplyTo: string | null
}
export type SummaryFacts = z.output<typeof summary>
export type ContactReceivedFacts = z.output<typeof contactReceived>
export type AttachmentFacts = z.output<typeof mailAttachment>
export type WelcomeFacts = z.output<typeof welcome>
export type SignInCodeFacts = z.output<typeof signInCode>
export type ContactMessageFacts = z.output<typeof contact>

/** A mail that could not be sent, or waits for its attachment, under Needs attention. */
export type FailedMail = {
  id: number
  kind: MailKind | 'former'
  /** What a mail waits for that is there to bring an attachment. */
  attachment: Attachment | null
  recipient: string
  bookingId: number | null
  orderId: number | null
  attempts: number
  lastError: string | null
  createdAt: string
}
