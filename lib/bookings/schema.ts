import { LOCALES } from '@/lib/i18n/routing'
import type { Rates } from '@/lib/catalog/rules'
import * as z from 'zod/mini'
import { WARNINGS, type Warning } from '@/lib/availability/by-hand'
import { type Duration, DURATIONS, type Length, MOST_HOURS } from '@/lib/availability/rules'
import { durationField, hours, someHours } from '@/lib/availability/schema'
import type { PlacedMoney, MoneyState, RefundShown } from '@/lib/sales/money'
import { companyFields } from '@/lib/receipts/schema'
import { STUDIO_METHODS, UNSAID_METHOD } from '@/lib/sales/money'
import type { ShownQr } from '@/lib/settings/duitnow'
import { LIMITS } from '@/lib/limits'
import {
  amount,
  email,
  emailOrNone,
  id,
  senAmount,
  textLine,
  optionalLine,
  optionalCode,
  optionalDate,
  optionalPhone,
  optionalText,
  requiredCode,
  MANAGE_TOKEN,
  version,
  date,
  time,
} from '@/lib/text'
import type { ListedDocument } from '@/lib/receipts/schema'
import { PAY_TOKEN } from './paths'
import { type BookingStatus, type UpgradeStatus } from './status'

/** Ids of services that are add-ons; the use case checks whether they are. */
const addOnIds = () =>
  z.array(id(), { error: 'choice' }).check(z.maxLength(10, { error: 'choice' }))

const session = z.object({
  serviceId: id(),
  /** Absent or null: any that serves. */
  roomId: z._default(z.nullable(id()), null),
  firstName: textLine(LIMITS.firstName),
  lastName: optionalLine(LIMITS.lastName),
  email: email(),
  phone: optionalPhone(),
  date: date(),
  time: time(),
  duration: durationField(),
  /** How many hours, with `duration: "hourly"` (docs/decisions/020 B2). */
  hours: hours(),
  /** By the hour, for the whole session (docs/decisions/020 B7). */
  addOns: z._default(addOnIds(), []),
  requirements: optionalText(LIMITS.requirements),
  ...companyFields,
})

/** The fields of the booking form, for browser and server (docs/decisions/020 C1). */
export const bookingInput = z.extend(session, {
  /** What takes something off the price (docs/decisions/042). */
  code: optionalCode(LIMITS.code),
})
export type BookingInput = z.output<typeof bookingInput>
export type BookingFormValues = z.input<typeof bookingInput>

/** Body of POST /api/bookings. `totalAmount` is only compared; what has no field here is ignored. */
export const bookingBody = z.extend(bookingInput, {
  totalAmount: z.nullish(amount()),
  useFreeSession: z._default(z.boolean({ error: 'choice' }), false),
})
export type BookingBody = z.input<typeof bookingBody> & { status: 'pending' }

/** Body of POST /api/bookings/code: what is chosen so far. */
export const codeQuestion = z.object({
  code: requiredCode(LIMITS.code),
  serviceId: z._default(z.nullable(id()), null),
  duration: durationField(),
  hours: hours(),
  addOns: z._default(addOnIds(), []),
  date: optionalDate(),
  time: optionalCode(5),
})
export type CodeQuestion = z.input<typeof codeQuestion>

/** The answer: the code as it is printed, and the price with it; null while no service is chosen. */
export type CodePrice = {
  code: string
  name: string
  price: { subtotal: string; taxAmount: string; totalAmount: string; discount: string } | null
}

/** Decimals and instants are strings, absent optionals null (docs/decisions/020 A6, C1). */
export type BookingDto = {
  id: number
  service: { id: number; name: string }
  serviceId: number
  roomId: number
  firstName: string
  lastName: string | null
  email: string
  phone: string | null
  date: string
  time: string
  duration: Duration
  /** With `hourly`: 1 to 8; 1 with every other duration. */
  hours: number
  requirements: string | null
  subtotal: string
  taxAmount: string
  totalAmount: string
  currency: string
  status: BookingStatus
  cancelReason: string | null
  holdExpiresAt: string | null
  /** Of its first payment at Stripe. */
  stripePaymentIntentId: string | null
  createdAt: string
}

