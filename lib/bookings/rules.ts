import {
  HORIZON_DAYS,
  hoursPerDay,
  isSameLength,
  LEAD_MINUTES,
  lengthOf,
  MOST_HOURS,
  WEEKLY_DAYS,
  type Duration,
  type Length,
  type Limits,
  type Span,
} from '@/lib/availability/rules'
import { localeNamed, toLocale, type Locale } from '@/lib/i18n/routing'
import type { Rates } from '@/lib/catalog/rules'
import { senOf, type Stored, type Tax } from '@/lib/money'
import { isExpected, type Expected, type Received } from '@/lib/payments/rules'
import { MIN_CHARGE_SEN, moneyOf, owedOf, type PaymentMoney } from '@/lib/sales/money'
import {
  discountLine,
  line,
  quoteOf,
  quoteOfRest,
  sumOf,
  type Line,
  type Quote,
} from '@/lib/sales/quote'
import { HOUR_MS } from '@/lib/time'

export const BOOKING_STATUSES = ['pending', 'confirmed', 'completed', 'cancelled'] as const
export type BookingStatus = (typeof BOOKING_STATUSES)[number]

/** How many hours a length is charged for, and so is an add-on (docs/decisions/020 B7, D3). */
export const hoursCharged = (length: Length): number =>
  hoursPerDay(length) * (length.duration === 'weekly' ? WEEKLY_DAYS : 1)

/**
 * Price before tax in sen: the length's own hourly rate, or the hourly rate where there is none, ×
 * hours (docs/decisions/020 D3).
 */
export function basePrice(rates: Rates, length: Length): number {
  const own = {
    hourly: rates.hourly,
    'half-day': rates.halfDay,
    'full-day': rates.fullDay,
    weekly: rates.weekly,
  }[length.duration]
  return (own ?? rates.hourly) * hoursCharged(length)
}

/**
 * The cheapest half or full day that covers so many hours and costs less than them, with both
 * prices in sen before tax; null when there is none (docs/decisions/020 B2).
 */
export function cheaperLength(
  rates: Rates,
  length: Length,
): { duration: 'half-day' | 'full-day'; sen: number; hourlySen: number } | null {
  if (length.duration !== 'hourly') return null
  const hourlySen = basePrice(rates, length)
  const [cheapest] = offeredDurations(rates)
    .filter((duration) => duration !== 'hourly')
    .map((duration) => ({ duration, length: lengthOf({ duration }) }))
    .filter((day) => hoursPerDay(day.length) >= length.hours)
    .map((day) => ({ duration: day.duration, sen: basePrice(rates, day.length), hourlySen }))
    .filter(({ sen }) => sen < hourlySen)
    .sort((a, b) => a.sen - b.sen)
  return cheapest ?? null
}

/**
 * How many hours of the room may be held unpaid at once: from one address (one household: an IPv4
 * address, an IPv6 /64) and from one network (/24, /48). RATE_LIMIT_SCALE multiplies both.
 */
export const HELD_HOURS = { perAddress: 8, perNetwork: 24 } as const

/**
 * A week counts as the whole allowance of one address, so nothing else is held beside it. With its
 * real 40 hours nobody could hold one.
 */
export const WEEK_COUNTS_AS = HELD_HOURS.perAddress

/** How many hours a hold between these instants counts for. */
export const countedHours = (duration: Duration, startsAt: Date, endsAt: Date): number =>
  duration === 'weekly' ? WEEK_COUNTS_AS : (endsAt.getTime() - startsAt.getTime()) / HOUR_MS

/**
 * What may end unpaid in a day, in hours of the room × minutes that they were held: of one address
 * and one inbox (a full day four times for 15 minutes, or one hour 32 times), and of one network.
 * RATE_LIMIT_SCALE multiplies both.
 */
export const UNPAID_ENDS = { perAddress: 480, perInbox: 480, perNetwork: 1440 } as const

/**
 * How many hours of a room may be held unpaid in a calendar week (from Monday) before every further
 * hold lasts only as long as one whose payment has not begun. RATE_LIMIT_SCALE multiplies it.
 */
