import 'server-only'
import { reserve, type ReservationState } from '@/lib/availability/room'
import { type Duration, isSameLength, type Length, lengthOf } from '@/lib/availability/rules'
import { bookableServices, type BookableService } from '@/lib/catalog/queries'
import { namesOf } from '@/lib/catalog/rules'
import { db, type Tx } from '@/lib/db'
import type { BookingUpgrade } from '@/lib/generated/prisma/client'
import { senOf, type Stored } from '@/lib/money'
import { closePayments } from '@/lib/payments/intents'
import { openPayment, priceChanged, secretOf } from '@/lib/payments/open'
import { Problem } from '@/lib/problem'
import { everyRoom, roomOf, type Room } from '@/lib/rooms/queries'
import { MIN_CHARGE_SEN } from '@/lib/sales/money'
import { saleColumns, taxOfSales } from '@/lib/sales/sale'
import { currentSetting, holdMinutes } from '@/lib/settings/queries'
import { MINUTE_MS } from '@/lib/time'
import { releaseHold, retryAfterExpiringHolds } from './expire'
import { endHold, ExpiredHoldsInTheWay, freePlace } from './holds'
import { addedTime, fitsDay, isUndecided, soldInclude, soldOf, type SoldRow } from './offers'
import { isRetired, lockRoomsOf, roomRetired } from './places'
import { upgradeRefusal } from './status'
import { longerLengths, upgradePrice, type AddOn, type AddOnRate, type Upgrade } from './price'
import type { PaymentIntentResponse } from './schema'
import { namedLines } from './session-sale'
import { bookingSettlements } from './settlements'

export type UpgradeRequest = {
  bookingId: number
  /** The new length; the booking's own when only add-ons are added. */
  length: Length
  /** Services that are add-ons, not yet on the booking. */
  addOns: readonly number[]
  /** The price that the browser showed as due, in sen. */
  amountSen: number
  now: Date
}

/**
 * Holds an upgrade and returns the secret to pay for it: only the difference, with the added time
 * reserved for HOLD_MINUTES. The same upgrade again returns the same intent; another one replaces
 * it unless its payment is in progress. Throws not_changeable, invalid_request, slot_unavailable,
 * slot_taken, price_changed, payment_in_progress, unavailable.
 */
export async function upgradeSecret(request: UpgradeRequest): Promise<PaymentIntentResponse> {
  const { bookingId } = request
  const row = await db().booking.findUniqueOrThrow({
    where: { id: bookingId },
    include: soldInclude,
  })
  const catalogue = await catalogueFor(request, row)
  // Refused before the transaction, so that a request without a chance does not queue for the
  // room's lock.
  await giveUpOthers(request, quote(request, row, catalogue))
  await closeEndedUpgrades(bookingId)
  let holdExpiresAt = ''
  const clientSecret = await secretOf(bookingSettlements, async () => {
    const { upgrade, payment } = await retryAfterExpiringHolds((tx) =>
      placeUpgrade(tx, request, catalogue),
    )
    holdExpiresAt = upgrade.holdExpiresAt.toISOString()
    return {
      ...payment,
      dueSen: senOf(payment.amount),
      metadata: { booking_id: String(bookingId), upgrade_id: String(upgrade.id) },
    }
  })
  return { clientSecret, holdExpiresAt }
}

/** The requested length; what is absent stays as in the booking. */
export const wantedLength = (
  { duration, hours }: { duration?: Duration | undefined; hours?: number | undefined },
  sold: Length,
): Length => {
  const isSame = duration === undefined || duration === sold.duration
  return lengthOf({
    duration: duration ?? sold.duration,
    hours: hours ?? (isSame ? sold.hours : 1),
  })
}

type Catalogue = {
  service: BookableService
  room: Room
  severalHours: boolean
  added: readonly AddOnRate[]
  holdMinutes: number
}

async function catalogueFor(
  { addOns, now }: UpgradeRequest,
  booking: { serviceId: number; roomId: number },
): Promise<Catalogue> {
  const [services, rooms, { severalHours }, minutes] = await Promise.all([
    bookableServices(now),
    everyRoom(),
    currentSetting('lengths'),
    holdMinutes(),
  ])
  const service = services.get(booking.serviceId)
  if (!service) throw new Problem('not_changeable')
  const added = [...services.values()].filter(
    ({ id, isAddOn, state }) => isAddOn && state === 'offered' && addOns.includes(id),
  )
  return {
    service,
    room: roomOf(rooms, booking.roomId),
    severalHours,
    added: added.map(({ id, rates }) => ({ serviceId: id, hourlyRateSen: rates.hourly })),
    holdMinutes: minutes,
  }
}

