import 'server-only'
import { lockRoom, release, reserve, tryReserve } from '@/lib/availability/mutations'
import { spansOf, type Duration, type Span } from '@/lib/availability/rules'
import { db, transaction, type Tx } from '@/lib/db'
import { toLocale, type Locale } from '@/lib/i18n/routing'
import { queueMail } from '@/lib/mail/mutations'
import { takeFreeSession } from '@/lib/memberships/free-sessions'
import { recordSession } from '@/lib/memberships/loyalty'
import { senOf, toDecimal } from '@/lib/money'
import { Problem } from '@/lib/problem'
import { newToken } from '@/lib/request'
import { currentSite } from '@/lib/settings/data'
import { MINUTE_MS } from '@/lib/time'
import { bookingInclude, type BookingRow } from './data'
import type { Price, Tax } from './rules'
import type { BookingInput } from './schema'

export type Hold = BookingInput & {
  studioId: number
  spans: readonly Span[]
  price: Price
  tax: Tax
  /** sha256 of the visitor cookie and of the address (decisions C3, A5). */
  visitorHash: string
  holderHash: string
  maxHoldsPerHolder: number
  holdMinutes: number
  locale: Locale
  now: Date
  /**
   * The member whose free session this is: confirmed at once, with nothing to pay (decisions C6,
   * E3).
   */
  freeSessionOf: number | null
}

export type HoldResult =
  | { kind: 'held'; booking: BookingRow; created: boolean; released: number[] }
  /**
   * Holds in the way have run out, but their payments must be closed at Stripe first, outside any
   * transaction.
   */
  | { kind: 'elapsed'; bookingIds: number[] }

/**
 * Takes the slot for a visitor, in one transaction under the room's lock (architecture: the one way
 * a booking flows). The same visitor asking for the same session again gets the same booking;
 * asking for another one gives the old hold back in the same transaction (decision C3). Throws
 * slot_taken, too_many_requests.
 */
export function placeHold(hold: Hold): Promise<HoldResult> {
  return transaction(async (tx) => {
    await lockRoom(tx, hold.studioId)
    const mine = await tx.booking.findMany({
      where: { visitorHash: hold.visitorHash, status: 'pending', holdExpiresAt: { not: null } },
    })
    const same = mine.find(
      (row) =>
        row.serviceId === hold.serviceId &&
        row.date === hold.date &&
        row.time === hold.time &&
        row.duration === hold.duration,
    )
    if (same && hold.freeSessionOf === null && same.holdExpiresAt && same.holdExpiresAt > hold.now)
      return {
        kind: 'held',
        booking: await updateContact(tx, same.id, hold),
        created: false,
        released: [],
      }

    const elapsed = await elapsedInTheWay(tx, hold)
    const open = elapsed.filter((row) => row.open_payment)
    if (open.length > 0) return { kind: 'elapsed', bookingIds: open.map((row) => row.id) }
    for (const row of elapsed) await endHold(tx, row.id, 'expired', hold.now)

    const live = mine.filter((row) => row.holdExpiresAt && row.holdExpiresAt > hold.now)
    for (const row of live) await endHold(tx, row.id, 'released', hold.now)
    // An elapsed hold of this visitor elsewhere would break "one hold per visitor"; the job would
    // take it in seconds.
    for (const row of mine.filter(
      (one) => !live.includes(one) && !elapsed.some((other) => other.id === one.id),
    ))
      await endHold(tx, row.id, 'expired', hold.now)

    const held = await tx.booking.count({
      where: { holderHash: hold.holderHash, status: 'pending', holdExpiresAt: { gt: hold.now } },
    })
    if (held >= hold.maxHoldsPerHolder)
      throw new Problem('too_many_requests', {
        retryAfter: Math.ceil(hold.holdMinutes * 60),
        sentence: 'too_many_holds',
      })

    const booking = await insertBooking(tx, hold)
    await reserve(tx, { studioId: hold.studioId, bookingId: booking.id, spans: hold.spans })
    const released = mine.map((row) => row.id)
    return {
      kind: 'held',
      booking:
        hold.freeSessionOf === null
          ? booking
          : await bookFree(tx, booking.id, hold.freeSessionOf, hold.now),
      created: true,
      released,
    }
  })
}

async function bookFree(tx: Tx, id: number, membershipId: number, now: Date): Promise<BookingRow> {
  await takeFreeSession(tx, membershipId, await tx.booking.findUniqueOrThrow({ where: { id } }))
  await confirmBooking(tx, id, now)
  await queueBookingConfirmed(tx, id)
  return tx.booking.findUniqueOrThrow({ where: { id }, include: bookingInclude })
}

/**
 * Holds in the way of these spans that have run out; those with an open payment must first be
 * closed at Stripe (C7).
 */