export const HELD_OF_WEEK = 24

/** A hold whose payment has not begun ends after this many minutes. */
const UNPAID_HOLD_MINUTES = 5

/**
 * How long a hold lasts before its payment begins; `usual` is how long it lasts once it has begun,
 * in minutes.
 */
export const minutesBeforePayment = (usual: number): number => Math.min(usual, UNPAID_HOLD_MINUTES)

/** What an add-on costs by the hour, in sen. */
export type AddOnRate = { serviceId: number; hourlyRateSen: number }
/** An add-on of a booking: its rate, and for how many hours. */
export type AddOn = AddOnRate & { hours: number }

/** Add-ons for every charged hour of a session of this length (docs/decisions/020 B7). */
export const addOnsFor = (addOns: readonly AddOnRate[], length: Length): AddOn[] =>
  addOns.map((addOn) => ({ ...addOn, hours: hoursCharged(length) }))

const addOnLines = (addOns: readonly AddOn[]): Line[] =>
  addOns.map(({ serviceId, hourlyRateSen, hours }) =>
    line({ kind: 'add_on', serviceId }, hourlyRateSen, hours),
  )

/** A session that costs `sen`: by the hour where that comes out even. */
function sessionLine(sen: number, length: Length): Line {
  const hours = hoursCharged(length)
  return sen % hours === 0
    ? line({ kind: 'session' }, sen / hours, hours)
    : line({ kind: 'session' }, sen)
}

/** The price of a studio session with its add-ons. */
export const sessionPrice = (
  rates: Rates,
  length: Length,
  tax: Tax,
  addOns: readonly AddOnRate[] = [],
): Quote =>
  quoteOf(
    [sessionLine(basePrice(rates, length), length), ...addOnLines(addOnsFor(addOns, length))],
    tax,
  )

/** The price of a member's free session: nothing. */
export function freeSessionPrice(rates: Rates, length: Length, tax: Tax): Quote {
  const session = sessionLine(basePrice(rates, length), length)
  return quoteOf([session, discountLine('free_session', session.amountSen, [session])], tax)
}

/**
 * The four lengths as the public page offers them: half and full day only where the service has
 * that rate.
 */
export const offeredDurations = (rates: Rates): Exclude<Duration, 'weekly'>[] => [
  'hourly',
  ...(rates.halfDay === null ? [] : (['half-day'] as const)),
  ...(rates.fullDay === null ? [] : (['full-day'] as const)),
]

/**
 * The lengths that the public form accepts: a week has no button, but the studio sends links to it.
 */
export const bookableDurations = (rates: Rates): Duration[] => [
  ...offeredDurations(rates),
  'weekly',
]

/**
 * A booking in one of these states keeps its reservations; leaving them releases the room
 * (docs/decisions/020 B8, C11).
 */
export const holdsSlot = (status: BookingStatus): boolean => status !== 'cancelled'

/** The effects of a change of status. */
export type Transition = {
  /** The room: reserved again under the constraint, released, or unchanged. */
  slot: 'take' | 'free' | 'keep'
  /**
   * The member's ledger: a session is added when it is completed, and reversed when it no longer
   * is.
   */
  session: 'record' | 'reverse' | 'keep'
  mail: 'confirmed' | 'cancelled' | null
}

/**
 * Any status → any status, as an administrator may set it; null when it already has that status.
 */
export function transition(from: BookingStatus, to: BookingStatus): Transition | null {
  if (from === to) return null
  return {
    slot: holdsSlot(from) === holdsSlot(to) ? 'keep' : holdsSlot(to) ? 'take' : 'free',
    session:
      to === 'completed'
        ? 'record'
        : from === 'completed' || to === 'cancelled'
          ? 'reverse'
          : 'keep',
    // A finished session that is set back to confirmed queues the confirmation too. Unless the
    // booking had been cancelled since, it was sent before and is not sent twice.
    mail:
      to === 'confirmed'
        ? 'confirmed'
        : to === 'cancelled' && from === 'confirmed'
          ? 'cancelled'
          : null,
  }
}

