import 'server-only'
import { nextSlots, timetable } from '@/lib/availability/queries'
import { lengthOf, lengthRefusal } from '@/lib/availability/rules'
import { db, type Tx } from '@/lib/db'
import { isAllGone, lockCounted } from '@/lib/memberships/counting'
import { recordSession, recountEmail, reverseSession } from '@/lib/memberships/loyalty'
import { reverseReward } from '@/lib/memberships/referrals'
import { senOf, toDecimal } from '@/lib/money'
import type { TakeBack } from '@/lib/payments/reconcile'
import type { Received, Settled } from '@/lib/payments/rules'
import type { Owing, SettledPayment, Settlement } from '@/lib/payments/settlement'
import { Problem } from '@/lib/problem'
import { roomsServing } from '@/lib/rooms/queries'
import { moneyOf } from '@/lib/sales/money'
import { confirmBooking, reviveBooking } from './confirm'
import { releaseExpiredHolds } from '@/lib/bookings/closing'
import { tellBooking } from './notices'
import { lockRoomsOf } from './places'
import { askedSen, bookingOutcome, endedAsHold, owedSen } from './status'
import { soldSession } from './session-sale'

type Facts = { received: Received; now: Date }

/** Confirms, restores, or says why the money is refunded. The caller holds the room's lock. */
async function settleBooking(
  tx: Tx,
  { id: paymentId }: SettledPayment,
  { received, now }: Facts,
): Promise<Settled> {
  const payment = await tx.payment.findUniqueOrThrow({
    where: { id: paymentId },
    include: {
      booking: {
        include: {
          service: true,
          payments: { where: { id: { not: paymentId } } },
        },
      },
    },
  })
  const { booking } = payment
  if (!booking) throw new Error(`Payment ${paymentId} has no booking to settle`)
  const { settledSen, offPriceSen } = moneyOf(booking.payments)
  const expected = { amountSen: senOf(payment.amount), currency: payment.currency }
  const settlement = bookingOutcome(
    received,
    expected,
    {
      ...booking,
      alreadyPaid: senOf(booking.totalAmount) - settledSen - offPriceSen < received.amountSen,
    },
    now,
  )
  if (settlement.outcome !== 'confirmed') return settlement
  if (settlement.action === 'confirm') await confirmBooking(tx, booking.id, now)
  if (settlement.action === 'revive') {
    const revived = await reviveBooking(tx, booking.id, now)
    if (!revived) return { outcome: 'refund_due', reason: 'late' }
  }
  return settlement
}

/** Takes the locks of the rooms that a payment's booking can have, before the payment's row. */
export const lockPaidRooms = async (tx: Tx, { bookingId }: SettledPayment): Promise<void> => {
  await lockRoomsOf(tx, bookingId ?? 0)
}

/**
 * Recounts what the member with the booking's email has spent. A completed session counts while money
 * of it is kept, by whichever payment, and no longer once nothing is left. The referral reward, which
 * concerns two people, never comes back by itself.
 */
export async function recountBooking(tx: Tx, { bookingId }: SettledPayment): Promise<void> {
  const id = bookingId ?? 0
  const { email, status, isFreeSession } = await tx.booking.findUniqueOrThrow({
    where: { id },
    select: { email: true, status: true, isFreeSession: true },
  })
  if (!isFreeSession && (await isAllGone(tx, id))) await endCounting(tx, id, 'refunded')
  else if (status === 'completed') await recordSession(tx, id)
  await recountEmail(tx, email)
}

/** What the session earned is reversed by counter entries, and so exactly once. */
async function endCounting(tx: Tx, id: number, why: 'refunded' | 'disputed'): Promise<void> {
  await reverseSession(tx, id, why)
  await reverseReward(tx, id)
}

async function reverseCredits(tx: Tx, { bookingId }: SettledPayment, why: TakeBack): Promise<void> {
  // Other money for the same session is kept, or its refund failed: it still counts.
  if (bookingId === null || (await lockCounted(tx, bookingId))) return
  await endCounting(tx, bookingId, why === 'disputed' ? 'disputed' : 'refunded')
}

/** The session counts from now on, whether it was completed before or since. */
async function credit(tx: Tx, { bookingId }: SettledPayment): Promise<void> {
  const booking = await tx.booking.findUniqueOrThrow({
    where: { id: bookingId ?? 0 },
    select: { status: true },
  })
  if (booking.status === 'completed' && bookingId !== null) await recordSession(tx, bookingId)
}

