import 'server-only'
import { areBlockedWholly, bookableRooms, isTaken, timetable } from '@/lib/availability/queries'
import {
  findPlace,
  lockRooms,
  placeArrays,
  placeIn,
  type AdvisoryKey,
  type InTheWay,
  type Place,
} from '@/lib/availability/room'
import { LEAD_MINUTES, lengthOf, refusal, type Refusal } from '@/lib/availability/rules'
import { cachedUntilContentChanges } from '@/lib/cache/remembered'
import { db, Prisma, retried, type Tx } from '@/lib/db'
import { isOverlap } from '@/lib/database-errors'
import { env } from '@/lib/env'
import type { Locale } from '@/lib/i18n/routing'
import { isSameMailbox } from '@/lib/inbox'
import type { Rates } from '@/lib/catalog/rules'
import type { GoingCode } from '@/lib/codes/queries'
import { horizonOf } from '@/lib/memberships/queries'
import { freeSessionFor, takeFreeSession } from '@/lib/memberships/free-sessions'
import { senOf, type Price, type Tax } from '@/lib/money'
import { intentStatus } from '@/lib/payments/facts'
import { priceChanged } from '@/lib/payments/open'
import { syncPayment } from '@/lib/payments/sync'
import { e164Of, phoneColumns } from '@/lib/phones'
import { Problem } from '@/lib/problem'
import type { Room } from '@/lib/rooms/queries'
import { isInFlight, isTooSmall } from '@/lib/sales/money'
import type { Quote } from '@/lib/sales/quote'
import { saleColumns, type SoldLine } from '@/lib/sales/sale'
import { billingOf } from '@/lib/receipts/company'
import { inboxHash } from '@/lib/http/rate-limit'
import { newToken } from '@/lib/http/request'
import { holdMinutes, currentTax } from '@/lib/settings/queries'
import { HOUR_MS } from '@/lib/time'
import { confirmBooking } from './confirm'
import { bookingInclude, type BookingRow, type ShownBooking } from './queries'
import { retryAfterExpiringHolds } from './expire'
import { endExpiredInTheWay, endHold } from './holds'
import { tellBooking } from './notices'
import {
  HELD_HOURS,
  HELD_OF_WEEK,
  minutesBeforePayment,
  NETWORK_LOCK,
  UNPAID_ENDS,
  VISITOR_LOCK,
} from './hold-limits'
import { addOnAmounts, chosenAddOns, refusedAddOns } from './add-ons'
import { codeFor } from './code'
import {
  addOnsFor,
  freeSessionPrice,
  sessionPrice,
  withCode,
  type AddOn,
  type AddOnRate,
} from './price'
import { isSameRequest, isSameSession, type AskedFor } from './same-request'
import type { BookingInput } from './schema'
import { namedLines } from './session-sale'
import { bookingSettlements } from './settlements'

