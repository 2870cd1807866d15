import 'server-only'
import { move, occupiedWithin, placeIn, type Place } from '@/lib/availability/room'
import { isSameLength, lengthOf } from '@/lib/availability/rules'
import { endExpiredInTheWay } from '@/lib/bookings/holds'
import { releaseExpiredHolds } from '@/lib/bookings/closing'
import { upgradeOutcome } from '@/lib/bookings/status'
import { addOnAmounts } from './add-ons'
import { type AddOn } from './price'
import { lockPaidRooms, recountBooking, tellPaidBooking } from '@/lib/bookings/settle'
import { soldSession } from '@/lib/bookings/session-sale'
import { isRetired, placedIn } from './places'
import { db, type Prisma, type Tx } from '@/lib/db'
import { senOf } from '@/lib/money'
import type { Received, Settled } from '@/lib/payments/rules'
import type { SettledPayment, Settlement } from '@/lib/payments/settlement'
import { everyRoom, roomOf } from '@/lib/rooms/queries'
import { MINUTE_MS } from '@/lib/time'

type Facts = { received: Received; now: Date }

/** The booking becomes what was paid for, or the money is refunded. The caller holds the room's lock. */
async function settleUpgradePayment(
  tx: Tx,
  { id: paymentId }: SettledPayment,
  { received, now }: Facts,
): Promise<Settled> {
  const payment = await tx.payment.findUniqueOrThrow({ where: { id: paymentId } })
  await tx.$executeRaw`SELECT 1 FROM bookings WHERE id = ${payment.bookingId} FOR UPDATE`
  const upgrade = await tx.bookingUpgrade.findUnique({
    where: { paymentId },
    include: { booking: { include: { service: true } } },
  })
  if (!upgrade) throw new Error(`Payment ${paymentId} has no upgrade to settle`)
  const { booking } = upgrade
  const isSame =
    upgrade.fromDuration === booking.duration &&
    upgrade.fromHours === booking.hours &&
    upgrade.fromStartsAt.getTime() === booking.startsAt.getTime() &&
    senOf(upgrade.fromTotal) === senOf(booking.totalAmount)
  const expected = { amountSen: senOf(payment.amount), currency: payment.currency }
  const settlement = upgradeOutcome(
    received,
    expected,
    {
      status: upgrade.status,
      bookingStatus: booking.status,
      isSame,
      startsAt: booking.startsAt,
      endsAt: booking.endsAt,
    },
    now,
  )
  if (settlement.outcome !== 'confirmed') return settlement
  const applied = await applyUpgrade(tx, upgrade.id)
  return applied ? settlement : { outcome: 'refund_due', reason: 'late' }
}

/** Settlement of upgrade payments: they earn no session of their own. */
export const upgradeSettlement: Settlement = {
  lock: lockPaidRooms,
  async waitsForPayment(tx, { id }) {
    const [upgrade] = await tx.$queryRaw<{ status: string }[]>`
      SELECT status FROM booking_upgrades WHERE payment_id = ${id} FOR UPDATE`
    return upgrade?.status === 'held'
  },
  isOver: async ({ id }) =>
    (await db().bookingUpgrade.count({
      where: {
        paymentId: id,
        OR: [{ status: 'ended' }, { booking: { status: { in: ['cancelled', 'completed'] } } }],
      },
    })) > 0,
  releaseExpiredHolds,
  settle: settleUpgradePayment,
  takeBack: async () => {},
  earn: async () => {},
  recount: recountBooking,
  tell: tellPaidBooking,
  sold: soldSession,
  async link() {
    throw new Error('Money is linked to a booking or an order, never to an upgrade')
  },
  owing: async () => null,
  resume: () => Promise.resolve(false),
  async received() {
    throw new Error('Money is received for a booking, never for its upgrade alone')
  },
}

/** With the turnaround that the added time is held with, whatever the room's is since. */
function asHeld(
  session: Place,
  [held]: readonly { endsAt: Date; reservedUntil: Date | null }[],
): Place {
  if (!held) return session
  const { endsAt, reservedUntil } = held
  const turnaround = (reservedUntil ?? endsAt).getTime() - endsAt.getTime()
  return { ...session, turnaroundMinutes: turnaround / MINUTE_MS }
}

/**
 * Applies a paid upgrade to its booking: the whole time as one reservation, length, add-ons, price
 * and the next calendar sequence. False when the added time is no longer held and is taken, or its
 * room retired. The caller holds the room's lock and has checked that the booking is still the one
 * the upgrade was offered for.
 */
export async function applyUpgrade(tx: Tx, id: number): Promise<boolean> {
  const upgrade = await tx.bookingUpgrade.findUniqueOrThrow({
    where: { id },
    include: { booking: true, sale: true, reservations: true },
  })
  const { booking, bookingId } = upgrade
  const length = lengthOf(upgrade)
  if (isSameLength(length, lengthOf(booking))) await makeLonger(tx, upgrade, null)
  else {
    const room = roomOf(await everyRoom(tx), booking.roomId)
    if (upgrade.reservations.length === 0 && isRetired(room)) return false
    const place = asHeld(placeIn(room, { ...booking, ...length }), upgrade.reservations)
    await endExpiredInTheWay(tx, { place, ignoring: bookingId }, { leaveOpen: true })
    // A block that was made since does not take what is held.
    const others = (await occupiedWithin(tx, [place])).filter(
      ({ kind }) => kind === 'booking' || upgrade.reservations.length === 0,
    )
    if (others.some((other) => other.bookingId !== bookingId)) return false
    await makeLonger(tx, upgrade, place)
  }
  return true
}

type Longer = {
  id: number
  bookingId: number
  duration: string
  hours: number
  addOns: unknown
  sale: { totalAmount: Prisma.Decimal }
}

/**
 * The booking becomes what was sold: its time, where that is longer, its add-ons and its price;
 * `onAccount`: to be paid later. The caller holds the room's lock, and `place` is free.
 */
export async function makeLonger(
  tx: Tx,
  upgrade: Longer,
  place: Place | null,
  { onAccount = false } = {},
): Promise<void> {
  const { id, bookingId, sale } = upgrade
  if (place) await move(tx, bookingId, place)
  await tx.bookingUpgrade.update({ where: { id }, data: { status: 'applied' } })
  await tx.booking.update({
    where: { id: bookingId },
    data: {
      ...(place && { ...lengthOf(upgrade), endsAt: placedIn(place).endsAt }),
      totalAmount: { increment: sale.totalAmount },
      ...(onAccount && { onAccount: { increment: sale.totalAmount } }),
      calendarSequence: { increment: 1 },
    },
  })
  for (const addOn of upgrade.addOns as AddOn[]) {
    const { serviceId } = addOn
    const amounts = addOnAmounts(addOn)
    await tx.bookingAddOn.upsert({
      where: { bookingId_serviceId: { bookingId, serviceId } },
      create: { bookingId, serviceId, ...amounts },
      update: amounts,
    })
  }
}
