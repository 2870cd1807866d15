import 'server-only'
import { lengthOf, spansOf, type Span } from '@/lib/availability/rules'
import { noticeIf } from '@/lib/bookings/mail-now'
import { alternativesTo } from '@/lib/bookings/settle'
import { isUnpaid, owedSen, type BookingStatus } from '@/lib/bookings/status'
import { cachedByLocale } from '@/lib/cache/remembered'
import { nameIn } from '@/lib/catalog/rules'
import { db } from '@/lib/db'
import { DEFAULT_LOCALE, toLocale, type Locale } from '@/lib/i18n/routing'
import type { BookingNotice } from '@/lib/mail/schema'
import { noticeText } from '@/lib/mail/templates'
import { fullName } from '@/lib/names'
import { afterRefund } from '@/lib/payments/rules'
import { Problem } from '@/lib/problem'
import { holidayName } from '@/lib/rooms/opening'
import { moneyOf, refundableOf } from '@/lib/sales/money'
import { currentSeasons, currentSite, toHolidayDto } from '@/lib/settings/queries'
import type { Site } from '@/lib/settings/site'
import type { WeekHours } from '@/lib/studio'
import { addDays, DAY_MS, toInstant } from '@/lib/time'
import {
  changedHouse,
  distinct,
  isListed,
  NEXT,
  openingClosures,
  type Closure,
  type House,
  type HouseChange,
  type Session,
} from './rules'
import type {
  ClosedChoices,
  ClosingPreview,
  MailText,
  ClosedBooking,
  ClosedList,
  Why,
} from './schema'

/** What stands in closed time is looked for this far ahead. */
const DAYS_AHEAD = 400
const MOST_LISTED = 100
const MOST_PREVIEWED = 30

export type NewBlock = {
  roomId: number | null
  firstDay: Date
  lastDay: Date
  fromMinute: number
  toMinute: number
  repeats: string | null
  repeatsUntil: Date | null
  reason: string | null
}

export type Closing = { block: NewBlock } | HouseChange

type Asked = { now: Date; locale: Locale }
type Reserved = Session & { bookingId: number; keptAt: Date | null }
type Found = { bookingId: number; closures: Closure[] }
type NamedHouse = House & { roomNames: ReadonlyMap<number, string> }

/** From now on, within so many days, without those that were kept, earliest first. */
export async function standingInClosedTime({
  now,
  locale,
  days = DAYS_AHEAD,
}: Asked & { days?: number }): Promise<ClosedList> {
  const house = await rememberedHouse(locale)
  const found = await inClosedTime(house, now, days)
  return {
    count: found.length,
    rows: await rowsOf(found.slice(0, MOST_LISTED), house, locale),
  }
}

export const closedTimeCount = async (now: Date): Promise<number> =>
  (await inClosedTime(await rememberedHouse(DEFAULT_LOCALE), now)).length

/** The bookings that stand in closed time because of `closing`. Throws as previewClosing. */
export const standingIn = async (closing: Closing, asked: Asked): Promise<ClosedBooking[]> =>
  (await insideOf(closing, asked)).rows

/** Before it is saved, with what each customer would be told. Throws not_found for an unknown room. */
export async function previewClosing(closing: Closing, asked: Asked): Promise<ClosingPreview> {
  const { count, rows, why } = await insideOf(closing, asked)
  const site = await currentSite()
  const inside = []
  for (const row of rows.slice(0, MOST_PREVIEWED)) {
    const about = { now: asked.now, site, why, from: dayAfter(closing) }
    inside.push({ ...row, ...(await choicesOf(row.id, about)) })
  }
  return { count, inside }
}

async function insideOf(closing: Closing, { now, locale }: Asked) {
  const before = await houseNow(locale)
  const house = 'block' in closing ? before : houseAfter(before, closing)
  const why = closuresBy(closing, house)
  const reserved = await reservedWithin(house, windowOf(closing, now))
  const found = grouped(reserved, await why(reserved))
  const rows = await rowsOf(found.slice(0, MOST_LISTED), house, locale)
  return { count: found.length, rows, why }
}