/** Of GET /api/bookings/payment/{paymentIntentId} and /api/bookings/free/{id}, for its customer. */
export type PaidBooking = BookingDto & {
  addOns: { id: number; name: string; hours: number; totalAmount: string }[]
  paymentStatus: MoneyState
  /** Each sum by where it went or is: of all its money once it is cancelled, else of this payment. */
  money: PlacedMoney[]
  manageToken: string
  /** The number of this payment's receipt; null before it is issued, and where nothing was paid. */
  receipt: string | null
  /** What the owner says of Ramadan, where the session is in it; else null. */
  ramadan: string | null
  /** The room's name; null where visitors can book no other. */
  room: string | null
}

/** The warnings that an administrator has read, and books or moves despite. */
export const despite = () => z.optional(z.array(z.enum(WARNINGS, { error: 'choice' })))

/** Money received at the studio: how, and its reference in the administrator's own words. */
const received = z.object({
  method: z.enum(STUDIO_METHODS, { error: 'required' }),
  note: optionalLine(120),
})
export type ReceivedAtStudio = z.output<typeof received>

/** Or without how: of callers that only say that it was paid. */
const receivedSomehow = z.extend(received, {
  method: z.enum([...STUDIO_METHODS, UNSAID_METHOD], { error: 'required' }),
})

const upToHundred = () =>
  z.int({ error: 'figure' }).check(z.gte(1, { error: 'figure' }), z.lte(100, { error: 'figure' }))

/** Off a price before tax, as a sum or in percent; the reason is printed on the receipt. */
const discount = z
  .object({
    amountSen: z.optional(senAmount()),
    percent: z.optional(upToHundred()),
    reason: textLine(LIMITS.discountReason),
  })
  .check(
    z.refine(({ amountSen, percent }) => (amountSen === undefined) !== (percent === undefined), {
      error: 'choice',
    }),
  )
export type DiscountByHand = z.output<typeof discount>

/** A booking by an administrator, for somebody with an email or a telephone number. */
export const adminBookingBody = z
  .extend(session, {
    email: emailOrNone(),
    /** How many come; absent where nobody said. */
    people: z.nullish(upToHundred()),
    discount: z.nullish(discount),
    /**
     * Received at the studio, and confirmed at once; `link`: pending without a deadline, and the
     * customer is sent the link; `later`: confirmed, and owed; `free`: confirmed, and nothing is due.
     */
    paid: z.union([receivedSomehow, z.enum(['link', 'later', 'free'])], { error: 'choice' }),
    locale: z._default(z.enum(LOCALES, { error: 'choice' }), 'en'),
    /** The total that the administrator was shown; only compared. */
    totalAmount: z.nullish(amount()),
    despite: despite(),
  })
  .check(
    z.refine(({ email: to, phone }) => to !== '' || phone !== null, {
      error: 'required',
      path: ['email'],
    }),
  )
export type AdminBookingInput = z.output<typeof adminBookingBody>

/** What `payment`, from before there was `paid`, says. */
const PAID_OF_PAYMENT: Record<string, unknown> = {
  offline: { method: UNSAID_METHOD, note: null },
  later: 'link',
}

/** Body of POST /api/admin/bookings: `payment` (`offline`: received, `later`: by link) stands for `paid`. */
export const adminBookingCall = z.pipe(
  z.transform((body: unknown) => {
    const { payment, paid } = (body ?? {}) as { payment?: unknown; paid?: unknown }
    if (paid !== undefined || typeof payment !== 'string') return body
    return { ...(body as object), paid: PAID_OF_PAYMENT[payment] ?? payment }
  }),
  adminBookingBody,
)

const addOnList = z.pipe(
  z._default(z.string().check(z.regex(/^(\d{1,9}(,\d{1,9}){0,9})?$/, { error: 'choice' })), ''),
  z.transform((typed: string) => typed.split(',').filter(Boolean).map(Number)),
)

