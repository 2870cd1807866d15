import 'server-only'
import type { Tx } from '@/lib/db'
import { Problem } from '@/lib/problem'
import type { Room } from '@/lib/rooms/queries'
import { MINUTE_MS } from '@/lib/time'
import { spansOf, type Length, type Span } from './rules'

// Reserves, moves and releases time in rooms. A new booking's time is reserved by the SQL function
// hold_slot, and rows go with what they are for when that is deleted; nothing else writes them.

/** A key for locks that are not rooms: a text and its kind. */
export type AdvisoryKey = { kind: number; text: string }

/**
 * Takes the locks of the rooms, in the order of their ids, until the transaction ends, and returns
 * the database's time once it has them: the end of a hold is counted from that time. EVERY
 * transaction that writes reservations or blocks takes them first, once, before any row: otherwise
 * two visitors who swap their holds deadlock. `before` are locks that are taken, in order, before
 * the rooms', so that waits cannot form a cycle. Waits at most 15 s for each lock, and in all no
 * longer than a transaction may last (20 s); then it is refused (503).
 */
export async function lockRooms(
  tx: Tx,
  roomIds: readonly number[],
  before: readonly AdvisoryKey[] = [],
): Promise<Date> {
  const [row] = await tx.$queryRaw<[{ at: Date }]>`
    SELECT lock_rooms(${roomIds}::int[], ${before.map(({ kind }) => kind)}::int[],
      ${before.map(({ text }) => text)}::text[]) AS at`
  return row.at
}

/** A session in a room: its spans, and the minutes that stay reserved after each of them. */
export type Place = { roomId: number; spans: readonly Span[]; turnaroundMinutes: number }

type PlaceRoom = Pick<Room, 'id' | 'opening' | 'turnaroundMinutes'>

/** The days of a week are working days of the room (docs/decisions/020 B3). */
export const placeIn = (
  { id, opening, turnaroundMinutes }: PlaceRoom,
  session: Length & { date: string; time: string },
): Place => ({
  roomId: id,
  spans: spansOf(session.date, session.time, session, opening.holidays),
  turnaroundMinutes,
})

/**
 * By the database's clock. `held`: active; `expired_open`: a hold that ran out and whose payment
 * must first be closed at Stripe; `expired`: a hold that the next booking may end.
 */
export type ReservationState = 'held' | 'expired_open' | 'expired'

type Occupied = Span & { roomId: number; reservedUntil: Date; state: ReservationState }

export type Reservation = Occupied & {
  kind: 'booking'
  id: number
  bookingId: number
  /** The upgrade that holds this time while it is paid for; null for the booking's own time. */
  upgradeId: number | null
  /** The visitor (hash) who owns the hold while it is active. */
  heldFor: string | null
}

/** One day of a block. `reason` is for administrators. */
export type BlockedTime = Occupied & {
  kind: 'block'
  id: number
  bookingId: null
  reason: string | null
  visitorNote: string | null
  /** The first day of its occurrence, when the block repeats. */
  began: string | null
}

/** As the SQL functions take places: an entry for each room and span. */
export function placeArrays(places: readonly Place[]) {
  const all = places.flatMap(({ roomId, spans, turnaroundMinutes }) =>
    spans.map((span) => ({ roomId, turnaroundMinutes, ...span })),
  )
  return {
    rooms: all.map(({ roomId }) => roomId),
    firsts: all.map(({ startsAt }) => startsAt),
    lasts: all.map(({ endsAt }) => endsAt),
    untils: all.map(
      ({ endsAt, turnaroundMinutes }) => new Date(endsAt.getTime() + turnaroundMinutes * MINUTE_MS),
    ),
  }
}

/** What is in the way of these sessions, earliest first, by the SQL function occupied_within. */
export async function occupiedWithin(
  tx: Pick<Tx, '$queryRaw'>,
  places: readonly Place[],
): Promise<(Reservation | BlockedTime)[]> {
  const { rooms, firsts, lasts, untils } = placeArrays(places)
  if (rooms.length === 0) return []
  return tx.$queryRaw<(Reservation | BlockedTime)[]>`
    SELECT room AS "roomId", kind, id, booking_id AS "bookingId", upgrade_id AS "upgradeId", reason,
      visitor_note AS "visitorNote", began::text, state, held_for AS "heldFor", starts_at AS "startsAt",
      ends_at AS "endsAt", reserved_until AS "reservedUntil"
    FROM occupied_within(${rooms}::int[], ${firsts}::timestamptz[], ${lasts}::timestamptz[],
      ${untils}::timestamptz[])
    ORDER BY starts_at`
}

/** Why none of the places is free; with 'expired', holds that ran out have to be ended first. */
export type InTheWay = 'blocked' | 'taken' | 'expired'

/** The first place that is free, by the SQL function find_room; otherwise what is in the way. */
export async function findPlace(
  tx: Pick<Tx, '$queryRaw'>,
  places: readonly Place[],
  ignoring: number | null,
): Promise<{ place: Place; outcome: InTheWay | null }> {
  const { rooms, firsts, lasts, untils } = placeArrays(places)
  const [row] = await tx.$queryRaw<{ room: number; outcome: InTheWay | null }[]>`
    SELECT room, outcome FROM find_room(${rooms}::int[], ${firsts}::timestamptz[],
      ${lasts}::timestamptz[], ${untils}::timestamptz[], ${ignoring}::int)`
  const place = places.find(({ roomId }) => roomId === row?.room)
  if (!row || !place) throw new Error('find_room was given no place')
  return { place, outcome: row.outcome }
}

/** A booking, or an upgrade of it while it is being paid for. */
export type Claimant = { bookingId: number; upgradeId?: number }