/**
 * Who requests a change: the customer by the booking's link, or an administrator, who may ignore
 * lead time and horizon (docs/decisions/020 B5).
 */
export type ChangedBy = 'customer' | 'admin'
/**
 * A customer may move the session until this many hours before it starts (docs/decisions/020 C10).
 */
export const RESCHEDULE_HOURS = 24

/** A reminder is sent this many hours before a session (docs/decisions/020 F1). */
export const REMINDER_HOURS = 24

/** Until when the customer may move a session that starts at `startsAt`, inclusive. */
export const movableUntil = (startsAt: Date): Date =>
  new Date(startsAt.getTime() - RESCHEDULE_HOURS * HOUR_MS)

/**
 * Why a booking cannot be moved, or null when it can: never a cancelled or completed one
 * (docs/decisions/020 C12); by the customer only a confirmed one, and not in its last 24 hours
 * (docs/decisions/020 C10). The key of a message under `errors`.
 */
export function moveRefusal(
  booking: { status: string; startsAt: Date },
  by: ChangedBy,
  now: Date,
): 'not_changeable' | 'too_late_to_move' | null {
  if (booking.status !== 'confirmed' && !(by === 'admin' && booking.status === 'pending'))
    return 'not_changeable'
  return by === 'customer' && now > movableUntil(booking.startsAt) ? 'too_late_to_move' : null
}

/**
 * The limits for the new time of a booking: an administrator has neither lead time nor horizon, a
 * member a longer horizon (docs/decisions/020 B5).
 */
export const moveLimits = (by: ChangedBy, isMember: boolean, now: Date): Limits =>
  by === 'admin'
    ? { now, horizonDays: Infinity, leadMinutes: 0 }
    : {
        now,
        horizonDays: isMember ? HORIZON_DAYS.member : HORIZON_DAYS.public,
        leadMinutes: LEAD_MINUTES,
      }

/**
 * The lengths that a booking can be extended to, shortest first (docs/decisions/020 C10): the
 * longer days that the service offers, and for an hourly booking more hours up to the next of those
 * days, as long as the studio offers several hours.
 */
export function longerLengths(rates: Rates, sold: Length, severalHours: boolean): Length[] {
  if (sold.duration === 'weekly') return []
  const days = offeredDurations(rates)
    .map((duration) => lengthOf({ duration }))
    .filter((day) => day.duration !== 'hourly' && hoursPerDay(day) > hoursPerDay(sold))
  if (sold.duration !== 'hourly' || !severalHours) return days
  const below = Math.min(MOST_HOURS + 1, ...days.map(hoursPerDay))
  const more = Array.from({ length: below - sold.hours - 1 }, (_, i) =>
    lengthOf({ duration: 'hourly', hours: sold.hours + 1 + i }),
  )
  return [...more, ...days]
}

/**
 * `held`: the added time is reserved while it is being paid for; `ended`: it was released;
 * `applied`: it belongs to the booking.
 */
export type UpgradeStatus = 'held' | 'ended' | 'applied'

/** The facts that decide whether a booking awaits payment without a deadline. */
export type UnpaidCheck = {
  status: string
  holdExpiresAt: Date | null
  totalAmount: Stored
  payments: readonly (PaymentMoney & { purpose: string })[]
}

/** What is still to be paid for a booking, in sen. */
export const owedSen = ({
  totalAmount,
  payments,
}: Pick<UnpaidCheck, 'totalAmount' | 'payments'>): number =>
  owedOf(senOf(totalAmount), moneyOf(payments))

/**
 * True for a booking that the studio made and that can be paid by its link (docs/decisions/020
 * C15): pending without a deadline, with a rest to pay that Stripe accepts, and without a payment that
 * confirmed it or waits for a decision; money lost in a dispute is paid anew.
 */
export const isUnpaid = (booking: UnpaidCheck): boolean =>
  booking.status === 'pending' &&
  booking.holdExpiresAt === null &&
  owedSen(booking) >= MIN_CHARGE_SEN &&
  !booking.payments.some(
    ({ purpose, outcome, disputeStatus }) =>
      purpose === 'booking' &&
      disputeStatus !== 'lost' &&
      (outcome === 'confirmed' || outcome === 'needs_attention'),
  )

