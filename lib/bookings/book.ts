import 'server-only'
import { currentOpening, isTaken } from '@/lib/availability/data'
import { lockRoom } from '@/lib/availability/mutations'
import { LEAD_MINUTES, refusal, spansOf } from '@/lib/availability/rules'
import { bookableService, currentTax } from '@/lib/catalog/data'
import { bookingInclude, type BookingRow } from './data'
import { endHold, extendHold, placeHold } from './mutations'
import { sessionPrice, withTax } from './rules'
import type { BookingInput } from './schema'
import { bookingSettlements } from './settlements'
import { db, transaction } from '@/lib/db'
import { env } from '@/lib/env'
import type { Locale } from '@/lib/i18n/routing'
import { freeSessionFor } from '@/lib/memberships/free-sessions'
import { horizonOf } from '@/lib/memberships/data'
import { toDecimal } from '@/lib/money'
import { Problem } from '@/lib/problem'
import { holdMinutes } from '@/lib/settings/data'
import { MINUTE_MS } from '@/lib/time'
import { intentStatus } from '@/lib/payments/facts'
import { closeIntent } from '@/lib/payments/intents'
import { syncPayment } from '@/lib/payments/sync'
import { isInFlight } from '@/lib/payments/rules'

const MAX_HOLDS = 5 // live holds per address (decision A5)
// an elapsed hold is expired all the same when Stripe has been away so long (decision C7)
export const STRIPE_AWAY_MINUTES = 5

export type BookingRequest = BookingInput & {
  /** What the browser believes it costs, in sen; null when it did not say. */
  totalAmount: number | null
  /**
   * The email the caller has proven (decision E2): what only members get goes by it, never by the
   * email of the form.
   */
  provenEmail: string | null
  useFreeSession: boolean
  visitorHash: string
  holderHash: string
  locale: Locale
  now: Date
}

/**
 * Books a slot for 15 minutes (HOLD_MINUTES) or says why not. Returns the booking, whether it is
 * new, and the visitor's earlier holds that were given back, whose intents the caller must close.
 * With a member's free session there is nothing to pay and no hold: the booking is confirmed at
 * once (decision E3). Throws invalid_request (serviceId, useFreeSession), unauthorized,
 * slot_unavailable, price_changed, slot_taken, payment_in_progress, too_many_requests.
 */
export async function holdSlot(
  request: BookingRequest,
): Promise<{ booking: BookingRow; created: boolean; released: number[] }> {
  const { date, time, duration, now } = request
  const [service, opening, tax, minutes] = await Promise.all([
    bookableService(request.serviceId),
    currentOpening(),
    currentTax(),
    holdMinutes(),
  ])
  if (!service || service.isAddOn)
    throw new Problem('invalid_request', { fields: { serviceId: 'choice' } })
  const freeSessionOf = request.useFreeSession
    ? await freeSessionFor(request.provenEmail, { hourly: service.rates.hourly, duration })
    : null
  const horizonDays = await horizonOf(request.provenEmail)
  const reason = refusal(date, time, duration, opening, {
    now,
    horizonDays,
    leadMinutes: LEAD_MINUTES,
  })
  if (reason)
    throw new Problem('slot_unavailable', {
      sentence: `slot_${reason}`,
      fields: { time: `slot_${reason}` },
    })
  const price =
    freeSessionOf === null ? sessionPrice(service.rates, duration, tax) : withTax(0, tax)
  if (request.totalAmount !== null && request.totalAmount !== price.total)
    throw new Problem('price_changed', {
      data: {
        subtotal: toDecimal(price.subtotal),
        taxAmount: toDecimal(price.tax),
        totalAmount: toDecimal(price.total),
      },
    })
  const paid = await paidBookingOf(request)
  if (paid) return { booking: paid, created: false, released: [] }
  const spans = spansOf(date, time, duration, opening.holidays)
  if (await isTaken(service.studioId, spans, request.visitorHash, now))
    throw new Problem('slot_taken')
  await refuseWhilePaying(request)

  const hold = {
    ...request,
    studioId: service.studioId,
    spans,
    price,
    tax,
    freeSessionOf,
    holdMinutes: minutes,
    maxHoldsPerHolder: MAX_HOLDS * env().RATE_LIMIT_SCALE,
  }
  for (let attempt = 1; attempt <= 3; attempt++) {
    const result = await placeHold(hold)
    if (result.kind === 'held') return result
    for (const id of result.bookingIds) await expireHoldOfAnother(id, now)
  }
  throw new Problem('slot_taken')
}

/**
 * Who asks again for a session they have already paid, from an old tab say, is shown it instead of
 * "taken" (C3).
 */
