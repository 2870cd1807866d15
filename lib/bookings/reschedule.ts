import 'server-only'
import { namingClash } from '@/lib/availability/clashes'
import { currentOpening } from '@/lib/availability/data'
import { refusal, spansOf, type Duration } from '@/lib/availability/rules'
import { moveBooking, type Move } from './moves'
import { moveLimits, moveRefusal, type ChangedBy } from './rules'
import { db } from '@/lib/db'
import { Problem } from '@/lib/problem'
import { expireHoldOfAnother } from './book'
import { giveUpUpgrade } from './upgrade'

export type Reschedule = {
  id: number
  newDate: string
  newTime: string
  by: ChangedBy
  version?: string | undefined
  actor: string
  now: Date
}

/**
 * Gives a booking another time of its own length, price kept: the customer up to 24 h before
 * (decision C10), the owner at any time and without lead time or horizon (B5, C12). True when it
 * was moved, false when it already had that time. An upgrade that is not paid yet is given up for
 * it. Throws not_found, not_changeable, slot_unavailable, slot_taken, payment_in_progress,
 * version_conflict; then the old time is kept. To the owner slot_taken names the clash.
 */
export async function rescheduleBooking({
  id,
  newDate: date,
  newTime: time,
  by,
  version,
  actor,
  now,
}: Reschedule): Promise<boolean> {
  const booking = await db().booking.findUnique({ where: { id }, include: { service: true } })
  if (!booking) throw new Problem('not_found')
  if (booking.date === date && booking.time === time && booking.status === 'confirmed') return false
  const refused = moveRefusal(booking, by, now)
  if (refused) throw new Problem('not_changeable', { sentence: refused })
  const opening = await currentOpening()
  const reason = refusal(
    date,
    time,
    booking.duration as Duration,
    opening,
    moveLimits(by, booking.membershipId !== null, now),
  )
  if (reason)
    throw new Problem('slot_unavailable', {
      sentence: `slot_${reason}`,
      fields: { newTime: `slot_${reason}` },
    })

  await giveUpUpgrade(id)
  const { studioId } = booking.service
  const place = () =>
    placeMove({ id, studioId, date, time, holidays: opening.holidays, by, version, actor, now })
  if (by === 'customer') return place()
  return namingClash(
    {
      studioId,
      spans: spansOf(date, time, booking.duration as Duration, opening.holidays),
      now,
      ignoring: id,
    },
    place,
  )
}

async function placeMove(move: Move): Promise<boolean> {
  for (let attempt = 1; attempt <= 3; attempt++) {
    const result = await moveBooking(move)
    if (result.kind !== 'elapsed') return result.kind === 'moved'
    for (const other of result.bookingIds) await expireHoldOfAnother(other, move.now)
  }
  throw new Problem('slot_taken')
}