export function elapsedInTheWay(
  tx: Tx,
  hold: Pick<Hold, 'studioId' | 'spans' | 'now'>,
): Promise<{ id: number; open_payment: boolean }[]> {
  const from = hold.spans[0]?.startsAt
  const to = hold.spans.at(-1)?.endsAt
  return tx.$queryRaw`
    SELECT DISTINCT b.id, EXISTS (SELECT 1 FROM payments p WHERE p.booking_id = b.id AND p.status <> 'canceled') AS open_payment
    FROM bookings b JOIN slot_reservations r ON r.booking_id = b.id
    WHERE r.studio_id = ${hold.studioId} AND r.starts_at < ${to} AND r.ends_at > ${from}
      AND b.status = 'pending' AND b.hold_expires_at IS NOT NULL AND b.hold_expires_at <= ${hold.now}`
}

const contactOf = (hold: Hold) => ({
  firstName: hold.firstName,
  lastName: hold.lastName,
  email: hold.email,
  phone: hold.phone,
  requirements: hold.requirements,
  locale: hold.locale,
})

const updateContact = (tx: Tx, id: number, hold: Hold) =>
  tx.booking.update({ where: { id }, data: contactOf(hold), include: bookingInclude })

const insertBooking = (tx: Tx, hold: Hold) =>
  tx.booking.create({
    data: {
      ...contactOf(hold),
      serviceId: hold.serviceId,
      date: hold.date,
      time: hold.time,
      duration: hold.duration,
      startsAt: hold.spans[0]?.startsAt ?? hold.now,
      endsAt: hold.spans.at(-1)?.endsAt ?? hold.now,
      subtotal: toDecimal(hold.price.subtotal),
      taxAmount: toDecimal(hold.price.tax),
      taxRate: (hold.tax.basisPoints / 10_000).toFixed(4),
      taxLabel: hold.tax.label,
      totalAmount: toDecimal(hold.price.total),
      holdExpiresAt: new Date(hold.now.getTime() + hold.holdMinutes * MINUTE_MS),
      visitorHash: hold.visitorHash,
      holderHash: hold.holderHash,
      manageToken: newToken(),
      createdAt: hold.now,
    },
    include: bookingInclude,
  })

/**
 * Ends a hold that is still pending and frees its slot; does nothing to a booking that is no longer
 * one. The caller holds the room's lock and has closed the payment, or accepts that money for it is
 * treated as late (decision C7).
 */
export async function endHold(
  tx: Tx,
  id: number,
  reason: 'expired' | 'released',
  now: Date,
): Promise<boolean> {
  const { count } = await tx.booking.updateMany({
    where: { id, status: 'pending', holdExpiresAt: { not: null } },
    data: { status: 'cancelled', cancelReason: reason, cancelledAt: now, holderHash: null },
  })
  if (count > 0) await release(tx, id)
  return count > 0
}

/**
 * Lengthens a hold once, to twice its time, while the payment is with the customer's bank (decision
 * C1).
 */
export async function extendHold(id: number, holdMinutes: number): Promise<boolean> {
  const extended = await db().$executeRaw`
    UPDATE bookings SET hold_expires_at = hold_expires_at + make_interval(secs => ${holdMinutes * 60}::double precision), hold_extended = true, updated_at = now()
    WHERE id = ${id} AND status = 'pending' AND NOT hold_extended`
  return extended > 0
}

/** pending → confirmed; false when it was not pending. The caller holds the room's lock. */
export async function confirmBooking(tx: Tx, id: number, now: Date): Promise<boolean> {
  const { count } = await tx.booking.updateMany({
    where: { id, status: 'pending' },
    data: { status: 'confirmed', confirmedAt: now, holdExpiresAt: null, holderHash: null },
  })
  return count > 0
}

/**
 * Brings an ended hold back as confirmed when all its time is still free, else answers false
 * (decision C7).
 */
export async function reviveBooking(
  tx: Tx,
  booking: { id: number; studioId: number; spans: readonly Span[] },
  now: Date,
): Promise<boolean> {
  if (
    !(await tryReserve(tx, {
      studioId: booking.studioId,
      bookingId: booking.id,
      spans: booking.spans,
    }))
  )
    return false
  await tx.booking.update({
    where: { id: booking.id },
    data: {
      status: 'confirmed',
      confirmedAt: now,
      cancelledAt: null,
      cancelReason: null,
      holdExpiresAt: null,
    },
  })
  return true
}

/**
 * Confirmed bookings become completed three hours after their end (decision C11), each in a
 * transaction with its row in its member's ledger. Returns how many.
 */