/** The next free starts for a session like this booking's, at most three, not before a day. */
export async function alternativesTo(
  bookingId: number,
  from?: string,
): Promise<{ date: string; time: string }[]> {
  const booking = await db().booking.findUnique({ where: { id: bookingId } })
  if (!booking) return []
  const { serviceId } = booking
  const length = lengthOf(booking)
  // No alternatives when the service itself, or its length, is no longer offered.
  const now = new Date()
  const { services, severalHours, rooms } = await timetable(now)
  if (services.get(serviceId)?.state !== 'offered' || lengthRefusal(length, severalHours)) return []
  // In the room that was chosen, while it is offered.
  const isKept =
    booking.roomChosen && roomsServing(rooms, serviceId).some(({ id }) => id === booking.roomId)
  const roomId = isKept ? booking.roomId : null
  return nextSlots(3, { ...length, serviceId, roomId, now, from })
}

/** To an active, unpaid booking. Locked, so that two payments linked at once are not both accepted. */
async function link(tx: Tx, payment: SettledPayment): Promise<void> {
  const id = payment.bookingId ?? 0
  await tx.$executeRaw`SELECT 1 FROM bookings WHERE id = ${id} FOR UPDATE`
  const booking = await tx.booking.findUnique({
    where: { id },
    include: { payments: { where: { id: { not: payment.id } } } },
  })
  const fits =
    booking && owedSen(booking) > 0 && ['confirmed', 'completed'].includes(booking.status)
  if (!fits) throw new Problem('invalid_request', { fields: { bookingId: 'link_booking' } })
}

async function waitsForPayment(tx: Tx, { bookingId }: SettledPayment): Promise<boolean> {
  const id = bookingId ?? 0
  await tx.$executeRaw`SELECT 1 FROM bookings WHERE id = ${id} FOR UPDATE`
  const booking = await tx.booking.findUnique({ where: { id }, include: { payments: true } })
  return (
    booking !== null &&
    booking.status !== 'cancelled' &&
    (booking.status === 'pending' || askedSen(booking) > 0)
  )
}

/** Nothing is due any more for a session that was released, cancelled or held. */
async function hasEnded({ bookingId }: SettledPayment): Promise<boolean> {
  const booking = await db().booking.findUnique({
    where: { id: bookingId ?? 0 },
    include: { payments: true },
  })
  if (booking?.status === 'completed') return askedSen(booking) === 0
  return booking?.status === 'cancelled'
}

async function owing(tx: Tx, { bookingId }: { bookingId: number | null }): Promise<Owing | null> {
  const id = bookingId ?? 0
  await lockRoomsOf(tx, id)
  await tx.$executeRaw`SELECT 1 FROM bookings WHERE id = ${id} FOR UPDATE`
  await tx.$executeRaw`SELECT 1 FROM payments WHERE booking_id = ${id} ORDER BY id FOR UPDATE`
  const booking = await tx.booking.findUnique({
    where: { id },
    include: { payments: true, sales: { where: { kind: 'session' } } },
  })
  const sale = booking?.sales[0]
  return booking && sale
    ? {
        ...{ sale, owedSen: owedSen(booking), updatedAt: booking.updatedAt },
        isOver: booking.status === 'cancelled',
      }
    : null
}

/** A hold that has ended takes its time again, in a room that is free. */
async function resume(
  tx: Tx,
  { bookingId }: { bookingId: number | null },
  { now, evenLate }: { now: Date; evenLate: boolean },
): Promise<boolean> {
  const id = bookingId ?? 0
  const booking = await tx.booking.findUniqueOrThrow({ where: { id } })
  if (!endedAsHold(booking) || (booking.endsAt <= now && !evenLate)) return false
  if (!(await reviveBooking(tx, id, now))) return false
  await tx.booking.update({ where: { id }, data: { status: 'pending', confirmedAt: null } })
  return true
}

/** A part keeps a pending booking without a deadline; of one that stands, the rest is asked for. */
async function received(
  tx: Tx,
  { bookingId }: { bookingId: number | null },
  now: Date,
): Promise<number> {
  const id = bookingId ?? 0
  const booking = await tx.booking.findUniqueOrThrow({ where: { id }, include: { payments: true } })
  const rest = owedSen(booking)
  const isPending = booking.status === 'pending'
  if (isPending && rest === 0) await confirmBooking(tx, id, now)
  else
    await tx.booking.update({
      where: { id },
      data: isPending
        ? { holdExpiresAt: null, holderHash: null, holderNetworkHash: null, holderInbox: null }
        : { onAccount: toDecimal(Math.max(senOf(booking.onAccount), rest)) },
    })
  return rest
}

export const tellPaidBooking = (tx: Tx, { bookingId }: SettledPayment): Promise<void> =>
  tellBooking(tx, bookingId ?? 0)

export const bookingSettlement: Settlement = {
  lock: lockPaidRooms,
  waitsForPayment,
  isOver: hasEnded,
  releaseExpiredHolds,
  settle: settleBooking,
  takeBack: reverseCredits,
  earn: credit,
  recount: recountBooking,
  tell: tellPaidBooking,
  sold: soldSession,
  link,
  owing,
  resume,
  received,
}
