import 'server-only'
import { randomUUID } from 'node:crypto'
import { lockRoom, release, reserve } from '@/lib/availability/mutations'
import { spansOf, type Duration, type Holidays, type Span } from '@/lib/availability/rules'
import { Prisma, transaction, type Tx } from '@/lib/db'
import type { BookingUpgrade } from '@/lib/generated/prisma/client'
import { senOf, toDecimal } from '@/lib/money'
import { Problem } from '@/lib/problem'
import { MINUTE_MS } from '@/lib/time'
import { elapsedInTheWay, endHold } from './mutations'
import { queueBookingUpgraded } from './notices'
import { soldInclude, soldOf } from './offers'
import { upgradeRefusal, type AddOn, type Sold, type Upgrade } from './rules'

export type Placement = {
  bookingId: number
  studioId: number
  /** What the price was made from; when the booking is no longer that, nothing is placed. */
  sold: Sold
  duration: Duration
  upgrade: Upgrade
  added: readonly Span[]
  holdMinutes: number
  now: Date
}

export type PlaceResult =
  | { kind: 'held'; upgrade: BookingUpgrade }
  /**
   * Holds in the way have run out, but their payments must be closed at Stripe first, outside any
   * transaction.
   */
  | { kind: 'elapsed'; bookingIds: number[] }

/**
 * Holds what an upgrade adds while it is paid for, in one transaction under the room's lock: its
 * payment, its row and the added time stand together or not at all. The same upgrade asked for
 * again is the same row. Throws slot_taken, not_changeable, version_conflict (the booking has
 * changed since), payment_in_progress (another upgrade is held).
 */
export function placeUpgrade(placement: Placement): Promise<PlaceResult> {
  const { bookingId, studioId, duration, upgrade, added, now } = placement
  return transaction(async (tx) => {
    await lockRoom(tx, studioId)
    await tx.$executeRaw`SELECT 1 FROM bookings WHERE id = ${bookingId} FOR UPDATE`
    const booking = await tx.booking.findUniqueOrThrow({
      where: { id: bookingId },
      include: {
        ...soldInclude,
        upgrades: { where: { status: 'held' }, include: { payment: true } },
      },
    })
    const refused = upgradeRefusal(booking, now)
    if (refused) throw new Problem(refused)
    if (JSON.stringify(soldOf(booking)) !== JSON.stringify(placement.sold))
      throw new Problem('version_conflict')
    const [open] = booking.upgrades
    if (open && open.payment.status === 'canceled') await endUpgrade(tx, open.id)
    else if (open && isSameUpgrade(open, duration, upgrade) && open.holdExpiresAt > now)
      return { kind: 'held', upgrade: open }
    else if (open) throw new Problem('payment_in_progress', { sentence: 'upgrade_in_progress' })

    if (added.length > 0) {
      const elapsed = await elapsedInTheWay(tx, { studioId, spans: added, now })
      const unpaid = elapsed.filter((row) => row.open_payment)
      if (unpaid.length > 0) return { kind: 'elapsed', bookingIds: unpaid.map((row) => row.id) }
      for (const row of elapsed) await endHold(tx, row.id, 'expired', now)
    }
    const payment = await tx.payment.create({
      data: {
        bookingId,
        purpose: 'upgrade',
        amount: toDecimal(upgrade.due.total),
        idempotencyKey: randomUUID(),
      },
    })
    const row = await tx.bookingUpgrade.create({
      data: {
        bookingId,
        paymentId: payment.id,
        fromDuration: booking.duration,
        fromStartsAt: booking.startsAt,
        fromTotal: booking.totalAmount,
        duration,
        addOns: upgrade.addOns,
        subtotal: toDecimal(upgrade.after.subtotal),
        taxAmount: toDecimal(upgrade.after.tax),
        totalAmount: toDecimal(upgrade.after.total),
        holdExpiresAt: new Date(now.getTime() + placement.holdMinutes * MINUTE_MS),
      },
    })
    await holdAdded(tx, studioId, row, added)
    return { kind: 'held', upgrade: row }
  })
}

/** True when a held upgrade is the one asked for: length, price and add-ons. */
export const isSameUpgrade = (
  row: BookingUpgrade,
  duration: Duration,
  { addOns, after }: Upgrade,
): boolean =>
  row.duration === duration &&
  senOf(row.totalAmount) === after.total &&
  keyOf(row.addOns as AddOn[]) === keyOf(addOns)