export async function completeFinished(now: Date): Promise<number> {
  const where = { status: 'confirmed', endsAt: { lt: new Date(now.getTime() - 180 * MINUTE_MS) } }
  const finished = await db().booking.findMany({
    where,
    select: { id: true },
    orderBy: { endsAt: 'asc' },
    take: 500,
  })
  let completed = 0
  for (const { id } of finished)
    completed += await transaction(async (tx) => {
      const { count } = await tx.booking.updateMany({
        where: { ...where, id },
        data: { status: 'completed', completedAt: now },
      })
      if (count > 0) await recordSession(tx, id)
      return count
    })
  return completed
}

/**
 * Sums up what the dashboard's totals changed by, so that reading them stays quick. Nothing changes
 * in what they say.
 */
export const sumTally = (): Promise<number> => db().$executeRaw`
  WITH gone AS (DELETE FROM booking_tally RETURNING status, bookings, amount)
  INSERT INTO booking_tally (status, bookings, amount) SELECT status, sum(bookings), sum(amount) FROM gone GROUP BY status`

/**
 * Queues the confirmation with its calendar file, once per booking and calendar sequence, in the
 * caller's transaction.
 */
export async function queueBookingConfirmed(tx: Tx, id: number): Promise<void> {
  const { booking, facts, locale } = await mailFacts(tx, id)
  const dedupeKey = `booking_confirmed:${id}:${booking.calendarSequence}`
  await queueMail(tx, {
    kind: 'booking_confirmed',
    payload: { ...facts, manageToken: booking.manageToken },
    recipient: booking.email,
    locale,
    dedupeKey,
    bookingId: id,
  })
}

/**
 * Queues the cancellation with a calendar file that takes the session out of the customer's
 * calendar.
 */
export async function queueBookingCancelled(
  tx: Tx,
  id: number,
  refund: 'none' | 'full',
): Promise<void> {
  const { booking, facts, locale } = await mailFacts(tx, id)
  const dedupeKey = `booking_cancelled:${id}:${booking.calendarSequence}`
  await queueMail(tx, {
    kind: 'booking_cancelled',
    payload: { ...facts, manageToken: booking.manageToken, refund },
    recipient: booking.email,
    locale,
    dedupeKey,
    bookingId: id,
  })
}

/**
 * Queues what the customer and the studio are told when money came for a slot that is gone
 * (decision C7).
 */
export async function queueLatePayment(
  tx: Tx,
  paymentId: number,
  alternatives: { date: string; time: string }[],
): Promise<void> {
  const payment = await tx.payment.findUniqueOrThrow({ where: { id: paymentId } })
  if (payment.bookingId === null) return
  const { booking, facts, locale } = await mailFacts(tx, payment.bookingId)
  const payload = {
    ...facts,
    alternatives,
    paymentIntentId: payment.stripePaymentIntentId ?? undefined,
  }
  const ours = { ...payload, serviceName: booking.service.name }
  const bookingId = booking.id
  await queueMail(tx, {
    kind: 'late_payment_refund',
    payload: { ...payload, manageToken: booking.manageToken },
    recipient: booking.email,
    locale,
    dedupeKey: `late_payment_refund:${paymentId}`,
    bookingId,
  })
  await queueMail(tx, {
    kind: 'late_payment_studio',
    payload: ours,
    recipient: (await currentSite(tx)).email,
    locale: 'en',
    dedupeKey: `late_payment_studio:${paymentId}`,
    bookingId,
  })
}

/** What mails and calendar files state about a booking, in its customer's language. */
export async function mailFacts(tx: Tx, id: number) {
  const booking = await tx.booking.findUniqueOrThrow({
    where: { id },
    include: {
      service: true,
      reservations: { where: { upgradeId: null }, orderBy: { startsAt: 'asc' } },
    },
  })
  const holidays = new Set(
    (await tx.holiday.findMany({ select: { date: true } })).map((holiday) => holiday.date),
  )
  const duration = booking.duration as Duration
  const locale = toLocale(booking.locale)
  // What is reserved is the truth; only a booking that has lost its time is computed, and a holiday
  // edited since may show.
  const spans =
    booking.reservations.length > 0
      ? booking.reservations
      : spansOf(booking.date, booking.time, duration, holidays)
  const translations = booking.service.translations as Partial<Record<string, { name: string }>>
  const facts = {
    bookingId: booking.id,
    firstName: booking.firstName,
    lastName: booking.lastName,
    email: booking.email,
    phone: booking.phone,
    serviceName: translations[locale]?.name ?? booking.service.name,
    date: booking.date,
    time: booking.time,
    duration,
    spans: spans.map((span) => ({
      startsAt: span.startsAt.toISOString(),
      endsAt: span.endsAt.toISOString(),
    })),
    subtotalSen: senOf(booking.subtotal),
    taxSen: senOf(booking.taxAmount),
    taxLabel: booking.taxLabel,
    taxPercent: booking.taxRate.mul(100).toNumber(),
    totalSen: senOf(booking.totalAmount),
    requirements: booking.requirements,
    sequence: booking.calendarSequence,
  }
  return { booking, facts, locale }
}