/** The booking in this row after the upgrade, and its price. Throws when it cannot be upgraded. */
function quote(
  { length, addOns, amountSen: amount, now }: UpgradeRequest,
  booking: SoldRow,
  { service: { rates }, room, severalHours, added }: Catalogue,
): Upgrade {
  const refused = upgradeRefusal(booking, now)
  if (refused) throw new Problem(refused)
  const isSame = isSameLength(length, lengthOf(booking))
  const isLonger =
    !booking.isFreeSession &&
    longerLengths(rates, lengthOf(booking), severalHours).some((one) => isSameLength(one, length))
  if (!isSame && !isLonger) throw new Problem('invalid_request', { fields: { duration: 'choice' } })
  const isNew =
    added.length === new Set(addOns).size &&
    !booking.addOns.some(({ serviceId }) => addOns.includes(serviceId))
  if (!isNew || (addOns.length === 0 && isSame))
    throw new Problem('invalid_request', { fields: { addOns: 'choice' } })
  if (isLonger && isRetired(room)) throw roomRetired()
  if (isLonger && !fitsDay(booking, length, room.opening))
    throw new Problem('slot_unavailable', {
      sentence: 'slot_outside_hours',
      fields: { duration: 'slot_outside_hours' },
    })
  const upgrade = upgradePrice(soldOf(booking), rates, length, added)
  if (upgrade.due.totalSen < MIN_CHARGE_SEN) throw new Problem('not_changeable')
  if (upgrade.due.totalSen !== amount) throw priceChanged(upgrade.due)
  return upgrade
}

async function heldUpgrade(bookingId: number) {
  const held = await db().bookingUpgrade.findFirst({
    where: { bookingId, status: 'held' },
    include: { payment: true, booking: { include: { service: true } } },
  })
  return held && withPayment(held)
}

/** One that is held has its payment. */
function withPayment<U extends { id: number; payment: unknown }>(upgrade: U) {
  const { payment } = upgrade
  if (!payment) throw new Error(`Upgrade ${upgrade.id} is held without a payment`)
  return { ...upgrade, payment: payment as NonNullable<U['payment']> }
}

/** Another upgrade of this booking, or one whose hold has run out, is ended; the same upgrade is kept. */
async function giveUpOthers(request: UpgradeRequest, upgrade: Upgrade): Promise<void> {
  const [held, open] = await Promise.all([
    heldUpgrade(request.bookingId),
    openUpgrade(db(), request.bookingId),
  ])
  if (!held) return
  const isSame = isSameUpgrade(held, held.booking, request.length, upgrade)
  if (isSame && open?.state === 'held') return
  await giveUpUpgrade(request.bookingId)
}

/** Ends a booking's open upgrade, its intent first. Throws payment_in_progress while it is being paid. */
export async function giveUpUpgrade(bookingId: number): Promise<void> {
  const held = await heldUpgrade(bookingId)
  if (!held) return
  if ((await releaseHold({ bookingId, upgradeId: held.id })) === 'kept')
    throw new Problem('payment_in_progress', { sentence: 'upgrade_in_progress' })
}

/**
 * Closes the intents of upgrades that ended while Stripe was away: a booking has one open upgrade
 * payment at a time. Throws payment_in_progress when its payment is in progress, and unavailable
 * when Stripe is away.
 */
async function closeEndedUpgrades(bookingId: number): Promise<void> {
  const ended = { bookingId, purpose: 'upgrade', upgrade: { status: 'ended' } }
  if ((await closePayments(bookingSettlements, ended)) === 'in_flight')
    throw new Problem('payment_in_progress', { sentence: 'upgrade_in_progress' })
}

/**
 * Holds what an upgrade adds while it is being paid for, under the room's lock: its payment, its
 * row and the added time are written together or not at all, at the price of the booking at that
 * time. The same upgrade requested again is the same row. Throws like `quote`, slot_taken, and
 * payment_in_progress (another upgrade is held).
 */
