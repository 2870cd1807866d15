import 'server-only'
import { db } from '@/lib/db'
import { Problem } from '@/lib/problem'
import { studioDate, studioTime } from '@/lib/time'
import { fullName } from '@/lib/names'
import { roomReservations } from './room'
import type { Span } from './rules'

/** What occupies a requested time. For administrators only: it names customers. */
export type Conflict = {
  kind: 'booking' | 'block'
  bookingId: number | null
  client: string | null
  reason: string | null
  startsAt: string
  endsAt: string
}

/** Everything that overlaps these spans, earliest first. Holds that ran out unpaid count as free. */
export async function findConflicts(
  studioId: number,
  spans: readonly Span[],
  ignoring = 0,
): Promise<Conflict[]> {
  const taken = (await roomReservations(db(), studioId, spans)).filter(
    ({ bookingId, state }) => state !== 'expired' && bookingId !== ignoring,
  )
  const customers = await db().booking.findMany({
    where: { id: { in: taken.flatMap(({ bookingId }) => bookingId ?? []) } },
    select: { id: true, firstName: true, lastName: true },
  })
  const names = new Map(customers.map((customer) => [customer.id, fullName(customer)]))
  return taken.map(({ kind, bookingId, reason, startsAt, endsAt }) => ({
    kind,
    bookingId,
    client: (bookingId !== null && names.get(bookingId)) || null,
    reason,
    startsAt: startsAt.toISOString(),
    endsAt: endsAt.toISOString(),
  }))
}

type Wanted = {
  studioId: number
  /** The spans that the work needs; evaluated only after it failed, so that they are current. */
  spans: () => readonly Span[] | Promise<readonly Span[]>
  ignoring?: number
}

/** A slot_taken error of `work` is rethrown with who or what is in the way. */
export async function withConflictDetails<T>(
  { studioId, spans, ignoring }: Wanted,
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof Problem) || error.code !== 'slot_taken') throw error
    const [conflict] = await findConflicts(studioId, await spans(), ignoring)
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