/** Query of GET /api/admin/bookings/{id}/extend: `addOns` are ids with commas between them. */
export const extendQuery = z.object({
  hours: z.pipe(
    z._default(z.string().check(z.regex(/^\d$/, { error: 'choice' })), '1'),
    z.transform((typed: string) => Number(typed)),
  ),
  addOns: addOnList,
})

/** Body of POST /api/admin/bookings/{id}/extend, with the price that was shown. */
export const extendBody = z.object({
  hours: z._default(z.int({ error: 'choice' }).check(z.gte(0), z.lte(MOST_HOURS)), 1),
  addOns: z._default(addOnIds(), []),
  pay: z.union([received, z.enum(['link', 'later'])], { error: 'choice' }),
  priceSen: senAmount(),
  despite: despite(),
  version: version(),
})
export type ExtendBody = z.output<typeof extendBody>

/**
 * What more of a session would cost, and whether its time is free: `warn` after its warnings were read,
 * `longest` when a session has no more hours, `no_charge` when it would cost no more, `room_retired` when
 * its room has no more to give, `over` when it has ended or waits for its first payment.
 */
export type Extension = {
  hours: number
  length: Length
  price: { subtotal: string; taxAmount: string; totalAmount: string } | null
  state: 'free' | 'warn' | 'taken' | 'longest' | 'no_charge' | 'room_retired' | 'over'
  warnings: Warning[]
  /** The added time, as instants. */
  from: string
  to: string
  /** Who, or what, has it. */
  clash: {
    kind: 'booking' | 'block'
    bookingId: number | null
    client: string | null
    reason: string | null
    startsAt: string
    endsAt: string
  } | null
  /** Those in which it is free. */
  otherRooms: { id: number; name: string }[]
  version: string
}

/** Body of POST /api/create-payment-intent (docs/decisions/020 C4). */
export const paymentIntentBody = z.object({ amount: z.nullish(amount()), bookingId: id() })
export type PaymentIntentRequest = z.input<typeof paymentIntentBody>

/** What the payment form needs, and until when the purchase is held. */
export type PaymentIntentResponse = { clientSecret: string; holdExpiresAt: string }

/**
 * Body of POST /api/manage/{token}/payment; the answer is a PaymentIntentResponse whose
 * `holdExpiresAt` is null, because the time is reserved without a deadline.
 */
export const unpaidBody = z.object({ amount: z.nullish(amount()) })

/** Body of a change of time: for the administrator's PATCH and the customer's own page. */
export const rescheduleBody = z.object({ newDate: date(), newTime: time() })
export type RescheduleRequest = z.input<typeof rescheduleBody>

/** Body of PATCH /api/bookings/{id}/cancel (docs/decisions/020 C12). */
export const cancelBody = z.object({
  refund: z._default(z.enum(['none', 'full'], { error: 'choice' }), 'none'),
})

/** Body of POST /api/manage/{token}/upgrade: what is added, and the price that the browser showed. */
export const upgradeBody = z.object({
  duration: z.optional(z.enum(DURATIONS, { error: 'choice' })),
  /** With `hourly`; when absent the booking keeps its hours. */
  hours: z.optional(someHours()),
  addOns: z.optional(addOnIds()),
  amount: amount(),
})
export type UpgradeBody = z.input<typeof upgradeBody>

/** The token in the address of a booking's own page and of its endpoints. */
export const manageParams = z.object({ token: z.string().check(z.regex(MANAGE_TOKEN)) })
/** Of a company's payer. */
export const payerParams = z.object({ token: z.string().check(z.regex(PAY_TOKEN)) })

/** Studio dates and times, one day or the five of a week, and the instants of the whole. */
export type VisitTimes = {
  service: string
  /** In the reader's language; absent where visitors can book no other. */
  room?: { id: number; name: string }
  duration: Duration
  hours: number
  days: { date: string; from: string; to: string }[]
  startsAt: string
  endsAt: string
  status: BookingStatus
}

