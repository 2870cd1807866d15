import 'server-only'
import { isBlockedWholly, isTaken, refuseLength, timetable } from '@/lib/availability/queries'
import { lockRoom, reserve } from '@/lib/availability/room'
import { LEAD_MINUTES, refusal, type Span, spansOf, type Refusal } from '@/lib/availability/rules'
import type { BookableService } from '@/lib/catalog/queries'
import { remembered } from '@/lib/cache/remembered'
import { db, Prisma, type Tx } from '@/lib/db'
import { env } from '@/lib/env'
import type { Locale } from '@/lib/i18n/routing'
import { horizonOf } from '@/lib/memberships/queries'
import { freeSessionFor, takeFreeSession } from '@/lib/memberships/free-sessions'
import { toRate, toDecimal, withTax, type Price, type Tax } from '@/lib/money'
import { intentStatus } from '@/lib/payments/facts'
import { isInFlight } from '@/lib/payments/rules'
import { syncPayment } from '@/lib/payments/sync'
import { Problem, type ErrorSentence } from '@/lib/problem'
import { billingOf } from '@/lib/receipts/company'
import { newToken } from '@/lib/http/request'
import { holdMinutes, currentTax } from '@/lib/settings/queries'
import { MINUTE_MS } from '@/lib/time'
import { confirmBooking } from './confirm'
import { bookingInclude, type BookingRow, type ShownBooking } from './queries'
import { retryAfterExpiringHolds } from './expire'
import { endExpiredInTheWay, endHold } from './holds'
import { queueBookingConfirmed } from './notices'
import {
  addOnsFor,
  countedHours,
  HELD_HOURS,
  minutesBeforePayment,
  sessionPrice,
  WEEK_COUNTS_AS,
  type AddOn,
  type AddOnRate,
} from './rules'
import type { BookingInput } from './schema'
import { bookingSettlements } from './settlements'

export type BookingRequest = BookingInput & {
  /** The price that the browser showed, in sen; null when it sent none. */
  totalSen: number | null
  /**
   * The email that the caller has proven (docs/decisions/020 E2): member benefits depend on it,
   * never on the email in the form.
   */
  provenEmail: string | null
  useFreeSession: boolean
  visitorHash: string
  /** True for a visitor whose token was created for this request: they cannot have any hold yet. */
  isStranger: boolean
  /** The caller's address and its network, as hashes, by which held hours are counted. */
  holderHash: string
  networkHash: string
  locale: Locale
  now: Date
}

/** The tax and the length of a hold, at most two seconds old (lib/cache/remembered.ts). */
const terms = remembered(async () => {
  const [tax, minutes] = await Promise.all([currentTax(), holdMinutes()])
  return { tax, minutes }
})

/**
 * Holds a slot or throws why not: for 5 minutes, and for 15 in all (HOLD_MINUTES) once its payment
 * begins. Returns the booking, whether it is new, and the visitor's earlier holds that were
 * released, whose intents the caller must close. With a member's free session there is nothing to
 * pay and no hold: the booking is confirmed at once (docs/decisions/020 E3). Throws invalid_request
 * (serviceId, hours, addOns, useFreeSession), unauthorized, slot_unavailable, price_changed,
 * email_unproven (a week for an email that the caller has not proven), slot_taken,
 * payment_in_progress, too_many_requests (docs/decisions/016).
 */
