import { senOf, type Stored } from '@/lib/money'
import { isExpected, type Expected, type Received } from '@/lib/payments/rules'
import {
  hasRefund,
  isHere,
  MIN_CHARGE_SEN,
  moneyOf,
  owedOf,
  type MoneyState,
  type PaymentMoney,
} from '@/lib/sales/money'
import { studioDate } from '@/lib/time'

export const BOOKING_STATUSES = ['pending', 'confirmed', 'completed', 'cancelled'] as const
export type BookingStatus = (typeof BOOKING_STATUSES)[number]

/** Leaving one of these states releases the room (docs/decisions/020 B8, C11). */
export const holdsSlot = (status: BookingStatus): boolean => status !== 'cancelled'

/** Whether the customer came: a fact beside the status. */
export const ARRIVALS = ['arrived', 'no_show', 'expected'] as const
export type Arrival = (typeof ARRIVALS)[number]

export const arrivalOf = (booking: { arrivedAt: Date | null; noShowAt: Date | null }): Arrival =>
  booking.arrivedAt ? 'arrived' : booking.noShowAt ? 'no_show' : 'expected'

/** Before its day nobody has arrived, and before its start nobody has stayed away. */
export function arrivalRefusal(
  { status, startsAt }: { status: string; startsAt: Date },
  state: Arrival,
  now: Date,
): 'not_changeable' | 'arrival_too_early' | 'no_show_too_early' | null {
  if (status === 'cancelled') return 'not_changeable'
  if (state === 'arrived' && studioDate(now) < studioDate(startsAt)) return 'arrival_too_early'
  return state === 'no_show' && now < startsAt ? 'no_show_too_early' : null
}

export type Transition = {
  /** The room: reserved again under the constraint, released, or unchanged. */
  slot: 'take' | 'free' | 'keep'
  /** The member's ledger: a session is added when it is completed, and reversed when it no longer is. */
  session: 'record' | 'reverse' | 'keep'
}

/** Any status → any status, as an administrator may set it; null when it already has that status. */
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
  }
}

/** A session that begins sooner is not paid by transfer: the owner has to look into the account. */
export const LEAST_TRANSFER_HOURS = 2

type Transferred = {
  status: string
  cancelReason: string | null
  transferChosenAt: Date | null
  transferDecision: string | null
}

/** It was held, and nobody paid in time: money that comes later may take its time again. */
export const endedAsHold = ({
  status,
  cancelReason,
}: Pick<Transferred, 'status' | 'cancelReason'>): boolean =>
  status === 'cancelled' && (cancelReason === 'expired' || cancelReason === 'released')

/** It waits for a transfer, or has waited in vain and nobody has looked yet: money may be on its way. */
export const takesSlip = (booking: Transferred): boolean =>
  booking.transferChosenAt !== null &&
  booking.transferDecision === null &&
  (booking.status === 'pending' || endedAsHold(booking))

/** The owner is to look for it in the account; what the studio has received for it is recorded already. */
export const awaitsDecision = (
  booking: Pick<Transferred, 'transferChosenAt' | 'transferDecision'> &
    Pick<UnpaidCheck, 'payments'>,
): boolean =>
  booking.transferChosenAt !== null &&
  booking.transferDecision === null &&
  booking.payments.every(
    ({ stripePaymentIntentId, outcome }) => stripePaymentIntentId !== null || outcome === null,
  )

/** What is to be there for it: what is owed, or all of it where something else has paid. */
export const transferSen = (booking: Pick<UnpaidCheck, 'totalAmount' | 'payments'>): number =>
  owedSen(booking) || senOf(booking.totalAmount)

/** How a booking has ended that waited for a transfer; null where it has not, or did not. */
export const transferEnd = (booking: Transferred): 'expired' | 'not_received' | null =>
  booking.transferChosenAt === null ||
  booking.transferDecision === 'received' ||
  !endedAsHold(booking)
    ? null
    : booking.transferDecision === 'not_received'
      ? 'not_received'
      : 'expired'

/** A reminder is sent this many hours before a session (docs/decisions/020 F1). */
export const REMINDER_HOURS = 24

/** `held`: its time is reserved while it is being paid; `ended`: it was released. */
export type UpgradeStatus = 'held' | 'ended' | 'applied'

export type UnpaidCheck = {
  status: string
  holdExpiresAt: Date | null
  transferChosenAt: Date | null
  totalAmount: Stored
  onAccount: Stored
  payments: readonly PaymentMoney[]
}

/** What of the price of a booking is not here, in sen. */
export const owedSen = ({
  totalAmount,
  payments,
}: Pick<UnpaidCheck, 'totalAmount' | 'payments'>): number =>
  owedOf(senOf(totalAmount), moneyOf(payments))

/** In sen: all that is owed while pending, then only what was sold to be paid later. */
export const askedSen = (booking: UnpaidCheck): number => {
  const owed = owedSen(booking)
  const stands = booking.status === 'confirmed' || booking.status === 'completed'
  return stands ? Math.min(owed, senOf(booking.onAccount)) : owed
}

/**
 * True for a booking that can be paid by its link (docs/decisions/020 C15): without a deadline or to
 * be paid by transfer, with a rest to pay that Stripe accepts, and without money that waits for a
 * decision; money lost in a dispute is paid anew.
 */
export const isUnpaid = (booking: UnpaidCheck): boolean => {
  const { stuckSen, lookedAfterSen, isMixed } = moneyOf(booking.payments)
  return (
    booking.status !== 'cancelled' &&
    (booking.status !== 'pending' ||
      booking.holdExpiresAt === null ||
      booking.transferChosenAt !== null) &&
    askedSen(booking) >= MIN_CHARGE_SEN &&
    stuckSen === lookedAfterSen &&
    !isMixed
  )
}

/** In sen: a rest that Stripe does not accept, to be paid at the studio; null where there is none. */
export const smallRestSen = ({
  status,
  holdExpiresAt,
  owedAmount,
}: {
  status: BookingStatus
  holdExpiresAt?: string | null
  owedAmount: string
}): number | null => {
  const sen = senOf(owedAmount)
  const isHeld = status === 'pending' && (holdExpiresAt ?? null) !== null
  return status !== 'cancelled' && !isHeld && sen > 0 && sen < MIN_CHARGE_SEN ? sen : null
}

/** A key under `errors`, or null: only a confirmed one that has not begun can be upgraded. */
export const upgradeRefusal = (
  booking: { status: string; startsAt: Date },
  now: Date,
): 'not_changeable' | null =>
  booking.status === 'confirmed' && booking.startsAt > now ? null : 'not_changeable'

/** Given the booking's state under the lock (docs/decisions/020 C5, C7, C12). */
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

/** Decides from the facts alone; when `revive` finds the time taken, it becomes refund_due 'late'. */
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

/** When `retake` finds the time taken, it becomes refund_due 'late'. */
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

/** What paying for it has come to; null while there is nothing to say. */
export function endOfPaidBooking({
  status,
  paymentStatus,
}: {
  status: BookingStatus
  paymentStatus: MoneyState
}): 'confirmed' | 'refunded' | 'cancelled' | null {
  if (status === 'confirmed' || status === 'completed') return 'confirmed'
  if (hasRefund(paymentStatus)) return 'refunded'
  return status === 'cancelled' && isHere(paymentStatus) ? 'cancelled' : null
}
