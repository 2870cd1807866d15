import 'server-only'
import { db, transaction } from '@/lib/db'
import type { Payment } from '@/lib/generated/prisma/client'
import type { BookingMail, MailContent } from '@/lib/mail/schema'
import type { MailRow, Untrue } from '@/lib/mail/outbox'
import { toInstant } from '@/lib/time'
import { moneyOf } from '@/lib/sales/money'
import { bookingMailFacts } from './notices'
import { isUnpaid } from './status'
import { alternativesTo } from './settle'

/**
 * What a queued mail about a booking says at `now`: everything in it is read again from the booking
 * and its payments. Untrue when what the mail is for no longer holds.
 */
export async function bookingMailNow(
  content: BookingMail,
  mail: MailRow,
  now: Date,
): Promise<MailContent | Untrue> {
  const id = content.payload.bookingId
  if ((await db().booking.count({ where: { id } })) === 0) return { untrue: 'booking_deleted' }
  const read = await transaction(async (tx) => ({
    ...(await bookingMailFacts(tx, id)),
    payments: await tx.payment.findMany({ where: { bookingId: id } }),
  }))
  const state = stateOf(read, now)
  const { fresh, status } = state

  switch (content.kind) {
    case 'booking_confirmed':
      return confirmedNow(content, state)
    case 'booking_unpaid':
      return unpaidNow(content, state)
    case 'booking_rescheduled':
      return rescheduledNow(content, state, mail)
    case 'booking_reminder':
      return reminderNow(content, state)
    case 'booking_upgraded': {
      const { paidSen, paymentId } = content.payload
      if (!state.isActive) return { untrue: `booking_${status}` }
      return { ...content, payload: { ...fresh, paidSen, paymentId } }
    }
    case 'booking_cancelled': {
      const { refund, before } = content.payload
      if (status !== 'cancelled') return { untrue: 'booking_restored' }
      return { ...content, payload: { ...fresh, refund, before } }
    }
    case 'upgrade_refund': {
      const { payload } = content
      return {
        ...content,
        payload: { ...payload, ...fresh, money: moneyOf(state.paidBy(payload.paymentId)) },
      }
    }
    case 'late_payment_refund':
    case 'late_payment_studio':
      return lateNow(content, state)
    case 'studio_booking':
      return studioNow(content, state)
  }
}

type Read = Awaited<ReturnType<typeof bookingMailFacts>> & { payments: Payment[] }
type State = ReturnType<typeof stateOf>
type Mail<K extends BookingMail['kind']> = Extract<BookingMail, { kind: K }>

function stateOf({ booking, facts, payments }: Read, now: Date) {
  const { status, manageToken, service, startsAt, endsAt } = booking
  const isOver = endsAt <= now
  const waits = isUnpaid({ ...booking, payments })
  const forStudio = {
    ...facts,
    money: moneyOf(payments),
    isUnpaid: waits,
    isOver,
    isCancelled: status === 'cancelled',
  }
  return {
    ...{ booking, status, startsAt, isOver, isUnpaid: waits, now },
    isActive: status === 'confirmed' || status === 'completed',
    fresh: { ...forStudio, manageToken },
    forStudio: { ...forStudio, serviceName: service.name },
    paidBy: (id: number | undefined) => payments.filter((one) => one.id === id),
  }
}

function confirmedNow(content: Mail<'booking_confirmed'>, state: State): MailContent | Untrue {
  const { paymentId } = content.payload
  if (!state.isActive) return { untrue: `booking_${state.status}` }
  const isPaidNow = state.paidBy(paymentId).some(({ outcome }) => outcome === 'confirmed')
  if (state.isOver && !isPaidNow) return { untrue: 'session_over' }
  return { ...content, payload: { ...state.fresh, paymentId } }
}

function unpaidNow(content: Mail<'booking_unpaid'>, state: State): MailContent | Untrue {
  if (state.status !== 'pending') return { untrue: `booking_${state.status}` }
  if (!state.isUnpaid) return { untrue: 'not_payable' }
  return state.isOver ? { untrue: 'session_over' } : { ...content, payload: state.fresh }
}

async function rescheduledNow(
  content: Mail<'booking_rescheduled'>,
  { booking, status, isOver, fresh }: State,
  mail: MailRow,
): Promise<MailContent | Untrue> {
  const { previous, date, time } = content.payload
  if (status === 'cancelled') return { untrue: 'booking_cancelled' }
  if (isOver) return { untrue: 'session_over' }
  // A week that kept its start, because only its other days moved, has not moved back.
  const hasLeft = previous.date !== date || previous.time !== time
  if (hasLeft && previous.date === booking.date && previous.time === booking.time)
    return { untrue: 'moved_back' }
  if (await isTold(content, mail)) return { untrue: 'told_already' }
  return { ...content, payload: { ...fresh, previous } }
}

function reminderNow(content: Mail<'booking_reminder'>, state: State): MailContent | Untrue {
  const { status, startsAt, now, fresh } = state
  if (status !== 'confirmed') return { untrue: `booking_${status}` }
  if (startsAt <= now) return { untrue: 'session_begun' }
  if (content.payload.spans[0]?.startsAt !== startsAt.toISOString()) return { untrue: 'moved' }
  return { ...content, payload: fresh }
}

async function lateNow(
  content: Mail<'late_payment_refund'> | Mail<'late_payment_studio'>,
  { booking, now, fresh, forStudio, paidBy }: State,
): Promise<MailContent | Untrue> {
  const { payload } = content
  const paid = paidBy(payload.paymentId)
  if (paid.some(({ outcome }) => outcome === 'confirmed')) return { untrue: 'payment_counts' }
  const free = payload.alternatives.length > 0 ? await alternativesTo(booking.id) : []
  const { subtotalSen, taxSen, totalSen } = payload
  return {
    ...content,
    payload: {
      ...payload,
      ...(content.kind === 'late_payment_studio' ? forStudio : fresh),
      // Of an upgrade: the amounts that were paid for it.
      ...{ subtotalSen, taxSen, totalSen },
      money: moneyOf(paid),
      alternatives: free.filter(({ date, time }) => toInstant(date, time) > now),
    },
  }
}

function studioNow(
  content: Mail<'studio_booking'>,
  { status, isActive, forStudio }: State,
): MailContent | Untrue {
  const { event, previous } = content.payload
  const isSo = event === 'made' ? isActive : (event === 'cancelled') === (status === 'cancelled')
  if (!isSo) return { untrue: `booking_${status}` }
  return { ...content, payload: { ...forStudio, event, previous } }
}

/** True when a mail of the same kind, sent after this one was queued, has said all of it. */
const isTold = async ({ kind, payload }: BookingMail, mail: MailRow): Promise<boolean> =>
  (await db().mail.count({
    where: {
      ...{ kind, bookingId: payload.bookingId, recipient: mail.recipient, status: 'sent' },
      id: { not: mail.id },
      sentAt: { gt: mail.createdAt },
    },
  })) > 0
