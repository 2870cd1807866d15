import 'server-only'
import { bookableService } from '@/lib/catalog/queries'
import { db, type Tx } from '@/lib/db'
import { Problem, type ErrorSentence } from '@/lib/problem'
import { lockMembership, recount, writeSession } from './loyalty'
import { memberOf } from './queries'
import { freeSessionsLeft, isFreeSessionChoice } from './rules'

/**
 * The membership that may use a free session for this booking (docs/decisions/020 E3): of a
 * signed-in active member, for one hour of their package or a cheaper one. Throws invalid_request
 * (useFreeSession) when there is none; whether one is left is checked when it is used.
 */
export async function freeSessionFor(
  provenEmail: string | null,
  choice: { hourly: number; duration: string; hours: number; now: Date },
): Promise<number> {
  const id = provenEmail === null ? null : await memberOf(provenEmail)
  const member =
    id === null ? null : await db().membership.findFirst({ where: { id, counts: true } })
  if (!member) throw new Problem('unauthorized')
  const own = await bookableService(member.serviceId, choice.now)
  if (!own || !isFreeSessionChoice(choice, own.rates.hourly)) throw refuse('free_session_choice')
  return member.id
}

const refuse = (key: ErrorSentence) =>
  new Problem('invalid_request', { sentence: key, fields: { useFreeSession: key } })

/** Again for a booking whose free session was given back. Throws not_changeable when it was used since. */
export async function retakeFreeSession(
  tx: Tx,
  booking: Taken & { membershipId: number | null },
): Promise<void> {
  await tx.membershipSession.updateMany({
    where: { bookingId: booking.id, reversedBy: { isNot: null } },
    data: { bookingId: null },
  })
  await takeFreeSession(tx, booking.membershipId ?? 0, booking).catch((error: unknown) => {
    if (!(error instanceof Problem)) throw error
    throw new Problem('not_changeable', { sentence: 'free_session_returned' })
  })
}

type Taken = { id: number; date: string; time: string; duration: string }

/**
 * Concurrent requests queue for the membership's row, so only one gets the last session; the
 * constraint on the counters would refuse a second one anyway. Throws invalid_request
 * (useFreeSession) when none is left.
 */
export async function takeFreeSession(tx: Tx, membershipId: number, booking: Taken): Promise<void> {
  await lockMembership(tx, membershipId)
  const member = await tx.membership.findUniqueOrThrow({ where: { id: membershipId } })
  if (!member.counts || freeSessionsLeft(member) < 1) throw refuse('free_session_none')
  await writeSession(tx, { membershipId, booking, wasFreebieSession: true })
  await tx.booking.update({
    where: { id: booking.id },
    data: { membershipId, isFreeSession: true },
  })
  await recount(tx, membershipId)
}