export async function holdSlot(
  request: BookingRequest,
): Promise<{ booking: ShownBooking; created: boolean; released: number[] }> {
  const { date, time, duration, now } = request
  const [table, { tax, minutes }] = await Promise.all([timetable(), terms()])
  const { opening, services } = table
  const service = services.get(request.serviceId)
  if (!service || service.isAddOn)
    throw new Problem('invalid_request', { fields: { serviceId: 'choice' } })
  if (service.state !== 'offered')
    throw new Problem('invalid_request', { fields: { serviceId: 'service_not_offered' } })
  refuseLength(request, table)
  const addOns = chosenAddOns(request, services)
  const freeSessionOf = request.useFreeSession
    ? await freeSessionFor(request.provenEmail, { ...request, hourly: service.rates.hourly })
    : null
  const horizonDays = await horizonOf(request.provenEmail)
  const reason = refusal(date, time, request, opening, {
    now,
    horizonDays,
    leadMinutes: LEAD_MINUTES,
  })
  if (reason) throw unavailable(reason)
  const price =
    freeSessionOf === null ? sessionPrice(service.rates, request, tax, addOns) : withTax(0, tax)
  if (request.totalSen !== null && request.totalSen !== price.totalSen)
    throw new Problem('price_changed', {
      data: {
        subtotal: toDecimal(price.subtotalSen),
        taxAmount: toDecimal(price.taxSen),
        totalAmount: toDecimal(price.totalSen),
      },
    })
  const paid = request.isStranger ? null : await paidBookingOf(request)
  if (paid) return { booking: paid, created: false, released: [] }
  if (duration === 'weekly' && request.provenEmail !== request.email)
    throw new Problem('email_unproven', { fields: { email: 'unproven' } })
  const spans = spansOf(date, time, request, opening.holidays)
  if (await isTaken(service.studioId, spans, request.visitorHash)) {
    const isClosed = await isBlockedWholly(service.studioId, date, opening)
    throw isClosed ? unavailable('closed') : new Problem('slot_taken')
  }
  if (!request.isStranger && (await settleOrRefuse(request, price))) {
    const paidNow = await paidBookingOf(request)
    if (paidNow) return { booking: paidNow, created: false, released: [] }
  }

  const hold = {
    ...request,
    studioId: service.studioId,
    service: { id: service.id, name: service.name },
    spans,
    price,
    tax,
    addOns: addOnsFor(addOns, request),
    freeSessionOf,
    holdMinutes: minutes,
  }
  return retryAfterExpiringHolds((tx) => placeHold(tx, hold))
}

const unavailable = (reason: Refusal) =>
  new Problem('slot_unavailable', {
    sentence: `slot_${reason}`,
    fields: { time: `slot_${reason}` },
  })

/**
 * The requested add-ons at the current rates, ordered by id. Throws invalid_request (addOns): not
 * an add-on, not offered, or together with a free session, which has none.
 */
function chosenAddOns(
  { addOns, useFreeSession }: BookingRequest,
  services: ReadonlyMap<number, BookableService>,
): AddOnRate[] {
  const refuse = (reason: string) => new Problem('invalid_request', { fields: { addOns: reason } })
  if (useFreeSession && addOns.length > 0) throw refuse('choice')
  return [...new Set(addOns)]
    .sort((a, b) => a - b)
    .map((id) => {
      const service = services.get(id)
      if (!service?.isAddOn) throw refuse('choice')
      if (service.state !== 'offered') throw refuse('service_not_offered')
      return { serviceId: id, hourlyRateSen: service.rates.hourly }
    })
}

/**
 * A visitor who requests a session that they have already paid for, for example from an old tab, is
 * shown that booking instead of "taken" (docs/decisions/020 C3).
 */
const paidBookingOf = ({
  visitorHash,
  serviceId,
  date,
  time,
  duration,
  hours,
}: BookingRequest): Promise<BookingRow | null> =>
  db().booking.findFirst({
    where: { visitorHash, serviceId, date, time, duration, hours, status: 'confirmed' },
    include: bookingInclude,
  })

/**
 * The old hold is not released while its payment may be in progress (docs/decisions/020 C3). Asks
 * Stripe, not our own copy. True when a payment had arrived, which is now settled. Throws
 * payment_in_progress.
 */
async function settleOrRefuse(request: BookingRequest, price: Price): Promise<boolean> {
  const others = await db().payment.findMany({
    where: {
      stripePaymentIntentId: { not: null },
      status: { notIn: ['succeeded', 'canceled'] },
      booking: {
        visitorHash: request.visitorHash,
        status: 'pending',
        // The same session at the same price keeps its payment; a free session replaces it.
        ...(!request.useFreeSession && {
          NOT: {
            serviceId: request.serviceId,
            date: request.date,
            time: request.time,
            duration: request.duration,
            hours: request.hours,
            totalAmount: toDecimal(price.totalSen),
            AND: [
              { addOns: { every: { serviceId: { in: request.addOns } } } },
              ...request.addOns.map((id) => ({ addOns: { some: { serviceId: id } } })),
            ],
          },
        }),
      },
    },
    select: { stripePaymentIntentId: true },
  })
  let isSettled = false
  for (const { stripePaymentIntentId } of others) {
    if (!stripePaymentIntentId) continue
    const status = await intentStatus(stripePaymentIntentId)
    if (isInFlight(status)) throw new Problem('payment_in_progress')
    // Paid a moment ago, and the webhook has not arrived yet: that booking is sold and must not be
    // released.
    if (status === 'succeeded') {
      await syncPayment(bookingSettlements, stripePaymentIntentId)
      isSettled = true
    }
  }
  return isSettled
}

