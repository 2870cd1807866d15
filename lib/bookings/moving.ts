import { HORIZON_DAYS, LEAD_MINUTES, type Limits } from '@/lib/availability/rules'
import { HOUR_MS } from '@/lib/time'

/** An administrator may ignore lead time and horizon (docs/decisions/020 B5). */
export type ChangedBy = 'customer' | 'admin'
/** Before the session starts, for a customer (docs/decisions/020 C10). */
export const RESCHEDULE_HOURS = 24

/** Until when the customer may move a session that starts at `startsAt`, inclusive. */
export const movableUntil = (startsAt: Date): Date =>
  new Date(startsAt.getTime() - RESCHEDULE_HOURS * HOUR_MS)

/**
 * Null when it can be moved: never a cancelled or completed one (docs/decisions/020 C12); by the
 * customer only a confirmed one, and not in its last 24 hours (docs/decisions/020 C10); not what a
 * visitor holds while they pay. Otherwise
 * the key of a message under `errors`.
 */
export function moveRefusal(
  booking: {
    status: string
    startsAt: Date
    holdExpiresAt: Date | null
    transferChosenAt: Date | null
  },
  by: ChangedBy,
  now: Date,
): 'not_changeable' | 'hold_not_movable' | 'too_late_to_move' | null {
  if (booking.status !== 'confirmed' && !(by === 'admin' && booking.status === 'pending'))
    return 'not_changeable'
  // Its visitor, who is about to pay, would pay for a time that they were never shown.
  if (booking.status === 'pending' && booking.holdExpiresAt && !booking.transferChosenAt)
    return 'hold_not_movable'
  return by === 'customer' && now > movableUntil(booking.startsAt) ? 'too_late_to_move' : null
}

/** A member has a longer horizon (docs/decisions/020 B5). */
export const moveLimits = (isMember: boolean, now: Date): Limits => ({
  now,
  horizonDays: isMember ? HORIZON_DAYS.member : HORIZON_DAYS.public,
  leadMinutes: LEAD_MINUTES,
})