/** What could become of one booking in closed time. Throws not_found. */
export async function choicesFor(bookingId: number, now: Date): Promise<ClosedChoices> {
  if ((await db().booking.count({ where: { id: bookingId } })) === 0) throw new Problem('not_found')
  return choicesOf(bookingId, { now, site: await currentSite() })
}

async function inClosedTime(house: House, now: Date, days = DAYS_AHEAD): Promise<Found[]> {
  const last = new Date(now.getTime() + days * DAY_MS)
  const reserved = await reservedWithin(house, { startsAt: now, endsAt: last })
  const [byOpening, byBlocks] = [openingClosures(house), await savedBlocks(reserved)]
  return grouped(
    reserved,
    reserved.map((one, nth) => [...byOpening(one), ...(byBlocks.get(nth) ?? [])]),
  )
}

/** By booking, in the order of their sessions; `closures` are those of each reservation. */
function grouped(reserved: readonly Reserved[], closures: readonly Closure[][]): Found[] {
  const found = new Map<number, Found & { keptAt: Date | null }>()
  for (const [nth, { bookingId, keptAt }] of reserved.entries()) {
    const one = found.get(bookingId) ?? { bookingId, keptAt, closures: [] }
    one.closures.push(...(closures[nth] ?? []))
    found.set(bookingId, one)
  }
  return [...found.values()]
    .filter(({ keptAt, closures: all }) => isListed(keptAt, all))
    .map(({ bookingId, closures: all }) => ({ bookingId, closures: distinct(all) }))
}

async function houseNow(locale: Locale): Promise<NamedHouse> {
  const [rooms, holidays, periods, setting] = await Promise.all([
    db().room.findMany({ orderBy: [{ position: 'asc' }, { id: 'asc' }] }),
    db().holiday.findMany(),
    currentSeasons(locale),
    db().setting.findUnique({ where: { key: 'seasons' }, select: { updatedAt: true } }),
  ])
  return {
    rooms: rooms.map(({ id, hours, updatedAt }) => ({
      id,
      hours: hours as WeekHours,
      changedAt: updatedAt,
    })),
    holidays: holidays.map((row) => ({ ...toHolidayDto(row), changedAt: row.updatedAt })),
    seasons: { periods, changedAt: setting?.updatedAt ?? new Date(0) },
    roomNames: new Map(rooms.map((room) => [room.id, nameIn(locale, room)])),
  }
}

/** At most two seconds old (lib/cache/remembered.ts). */
const rememberedHouse = cachedByLocale(houseNow)

function houseAfter(house: NamedHouse, change: HouseChange): NamedHouse {
  if ('room' in change && !house.rooms.some(({ id }) => id === change.room.id))
    throw new Problem('not_found')
  return { ...house, ...changedHouse(house, change) }
}

/** Where a preview looks: from now on, and where a block ends not beyond it. */
function windowOf(closing: Closing, now: Date): Span {
  const ahead = (from: Date) => new Date(from.getTime() + DAYS_AHEAD * DAY_MS)
  if (!('block' in closing)) return { startsAt: now, endsAt: ahead(now) }
  const { firstDay, lastDay, repeats } = closing.block
  const [first, last] = [dayOf(firstDay), addDays(dayOf(lastDay), 1)]
  const begins = toInstant(first, '00:00')
  const startsAt = begins > now ? begins : now
  return { startsAt, endsAt: repeats === null ? toInstant(last, '00:00') : ahead(startsAt) }
}

const dayOf = (column: Date): string => column.toISOString().slice(0, 10)

/** From when a move is looked for that leads out of a block. */
const dayAfter = (closing: Closing): string | undefined =>
  'block' in closing && closing.block.repeats === null
    ? addDays(dayOf(closing.block.lastDay), 1)
    : undefined

