-- Rooms have hours, a turnaround and services of their own; blocks are rows of their own, which may lie over bookings
-- (docs/decisions/038). The release before reads what is dropped here: stop it first.
DROP TRIGGER blocks_made ON slot_reservations;
DROP TRIGGER blocks_gone ON slot_reservations;
DROP FUNCTION hold_slot, time_in_the_way, reservations_within, room_reservations, reserve_time, lock_room;

-- Rooms.
ALTER TABLE studios
  ADD COLUMN description TEXT NOT NULL DEFAULT '',
  ADD COLUMN translations JSONB NOT NULL DEFAULT '{}',
  ADD COLUMN picture TEXT,
  ADD COLUMN position INTEGER NOT NULL DEFAULT 0,
  ADD COLUMN state TEXT NOT NULL DEFAULT 'offered',
  ADD COLUMN hours JSONB NOT NULL DEFAULT '{"weekday":{"opens":9,"closes":21},"weekend":{"opens":10,"closes":17}}',
  ADD COLUMN turnaround_minutes INTEGER NOT NULL DEFAULT 0,
  ADD COLUMN updated_at TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  ADD CONSTRAINT studios_state CHECK (state IN ('offered', 'hidden', 'retired')),
  ADD CONSTRAINT studios_turnaround CHECK (turnaround_minutes IN (0, 15, 30, 60)),
  ADD CONSTRAINT studios_hours CHECK ((
    (hours #>> '{weekday,opens}')::int >= 0 AND (hours #>> '{weekday,opens}')::int < (hours #>> '{weekday,closes}')::int
    AND (hours #>> '{weekday,closes}')::int <= 24 AND (hours #>> '{weekend,opens}')::int >= 0
    AND (hours #>> '{weekend,opens}')::int < (hours #>> '{weekend,closes}')::int AND (hours #>> '{weekend,closes}')::int <= 24) IS TRUE);
UPDATE studios SET position = id;
UPDATE studios SET hours = s.value FROM settings AS s WHERE s.key = 'hours';
DELETE FROM settings WHERE key = 'hours';

CREATE TABLE service_rooms (
  service_id INTEGER NOT NULL,
  studio_id INTEGER NOT NULL,
  CONSTRAINT service_rooms_pkey PRIMARY KEY (service_id, studio_id)
);
CREATE INDEX service_rooms_studio_id_idx ON service_rooms (studio_id);
ALTER TABLE service_rooms
  ADD CONSTRAINT service_rooms_service_id_fkey FOREIGN KEY (service_id) REFERENCES services (id) ON DELETE CASCADE ON UPDATE CASCADE,
  ADD CONSTRAINT service_rooms_studio_id_fkey FOREIGN KEY (studio_id) REFERENCES studios (id) ON DELETE CASCADE ON UPDATE CASCADE;
INSERT INTO service_rooms (service_id, studio_id) SELECT id, studio_id FROM services WHERE NOT is_add_on;

ALTER TABLE bookings
  ADD COLUMN studio_id INTEGER,
  ADD COLUMN room_chosen BOOLEAN NOT NULL DEFAULT false,
  ADD COLUMN kept_at TIMESTAMPTZ(3);
UPDATE bookings AS b SET studio_id = s.studio_id FROM services AS s WHERE s.id = b.service_id;
ALTER TABLE bookings
  ALTER COLUMN studio_id SET NOT NULL,
  ADD CONSTRAINT bookings_studio_id_fkey FOREIGN KEY (studio_id) REFERENCES studios (id) ON DELETE RESTRICT ON UPDATE CASCADE;
ALTER TABLE services DROP COLUMN studio_id;
ALTER TABLE holidays ADD COLUMN studio_ids INTEGER[] DEFAULT ARRAY[]::INTEGER[];

-- Blocks.
CREATE TABLE blocks (
  id SERIAL NOT NULL,
  studio_id INTEGER,
  first_day DATE NOT NULL,
  last_day DATE NOT NULL,
  from_minute INTEGER NOT NULL DEFAULT 0,
  to_minute INTEGER NOT NULL DEFAULT 1440,
  repeats TEXT,
  repeats_until DATE,
  skips DATE[] DEFAULT ARRAY[]::DATE[],
  reason TEXT,
  visitor_note TEXT,
  created_at TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT blocks_pkey PRIMARY KEY (id),
  CONSTRAINT blocks_minutes CHECK (from_minute >= 0 AND from_minute < to_minute AND to_minute <= 1440),
  CONSTRAINT blocks_days CHECK (first_day <= last_day AND last_day - first_day <= 366),
  CONSTRAINT blocks_repeats CHECK (CASE repeats
    WHEN 'weekly' THEN repeats_until IS NOT NULL AND last_day - first_day <= 6
    WHEN 'yearly' THEN last_day - first_day <= 364
    ELSE repeats IS NULL AND repeats_until IS NULL END),
  CONSTRAINT blocks_skips CHECK (skips IS NOT NULL)
);
CREATE INDEX blocks_studio_id_idx ON blocks (studio_id);
ALTER TABLE blocks
  ADD CONSTRAINT blocks_studio_id_fkey FOREIGN KEY (studio_id) REFERENCES studios (id) ON DELETE SET NULL ON UPDATE CASCADE;

-- The blocks so far, one row for each day. What was made together and is the same on consecutive days, or every week,
-- becomes one block again; the owner's reason was shown to visitors, and still is.
WITH days AS (
  SELECT r.id, r.studio_id, r.series, r.reason, d.day::date AS day,
    (extract(epoch FROM greatest(r.starts_at AT TIME ZONE 'Asia/Kuala_Lumpur', d.day) - d.day) / 60)::int AS from_minute,
    (extract(epoch FROM least(r.ends_at AT TIME ZONE 'Asia/Kuala_Lumpur', d.day + interval '1 day') - d.day) / 60)::int AS to_minute
  FROM slot_reservations AS r, generate_series(date_trunc('day', r.starts_at AT TIME ZONE 'Asia/Kuala_Lumpur'),
    (r.ends_at AT TIME ZONE 'Asia/Kuala_Lumpur') - interval '1 microsecond', interval '1 day') AS d (day)
  WHERE r.kind = 'block'
), gaps AS (
  SELECT days.*, day - lag(day) OVER (PARTITION BY series ORDER BY day) AS gap FROM days WHERE series IS NOT NULL
), series AS (
  SELECT series, min(gap) AS gap FROM gaps GROUP BY series
  HAVING count(*) > 1 AND count(DISTINCT gap) = 1 AND min(gap) IN (1, 7) AND max(day) - min(day) <= CASE min(gap) WHEN 1 THEN 366 ELSE 100000 END
    AND count(DISTINCT (studio_id, from_minute, to_minute, reason)) = 1
)
INSERT INTO blocks (studio_id, first_day, last_day, from_minute, to_minute, repeats, repeats_until, reason, visitor_note)
SELECT min(studio_id), min(day), CASE s.gap WHEN 1 THEN max(day) ELSE min(day) END, min(from_minute), min(to_minute),
  CASE s.gap WHEN 7 THEN 'weekly' END, CASE s.gap WHEN 7 THEN max(day) END, min(reason), min(reason)
FROM days JOIN series AS s USING (series) GROUP BY s.series, s.gap
UNION ALL
SELECT studio_id, day, day, from_minute, to_minute, NULL, NULL, reason, reason
FROM days WHERE series IS NULL OR series NOT IN (SELECT series FROM series)
ORDER BY 2;

DELETE FROM slot_reservations WHERE kind = 'block';
ALTER TABLE slot_reservations
  DROP CONSTRAINT slot_reservations_no_overlap,
  DROP CONSTRAINT slot_reservations_kind,
  DROP CONSTRAINT slot_reservations_upgrade,
  DROP CONSTRAINT slot_reservations_series_of_blocks,
  DROP COLUMN kind, DROP COLUMN reason, DROP COLUMN series,
  ALTER COLUMN booking_id SET NOT NULL,
  ADD COLUMN reserved_until TIMESTAMPTZ(3),
  ADD CONSTRAINT slot_reservations_turnaround CHECK (reserved_until > ends_at);
-- A slot is never sold twice, its turnaround included. A longer session overlaps its own turnaround.
ALTER TABLE slot_reservations ADD CONSTRAINT slot_reservations_no_overlap
  EXCLUDE USING gist (studio_id WITH =, tstzrange(starts_at, coalesce(reserved_until, ends_at)) WITH &&, booking_id WITH <>);

-- It has every column of a booking.
DROP VIEW bookings_unpaid_over;
-- Bookings to be paid by link (no deadline, no payment that counts) whose time has passed.
CREATE OR REPLACE VIEW bookings_unpaid_over AS
  SELECT b.* FROM bookings b
  WHERE b.status = 'pending' AND b.hold_expires_at IS NULL AND b.ends_at <= now()
    AND NOT EXISTS (SELECT 1 FROM payments p WHERE p.booking_id = b.id
      AND p.outcome IN ('confirmed', 'needs_attention', 'refund_due'));

-- The first day of the occurrence of a block that covers this day of the studio; null when none does. A yearly block of
-- 29 February is on the 28th where there is none.
CREATE OR REPLACE FUNCTION block_begins(b blocks, day DATE) RETURNS DATE
  LANGUAGE SQL IMMUTABLE
  RETURN (
    SELECT o.began
    FROM (
      SELECT CASE b.repeats WHEN 'weekly' THEN day - (day - b.first_day) % 7 ELSE b.first_day END AS began
      WHERE b.repeats IS DISTINCT FROM 'yearly'
      UNION ALL
      SELECT (b.first_day + make_interval(years => y.later))::date
      FROM (SELECT (extract(year FROM day) - extract(year FROM b.first_day))::int - n AS later FROM generate_series(0, 1) AS n) AS y
      WHERE b.repeats = 'yearly'
    ) AS o
    WHERE day BETWEEN o.began AND o.began + (b.last_day - b.first_day) AND o.began >= b.first_day
      AND (b.repeats IS NULL OR b.repeats_until IS NULL OR o.began <= b.repeats_until)
      AND o.began <> ALL (b.skips)
    LIMIT 1);

-- The times of a block between two instants, one row for each of its days. `began` is the first day of the occurrence of a
-- block that repeats.
CREATE OR REPLACE FUNCTION block_times(b blocks, first TIMESTAMPTZ, last TIMESTAMPTZ)
  RETURNS TABLE (began DATE, starts_at TIMESTAMPTZ, ends_at TIMESTAMPTZ)
  LANGUAGE SQL STABLE AS $$
  SELECT CASE WHEN b.repeats IS NOT NULL THEN t.began END, t.starts_at, t.ends_at
  FROM (
    SELECT block_begins(b, d.day) AS began, (d.day + make_interval(mins => b.from_minute)) AT TIME ZONE 'Asia/Kuala_Lumpur' AS starts_at,
      (d.day + make_interval(mins => b.to_minute)) AT TIME ZONE 'Asia/Kuala_Lumpur' AS ends_at
    FROM (SELECT asked.from_day + n AS day
      FROM (SELECT greatest((first AT TIME ZONE 'Asia/Kuala_Lumpur')::date, b.first_day) AS from_day,
          least((last AT TIME ZONE 'Asia/Kuala_Lumpur')::date, CASE WHEN b.repeats IS NULL THEN b.last_day END) AS to_day,
          b.repeats IS NOT DISTINCT FROM 'weekly' AND b.last_day = b.first_day AS one_in_seven) AS asked,
        -- Each day that is looked at takes time: of one that is blocked every week no others.
        generate_series(CASE WHEN one_in_seven THEN 6 - (from_day - b.first_day + 6) % 7 ELSE 0 END, to_day - from_day,
          CASE WHEN one_in_seven THEN 7 ELSE 1 END) AS n) AS d
    OFFSET 0
  ) AS t
  WHERE t.began IS NOT NULL AND t.starts_at < last AND t.ends_at > first
$$;

-- The times that are blocked in a room between two instants, one row for each day of a block; null as the room: only what
-- is blocked in all of them.
CREATE OR REPLACE FUNCTION blocked_times(room INTEGER, first TIMESTAMPTZ, last TIMESTAMPTZ)
  RETURNS TABLE (
    block_id INTEGER, began DATE, starts_at TIMESTAMPTZ, ends_at TIMESTAMPTZ, reason TEXT, visitor_note TEXT)
  LANGUAGE SQL STABLE AS $$
  SELECT b.id, t.began, t.starts_at, t.ends_at, b.reason, b.visitor_note
  FROM blocks AS b CROSS JOIN LATERAL block_times(b, first, last) AS t
  WHERE (b.studio_id IS NULL OR b.studio_id = room) AND b.first_day <= (last AT TIME ZONE 'Asia/Kuala_Lumpur')::date
    AND CASE WHEN b.repeats IS NULL THEN b.last_day
      ELSE coalesce(b.repeats_until + (b.last_day - b.first_day), 'infinity') END
      >= (first AT TIME ZONE 'Asia/Kuala_Lumpur')::date
$$;

-- Every reservation of a room that overlaps a span, its turnaround included, with its state. Written as one SELECT so
-- that the planner puts it into the query that calls it, and as a range condition so that the index of the exclusion
-- constraint answers it. held_for: the visitor whose hold it is while it is in force.
CREATE OR REPLACE FUNCTION room_reservations(room INTEGER, span TSTZRANGE)
  RETURNS TABLE (
    id INTEGER, booking_id INTEGER, upgrade_id INTEGER,
    starts_at TIMESTAMPTZ, ends_at TIMESTAMPTZ, reserved_until TIMESTAMPTZ, state TEXT, held_for TEXT)
  LANGUAGE SQL STABLE AS $$
  SELECT r.id, r.booking_id, r.upgrade_id, r.starts_at, r.ends_at, coalesce(r.reserved_until, r.ends_at),
    CASE
      WHEN u.id IS NOT NULL THEN hold_state(u.hold_expires_at, EXISTS (
        SELECT 1 FROM payments p WHERE p.id = u.payment_id AND is_payable(p.stripe_payment_intent_id, p.status)))
      WHEN b.status = 'pending' THEN hold_state(b.hold_expires_at, EXISTS (
        SELECT 1 FROM payments p WHERE p.booking_id = b.id AND is_payable(p.stripe_payment_intent_id, p.status)))
      ELSE 'held'
    END,
    CASE WHEN b.status = 'pending' AND b.hold_expires_at > statement_timestamp() THEN b.visitor_hash END
  FROM slot_reservations r JOIN bookings b ON b.id = r.booking_id LEFT JOIN booking_upgrades u ON u.id = r.upgrade_id
  WHERE r.studio_id = room AND tstzrange(r.starts_at, coalesce(r.reserved_until, r.ends_at)) && span
$$;

-- What is in the way of sessions in these rooms: every reservation that overlaps a session or its turnaround, which ends
-- at `untils`, with its state, and every time that is blocked and overlaps a session; each once for each room. PL/pgSQL
-- with these settings, so that it is planned once for each connection: PostgreSQL expects ten spans when it does not know
-- how many there are, finds a plan for the real number cheaper every time, and plans every question anew, which takes ten
-- times as long as the answer. The settings keep that one plan on the index of the constraint, whatever the tables held
-- when it was made.
CREATE OR REPLACE FUNCTION occupied_within(
  rooms INTEGER[], firsts TIMESTAMPTZ[], lasts TIMESTAMPTZ[], untils TIMESTAMPTZ[])
  RETURNS TABLE (
    room INTEGER, kind TEXT, id INTEGER, booking_id INTEGER, upgrade_id INTEGER, reason TEXT, visitor_note TEXT,
    began DATE, starts_at TIMESTAMPTZ, ends_at TIMESTAMPTZ, reserved_until TIMESTAMPTZ, state TEXT, held_for TEXT)
  LANGUAGE plpgsql STABLE
  SET plan_cache_mode = force_generic_plan
  SET enable_seqscan = off
  SET enable_hashjoin = off
  SET enable_mergejoin = off
  AS $$
#variable_conflict use_column
BEGIN
  RETURN QUERY
    SELECT DISTINCT wanted.room, 'booking', r.id, r.booking_id, r.upgrade_id, NULL::text, NULL::text,
      NULL::date, r.starts_at, r.ends_at, r.reserved_until, r.state, r.held_for
    FROM unnest(rooms, firsts, untils) AS wanted (room, first, until),
      room_reservations(wanted.room, tstzrange(wanted.first, wanted.until)) AS r
    UNION ALL
    SELECT DISTINCT wanted.room, 'block', t.block_id, NULL::integer, NULL::integer, t.reason, t.visitor_note,
      t.began, t.starts_at, t.ends_at, t.ends_at, 'held', NULL::text
    FROM unnest(rooms, firsts, lasts) AS wanted (room, first, last),
      blocked_times(wanted.room, wanted.first, wanted.last) AS t;
END
$$;

-- The room for a session: of these, in their order, the first in which all its spans are free; when there is none, the
-- first that is free once holds that ran out are ended ('expired'); otherwise why not: 'taken', or 'blocked' when nothing
-- but blocks is in the way. The arrays have an entry for each room and span. `ignoring`: a booking that is not in its own
-- way.
CREATE OR REPLACE FUNCTION find_room(
  rooms INTEGER[], firsts TIMESTAMPTZ[], lasts TIMESTAMPTZ[], untils TIMESTAMPTZ[], ignoring INTEGER)
  RETURNS TABLE (room INTEGER, outcome TEXT)
  LANGUAGE plpgsql STABLE AS $$
#variable_conflict use_column
BEGIN
  RETURN QUERY
    SELECT found.room, found.outcome
    FROM (
      SELECT one.room, one.nth, CASE
        WHEN bool_or(o.kind = 'block') THEN 'blocked'
        WHEN bool_or(o.state = 'held') THEN 'taken'
        WHEN count(o.id) > 0 THEN 'expired'
      END AS outcome
      FROM (SELECT w.room, min(w.nth) AS nth FROM unnest(rooms) WITH ORDINALITY AS w (room, nth) GROUP BY w.room) AS one
        LEFT JOIN occupied_within(rooms, firsts, lasts, untils) AS o
          ON o.room = one.room AND (o.booking_id = ignoring) IS NOT TRUE
      GROUP BY one.room, one.nth
    ) AS found
    ORDER BY CASE WHEN found.outcome IS NULL THEN 0 WHEN found.outcome = 'expired' THEN 1 WHEN found.outcome = 'taken' THEN 2
      ELSE 3 END, found.nth
    LIMIT 1;
END
$$;

-- Locks the keys in order, then the rooms in the order of their ids, until the transaction ends, and returns the time at
-- which it has them. A key is a text and its kind; 1 is the kind of rooms. Waits at most 15 s for each.
CREATE OR REPLACE FUNCTION lock_rooms(rooms INTEGER[], kinds INTEGER[], texts TEXT[]) RETURNS TIMESTAMPTZ
  LANGUAGE plpgsql AS $$
DECLARE
  room INTEGER;
BEGIN
  PERFORM set_config('lock_timeout', '15s', true);
  FOR nth IN 1 .. cardinality(texts) LOOP
    PERFORM pg_advisory_xact_lock(hashtextextended(texts[nth], kinds[nth]));
  END LOOP;
  FOR room IN SELECT DISTINCT one FROM unnest(rooms) AS one ORDER BY one LOOP
    PERFORM pg_advisory_xact_lock(1, room);
  END LOOP;
  -- The columns hold milliseconds, and would round: what the visitor is told must be what is stored.
  RETURN date_trunc('milliseconds', clock_timestamp());
END
$$;

-- Reserves every span that is free, with the turnaround that ends at `untils`, and returns the ids of the rows. The
-- caller holds the room's lock and compares their number. ON CONFLICT: a plain INSERT deadlocks when two of them meet.
CREATE OR REPLACE FUNCTION reserve_time(
  room INTEGER, firsts TIMESTAMPTZ[], lasts TIMESTAMPTZ[], untils TIMESTAMPTZ[], booking INTEGER, upgrade INTEGER)
  RETURNS SETOF INTEGER
  LANGUAGE plpgsql AS $$
BEGIN
  RETURN QUERY INSERT INTO slot_reservations (studio_id, booking_id, upgrade_id, starts_at, ends_at, reserved_until)
  SELECT room, booking, upgrade, wanted.first, wanted.last, nullif(wanted.until, wanted.last)
  FROM unnest(firsts, lasts, untils) AS wanted (first, last, until)
  ON CONFLICT ON CONSTRAINT slot_reservations_no_overlap DO NOTHING
  RETURNING slot_reservations.id;
END
$$;

-- Whether the new booking `b` goes beyond what may be held unpaid in its calendar week in the room.
CREATE OR REPLACE FUNCTION is_week_full(room INTEGER, b bookings, bounds JSONB) RETURNS BOOLEAN
  LANGUAGE plpgsql STABLE AS $$
DECLARE
  monday TIMESTAMPTZ := date_trunc('week', b.starts_at AT TIME ZONE 'Asia/Kuala_Lumpur') AT TIME ZONE 'Asia/Kuala_Lumpur';
BEGIN
  RETURN (bounds ->> 'wanted')::double precision > (bounds ->> 'ofWeek')::double precision - (
    SELECT coalesce(sum(CASE held.duration
      WHEN 'weekly' THEN (bounds ->> 'week')::double precision
      ELSE extract(epoch FROM held.ends_at - held.starts_at) / 3600 END), 0)
    FROM bookings AS held
    WHERE held.status = 'pending' AND held.hold_expires_at > statement_timestamp() AND held.studio_id = room
      AND held.starts_at >= monday AND held.starts_at < monday + interval '7 days');
END
$$;

-- Holds a session for a new booking in the first of these rooms that is free (find_room; the arrays are its): `wanted` has
-- the columns of the booking, `add_ons` those of its add-ons, `sale` those of its sale. The booking is written by the keys
-- of `wanted`. The caller has ended the visitor's other holds, or knows that there are none.
--
-- Why a slot is never sold twice: nothing is written before the locks of all these rooms are held, every transaction that
-- writes reservations or blocks of a room holds its lock, and the constraint slot_reservations_no_overlap would refuse a
-- row that overlaps all the same. What is read before the locks only refuses: most of a rush on one slot need not wait for
-- one another.
--
-- kinds, texts: the keys to lock before the rooms.
-- bounds, null when nothing has to be paid: the hours that this booking counts for (`wanted`) and that a week counts for
-- (`week`); the hours that may be held unpaid by an address (`address`), by a network (`network`) and in a calendar week
-- (`ofWeek`), and the minutes that a hold beyond the last of them lasts (`short`); how many weeks an inbox may hold
-- (`weeks`); how many hours × minutes an address, a network and an inbox may let end unpaid in a day (`endedAddress`,
-- `endedNetwork`, `endedInbox`).
-- Outcomes: 'held' with the booking's id, its currency, the time from which the hold runs, and its room; otherwise nothing
-- is written: those of find_room, with the room, and of too_much_held.
CREATE OR REPLACE FUNCTION hold_slot(
  rooms INTEGER[], firsts TIMESTAMPTZ[], lasts TIMESTAMPTZ[], untils TIMESTAMPTZ[], kinds INTEGER[], texts TEXT[],
  wanted JSONB, add_ons JSONB, hold_seconds DOUBLE PRECISION, bounds JSONB, sale JSONB)
  RETURNS TABLE (outcome TEXT, id INTEGER, currency TEXT, at TIMESTAMPTZ, room INTEGER)
  LANGUAGE plpgsql AS $$
#variable_conflict use_column
DECLARE
  b bookings := jsonb_populate_record(NULL::bookings, wanted);
  found RECORD;
  held_at TIMESTAMPTZ;
  made RECORD;
  spans RECORD;
BEGIN
  SELECT f.room, f.outcome INTO found FROM find_room(rooms, firsts, lasts, untils, NULL) AS f;
  IF found.outcome IS NULL THEN
    held_at := lock_rooms(rooms, kinds, texts);
    SELECT f.room, f.outcome INTO found FROM find_room(rooms, firsts, lasts, untils, NULL) AS f;
  END IF;
  IF found.outcome IS NULL AND bounds IS NOT NULL THEN
    found.outcome := too_much_held(b, bounds);
  END IF;
  IF found.outcome IS NOT NULL THEN
    RETURN QUERY SELECT found.outcome, NULL::integer, NULL::text, NULL::timestamptz, found.room;
    RETURN;
  END IF;

  SELECT array_agg(w.first ORDER BY w.first) AS firsts, array_agg(w.last ORDER BY w.first) AS lasts,
    array_agg(w.until ORDER BY w.first) AS untils, min(w.first) AS begins, max(w.last) AS ends
  INTO spans
  FROM unnest(rooms, firsts, lasts, untils) AS w (room, first, last, until) WHERE w.room = found.room;
  wanted := wanted || jsonb_build_object(
    'studio_id', found.room, 'starts_at', spans.begins, 'ends_at', spans.ends,
    'created_at', held_at, 'hold_expires_at', held_at + make_interval(secs => hold_seconds),
    'hold_minutes', CASE WHEN bounds IS NOT NULL AND is_week_full(found.room, b, bounds) THEN bounds -> 'short' END);
  EXECUTE (
    SELECT format('INSERT INTO bookings (%1$s) SELECT %1$s FROM jsonb_populate_record(NULL::bookings, $1) RETURNING id, currency',
      string_agg(quote_ident(key), ', '))
    FROM jsonb_object_keys(wanted) AS key)
  INTO made USING wanted;
  INSERT INTO booking_add_ons (booking_id, service_id, hours, hourly_rate, total_amount)
  SELECT made.id, a.service_id, a.hours, a.hourly_rate, a.total_amount
  FROM jsonb_populate_recordset(NULL::booking_add_ons, add_ons) AS a;
  INSERT INTO sales (kind, booking_id, lines, subtotal, tax_amount, tax_rate, tax_label, total_amount, currency)
  SELECT 'session', made.id, s.lines, s.subtotal, s.tax_amount, s.tax_rate, s.tax_label, s.total_amount, made.currency
  FROM jsonb_populate_record(NULL::sales, sale) AS s;
  IF (SELECT count(*) FROM reserve_time(found.room, spans.firsts, spans.lasts, spans.untils, made.id, NULL))
    <> cardinality(spans.firsts)
  THEN
    -- Written by something that does not take the room's lock: undoes the booking too.
    RAISE EXCEPTION 'the time of the new booking overlaps a reservation' USING ERRCODE = 'exclusion_violation';
  END IF;
  RETURN QUERY SELECT 'held', made.id, made.currency, held_at, found.room;
END
$$;

CREATE OR REPLACE TRIGGER rooms_changed AFTER INSERT OR UPDATE OR DELETE ON studios
  FOR EACH STATEMENT EXECUTE FUNCTION content_changed('rooms');
CREATE OR REPLACE TRIGGER service_rooms_changed AFTER INSERT OR UPDATE OR DELETE ON service_rooms
  FOR EACH STATEMENT EXECUTE FUNCTION content_changed('rooms');
CREATE OR REPLACE TRIGGER blocks_changed AFTER INSERT OR UPDATE OR DELETE ON blocks
  FOR EACH STATEMENT EXECUTE FUNCTION content_changed('blocks');
