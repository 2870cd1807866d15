import 'server-only'
import { move, roomReservations } from '@/lib/availability/room'
import { spansOf, type Duration, type Holidays } from '@/lib/availability/rules'
import type { Tx } from '@/lib/db'
import { senOf, toDecimal } from '@/lib/money'
import { endExpiredInTheWay } from './holds'
import { queueBookingUpgraded } from './notices'
import type { AddOn } from './rules'

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
    await endExpiredInTheWay(tx, { studioId, spans, ignoring: bookingId }, { leaveOpen: true })
    const others = await roomReservations(tx, studioId, spans)
    if (others.some((other) => other.bookingId !== bookingId)) return false
    await move(tx, { studioId, bookingId, spans })
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
  for (const { serviceId, hours, hourlyRateSen: hourlyRate } of upgrade.addOns as AddOn[]) {
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
