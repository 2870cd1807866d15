import 'server-only'
import { db, type Tx } from '@/lib/db'
import { isSameLook } from '@/lib/uploads/rules'

/**
 * The other bookings for which the same slip was sent, by the booking that is asked about: one transfer
 * pays for one of them. Nothing is refused for it: the owner looks into the account.
 */
export async function sameSlips(
  bookingIds: readonly number[],
  client: Pick<Tx, '$queryRaw'> = db(),
): Promise<ReadonlyMap<number, number[]>> {
  if (bookingIds.length === 0) return new Map()
  const rows = await client.$queryRaw<{ id: number; others: number[] }[]>`
    SELECT s.booking_id AS id, array_agg(o.booking_id ORDER BY o.booking_id) AS others
    FROM slips s JOIN slips o ON o.digest = s.digest AND o.booking_id <> s.booking_id
    WHERE s.booking_id = ANY (${[...bookingIds]}::int[]) GROUP BY s.booking_id`
  return new Map(rows.map(({ id, others }) => [id, others]))
}

// Of 5 KB each. A transfer is claimed twice within days.
const COMPARED = 500

/** The digest of another booking's slip that is this picture, compressed otherwise; null: none is. */
export async function digestOfLook(
  tx: Pick<Tx, 'slip'>,
  bookingId: number,
  look: Uint8Array,
): Promise<Uint8Array<ArrayBuffer> | null> {
  const others = await tx.slip.findMany({
    where: { bookingId: { not: bookingId }, look: { not: null } },
    select: { digest: true, look: true },
    orderBy: { sentAt: 'desc' },
    take: COMPARED,
  })
  return others.find((other) => other.look && isSameLook(other.look, look))?.digest ?? null
}