type Hold = Omit<BookingRequest, 'addOns'> & {
  studioId: number
  service: BookingRow['service']
  spans: readonly Span[]
  price: Price
  tax: Tax
  /** Ordered by id. */
  addOns: readonly AddOn[]
  /** The member who uses a free session: confirmed at once, with nothing to pay. */
  freeSessionOf: number | null
  /** How long the hold lasts once its payment has begun. */
  holdMinutes: number
}

// The kinds of keys that are locked before a room (lib/availability/room.ts).
const VISITOR_LOCK = 5
const NETWORK_LOCK = 6

/**
 * The visitor's holds, each with whether it is for the same session with the same add-ons at the
 * same price, and whether it is still active. A hold made before the price changed does not count
 * as the same.
 */
const holdsOf = (tx: Tx, hold: Hold) =>
  tx.$queryRaw<{ id: number; same: boolean; live: boolean }[]>`
    /* own_holds */ SELECT id, hold_expires_at > statement_timestamp() AS live,
      service_id = ${hold.serviceId}::int
      AND date = ${hold.date}
      AND time = ${hold.time} AND duration = ${hold.duration} AND hours = ${hold.hours}::int
      AND total_amount = ${toDecimal(hold.price.totalSen)}::numeric
      AND ARRAY(SELECT a.service_id FROM booking_add_ons a WHERE a.booking_id = bookings.id ORDER BY 1)
        = ${hold.addOns.map(({ serviceId }) => serviceId)}::int[] AS same
    FROM bookings WHERE visitor_hash = ${hold.visitorHash} AND status = 'pending'
      AND hold_expires_at IS NOT NULL`

/**
 * Takes the slot for a visitor, under the room's lock. The same visitor who requests the same
 * session at the same price gets the same booking; a request for another session releases the old
 * hold in the same transaction. Throws slot_taken, too_many_requests.
 */
async function placeHold(
  tx: Tx,
  hold: Hold,
): Promise<{ booking: ShownBooking; created: boolean; released: number[] }> {
  // A visitor has one hold in all rooms together, and the hours of a network are counted over all
  // rooms. Two requests for two rooms do not wait for each other at a room's lock.
  const at = await lockRoom(tx, hold.studioId, [
    { kind: VISITOR_LOCK, text: hold.visitorHash },
    { kind: NETWORK_LOCK, text: hold.networkHash },
  ])
  const mine = hold.isStranger ? [] : await holdsOf(tx, hold)
  const same = mine.find((row) => row.same && row.live)
  if (same && hold.freeSessionOf === null)
    return { booking: await updateContact(tx, same.id, hold), created: false, released: [] }

  const ended = await endExpiredInTheWay(tx, hold)
  // A hold that ran out elsewhere would break "one hold per visitor"; the job would end it within
  // seconds.
  for (const { id, live } of mine)
    if (!ended.includes(id) && !(await endHold(tx, id, live ? 'released' : 'expired')))
      throw new Problem('payment_in_progress') // Extended or paid since it was read.

  if (hold.freeSessionOf === null) await refuseTooManyHours(tx, hold)
  const booking = await insertBooking(tx, hold, at)
  await reserve(tx, {
    studioId: hold.studioId,
    spans: hold.spans,
    by: { bookingId: booking.id },
  })
  return {
    booking:
      hold.freeSessionOf === null
        ? booking
        : await bookFree(tx, booking.id, hold.freeSessionOf, hold.now),
    created: true,
    released: mine.map(({ id }) => id),
  }
}

/**
 * Throws too_many_requests when the address or its network would hold more unpaid hours than
 * allowed, or the email a second week. The caller holds the network's lock.
 */
async function refuseTooManyHours(tx: Tx, hold: Hold): Promise<void> {
  const [held] = await tx.$queryRaw<[{ address: number; network: number; weeks: number }]>`
    /* held_hours */ SELECT
      coalesce(sum(hours) FILTER (WHERE holder_hash = ${hold.holderHash}), 0)::float AS address,
      coalesce(sum(hours) FILTER (WHERE holder_network_hash = ${hold.networkHash}), 0)::float AS network,
      count(*) FILTER (WHERE duration = 'weekly' AND email = ${hold.email})::int AS weeks
    FROM (
      SELECT holder_hash, holder_network_hash, duration, email, CASE duration
        WHEN 'weekly' THEN ${WEEK_COUNTS_AS}::float
        ELSE extract(epoch FROM ends_at - starts_at) / 3600 END AS hours
      FROM bookings WHERE status = 'pending' AND hold_expires_at > statement_timestamp()
    ) AS live`
  const { duration, spans } = hold
  const [from, to] = [spans[0]?.startsAt, spans.at(-1)?.endsAt]
  const wanted = from && to ? countedHours(duration, from, to) : 0
  const scale = env().RATE_LIMIT_SCALE
  const refuse = (sentence: ErrorSentence) =>
    new Problem('too_many_requests', { retryAfter: Math.ceil(hold.holdMinutes * 60), sentence })
  if (held.address + wanted > HELD_HOURS.perAddress * scale) throw refuse('too_many_holds')
  if (duration === 'weekly' && held.weeks >= scale) throw refuse('too_many_holds')
  if (held.network + wanted > HELD_HOURS.perNetwork * scale)
    throw refuse('too_many_holds_of_network')
}