const paidBookingOf = ({
  visitorHash,
  serviceId,
  date,
  time,
  duration,
}: BookingRequest): Promise<BookingRow | null> =>
  db().booking.findFirst({
    where: { visitorHash, serviceId, date, time, duration, status: 'confirmed' },
    include: bookingInclude,
  })

/**
 * The old hold is not given back while its money may be on the way (decision C3). Asks Stripe, not
 * our own mirror.
 */
async function refuseWhilePaying(request: BookingRequest): Promise<void> {
  const others = await db().payment.findMany({
    where: {
      stripePaymentIntentId: { not: null },
      status: { notIn: ['succeeded', 'canceled'] },
      booking: {
        visitorHash: request.visitorHash,
        status: 'pending',
        // The same session again keeps its payment; a free one replaces it.
        ...(!request.useFreeSession && {
          NOT: {
            serviceId: request.serviceId,
            date: request.date,
            time: request.time,
            duration: request.duration,
          },
        }),
      },
    },
    select: { stripePaymentIntentId: true },
  })
  for (const { stripePaymentIntentId } of others) {
    if (!stripePaymentIntentId) continue
    const status = await intentStatus(stripePaymentIntentId)
    if (isInFlight(status)) throw new Problem('payment_in_progress')
    // Paid a moment ago, and the webhook is still on its way: that booking is sold and must not be
    // given back.
    if (status === 'succeeded') await syncPayment(bookingSettlements, stripePaymentIntentId)
  }
}

/** Ends an elapsed hold that is in somebody else's way. Throws slot_taken when it has to stay. */
export async function expireHoldOfAnother(bookingId: number, now: Date): Promise<void> {
  const expiry = await expireHold(bookingId, now).catch((error: unknown) => {
    // With Stripe away somebody else's hold cannot be ended yet: to this visitor the time is simply
    // taken.
    if (error instanceof Problem && error.code === 'unavailable') return 'kept' as const
    throw error
  })
  if (expiry === 'kept') throw new Problem('slot_taken')
}

export type Expiry = 'ended' | 'extended' | 'kept'

/**
 * Ends an elapsed hold: first its intent is closed at Stripe, outside any transaction, then the
 * slot is freed. A hold whose payment is with the bank is extended once; one that Stripe will not
 * let go stays. Safe to call at any time: every step checks again that the hold is pending and
 * elapsed.
 */
export async function expireHold(bookingId: number, now: Date): Promise<Expiry> {
  const booking = await db().booking.findUnique({
    where: { id: bookingId },
    include: {
      service: true,
      payments: { where: { status: { notIn: ['succeeded', 'canceled'] } } },
    },
  })
  if (!booking?.holdExpiresAt || booking.status !== 'pending') return 'ended'
  if (booking.holdExpiresAt > now) return 'extended'
  for (const payment of booking.payments) {
    const intentId = payment.stripePaymentIntentId
    // never reached Stripe, or nobody was given its secret: it cannot be paid
    if (!intentId) continue
    try {
      if (!booking.holdExtended && isInFlight(await intentStatus(intentId))) {
        // False when another caller was quicker, who has lengthened it: closing the intent now
        // would undo that.
        await extendHold(booking.id, await holdMinutes())
        return 'extended'
      }
      if ((await closeIntent(bookingSettlements, intentId)) === 'in_flight') return 'kept'
    } catch (error) {
      const stripeAway = error instanceof Problem && error.code === 'unavailable'
      const waited =
        now.getTime() - booking.holdExpiresAt.getTime() > STRIPE_AWAY_MINUTES * MINUTE_MS
      if (!stripeAway || !waited) throw error
    }
  }
  await transaction(async (tx) => {
    await lockRoom(tx, booking.service.studioId)
    await endHold(tx, booking.id, 'expired', now)
  })
  return 'ended'
}

/** Closes the intents of holds that were given back; what fails is left to the reconciler. */
export async function closeIntentsOf(bookingIds: readonly number[]): Promise<void> {
  const open = await db().payment.findMany({
    where: {
      bookingId: { in: [...bookingIds] },
      status: { notIn: ['succeeded', 'canceled'] },
      stripePaymentIntentId: { not: null },
    },
  })
  for (const { stripePaymentIntentId } of open)
    if (stripePaymentIntentId) await closeIntent(bookingSettlements, stripePaymentIntentId)
}

/** Pending bookings whose hold has run out, oldest first. */
export const elapsedHolds = (now: Date, limit: number): Promise<{ id: number }[]> =>
  db().booking.findMany({
    where: { status: 'pending', holdExpiresAt: { lte: now } },
    select: { id: true },
    orderBy: { holdExpiresAt: 'asc' },
    take: limit,
  })