async function placeUpgrade(tx: Tx, request: UpgradeRequest, catalogue: Catalogue) {
  const { bookingId, length } = request
  const { service, room } = catalogue
  const at = await lockRoomsOf(tx, bookingId)
  await tx.$executeRaw`SELECT 1 FROM bookings WHERE id = ${bookingId} FOR UPDATE`
  const booking = await tx.booking.findUniqueOrThrow({
    where: { id: bookingId },
    include: soldInclude,
  })
  // Moved to another room a moment ago.
  if (booking.roomId !== room.id) throw new Problem('slot_taken')
  const upgrade = quote(request, booking, catalogue)
  // The difference is sold only to a customer who has paid for the rest.
  if (await isUndecided(tx, booking)) throw new Problem('not_changeable')
  const open = await openUpgrade(tx, bookingId)
  if (open && open.state === 'held') {
    const row = withPayment(
      await tx.bookingUpgrade.findUniqueOrThrow({
        where: { id: open.id },
        include: { payment: true },
      }),
    )
    if (!isSameUpgrade(row, booking, length, upgrade))
      throw new Problem('payment_in_progress', { sentence: 'upgrade_in_progress' })
    return { upgrade: row, payment: row.payment }
  }
  const hold = open && { bookingId, upgradeId: open.id }
  if (hold && open.state === 'expired_open') throw new ExpiredHoldsInTheWay([hold])
  if (hold) await endHold(tx, hold, 'released')

  const added = addedTime(booking, length, room)
  const isFree = added.spans.length === 0 || (await freePlace(tx, [added], bookingId))
  if (!isFree) throw new Problem('slot_taken')
  const lines = namedLines(upgrade.due.lines, length, service, await addOnNames(tx, upgrade))
  const sale = await tx.sale.create({
    data: {
      kind: 'upgrade',
      bookingId,
      ...saleColumns(lines, upgrade.due, taxOfSales(booking.sales)),
    },
  })
  const dueSen = upgrade.due.totalSen
  const payment = await openPayment(tx, { sale, dueSen, shownSen: null, metadata: {} })
  const row = await tx.bookingUpgrade.create({
    data: {
      bookingId,
      paymentId: payment.id,
      saleId: sale.id,
      fromDuration: booking.duration,
      fromHours: booking.hours,
      fromStartsAt: booking.startsAt,
      fromTotal: booking.totalAmount,
      duration: length.duration,
      hours: length.hours,
      addOns: upgrade.addOns,
      holdExpiresAt: new Date(at.getTime() + catalogue.holdMinutes * MINUTE_MS),
    },
  })
  if (added.spans.length > 0) await reserve(tx, added, { bookingId, upgradeId: row.id })
  return { upgrade: row, payment }
}

export async function addOnNames(tx: Tx, { addOns }: Upgrade) {
  const ids = addOns.map(({ serviceId }) => serviceId)
  const services = await tx.service.findMany({ where: { id: { in: ids } } })
  return new Map(services.map((service) => [service.id, { names: namesOf(service) }]))
}

/** The one on hold and the state of that hold; with a closed payment it is over. */
async function openUpgrade(
  tx: Tx,
  bookingId: number,
): Promise<{ id: number; state: ReservationState } | undefined> {
  const [row] = await tx.$queryRaw<{ id: number; state: ReservationState }[]>`
    SELECT u.id, CASE WHEN p.status = 'canceled' THEN 'expired'
      ELSE hold_state(u.hold_expires_at, is_payable(p.stripe_payment_intent_id, p.status)) END AS state
    FROM booking_upgrades u JOIN payments p ON p.id = u.payment_id WHERE u.booking_id = ${bookingId}
      AND u.status = 'held'`
  return row
}

/** From the same start, to the same length, price and add-ons. */
const isSameUpgrade = (
  row: BookingUpgrade & { payment: { amount: Stored } },
  booking: { startsAt: Date; totalAmount: Stored },
  length: Length,
  { addOns, due }: Upgrade,
): boolean =>
  row.fromStartsAt.getTime() === booking.startsAt.getTime() &&
  isSameLength(lengthOf(row), length) &&
  senOf(row.fromTotal) === senOf(booking.totalAmount) &&
  senOf(row.payment.amount) === due.totalSen &&
  keyOf(row.addOns as AddOn[]) === keyOf(addOns)
const keyOf = (addOns: readonly AddOn[]) =>
  addOns
    .map(({ serviceId, hours, hourlyRateSen: hourlyRate }) => `${serviceId}:${hours}:${hourlyRate}`)
    .sort()
    .join()
