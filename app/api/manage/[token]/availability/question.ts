import { bookingOfToken } from '@/lib/bookings/manage'
import { Problem } from '@/lib/problem'

export const READS = { name: 'manage-read', max: 240, seconds: 600 }

/** A booking's own length and rooms, not in its own way. Throws not_found. */
export async function questionOfMove(token: string) {
  const booking = await bookingOfToken(token)
  if (!booking) throw new Problem('not_found')
  const { id, roomIds, duration, hours, horizonDays } = booking
  return {
    ...{ roomIds, duration, hours, horizonDays },
    ignoring: id,
    visitorHash: null,
    now: new Date(),
  }
}