/** As GET /api/manage/{token} shows it (docs/decisions/020 C10): no email, phone or payment ids. */
export type Managed = VisitTimes & {
  /** Absent where no transfer is waited for. */
  transfer?: ManagedTransfer
  id: number
  serviceId: number
  firstName: string
  date: string
  time: string
  requirements: string | null
  subtotal: string
  taxAmount: string
  totalAmount: string
  /** What was taken off, before tax. */
  discountAmount: string
  /** Basis points: 825 is 8.25 %. */
  taxRate: number
  taxLabel: string
  addOns: { id: number; name: string; hours: number; totalAmount: string }[]
  /** Whether the money of a cancelled booking was refunded or is being refunded; null when neither. */
  refund: RefundShown
  /** Of a cancelled booking, each sum of its money by where it went or is. */
  money: PlacedMoney[]
  movable: boolean
  /** Why a confirmed one cannot be moved; null where it can. */
  unmovable: Unmovable | null
  movableUntil: string
  horizonDays: number
  /** What can be added; null when nothing can (any more). */
  offers: Offers | null
  /** Until when an unpaid hold lasts; null for a booking that is not held, or has no deadline. */
  holdExpiresAt: string | null
  /** It awaits payment without a deadline, and can be paid here (docs/decisions/020 C15). */
  payable: boolean
  isOver: boolean
  /** What is still to be paid: the total, less what is kept of earlier payments. */
  owedAmount: string
  /** The tax in it, as its receipt will say; that of the total where nothing is to be paid. */
  owedTax: string
  /** The state of the newest payment for the booking itself; null when there is none. */
  payment: MoneyState | null
  /** Each sum of that payment by where it went or is. */
  paymentMoney: PlacedMoney[]
  /** The state of the newest upgrade; null when none was ever paid for. */
  upgrade: { status: UpgradeStatus; paymentStatus: MoneyState; money: PlacedMoney[] } | null
  /** Opens a page that shows when and where, and nothing about the customer. */
  guestToken: string
}

/**
 * `no_room`: its own is retired, and no other serves; `being_paid`: somebody pays for it at this moment;
 * `money_back`: its money was given back, and the owner has not decided about it.
 */
export type Unmovable = 'too_late' | 'no_room' | 'being_paid' | 'money_back'

/** What is to be paid of a booking, for the panel and the dialog in which it is paid. */
export type ToPay = Pick<
  Managed,
  | ('service' | 'duration' | 'hours' | 'date' | 'time' | 'isOver')
  | ('subtotal' | 'taxAmount' | 'totalAmount' | 'taxRate' | 'taxLabel' | 'payable')
  | ('owedAmount' | 'owedTax')
>

/** What a company's payer sees: nothing of who booked or comes (docs/decisions/059). */
export type PaidByCompany = ToPay &
  Pick<Managed, 'id' | 'status' | 'days' | 'payment' | 'paymentMoney'> & {
    company: string | null
    /** The day of the newest money that is kept. */
    paidOn: string | null
    documents: Pick<ListedDocument, 'kind' | 'number' | 'totalSen'>[]
    /** Absent where no transfer is waited for, or the studio takes none any more. */
    transfer?: Omit<ManagedTransfer, 'slipSentAt'>
  }

export type ManagedTransfer = {
  /** Where the money goes, and the text of the QR that asks for it; null once the hold has ended. */
  account: { bank: string; holder: string; number: string; qr: ShownQr | null } | null
  amount: string
  reference: string
  until: string | null
  slipSentAt: string | null
}

/** Not moved: it had this time already. `newRoom`: it was in another one before. */
export type Moved = Managed & { isMoved: boolean; newRoom: string | null }

/** With prices in sen, so that the page computes with the server's own rule. */
export type Offers = {
  rates: Rates
  lengths: (Length & { state: 'free' | 'taken' | 'closed' })[]
  addOns: AddOnOffer[]
}

/** An add-on in the reader's language, its hourly rate in sen. */
export type AddOnOffer = { id: number; name: string; hourlyRate: number }