async function bookFree(tx: Tx, id: number, membershipId: number, now: Date): Promise<BookingRow> {
  await takeFreeSession(tx, membershipId, await tx.booking.findUniqueOrThrow({ where: { id } }))
  await confirmBooking(tx, id, now)
  await queueBookingConfirmed(tx, id)
  return tx.booking.findUniqueOrThrow({ where: { id }, include: bookingInclude })
}

const contactOf = (hold: Hold) => ({
  firstName: hold.firstName,
  lastName: hold.lastName,
  email: hold.email,
  phone: hold.phone,
  requirements: hold.requirements,
  billing: billingOf(hold) ?? Prisma.DbNull,
  locale: hold.locale,
})

const updateContact = (tx: Tx, id: number, hold: Hold) =>
  tx.booking.update({ where: { id }, data: contactOf(hold), include: bookingInclude })

const addOnRow = ({ serviceId, hours, hourlyRateSen }: AddOn) => ({
  serviceId,
  hours,
  hourlyRate: toDecimal(hourlyRateSen),
  totalAmount: toDecimal(hourlyRateSen * hours),
})

/**
 * Inserts the row of a hold. `at` is the database's time, from which the hold runs. Written in SQL:
 * through the ORM this one statement took a third of the time of a booking. Only the id and the
 * currency are read back; the caller knows the rest.
 */
async function insertBooking(tx: Tx, hold: Hold, at: Date): Promise<ShownBooking> {
  const { firstName, lastName, email, phone, requirements, locale } = contactOf(hold)
  const { date, time, duration, hours, spans, price, tax } = hold
  const billing = billingOf(hold)
  const startsAt = spans[0]?.startsAt ?? at
  const endsAt = spans.at(-1)?.endsAt ?? at
  const holdExpiresAt = new Date(at.getTime() + minutesBeforePayment(hold.holdMinutes) * MINUTE_MS)
  const subtotal = toDecimal(price.subtotalSen)
  const taxAmount = toDecimal(price.taxSen)
  const totalAmount = toDecimal(price.totalSen)
  const [row] = await tx.$queryRaw<[{ id: number; currency: string }]>`
    /* insert_booking */ INSERT INTO bookings (
      service_id, first_name, last_name, email, phone, requirements, locale, billing,
      date, time, duration, hours, starts_at, ends_at,
      subtotal, tax_amount, tax_rate, tax_label, total_amount,
      hold_expires_at, visitor_hash, holder_hash, holder_network_hash, manage_token, created_at)
    VALUES (
      ${hold.service.id}::int, ${firstName}, ${lastName}, ${email}, ${phone}, ${requirements}, ${locale},
      ${billing && JSON.stringify(billing)}::jsonb,
      ${date}, ${time}, ${duration}, ${hours}::int, ${startsAt}::timestamptz, ${endsAt}::timestamptz,
      ${subtotal}::numeric, ${taxAmount}::numeric, ${toRate(tax.basisPoints)}::numeric,
      ${tax.label}, ${totalAmount}::numeric,
      ${holdExpiresAt}::timestamptz, ${hold.visitorHash}, ${hold.holderHash}, ${hold.networkHash},
      ${newToken()}, ${at}::timestamptz)
    RETURNING id, currency`
  if (hold.addOns.length > 0)
    await tx.bookingAddOn.createMany({
      data: hold.addOns.map((addOn) => ({ bookingId: row.id, ...addOnRow(addOn) })),
    })
  return {
    ...row,
    ...{ firstName, lastName, email, phone, requirements, date, time, duration, hours },
    ...{ subtotal, taxAmount, totalAmount, holdExpiresAt },
    serviceId: hold.service.id,
    service: hold.service,
    status: 'pending',
    cancelReason: null,
    createdAt: at,
  }
}
