import 'server-only'
import type { Opening } from '@/lib/availability/rules'
import { applyUpgrade } from './apply-upgrade'
import { db, type Tx } from '@/lib/db'
import { senOf } from '@/lib/money'
import type { Received, Settled } from '@/lib/payments/rules'
import type { SettledPayment, Settlement } from '@/lib/payments/settlement'
import { makeRoom } from './make-room'
import { queueUpgradeRefund } from './notices'
import { upgradeOutcome } from './rules'
import { lockRoomOf, recountSpent } from './settle'

type Facts = { received: Received; opening: Opening; now: Date }

/**
 * A succeeded payment for an upgrade: the booking becomes what was paid for, or the money goes
 * back. The caller holds the room's lock.
 */
async function settleUpgradePayment(
  tx: Tx,
  { id: paymentId }: SettledPayment,
  { received, opening, now }: Facts,
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
    upgrade.fromStartsAt.getTime() === booking.startsAt.getTime() &&
    senOf(upgrade.fromTotal) === senOf(booking.totalAmount)
  const expected = { amountSen: senOf(payment.amount), currency: payment.currency }
  const settlement = upgradeOutcome(
    received,
    expected,
    { status: upgrade.status, bookingStatus: booking.status, isSame, startsAt: booking.startsAt },
    now,
  )
  if (settlement.outcome !== 'confirmed') return settlement
  const applied = await applyUpgrade(tx, upgrade.id, booking.service.studioId, opening.holidays)
  return applied ? settlement : { outcome: 'refund_due', reason: 'late' }
}

/** What the money of an upgrade does: it earns no session of its own. */
export const upgradeSettlement: Settlement = {
  lock: lockRoomOf,
  isOver: async ({ id }) =>
    (await db().bookingUpgrade.count({
      where: {
        paymentId: id,
        OR: [{ status: 'ended' }, { booking: { status: { in: ['cancelled', 'completed'] } } }],
      },
    })) > 0,
  makeRoom,
  settle: settleUpgradePayment,
  takeBack: async () => {},
  earn: async () => {},
  recount: recountSpent,
  // Told only where the site was too late: a payment made twice has no upgrade of its own.
  async queueRefunded(tx, { id, reason }) {
    if (reason === 'late' || reason === 'cancelled') await queueUpgradeRefund(tx, id, reason)
  },
  async link() {
    throw new Error('Money is linked to a booking or an order, never to an upgrade')
  },
}