export type HoldRequest = BookingInput & {
  /** Null: any that serves. */
  roomId: number | null
  /** The price that the browser showed, in sen; null when it sent none. */
  totalSen: number | null
  /** By a code (docs/decisions/020 E2): member benefits depend on it, never on the form's email. */
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
const terms = cachedUntilContentChanges(async () => {
  const [tax, minutes] = await Promise.all([currentTax(), holdMinutes()])
  return { tax, minutes }
})

/**
 * For 5 minutes, and for 15 in all (HOLD_MINUTES) once its payment begins. Returns the booking,
 * whether it is new, and the visitor's earlier holds that were released, whose intents the caller
 * must close. A member's free session, and one that a code has made free, are confirmed at once
 * (docs/decisions/020 E3, 042). Throws invalid_request (serviceId, hours, addOns, useFreeSession,
 * code), unauthorized, slot_unavailable, price_changed, email_unproven (a week or a code for an
 * email that the caller has not proven, or an inbox with too many unpaid holds; docs/decisions/016),
 * slot_taken, payment_in_progress, too_many_requests.
 */
export async function holdSlot(
  request: HoldRequest,
): Promise<{ booking: ShownBooking; created: boolean; released: number[] }> {
  const { date, time, now } = request
  const paid = request.isStranger ? null : await paidBookingOf(request)
  if (paid) return { booking: paid, created: false, released: [] }
  const [table, { tax, minutes }] = await Promise.all([timetable(now), terms()])
  const { services } = table
  const rooms = bookableRooms(table, { ...request, ignoring: undefined })
  const service = services.get(request.serviceId)
  if (!service) throw new Error('A room was found for a service that there is not')
  // A free session has none.
  if (request.useFreeSession && request.addOns.length > 0) throw refusedAddOns('choice')
  const addOns = chosenAddOns(request.addOns, services)
  const freeSessionOf = request.useFreeSession
    ? await freeSessionFor(request.provenEmail, { ...request, hourly: service.rates.hourly })
    : null
  const horizonDays = await horizonOf(request.provenEmail)
  const limits = { now, horizonDays, leadMinutes: LEAD_MINUTES }
  const refusals = rooms.map(({ opening }) => refusal(date, time, request, opening, limits))
  const open = rooms.filter((_, nth) => refusals[nth] === null)
  if (open.length === 0 && refusals[0]) throw unavailable(refusals[0])
  const places = open.map((room) => placeIn(room, request))
  const code = await codeOf(request, places)
  const price = priceOf(request, { rates: service.rates, tax, addOns, code })
  refuseUnproven(request, price, code)
  const hold = {
    ...request,
    request,
    places,
    service: { id: service.id, name: service.name },
    price,
    tax,
    addOns: addOnsFor(addOns, request),
    lines: namedLines(price.lines, lengthOf(request), service, services),
    freeSessionOf,
    isFree: freeSessionOf !== null || (code !== null && price.totalSen === 0),
    codeId: code?.id ?? null,
    holdMinutes: minutes,
  }
  if (request.isStranger && !hold.isFree) {
    const booking = await holdForNewVisitor(hold, open)
    if (booking) return { booking, created: true, released: [] }
  } else if (await isTaken(places, request.visitorHash)) throw await refusalOfBlocked(open, date)
  if (!request.isStranger && (await settleOrRefuse(request, price))) {
    const paidNow = await paidBookingOf(request)
    if (paidNow) return { booking: paidNow, created: false, released: [] }
  }
  return retryAfterExpiringHolds((tx) => replaceHold(tx, hold))
}

/** Of a paid session: a free one has none. Throws invalid_request (code). */
async function codeOf(
  { code, useFreeSession, now, ...wish }: HoldRequest,
  places: readonly Place[],
): Promise<GoingCode | null> {
  if (code === null) return null
  if (useFreeSession)
    throw new Problem('invalid_request', { fields: { code: 'code_free_session' } })
  return codeFor(code, { ...wish, spans: places[0]?.spans ?? null, now })
}

type Terms = {
  rates: Rates
  tax: Tax
  addOns: readonly AddOnRate[]
  code: GoingCode | null
}

/** Throws price_changed, and invalid_request (serviceId) for what is too little to be paid online. */
function priceOf(request: HoldRequest, { rates, tax, addOns, code }: Terms): Quote {
  const { useFreeSession, totalSen } = request
  const full = () => sessionPrice(rates, request, tax, addOns)
  const paid = () => (code ? withCode(full(), code, tax) : full())
  const price = useFreeSession ? freeSessionPrice(rates, request, tax) : paid()
  if (totalSen !== null && totalSen !== price.totalSen) throw priceChanged(price)
  if (isTooSmall(price.totalSen))
    throw new Problem('invalid_request', { fields: { serviceId: 'total_too_small' } })
  return price
}

/** Throws email_unproven: for a week, a code for each email, and what a code has made free. */
function refuseUnproven(
  { duration, email, provenEmail }: HoldRequest,
  price: Price,
  code: GoingCode | null,
): void {
  if (isSameMailbox(provenEmail, email)) return
  if (duration === 'weekly') throw new Problem('email_unproven', { fields: { email: 'unproven' } })
  if (code && (code.onceEach || price.totalSen === 0))
    throw new Problem('email_unproven', {
      sentence: 'email_unproven_code',
      fields: { email: 'unproven_code' },
    })
}

const unavailable = (reason: Refusal) =>
  new Problem('slot_unavailable', {
    sentence: `slot_${reason}`,
    fields: { time: `slot_${reason}` },
  })

/** Why a time is refused that is taken, perhaps by a block: its day may be closed. */
const refusalOfBlocked = async (rooms: readonly Room[], date: string): Promise<Problem> =>
  (await areBlockedWholly(rooms, date)) ? unavailable('closed') : new Problem('slot_taken')

/**
 * In one statement; null: expired holds are in the way. Throws slot_taken, slot_unavailable,
 * too_many_requests.
 */
async function holdForNewVisitor(hold: Hold, rooms: readonly Room[]): Promise<ShownBooking | null> {
  const held = await retried(() => insertHold(db(), hold))
  if (held.outcome === 'held') return held.booking
  if (held.outcome === 'expired') return null
  if (held.outcome === 'taken') throw new Problem('slot_taken')
  if (held.outcome === 'blocked') throw await refusalOfBlocked(rooms, hold.date)
  throw refusalOfHold(held.outcome, hold)
}

type Earlier = AskedFor & {
  id: number
  status: string
  live: boolean
  totalAmount: Prisma.Decimal
  /** Its room, chosen or not. */
  inRoom: number
}

/** What this visitor holds, and what they have bought at this time. */
const earlierOf = (client: Tx, { visitorHash, date, time }: HoldRequest) =>
  client.$queryRaw<Earlier[]>`
    SELECT b.id, b.status, b.hold_expires_at > statement_timestamp() AS live,
      b.total_amount AS "totalAmount", b.service_id AS "serviceId",
      b.studio_id AS "inRoom", CASE WHEN b.room_chosen THEN b.studio_id END AS "roomId",
      b.date, b.time, b.duration, b.hours,
      ARRAY(SELECT a.service_id FROM booking_add_ons a WHERE a.booking_id = b.id) AS "addOns",
      c.code, b.is_free_session AS "isFreeSession", b.email, b.first_name AS "firstName",
      b.last_name AS "lastName", b.phone, b.requirements, b.billing
    FROM bookings b LEFT JOIN codes c ON c.id = b.code_id
    WHERE b.visitor_hash = ${visitorHash}
      AND (b.status = 'pending' AND b.hold_expires_at IS NOT NULL
        OR b.status = 'confirmed' AND b.date = ${date} AND b.time = ${time})`

/** Asked for again, for example from an old tab, it is shown instead of "taken" (docs/decisions/020 C3). */
async function paidBookingOf(request: HoldRequest): Promise<BookingRow | null> {
  const paid = (await earlierOf(db(), request)).find(
    (row) => row.status === 'confirmed' && isSameRequest(row, request),
  )
  return paid
    ? db().booking.findUniqueOrThrow({ where: { id: paid.id }, include: bookingInclude })
    : null
}

/**
 * The hold that goes on, with the details as they were said last, also when its own room is chosen now, or
 * any; at another price it is another.
 */
function isSameHold(row: Earlier, request: HoldRequest, { totalSen }: Price): boolean {
  const serves = request.roomId === null || request.roomId === row.inRoom
  const wanted = serves ? { ...row, roomId: request.roomId } : row
  return (
    row.status === 'pending' &&
    isSameSession(wanted, request) &&
    senOf(row.totalAmount) === totalSen
  )
}

/**
 * The old hold is not released while its payment may be in progress (docs/decisions/020 C3). Asks
 * Stripe, not our own copy. True when a payment had arrived and is now settled. Throws
 * payment_in_progress.
 */
async function settleOrRefuse(request: HoldRequest, price: Price): Promise<boolean> {
  const others = (await earlierOf(db(), request)).filter(
    (row) => row.status === 'pending' && !isSameHold(row, request, price),
  )
  const payments = await db().payment.findMany({
    where: {
      bookingId: { in: others.map(({ id }) => id) },
      stripePaymentIntentId: { not: null },
      status: { notIn: ['succeeded', 'canceled'] },
    },
    select: { stripePaymentIntentId: true },
  })
  let isSettled = false
  for (const { stripePaymentIntentId } of payments) {
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

type Hold = Omit<HoldRequest, 'addOns' | 'code'> & {
  request: HoldRequest
  service: ShownBooking['service']
  /** In rooms that are open then, the preferred first. */
  places: readonly Place[]
  price: Price
  tax: Tax
  addOns: readonly AddOn[]
  lines: readonly SoldLine[]
  /** The member who uses a free session. */
  freeSessionOf: number | null
  /** By that or by a code: confirmed at once, with nothing to pay. */
  isFree: boolean
  codeId: number | null
  /** How long the hold lasts once its payment has begun. */
  holdMinutes: number
}

/** One hold for a visitor in all rooms, and one count for a network, without waiting at a room's lock. */
const locksOf = ({ visitorHash, networkHash }: Hold): readonly AdvisoryKey[] => [
  { kind: VISITOR_LOCK, text: visitorHash },
  { kind: NETWORK_LOCK, text: networkHash },
]

/**
 * Under the rooms' locks. The same visitor who requests the same session for the same email at the
 * same price gets the same booking; anything else releases the old hold in the same transaction.
 * Throws slot_taken, too_many_requests.
 */
async function replaceHold(
  tx: Tx,
  hold: Hold,
): Promise<{ booking: ShownBooking; created: boolean; released: number[] }> {
  await lockRooms(
    tx,
    hold.places.map(({ roomId }) => roomId),
    locksOf(hold),
  )
  const earlier = hold.isStranger ? [] : await earlierOf(tx, hold.request)
  const mine = earlier.filter(({ status }) => status === 'pending')
  const same = mine.find((row) => row.live && isSameHold(row, hold.request, hold.price))
  if (same) return { booking: await updateContact(tx, same.id, hold), created: false, released: [] }

  const ended = await endExpiredOf(tx, hold)
  // A hold that ran out elsewhere would break "one hold per visitor"; the job would end it within
  // seconds.
  for (const { id, live } of mine)
    if (
      !ended.includes(id) &&
      !(await endHold(tx, { bookingId: id }, live ? 'released' : 'expired'))
    )
      throw new Problem('payment_in_progress') // Extended or paid since it was read.

  let held = await insertHold(tx, hold)
  // Nothing but their own hold, which has made way, kept this room from being the one to take.
  if (held.outcome === 'expired') {
    await endExpiredOf(tx, hold)
    held = await insertHold(tx, hold)
  }
  if (isRefused(held)) throw refusalOfHold(held.outcome, hold)
  if (held.outcome !== 'held') throw new Problem('slot_taken')
  return {
    booking: hold.isFree ? await bookFree(tx, held.booking.id, hold) : held.booking,
    created: true,
    released: mine.map(({ id }) => id),
  }
}

/** Ends the expired holds that are all that is in the way. Returns the bookings that they were of. */
async function endExpiredOf(tx: Tx, { places }: Hold): Promise<number[]> {
  const { place, outcome } = await findPlace(tx, places, null)
  return outcome === 'expired' ? endExpiredInTheWay(tx, { place }) : []
}

const REFUSALS = [
  'too_many_holds',
  'too_many_holds_of_network',
  'too_many_unpaid',
  'too_many_unpaid_of_inbox',
] as const
type RefusedHold = (typeof REFUSALS)[number]

const isRefused = (placed: Placed): placed is { outcome: RefusedHold } =>
  (REFUSALS as readonly string[]).includes(placed.outcome)

function refusalOfHold(outcome: RefusedHold, hold: Hold): Problem {
  const { email, provenEmail, holdMinutes: minutes } = hold
  // Somebody else may have typed this email all day: its owner goes on with a code.
  if (outcome === 'too_many_unpaid_of_inbox' && !isSameMailbox(provenEmail, email))
    return new Problem('email_unproven', {
      sentence: 'email_unproven_holds',
      fields: { email: 'unproven_holds' },
    })
  const isDay = outcome === 'too_many_unpaid' || outcome === 'too_many_unpaid_of_inbox'
  return new Problem('too_many_requests', {
    retryAfter: isDay ? 3600 : Math.ceil(minutes * 60),
    sentence: isDay ? 'too_many_unpaid' : outcome,
  })
}

async function bookFree(
  tx: Tx,
  id: number,
  { freeSessionOf, now }: Pick<Hold, 'freeSessionOf' | 'now'>,
): Promise<BookingRow> {
  if (freeSessionOf !== null)
    await takeFreeSession(tx, freeSessionOf, await tx.booking.findUniqueOrThrow({ where: { id } }))
  await confirmBooking(tx, id, now)
  await tellBooking(tx, id)
  return tx.booking.findUniqueOrThrow({ where: { id }, include: bookingInclude })
}

const contactOf = (hold: Hold) => ({
  firstName: hold.firstName,
  lastName: hold.lastName,
  email: hold.email,
  ...phoneColumns(hold.phone),
  requirements: hold.requirements,
  billing: billingOf(hold) ?? Prisma.DbNull,
  locale: hold.locale,
})

const updateContact = (tx: Tx, id: number, hold: Hold) =>
  tx.booking.update({
    where: { id },
    data: { ...contactOf(hold), roomChosen: hold.roomId !== null },
    include: bookingInclude,
  })

type Placed =
  | { outcome: 'held'; booking: ShownBooking }
  | {
      outcome: InTheWay | RefusedHold
    }

/**
 * By the SQL function hold_slot, all or nothing. Nothing is written unless the outcome is `held`;
 * `expired`: the holds in the way have run out and must be ended first. The visitor's own holds
 * have been ended before. Throws slot_taken.
 */
async function insertHold(tx: Tx, hold: Hold): Promise<Placed> {
  const { tax } = hold
  const { rooms, firsts, lasts, untils } = placeArrays(hold.places)
  const { firstName, lastName, email, phone, requirements } = hold
  const { date, time, duration, hours } = hold
  // As in the preferred room: hold_slot writes those of the room that it finds.
  const spans = hold.places[0]?.spans
  const [startsAt, endsAt] = [spans?.[0]?.startsAt, spans?.at(-1)?.endsAt]
  if (!startsAt || !endsAt) throw new Error('A hold without time')
  const sale = saleColumns(hold.lines, hold.price, tax)
  const columns = {
    service_id: hold.service.id,
    first_name: firstName,
    last_name: lastName,
    email,
    phone,
    phone_e164: e164Of(phone),
    requirements,
    locale: hold.locale,
    billing: billingOf(hold),
    ...{ date, time, duration, hours },
    room_chosen: hold.roomId !== null,
    code_id: hold.codeId,
    starts_at: startsAt,
    ends_at: endsAt,
    total_amount: sale.totalAmount,
    visitor_hash: hold.visitorHash,
    holder_hash: hold.holderHash,
    holder_network_hash: hold.networkHash,
    holder_inbox: inboxOfHold(hold),
    manage_token: newToken(),
  }
  const locks = locksOf(hold)
  const holdSeconds = minutesBeforePayment(hold.holdMinutes) * 60
  const [row] = await tx.$queryRaw<Row[]>`
    SELECT outcome, id, currency, at, room FROM hold_slot(${rooms}::int[],
      ${firsts}::timestamptz[], ${lasts}::timestamptz[], ${untils}::timestamptz[],
      ${locks.map(({ kind }) => kind)}::int[], ${locks.map(({ text }) => text)}::text[],
      ${JSON.stringify(columns)}::jsonb, ${JSON.stringify(hold.addOns.map(addOnColumns))}::jsonb,
      ${holdSeconds}::double precision, ${boundsOf(hold)}::jsonb,
      ${JSON.stringify(storedNames(sale))}::jsonb)`.catch((error: unknown) => {
    throw isOverlap(error) ? new Problem('slot_taken') : error
  })
  if (!row) throw new Error('hold_slot returned no row')
  if (row.outcome !== 'held') return { outcome: row.outcome }
  const booking: ShownBooking = {
    ...{ id: row.id, currency: row.currency, createdAt: row.at },
    ...{ firstName, lastName, email, phone, requirements, date, time, duration, hours },
    totalAmount: sale.totalAmount,
    sales: [sale],
    holdExpiresAt: new Date(row.at.getTime() + holdSeconds * 1000),
    serviceId: hold.service.id,
    service: hold.service,
    roomId: row.room,
    status: 'pending',
    cancelReason: null,
    stripePaymentIntentId: null,
  }
  return { outcome: 'held', booking }
}

/** What hold_slot answers; an id, a currency and a time only with `held`, a room otherwise too. */
type Row = { outcome: Placed['outcome']; id: number; currency: string; at: Date; room: number }

const storedNames = (sale: ReturnType<typeof saleColumns>) => ({
  lines: sale.lines,
  subtotal: sale.subtotal,
  tax_amount: sale.taxAmount,
  tax_rate: sale.taxRate,
  tax_label: sale.taxLabel,
  total_amount: sale.totalAmount,
})

const addOnColumns = (addOn: AddOn) => {
  const { hours, hourlyRate, totalAmount } = addOnAmounts(addOn)
  return {
    service_id: addOn.serviceId,
    hours,
    hourly_rate: hourlyRate,
    total_amount: totalAmount,
  }
}

/** As hold_slot takes them (docs/decisions/016); null when nothing has to be paid. */
function boundsOf({ places, isFree, holdMinutes: minutes }: Hold): string | null {
  if (isFree) return null
  const spans = places[0]?.spans ?? []
  const ms = spans.reduce(
    (sum, { startsAt, endsAt }) => sum + (Number(endsAt) - Number(startsAt)),
    0,
  )
  const scale = env().RATE_LIMIT_SCALE
  return JSON.stringify({
    wanted: ms / HOUR_MS,
    address: HELD_HOURS.perAddress * scale,
    network: HELD_HOURS.perNetwork * scale,
    weeks: scale,
    endedAddress: UNPAID_ENDS.perAddress * scale,
    endedNetwork: UNPAID_ENDS.perNetwork * scale,
    endedInbox: UNPAID_ENDS.perInbox * scale,
    ofWeek: HELD_OF_WEEK * scale,
    short: minutesBeforePayment(minutes),
  })
}

/** Apart for whoever has proven the email, so that nobody spends the allowance of another's inbox. */
const inboxOfHold = ({ email, provenEmail }: Hold): string =>
  `${isSameMailbox(provenEmail, email) ? 'proven' : 'typed'}:${inboxHash(email)}`