/**
 * Reserves every span and returns true; or none, and returns false. The caller holds the room's
 * lock, and has looked for what is in the way (findPlace). A skipped row (one day of a week) raises
 * no error, so the rows are counted.
 */
export async function tryReserve(
  tx: Tx,
  place: Place,
  { bookingId, upgradeId }: Claimant,
): Promise<boolean> {
  const { firsts, lasts, untils } = placeArrays([place])
  const made = await tx.$queryRaw<{ id: number }[]>`
    SELECT id FROM reserve_time(${place.roomId}::int, ${firsts}::timestamptz[],
      ${lasts}::timestamptz[], ${untils}::timestamptz[], ${bookingId}::int,
      ${upgradeId ?? null}::int) AS id`
  if (made.length === place.spans.length) return true
  await tx.slotReservation.deleteMany({ where: { id: { in: made.map(({ id }) => id) } } })
  return false
}

/** As tryReserve, but throws slot_taken, so that the transaction rolls back. */
export async function reserve(tx: Tx, place: Place, by: Claimant): Promise<void> {
  if (!(await tryReserve(tx, place, by))) throw new Problem('slot_taken')
}

/** Deletes and inserts: the spans of a week have no order of their own. Throws slot_taken. */
export async function move(tx: Tx, bookingId: number, place: Place): Promise<void> {
  await release(tx, { bookingId })
  await reserve(tx, place, { bookingId })
}

/** With its upgrade's time, or an upgrade's alone. The caller holds the room's lock. */
export async function release(
  tx: Tx,
  whose: { bookingId: number } | { upgradeId: number },
): Promise<void> {
  await tx.slotReservation.deleteMany({ where: whose })
}

/** A row of reserved time as the database has it. */
export type Reserved = {
  studio_id: number
  starts_at: string
  ends_at: string
  reserved_until: string | null
}

/** Exactly these instead of what a booking has reserved. Throws slot_taken. */
export async function putBack(
  tx: Tx,
  bookingId: number,
  reserved: readonly Reserved[],
): Promise<void> {
  await release(tx, { bookingId })
  if (reserved.length === 0) return
  const made = await tx.$queryRaw<object[]>`
    SELECT reserve_time(r.studio_id, array_agg(r.starts_at), array_agg(r.ends_at),
      array_agg(coalesce(r.reserved_until, r.ends_at)), ${bookingId}::int, NULL)
    FROM jsonb_populate_recordset(NULL::slot_reservations, ${JSON.stringify(reserved)}::jsonb) AS r
    GROUP BY r.studio_id`
  if (made.length !== reserved.length) throw new Problem('slot_taken')
}

/**
 * Frees the room of a session that is on before its end, which stays as it was sold. Returns whether
 * there was time to free. The caller holds the room's lock.
 */
export const freeFrom = async (tx: Tx, bookingId: number, at: Date): Promise<boolean> =>
  (await tx.$executeRaw`
    UPDATE slot_reservations SET reserved_until = ${at}::timestamptz
    WHERE booking_id = ${bookingId}::int AND upgrade_id IS NULL AND starts_at < ${at}::timestamptz
      AND least(ends_at, reserved_until) > ${at}::timestamptz`) > 0

/** Reserves a session to its end again, with the turnaround. The caller holds the lock, and it is free. */
export const reserveWhole = (
  tx: Tx,
  bookingId: number,
  turnaroundMinutes: number,
): Promise<number> => tx.$executeRaw`
  UPDATE slot_reservations SET reserved_until =
    nullif(ends_at + make_interval(mins => ${turnaroundMinutes}::int), ends_at)
  WHERE booking_id = ${bookingId}::int AND upgrade_id IS NULL AND reserved_until < ends_at`

/** From when the room of a session is free before its end; null where it is not. */
export const freedFrom = (
  reservations: readonly { endsAt: Date; reservedUntil: Date | null }[],
): Date | null =>
  reservations.find(({ endsAt, reservedUntil }) => reservedUntil !== null && reservedUntil < endsAt)
    ?.reservedUntil ?? null

/** A turnaround as it was before a session was put into it: its reservation, and its end. */
export type Cut = { id: number; until: string }

/** Ends every turnaround that runs into this session where it begins. The caller holds the room's lock. */
export const cutTurnarounds = (tx: Tx, { roomId, spans }: Place): Promise<Cut[]> =>
  tx.$queryRaw<Cut[]>`
    WITH cut AS MATERIALIZED (
      SELECT r.id, r.reserved_until AS until, session.first FROM slot_reservations r
        JOIN unnest(${spans.map(({ startsAt }) => startsAt)}::timestamptz[]) AS session (first)
          ON r.ends_at <= session.first AND r.reserved_until > session.first
      WHERE r.studio_id = ${roomId})
    UPDATE slot_reservations AS r SET reserved_until = nullif(cut.first, r.ends_at)
    FROM cut WHERE r.id = cut.id RETURNING r.id, to_jsonb(cut.until) #>> '{}' AS until`

/** Those that are still free. The caller holds the room's lock. */
export const putTurnaroundsBack = (tx: Tx, cut: readonly Cut[]): Promise<number> =>
  tx.$executeRaw`
    UPDATE slot_reservations AS r SET reserved_until = cut.until
    FROM jsonb_to_recordset(${JSON.stringify(cut)}::jsonb) AS cut (id int, until timestamptz)
    WHERE r.id = cut.id AND cut.until > r.ends_at AND NOT EXISTS (SELECT 1 FROM slot_reservations o
      WHERE o.studio_id = r.studio_id AND o.booking_id <> r.booking_id AND o.starts_at < cut.until
        AND coalesce(o.reserved_until, o.ends_at) > r.ends_at)`
