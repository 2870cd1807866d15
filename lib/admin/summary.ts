import 'server-only'
import { cutList, type CutList } from '@/lib/cut-list'
import { transaction, type Prisma, type Tx } from '@/lib/db'
import { queueMail } from '@/lib/mail/outbox'
import type { SummaryFacts } from '@/lib/mail/schema'
import { senOf, type Stored } from '@/lib/money'
import { databaseDifference } from '@/lib/release'
import { currentSetting, currentSite } from '@/lib/settings/queries'
import { addDays, MINUTE_MS, studioDate, studioTime, toInstant } from '@/lib/time'
import { attentionCount } from './attention/queries'

/** Studio time from which the summary of a day is sent. */
export const SUMMARY_TIME = '08:00'
// Rows written by a transaction that is still open appear in the next summary; no transaction lasts
// this long.
const SETTLED_MINUTES = 5
const MAX_LINES = 50

/**
 * Once a day (docs/decisions/020 F4), from 08:00 studio time, however many instances call it. How
 * far the summary reached is recorded in the same transaction, also without a mail because it is
 * switched off or empty. The first call only records the starting point. Returns whether a mail was
 * queued.
 */
export async function queueSummary(now: Date): Promise<boolean> {
  const date = studioDate(now)
  // The newest day whose summary is due.
  const day = now >= toInstant(date, SUMMARY_TIME) ? date : addDays(date, -1)
  const until = new Date(now.getTime() - SETTLED_MINUTES * MINUTE_MS)
  // It is remembered. Asked for the first time within the transaction, it would wait for a second
  // connection, which others of these transactions may hold.
  await databaseDifference()
  return transaction(async (tx) => {
    await tx.$executeRaw`INSERT INTO studio_summary (day, told_until) VALUES (${day}, ${now})
      ON CONFLICT (id) DO NOTHING`
    const [told] = await tx.$queryRaw<{ since: Date }[]>`
      SELECT told_until AS since FROM studio_summary WHERE day < ${day} FOR UPDATE`
    if (!told) return false
    await tx.$executeRaw`UPDATE studio_summary SET day = ${day}, told_until = ${until}`
    if (!(await currentSetting('notices', tx)).summary) return false
    const summary = await summaryOf(tx, date, told.since, until)
    const { made, changed, today, orders, messages, attention } = summary
    const lines = made.length + changed.length + today.length + orders.length
    if (lines + messages + attention === 0) return false
    await queueMail(tx, {
      kind: 'studio_summary',
      payload: summary,
      recipient: (await currentSite(tx)).email,
      locale: 'en',
      dedupeKey: `studio_summary:${day}`,
    })
    return true
  })
}

async function summaryOf(tx: Tx, date: string, since: Date, until: Date): Promise<SummaryFacts> {
  const isNew = { gt: since, lte: until }
  const [dayBegins, dayEnds] = [toInstant(date, '00:00'), toInstant(addDays(date, 1), '00:00')]
  const lineOf = lineIn(await tx.room.findMany({ where: { state: 'offered' } }))
  const made = await cutList(
    MAX_LINES,
    (take) =>
      tx.booking.findMany({
        where: { confirmedAt: isNew },
        include,
        orderBy: { confirmedAt: 'asc' },
        take,
      }),
    () => tx.booking.count({ where: { confirmedAt: isNew } }),
  )
  const isToday = {
    startsAt: { gte: dayBegins, lt: dayEnds },
    upgradeId: null,
    booking: { status: { in: ['confirmed', 'completed'] } },
  }
  const today = await cutList(
    MAX_LINES,
    (take) =>
      tx.slotReservation.findMany({
        where: isToday,
        include: { booking: { include } },
        orderBy: { startsAt: 'asc' },
        take,
      }),
    () => tx.slotReservation.count({ where: isToday }),
  )
  const orders = await cutList(
    MAX_LINES,
    (take) =>
      tx.videoEditingOrder.findMany({
        where: { paidAt: isNew },
        select: { id: true, totalAmount: true },
        orderBy: { id: 'asc' },
        take,
      }),
    () => tx.videoEditingOrder.count({ where: { paidAt: isNew } }),
  )
  const changed = await changesOf(tx, lineOf, since, until)
  const more = {
    ...{ made: made.more, changed: changed.more, today: today.more, orders: orders.more },
  }
  return {
    date,
    since: since.toISOString(),
    made: made.rows.map(lineOf),
    changed: changed.rows,
    today: today.rows.flatMap(({ booking, startsAt, endsAt }) =>
      booking
        ? [
            {
              ...lineOf(booking),
              date,
              time: studioTime(startsAt),
              until: studioTime(endsAt),
            },
          ]
        : [],
    ),
    orders: orders.rows.map(({ id, totalAmount }) => ({
      ...{ orderId: id, totalSen: senOf(totalAmount) },
    })),
    ...(Object.values(more).some((count) => count > 0) && { more }),
    messages: await tx.contact.count({ where: { createdAt: isNew } }),
    attention: await attentionCount(tx),
  }
}

