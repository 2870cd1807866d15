import 'server-only'
import { db } from '@/lib/db'
import { Problem } from '@/lib/problem'
import { studioDate, studioTime } from '@/lib/time'
import { fullName } from '@/lib/names'
import { occupiedWithin, type Place } from './room'

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
  const customers = await db().booking.findMany({
    where: { id: { in: taken.flatMap(({ bookingId }) => bookingId ?? []) } },
    select: { id: true, firstName: true, lastName: true },
  })
  const names = new Map(customers.map((customer) => [customer.id, fullName(customer)]))
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
    const [conflict] = await findConflicts(await places(), ignoring)
    throw conflict ? takenBy(conflict) : error
  }
}

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
