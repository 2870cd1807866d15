import 'server-only'
import { db } from '@/lib/db'
import { Problem } from '@/lib/problem'
import { studioDate, studioTime } from '@/lib/time'
import { fullName } from '@/lib/names'
import { occupiedWithin, type Place } from './room'
import { overlaps } from './rules'

/** What occupies a requested time. For administrators only: it names customers. */
export type Conflict = {
  roomId: number
  kind: 'booking' | 'block'
  bookingId: number | null
  client: string | null
  reason: string | null
  startsAt: string
  endsAt: string
}

/** All that is in the way of these, earliest first. Holds that ran out unpaid count as free. */
export async function findConflicts(places: readonly Place[], ignoring = 0): Promise<Conflict[]> {
  const taken = (await occupiedWithin(db(), places)).filter(
    ({ bookingId, state }) => state !== 'expired' && bookingId !== ignoring,
  )
  const names = await customerNames(taken.flatMap(({ bookingId }) => bookingId ?? []))
  return taken.map(({ roomId, startsAt, endsAt, ...one }) => ({
    roomId,
    kind: one.kind,
    bookingId: one.bookingId,
    client: (one.bookingId !== null && names.get(one.bookingId)) || null,
    reason: one.kind === 'block' ? one.reason : null,
    startsAt: startsAt.toISOString(),
    endsAt: endsAt.toISOString(),
  }))
}

/** The customers of these bookings. For administrators only. */
export async function customerNames(bookingIds: readonly number[]): Promise<Map<number, string>> {
  if (bookingIds.length === 0) return new Map()
  const customers = await db().booking.findMany({
    where: { id: { in: [...bookingIds] } },
    select: { id: true, firstName: true, lastName: true },
  })
  return new Map(customers.map((customer) => [customer.id, fullName(customer)]))
}

type Wanted = {
  /** Where the work looked for time; evaluated only after it failed, so that they are current. */
  places: () => readonly Place[] | Promise<readonly Place[]>
  ignoring?: number
}

/** A slot_taken error of `work` is rethrown with who or what is in the way. */
export async function withConflictDetails<T>(
  { places, ignoring }: Wanted,
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof Problem) || error.code !== 'slot_taken') throw error
    const wanted = await places()
    const conflicts = await findConflicts(wanted, ignoring)
    const conflict = conflicts.find((one) => hasSession(one, wanted)) ?? conflicts[0]
    throw conflict ? takenBy(conflict) : error
  }
}

/** Another session is in the way, not only its turnaround or a block. */
const hasSession = ({ kind, roomId, startsAt, endsAt }: Conflict, places: readonly Place[]) =>
  kind === 'booking' &&
  places.some(
    (place) =>
      place.roomId === roomId &&
      place.spans.some((span) =>
        overlaps(span, { startsAt: new Date(startsAt), endsAt: new Date(endsAt) }),
      ),
  )

function takenBy(conflict: Conflict): Problem {
  const [from, to] = [new Date(conflict.startsAt), new Date(conflict.endsAt)]
  const when = `${studioDate(from)} ${studioTime(from)}–${studioTime(to)}`
  const values = {
    when,
    id: String(conflict.bookingId ?? ''),
    client: conflict.client ?? '',
    reason: conflict.reason ?? '',
  }
  return new Problem('slot_taken', {
    sentence: conflict.kind === 'block' ? 'slot_blocked' : 'slot_taken_by',
    values,
    data: { clash: conflict },
  })
}
