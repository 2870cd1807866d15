import 'server-only'
import { holidayDates } from '@/lib/availability/data'
import { spansOf, type Duration } from '@/lib/availability/rules'
import { db } from '@/lib/db'
import { errorFields, log } from '@/lib/log'
import type { SettledPayment, Settlements } from '@/lib/payments/settlement'
import { closeExpired } from './closing'
import { expiredInTheWay } from './holds'

/**
 * Before money that came for a booking or its upgrade is settled: holds in its way that have run
 * out are ended, their payments closed at Stripe first. What cannot be closed now stays in the way,
 * and the settlement finds the time taken.
 */
export async function makeRoom(
  settlements: Settlements,
  { id, bookingId }: SettledPayment,
): Promise<void> {
  const booking = await db().booking.findUnique({
    where: { id: bookingId ?? 0 },
    include: {
      service: { select: { studioId: true } },
      upgrades: { where: { paymentId: id }, select: { duration: true } },
    },
  })
  if (!booking) return
  const duration = (booking.upgrades[0]?.duration ?? booking.duration) as Duration
  const spans = spansOf(booking.date, booking.time, duration, await holidayDates())
  const wanted = { studioId: booking.service.studioId, spans, ignoring: booking.id }
  const { open } = await expiredInTheWay(db(), wanted)
  for (const hold of open)
    await closeExpired(settlements, hold).catch((error: unknown) =>
      log.warn({ ...hold, ...errorFields(error) }, 'an expired hold stays in the way'),
    )
}