/** A booking as it is: what was paid for it in sen, with the tax in `total` at its own rate. */
export type SoldBooking = {
  length: Length
  subtotalSen: number
  taxSen: number
  totalSen: number
  taxBasisPoints: number
  addOns: readonly AddOn[]
}
/**
 * The booking after an upgrade (`after`, with all its add-ons) and what is due for it now (`due`).
 */
export type Upgrade = { after: Quote; addOns: AddOn[]; due: Quote }

/**
 * The price of making a booking longer or adding add-ons: the new total at current rates minus what
 * was paid, to the sen (docs/decisions/020 C10). The session keeps the price it was sold at unless
 * its length changes; add-ons it already has keep their rate and cover every hour of the new
 * length; tax is that of the booking (docs/decisions/020 D2).
 */
export function upgradePrice(
  sold: SoldBooking,
  rates: Rates,
  length: Length,
  added: readonly AddOnRate[],
): Upgrade {
  const before = sold.subtotalSen - sumOf(addOnLines(sold.addOns))
  const session = isSameLength(length, sold.length) ? before : basePrice(rates, length)
  const addOns = addOnsFor([...sold.addOns, ...added], length)
  const tax = { basisPoints: sold.taxBasisPoints, label: '' }
  const after = quoteOf([sessionLine(session, length), ...addOnLines(addOns)], tax)
  const more = addOns.flatMap(({ serviceId, hourlyRateSen, hours }, nth) => {
    const extra = hours - (sold.addOns[nth]?.hours ?? 0)
    if (extra === 0) return []
    return [line({ kind: 'add_on', serviceId }, Math.sign(extra) * hourlyRateSen, Math.abs(extra))]
  })
  const longer = session === before ? [] : [line({ kind: 'session' }, session - before)]
  return { after, addOns, due: quoteOfRest(after, sold, [...longer, ...more]) }
}

/**
 * Why a booking cannot be upgraded now, or null: only a confirmed one that has not begun. The key
 * of a message under `errors`.
 */
export const upgradeRefusal = (
  booking: { status: string; startsAt: Date },
  now: Date,
): 'not_changeable' | null =>
  booking.status === 'confirmed' && booking.startsAt > now ? null : 'not_changeable'

/**
 * The result of a succeeded payment for a booking, given the booking's state under the lock
 * (docs/decisions/020 C5, C7, C12).
 */
export type BookingOutcome =
  | { outcome: 'confirmed'; action: 'confirm' | 'revive' | 'none' }
  | { outcome: 'refund_due'; reason: 'late' | 'cancelled' | 'duplicate' }
  | { outcome: 'needs_attention'; reason: 'amount_mismatch' }

export type BookingState = {
  status: string
  cancelReason: string | null
  startsAt: Date
  endsAt: Date
  /** Until when it is held; null where it has no deadline. */
  holdExpiresAt: Date | null
  /** Another payment of the same purpose already confirmed it. */
  alreadyPaid: boolean
}

/**
 * Decides from the facts alone; when `revive` finds the time taken, it becomes refund_due 'late'.
 */
export function bookingOutcome(
  received: Received,
  expected: Expected,
  booking: BookingState,
  now: Date,
): BookingOutcome {
  if (!isExpected(received, expected))
    return { outcome: 'needs_attention', reason: 'amount_mismatch' }
  if (booking.alreadyPaid) return { outcome: 'refund_due', reason: 'duplicate' }
  // A bank may take hours: nobody came to a session whose payment had no answer.
  if (booking.status === 'pending' && booking.holdExpiresAt !== null && booking.endsAt <= now)
    return { outcome: 'refund_due', reason: 'late' }
  if (booking.status === 'pending') return { outcome: 'confirmed', action: 'confirm' }
  if (booking.status === 'confirmed' || booking.status === 'completed')
    return { outcome: 'confirmed', action: 'none' }
  const holdEnded = booking.cancelReason === 'expired' || booking.cancelReason === 'released'
  if (!holdEnded) return { outcome: 'refund_due', reason: 'cancelled' }
  return booking.startsAt > now
    ? { outcome: 'confirmed', action: 'revive' }
    : { outcome: 'refund_due', reason: 'late' }
}