type Closures = (sessions: readonly Session[]) => Promise<Closure[][]>

/** The closures that this closing is the cause of. */
function closuresBy(closing: Closing, house: House): Closures {
  if ('block' in closing)
    return async (sessions) => {
      const inside = await insideBlock(sessions, closing.block)
      const closure: Closure = {
        ...{ kind: 'block', id: 0, reason: closing.block.reason, since: NEXT },
      }
      return sessions.map((_, nth) => (inside.has(nth) ? [closure] : []))
    }
  const closuresOf = openingClosures(house)
  return async (sessions) =>
    sessions.map((one) => closuresOf(one).filter(({ since }) => since === NEXT))
}

/** Reserved time of bookings that are to take place and of holds in force, earliest first. */
const reservedWithin = ({ rooms }: House, { startsAt, endsAt }: Span): Promise<Reserved[]> =>
  db().$queryRaw<Reserved[]>`
    SELECT r.booking_id AS "bookingId", room AS "roomId", r.starts_at AS "startsAt",
      r.ends_at AS "endsAt", b.duration = 'weekly' AS "isWeek", b.kept_at AS "keptAt"
    FROM unnest(${rooms.map(({ id }) => id)}::int[]) AS room
      CROSS JOIN LATERAL room_reservations(room,
        tstzrange(${startsAt}::timestamptz, ${endsAt}::timestamptz)) AS r
      JOIN bookings AS b ON b.id = r.booking_id
    WHERE b.status IN ('pending', 'confirmed') AND r.state <> 'expired'
      AND r.ends_at > ${startsAt}::timestamptz
    ORDER BY r.starts_at, r.id`

const arrays = (sessions: readonly Session[]) => ({
  rooms: sessions.map(({ roomId }) => roomId),
  firsts: sessions.map(({ startsAt }) => startsAt),
  lasts: sessions.map(({ endsAt }) => endsAt),
})

/** The blocks over each of these sessions, by its place in the list. */
async function savedBlocks(sessions: readonly Session[]): Promise<Map<number, Closure[]>> {
  if (sessions.length === 0) return new Map()
  const { rooms, firsts, lasts } = arrays(sessions)
  const rows = await db().$queryRaw<{ nth: number; id: number; reason: string; since: Date }[]>`
    SELECT DISTINCT w.nth::int - 1 AS nth, b.id, b.reason, b.created_at AS since
    FROM unnest(${rooms}::int[], ${firsts}::timestamptz[], ${lasts}::timestamptz[])
        WITH ORDINALITY AS w (room, first, last, nth)
      CROSS JOIN LATERAL blocked_times(w.room, w.first, w.last) AS t
      JOIN blocks AS b ON b.id = t.block_id
    ORDER BY nth, b.id`
  const found = new Map<number, Closure[]>()
  for (const { nth, ...block } of rows)
    found.set(nth, [...(found.get(nth) ?? []), { kind: 'block', ...block }])
  return found
}

/** The places in the list of the sessions that a block which is not saved yet is over. */
async function insideBlock(sessions: readonly Session[], block: NewBlock): Promise<Set<number>> {
  const { rooms, firsts, lasts } = arrays(sessions)
  const row = {
    ...{
      studio_id: block.roomId,
      first_day: dayOf(block.firstDay),
      last_day: dayOf(block.lastDay),
    },
    ...{ from_minute: block.fromMinute, to_minute: block.toMinute, repeats: block.repeats },
    ...{ repeats_until: block.repeatsUntil && dayOf(block.repeatsUntil), skips: [] },
  }
  const rows = await db().$queryRaw<{ nth: number }[]>`
    SELECT DISTINCT w.nth::int - 1 AS nth
    FROM unnest(${rooms}::int[], ${firsts}::timestamptz[], ${lasts}::timestamptz[])
        WITH ORDINALITY AS w (room, first, last, nth)
      CROSS JOIN jsonb_populate_record(NULL::blocks, ${JSON.stringify(row)}::jsonb) AS b
      CROSS JOIN LATERAL block_times(b, w.first, w.last) AS t
    WHERE b.studio_id IS NULL OR b.studio_id = w.room`
  return new Set(rows.map(({ nth }) => nth))
}