type Line = SummaryFacts['made'][number]
const include = {
  service: { select: { name: true } },
  room: { select: { name: true } },
} satisfies Prisma.BookingInclude

type Row = {
  id: number
  service: { name: string }
  roomId: number
  room: { name: string }
  date: string
  time: string
  totalAmount: Stored
}

/** With the room, where visitors can book another one. */
const lineIn =
  (offered: readonly { id: number }[]) =>
  ({ id, service, roomId, room, date, time, totalAmount }: Row): Line => ({
    bookingId: id,
    serviceName: service.name,
    ...(offered.some((other) => other.id !== roomId) && { room: room.name }),
    date,
    time,
    totalSen: senOf(totalAmount),
  })

type Change = { id: number; event: 'moved' | 'cancelled' | 'upgraded'; of: number }

/**
 * Moves and cancellations from the audit log that were not taken back at once, and upgrades that were
 * paid.
 */
async function changesOf(
  tx: Tx,
  lineOf: (row: Row) => Line,
  since: Date,
  until: Date,
): Promise<CutList<SummaryFacts['changed'][number]>> {
  const rows = await tx.$queryRaw<Change[]>`
    SELECT id, event, (count(*) OVER ())::int AS of FROM (
      SELECT entity_id::int AS id, created_at AS at,
        CASE action WHEN 'cancel' THEN 'cancelled' ELSE 'moved' END AS event
      FROM audit_log a WHERE entity = 'booking' AND action IN ('cancel', 'reschedule')
        AND created_at > ${since} AND created_at <= ${until}
        AND (SELECT n.action FROM audit_log n WHERE n.entity = 'booking' AND n.entity_id = a.entity_id
            AND n.action IN ('cancel', 'reschedule', 'status', 'arrival', 'refund', 'refund_asked', 'undo')
            AND n.id > a.id ORDER BY n.id LIMIT 1) IS DISTINCT FROM 'undo'
      UNION ALL
      SELECT u.booking_id, coalesce(p.succeeded_at, u.created_at) AS at, 'upgraded'
      FROM booking_upgrades u LEFT JOIN payments p ON p.id = u.payment_id
      WHERE u.status = 'applied' AND coalesce(p.succeeded_at, u.created_at) > ${since}
        AND coalesce(p.succeeded_at, u.created_at) <= ${until}
    ) AS changes ORDER BY at LIMIT ${MAX_LINES}`
  const bookings = await tx.booking.findMany({
    where: { id: { in: rows.map(({ id }) => id) } },
    include,
  })
  return {
    rows: rows.flatMap(({ id, event }) => {
      const booking = bookings.find((one) => one.id === id)
      return booking ? [{ ...lineOf(booking), event }] : []
    }),
    more: (rows[0]?.of ?? 0) - rows.length,
  }
}
