import 'server-only'
import type { Opening } from '@/lib/availability/rules'
import { confirmBooking, reviveBooking } from './confirm'
import { queueBookingConfirmed } from './notices'
import type { Tx } from '@/lib/db'
import { senOf } from '@/lib/money'
import { settle, type Received, type Settled } from '@/lib/payments/rules'

type Facts = { received: Received; opening: Opening; now: Date }

/**
 * A succeeded payment for a session: confirms it, revives it, or says why the money goes back. The
 * caller holds the room's lock.
 */
export async function settleBooking(
  tx: Tx,
  paymentId: number,
  { received, opening, now }: Facts,
): Promise<Settled> {
  const payment = await tx.payment.findUniqueOrThrow({
    where: { id: paymentId },
    include: {
      booking: {
        include: {
          service: true,
          payments: { where: { outcome: 'confirmed', purpose: 'booking' } },
        },
      },
    },
  })
  const { booking } = payment
  if (!booking) throw new Error(`Payment ${paymentId} has no booking to settle`)
  const expected = { amount: senOf(payment.amount), currency: payment.currency }
  const settlement = settle(
    received,
    expected,
    { ...booking, alreadyPaid: booking.payments.length > 0 },
    now,
  )
  if (settlement.outcome !== 'confirmed') return settlement
  if (settlement.action === 'confirm') await confirmBooking(tx, booking.id, now)
  if (settlement.action === 'revive') {
    const revived = await reviveBooking(tx, booking.id, opening.holidays, now)
    if (!revived) return { outcome: 'refund_due', reason: 'late' }
  }
  await queueBookingConfirmed(tx, booking.id)
  return settlement
}