const keyOf = (addOns: readonly AddOn[]) =>
  addOns
    .map(({ serviceId, hours, hourlyRate }) => `${serviceId}:${hours}:${hourlyRate}`)
    .sort()
    .join()

/**
 * Rows of its own beside the booking's: they end with the upgrade, and the constraint guards them
 * like any other.
 */
async function holdAdded(
  tx: Tx,
  studioId: number,
  { id, bookingId }: BookingUpgrade,
  added: readonly Span[],
): Promise<void> {
  if (added.length === 0) return
  const rows = added.map(
    (span) =>
      Prisma.sql`(${studioId}, ${bookingId}, ${id}, ${span.startsAt}, ${span.endsAt}, 'booking')`,
  )
  const inserted = await tx.$queryRaw<unknown[]>`
    INSERT INTO slot_reservations (studio_id, booking_id, upgrade_id, starts_at, ends_at, kind) VALUES ${Prisma.join(rows)}
    ON CONFLICT ON CONSTRAINT slot_reservations_no_overlap DO NOTHING RETURNING id`
  if (inserted.length !== added.length) throw new Problem('slot_taken')
}

/**
 * Gives back what an upgrade held; does nothing to one that is no longer held. The caller holds the
 * room's lock.
 */
export async function endUpgrade(tx: Tx, id: number): Promise<void> {
  const { count } = await tx.bookingUpgrade.updateMany({
    where: { id, status: 'held' },
    data: { status: 'ended' },
  })
  if (count > 0) await tx.slotReservation.deleteMany({ where: { upgradeId: id } })
}

/**
 * Lengthens an upgrade's hold once, to twice its time, while the payment is with the customer's
 * bank (decision C1).
 */
export async function extendUpgrade(tx: Tx, id: number, holdMinutes: number): Promise<void> {
  await tx.$executeRaw`
    UPDATE booking_upgrades SET hold_expires_at = hold_expires_at + make_interval(secs => ${holdMinutes * 60}::double precision), hold_extended = true
    WHERE id = ${id} AND status = 'held' AND NOT hold_extended`
}

/**
 * Makes the booking what the paid upgrade says: its whole time as one reservation, length, add-ons,
 * price, the next calendar sequence, and the mail. False when the added time, no longer held, is
 * somebody else's. The caller holds the room's lock and has found that the booking is still what
 * the upgrade was offered for.
 */
export async function applyUpgrade(
  tx: Tx,
  id: number,
  studioId: number,
  holidays: Holidays,
): Promise<boolean> {
  const upgrade = await tx.bookingUpgrade.findUniqueOrThrow({
    where: { id },
    include: { booking: true },
  })
  const { booking, bookingId } = upgrade
  const duration = upgrade.duration as Duration
  const spans = spansOf(booking.date, booking.time, duration, holidays)
  const endsAt = spans.at(-1)?.endsAt ?? booking.endsAt
  if (duration !== booking.duration) {
    const [taken] = await tx.$queryRaw<unknown[]>`
      SELECT 1 FROM slot_reservations WHERE studio_id = ${studioId} AND starts_at < ${endsAt} AND ends_at > ${booking.endsAt}
        AND booking_id IS DISTINCT FROM ${bookingId} LIMIT 1`
    if (taken) return false
    await release(tx, bookingId)
    await reserve(tx, { studioId, bookingId, spans })
  }
  await tx.bookingUpgrade.update({ where: { id }, data: { status: 'applied' } })
  await tx.booking.update({
    where: { id: bookingId },
    data: {
      ...(duration !== booking.duration && { duration, endsAt }),
      subtotal: upgrade.subtotal,
      taxAmount: upgrade.taxAmount,
      totalAmount: upgrade.totalAmount,
      calendarSequence: { increment: 1 },
    },
  })
  for (const { serviceId, hours, hourlyRate } of upgrade.addOns as AddOn[]) {
    const amounts = {
      hours,
      hourlyRate: toDecimal(hourlyRate),
      totalAmount: toDecimal(hourlyRate * hours),
    }
    await tx.bookingAddOn.upsert({
      where: { bookingId_serviceId: { bookingId, serviceId } },
      create: { bookingId, serviceId, ...amounts },
      update: amounts,
    })
  }
  await queueBookingUpgraded(tx, bookingId, senOf(upgrade.totalAmount) - senOf(upgrade.fromTotal))
  return true
}