export type UpgradeState = {
  /** `held`: its time is reserved; `ended`: the time was released; `applied`: done. */
  status: string
  bookingStatus: string
  /** The booking still has the time, length and price that the upgrade was offered for. */
  isSame: boolean
  startsAt: Date
  /** When the session ends without the upgrade. */
  endsAt: Date
}

/**
 * The result of a succeeded payment for an upgrade. When `retake` finds the time taken, it becomes
 * refund_due 'late'.
 */
export function upgradeOutcome(
  received: Received,
  expected: Expected,
  upgrade: UpgradeState,
  now: Date,
): UpgradeOutcome {
  if (!isExpected(received, expected))
    return { outcome: 'needs_attention', reason: 'amount_mismatch' }
  if (upgrade.status === 'applied') return { outcome: 'refund_due', reason: 'duplicate' }
  if (upgrade.bookingStatus === 'cancelled') return { outcome: 'refund_due', reason: 'cancelled' }
  // Moved, or changed by another upgrade, since this one was offered: its price is no longer right.
  if (upgrade.bookingStatus !== 'confirmed' || !upgrade.isSame)
    return { outcome: 'refund_due', reason: 'late' }
  if (upgrade.status === 'held')
    return upgrade.endsAt > now
      ? { outcome: 'confirmed', action: 'apply' }
      : { outcome: 'refund_due', reason: 'late' }
  return upgrade.startsAt > now
    ? { outcome: 'confirmed', action: 'retake' }
    : { outcome: 'refund_due', reason: 'late' }
}

export type UpgradeOutcome =
  | { outcome: 'confirmed'; action: 'apply' | 'retake' }
  | { outcome: 'refund_due'; reason: 'late' | 'cancelled' | 'duplicate' }
  | { outcome: 'needs_attention'; reason: 'amount_mismatch' }

export const GUEST_TOKEN = /^([1-9]\d{0,8})-([\w-]{22})$/

/**
 * The language and token of a path like /ms/manage/{token} or /manage/{token}/receipts/{number},
 * however it is spelt; null for every other path.
 */
export function managePath(path: string): { locale: Locale; token: string } | null {
  let segments: string[]
  try {
    segments = decodeURIComponent(path).split('/').filter(Boolean)
  } catch {
    return null
  }
  const prefixed = localeNamed(segments[0]) !== null
  const [section, token, ...rest] = prefixed ? segments.slice(1) : segments
  const isPage = rest.length === 0 || (rest.length === 2 && rest[0] === 'receipts')
  if (section !== 'manage' || token === undefined || !isPage) return null
  return { locale: toLocale(segments[0]), token: withoutEnding(token) }
}

// The router requests a page's own files by endings: {token}.rsc.
const withoutEnding = (segment: string): string => segment.replace(/\.(rsc|segments|json)$/, '')

/** Reserved time as the metadata of an intent: `2026-12-01T02:00Z/60` (UTC, minutes), by blanks. */
export const sessionText = (spans: readonly Span[]): string =>
  [...spans]
    .sort((a, b) => a.startsAt.getTime() - b.startsAt.getTime())
    .map(({ startsAt, endsAt }) => {
      const minutes = (endsAt.getTime() - startsAt.getTime()) / 60_000
      return `${startsAt.toISOString().slice(0, 16)}Z/${minutes}`
    })
    .join(' ')

/** Reads a `sessionText`; what is not one is no time. */
export const sessionSpans = (text = ''): Span[] =>
  [...text.matchAll(/(\d{4}-\d{2}-\d{2}T\d{2}:\d{2}Z)\/(\d{1,4})/g)].map(([, start, minutes]) => {
    const startsAt = new Date(start ?? '')
    return { startsAt, endsAt: new Date(startsAt.getTime() + Number(minutes) * 60_000) }
  })
