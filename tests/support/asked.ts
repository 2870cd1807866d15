import { askedSen } from '@/lib/bookings/status'
import { db } from '@/lib/db'
import { MONEY_COLUMNS } from '@/lib/sales/money'
import { isAsked } from '@/lib/sales/owed'

/** Fails when the database finds others to be asked for money than the rules say. */
export async function expectAskedAsByRule(): Promise<void> {
  const found = await db().$queryRaw<{ id: number }[]>`
    SELECT b.id FROM bookings b WHERE ${isAsked} ORDER BY b.id`
  const rows = await db().booking.findMany({
    where: {
      OR: [
        { status: 'pending', holdExpiresAt: null },
        { status: { in: ['confirmed', 'completed'] } },
      ],
    },
    include: { payments: { select: MONEY_COLUMNS } },
    orderBy: { id: 'asc' },
  })
  expect(found.map(({ id }) => id)).toEqual(
    rows.filter((row) => askedSen(row) > 0).map(({ id }) => id),
  )
}