async function rowsOf(
  found: readonly Found[],
  house: NamedHouse,
  locale: Locale,
): Promise<ClosedBooking[]> {
  if (found.length === 0) return []
  const bookings = await db().booking.findMany({
    where: { id: { in: found.map(({ bookingId }) => bookingId) } },
    include: { service: { select: { name: true, translations: true } }, payments: true },
  })
  const byId = new Map(bookings.map((booking) => [booking.id, booking]))
  return found.flatMap(({ bookingId, closures }) => {
    const booking = byId.get(bookingId)
    if (!booking) return []
    const money = moneyOf(booking.payments)
    return [
      {
        ...{ id: booking.id, client: fullName(booking), date: booking.date, time: booking.time },
        service: nameIn(locale, booking.service),
        serviceId: booking.serviceId,
        room: house.rooms.length > 1 ? (house.roomNames.get(booking.roomId) ?? null) : null,
        roomId: booking.roomId,
        ...{ duration: booking.duration, hours: booking.hours },
        status: booking.status as BookingStatus,
        kind: kindOf(booking),
        paidSen: money.settledSen,
        owedSen: owedSen(booking),
        refundableSen: refundableOf(money),
        version: booking.updatedAt.toISOString(),
        why: closures.map((closure) => whyOf(closure, house, locale)),
      },
    ]
  })
}

function kindOf(booking: Parameters<typeof isUnpaid>[0]): ClosedBooking['kind'] {
  if (booking.status === 'confirmed') return 'confirmed'
  if (booking.holdExpiresAt !== null) return 'hold'
  return isUnpaid(booking) ? 'unpaid' : 'pending'
}

function whyOf(closure: Closure, { holidays }: NamedHouse, locale: Locale): Why {
  if (closure.kind === 'block') return { kind: 'block', reason: closure.reason }
  if (closure.kind === 'hours') {
    const { kind, date, opens, closes, season } = closure
    return { kind, date, opens, closes, season }
  }
  const holiday = holidays.find(({ date }) => date === closure.date)
  return {
    kind: 'holiday',
    date: closure.date,
    name: holiday ? holidayName(holiday, locale) : '',
  }
}

type Chosen = { now: Date; site: Site; why?: Closures; from?: string | undefined }

async function choicesOf(
  bookingId: number,
  { now, site, why, from }: Chosen,
): Promise<ClosedChoices> {
  const { locale: language, ...booking } = await db().booking.findUniqueOrThrow({
    where: { id: bookingId },
  })
  const free = await alternativesTo(bookingId, from)
  const alternatives = why ? await outside(free, booking, why) : free
  const [first] = alternatives
  const locale = toLocale(language)
  const text = (notice: BookingNotice | null): MailText | null =>
    notice && noticeText(notice, locale, site)
  return {
    alternatives,
    moved: first ? text(await noticeIf(bookingId, first, now)) : null,
    cancelled: text(await noticeIf(bookingId, { cancelled: true, after: afterRefund }, now)),
  }
}

/** Those of these times that a closing does not close. */
async function outside(
  times: readonly { date: string; time: string }[],
  booking: { roomId: number; duration: string; hours: number },
  why: Closures,
): Promise<{ date: string; time: string }[]> {
  const length = lengthOf(booking)
  const { roomId } = booking
  const isWeek = length.duration === 'weekly'
  const kept = []
  for (const { date, time } of times) {
    const spans = spansOf(date, time, length, new Set())
    const closures = await why(spans.map((span) => ({ ...span, roomId, isWeek })))
    if (closures.every((list) => list.length === 0)) kept.push({ date, time })
  }
  return kept
}
