import 'server-only'
import { askedSen } from '@/lib/bookings/status'
import { nameIn } from '@/lib/catalog/rules'
import type { CutList } from '@/lib/cut-list'
import { db, Prisma } from '@/lib/db'
import type { Locale } from '@/lib/i18n/routing'
import { signedSenOf, type Stored } from '@/lib/money'
import { fullName } from '@/lib/names'
import { MONEY_COLUMNS } from '@/lib/sales/money'
import { isAsked } from '@/lib/sales/owed'
import { addDays, studioDate, toInstant } from '@/lib/time'
import { paymentsToDecide } from '@/lib/admin/today/todo'
import type { Todo } from '@/lib/admin/today/schema'
import { sameDayBefore, type Came } from './rules'
import type { Occupancy, Owed } from './schema'

// Sums are read from payments_by_day, which triggers keep: never from the history.

type Sums = { came: Stored | null; gone: Stored | null }
const toCame = ({ came, gone }: Sums): Came => ({
  cameSen: signedSenOf(came ?? '0'),
  goneSen: signedSenOf(gone ?? '0'),
})

/** Today, this month until now, and last month until the same day. */
export async function cameIn(now: Date): Promise<Record<'today' | 'month' | 'before', Came>> {
  const today = studioDate(now)
  const before = sameDayBefore(today)
  const between = async (from: string, to: string) => {
    const [row] = await db().$queryRaw<Sums[]>`
      SELECT sum(came) AS came, sum(gone) AS gone FROM payments_by_day
      WHERE day >= ${from}::date AND day <= ${to}::date`
    return toCame(row ?? { came: null, gone: null })
  }
  const [day, month, last] = await Promise.all([
    between(today, today),
    between(`${today.slice(0, 7)}-01`, today),
    between(before.from, before.to),
  ])
  return { today: day, month, before: last }
}

const MONTH = (month: string) => Prisma.sql`day >= ${`${month}-01`}::date
  AND day < ${`${month}-01`}::date + interval '1 month'`

export type ByService = Came & { sold: 'session' | 'edit' | 'other'; name: string | null }

/** What came in in a month (yyyy-mm), by service; most first. */
export async function byService(month: string, locale: Locale): Promise<ByService[]> {
  const rows = await db().$queryRaw<(Sums & { sold: ByService['sold']; serviceId: number })[]>`
    SELECT sold, service_id AS "serviceId", sum(came) AS came, sum(gone) AS gone FROM payments_by_day
    WHERE ${MONTH(month)} GROUP BY 1, 2 HAVING sum(came) <> 0 ORDER BY sum(came) DESC`
  const services = await db().service.findMany({
    where: { id: { in: rows.map(({ serviceId }) => serviceId) } },
    select: { id: true, name: true, translations: true },
  })
  return rows.map(({ sold, serviceId, ...row }) => {
    const service = services.find(({ id }) => id === serviceId)
    return { sold, name: service ? nameIn(locale, service) : null, ...toCame(row) }
  })
}

/** The same by way of paying; '' where it is not known. */
export async function byMethod(month: string): Promise<(Came & { method: string })[]> {
  const rows = await db().$queryRaw<(Sums & { method: string })[]>`
    SELECT method, sum(came) AS came, sum(gone) AS gone FROM payments_by_day
    WHERE ${MONTH(month)} GROUP BY 1 HAVING sum(came) <> 0 ORDER BY sum(came) DESC`
  return rows.map(({ method, ...row }) => ({ method, ...toCame(row) }))
}

/** What is left of each month of a year, and of the year before. */
export async function byMonth(
  year: number,
): Promise<{ month: number; sen: number; beforeSen: number }[]> {
  const rows = await db().$queryRaw<{ year: number; month: number; left: Stored }[]>`
    SELECT extract(year FROM day)::int AS year, extract(month FROM day)::int AS month,
      sum(came - gone) AS left FROM payments_by_day
    WHERE day >= make_date(${year - 1}::int, 1, 1) AND day < make_date(${year + 1}::int, 1, 1) GROUP BY 1, 2`
  const of = (wanted: number, month: number) =>
    signedSenOf(rows.find((row) => row.year === wanted && row.month === month)?.left ?? '0')
  return Array.from({ length: 12 }, (_, index) => ({
    month: index + 1,
    sen: of(year, index + 1),
    beforeSen: of(year - 1, index + 1),
  }))
}

const WEEKS = 12

/** How the last twelve whole weeks were booked, by weekday and hour of the studio. */
export async function occupancy(now: Date): Promise<Occupancy> {
  const today = studioDate(now)
  const weekday = (new Date(`${today}T00:00:00Z`).getUTCDay() + 6) % 7
  const to = addDays(today, -weekday)
  const from = addDays(to, -7 * WEEKS)
  const rooms = await db().room.findMany({
    where: { state: 'offered' },
    select: { id: true, hours: true },
  })
  const rows = await db().$queryRaw<{ weekday: number; hour: number; count: number }[]>`
    SELECT extract(isodow FROM at)::int - 1 AS weekday, extract(hour FROM at)::int AS hour,
      count(*)::int AS count
    FROM slot_reservations r JOIN bookings b ON b.id = r.booking_id,
      generate_series(date_trunc('hour', r.starts_at AT TIME ZONE 'Asia/Kuala_Lumpur'),
        (least(r.ends_at, r.reserved_until) AT TIME ZONE 'Asia/Kuala_Lumpur') - interval '1 second',
        interval '1 hour') AS at
    WHERE r.studio_id = ANY(${rooms.map(({ id }) => id)}::int[]) AND r.upgrade_id IS NULL
      AND r.starts_at >= ${toInstant(from, '00:00').toISOString()}::timestamptz
      AND r.starts_at < ${toInstant(to, '00:00').toISOString()}::timestamptz
      AND b.status IN ('confirmed', 'completed')
    GROUP BY 1, 2`
  const opening = rooms.flatMap(({ hours }) =>
    Object.values(hours as Record<string, { opens: number; closes: number }>),
  )
  const first = Math.min(...opening.map(({ opens }) => opens), ...rows.map(({ hour }) => hour), 23)
  const end = Math.max(
    ...opening.map(({ closes }) => closes),
    ...rows.map(({ hour }) => hour + 1),
    first + 1,
  )
  const hours = Array.from({ length: end - first }, (_, index) => first + index)
  return {
    from,
    to: addDays(to, -1),
    possible: WEEKS * rooms.length,
    hours,
    booked: Array.from({ length: 7 }, (_, day) =>
      hours.map((hour) => rows.find((row) => row.weekday === day && row.hour === hour)?.count ?? 0),
    ),
  }
}

/** All bookings that are still to be paid, earliest session first: their sum is shown. */
export async function owedToUs(): Promise<Owed[]> {
  const asked = await db().$queryRaw<{ id: number }[]>`
    SELECT b.id FROM bookings b WHERE ${isAsked}`
  const rows = await db().booking.findMany({
    where: { id: { in: asked.map(({ id }) => id) } },
    include: { payments: { select: MONEY_COLUMNS } },
    orderBy: [{ startsAt: 'asc' }, { id: 'asc' }],
  })
  return rows
    .map((row) => ({
      id: row.id,
      name: fullName(row),
      startsAt: row.startsAt,
      owedSen: askedSen(row),
    }))
    .filter(({ owedSen }) => owedSen > 0)
}

export const toDecide = (): Promise<CutList<Todo>> => paymentsToDecide()
