// What must be true of rooms whenever a reservation is made. Triggers of the checker's own database
// look at each at the end of its transaction, under whatever locks that has, by rules of their own.
import type pg from 'pg'
import type { World } from '@/tests/history/world'

/** The times at which a block closes a room: on which days, from when to when. */
export const CLOSED_TIMES = `(
  SELECT b.id, b.studio_id, tstzrange((d.day + make_interval(mins => b.from_minute)) AT TIME ZONE 'Asia/Kuala_Lumpur',
      (d.day + make_interval(mins => b.to_minute)) AT TIME ZONE 'Asia/Kuala_Lumpur') AS span
    FROM blocks b,
      generate_series(0, CASE b.repeats WHEN 'weekly' THEN (b.repeats_until - b.first_day) / 7 ELSE 0 END) AS week,
      generate_series(0, b.last_day - b.first_day) AS nth,
      LATERAL (SELECT b.first_day + 7 * week AS began, b.first_day + 7 * week + nth AS day) AS d
    WHERE NOT d.began = ANY (b.skips)) AS c`

/** What the owner was warned of, and booked, moved or sold an hour more despite. */
const DESPITE = `(SELECT l.after ->> 'despite' FROM audit_log l WHERE l.entity = 'booking' AND l.entity_id = NEW.booking_id::text
  AND l.action IN ('create', 'reschedule', 'extend') ORDER BY l.id DESC LIMIT 1)`

/** Time that a booking gives up and takes again at once, as when it becomes longer, it had before. */
export const WATCH = `
  CREATE TABLE room_problems (problem TEXT NOT NULL);
  CREATE TABLE given_up (by_transaction TEXT NOT NULL, booking_id INTEGER NOT NULL, studio_id INTEGER NOT NULL, span TSTZRANGE NOT NULL);
  CREATE FUNCTION note_given_up() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      INSERT INTO given_up VALUES (pg_current_xact_id()::text, OLD.booking_id, OLD.studio_id, tstzrange(OLD.starts_at, OLD.ends_at));
      RETURN OLD;
    END $$;
  CREATE TRIGGER note_given_up BEFORE DELETE ON slot_reservations FOR EACH ROW EXECUTE FUNCTION note_given_up();
  CREATE FUNCTION look_at_reservation() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      INSERT INTO room_problems
        SELECT format('booking %s was given time in room %s that block %s had closed', NEW.booking_id, NEW.studio_id, c.id)
          FROM ${CLOSED_TIMES}
          WHERE ${DESPITE} IS NULL AND coalesce(c.studio_id, NEW.studio_id) = NEW.studio_id AND c.span && tstzrange(NEW.starts_at, NEW.ends_at)
            AND NOT coalesce((SELECT range_agg(g.span) @> (c.span * tstzrange(NEW.starts_at, NEW.ends_at)) FROM given_up g
              WHERE g.by_transaction = pg_current_xact_id()::text AND g.booking_id = NEW.booking_id AND g.studio_id = NEW.studio_id), false)
        UNION ALL SELECT format('booking %s was given time in room %s without its turnaround', NEW.booking_id, s.id)
          FROM studios s WHERE ${DESPITE} IS NULL AND s.id = NEW.studio_id
            AND coalesce(NEW.reserved_until, NEW.ends_at) <> NEW.ends_at + make_interval(mins => s.turnaround_minutes);
      RETURN NEW;
    END $$;
  CREATE CONSTRAINT TRIGGER look_at_reservation AFTER INSERT ON slot_reservations DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION look_at_reservation()`

/** What was seen since this was asked last. */
export async function roomsGivenWrongly(sql: pg.Client): Promise<string[]> {
  await sql.query('DELETE FROM given_up')
  const { rows } = await sql.query<{ problem: string }>(
    'DELETE FROM room_problems RETURNING problem',
  )
  return rows.map(({ problem }) => problem)
}

/** Bookings of visitors who chose a room, and who are in another. */
export async function inAnotherRoom({ sql, chosenRooms }: World): Promise<string[]> {
  const { rows } = await sql.query<{ id: number; room: number }>(
    'SELECT id, studio_id AS room FROM bookings WHERE id = ANY ($1)',
    [[...chosenRooms.keys()]],
  )
  return rows
    .filter(({ id, room }) => chosenRooms.get(id) !== room)
    .map(({ id, room }) => `booking ${id} is in room ${room}, and another was chosen`)
}
