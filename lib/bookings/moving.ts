import { HORIZON_DAYS, LEAD_MINUTES, type Limits } from '@/lib/availability/rules'
import { HOUR_MS } from '@/lib/time'

/**
 * Who requests a change: the customer by the booking's link, or an administrator, who may ignore
 * lead time and horizon (docs/decisions/020 B5).
 */
export type ChangedBy = 'customer' | 'admin'
/**
 * A customer may move the session until this many hours before it starts (docs/decisions/020 C10).
 */
export const RESCHEDULE_HOURS = 24

/** Until when the customer may move a session that starts at `startsAt`, inclusive. */
export const movableUntil = (startsAt: Date): Date =>
  new Date(startsAt.getTime() - RESCHEDULE_HOURS * HOUR_MS)

/**
 * Why a booking cannot be moved, or null when it can: never a cancelled or completed one
 * (docs/decisions/020 C12); by the customer only a confirmed one, and not in its last 24 hours
 * (docs/decisions/020 C10). The key of a message under `errors`.
 */
export function moveRefusal(
  booking: { status: string; startsAt: Date },
  by: ChangedBy,
  now: Date,
): 'not_changeable' | 'too_late_to_move' | null {
  if (booking.status !== 'confirmed' && !(by === 'admin' && booking.status === 'pending'))
    return 'not_changeable'
  return by === 'customer' && now > movableUntil(booking.startsAt) ? 'too_late_to_move' : null
}

/**
 * The limits for the new time of a booking: an administrator has neither lead time nor horizon, a
 * member a longer horizon (docs/decisions/020 B5).
 */
export const moveLimits = (by: ChangedBy, isMember: boolean, now: Date): Limits =>
  by === 'admin'
    ? { now, horizonDays: Infinity, leadMinutes: 0 }
    : {
        now,
        horizonDays: isMember ? HORIZON_DAYS.member : HORIZON_DAYS.public,
        leadMinutes: LEAD_MINUTES,
      }
