-- Hours held unpaid are those that are reserved: a week counts with its real ones.
-- The old version may run
-- Why the holder of the new booking `b` may not hold it: because of what the same address, network and inbox hold unpaid,
-- or have let end unpaid; null when they may. A session that is longer than a bound, as a week is, may be held where nothing
-- else is. `bounds`: see hold_slot. The caller holds the network's lock.
CREATE OR REPLACE FUNCTION too_much_held(b bookings, bounds JSONB) RETURNS TEXT
  LANGUAGE plpgsql STABLE AS $$
DECLARE
  wanted DOUBLE PRECISION := bounds ->> 'wanted';
  held RECORD;
  ended RECORD;
BEGIN
  SELECT
    coalesce(sum(live.counted) FILTER (WHERE live.holder_hash = b.holder_hash), 0) AS address,
    coalesce(sum(live.counted) FILTER (WHERE live.holder_network_hash = b.holder_network_hash), 0) AS network,
    count(*) FILTER (WHERE live.duration = 'weekly' AND live.holder_inbox = b.holder_inbox) AS weeks
  INTO held
  FROM (
    SELECT holder_hash, holder_network_hash, holder_inbox, duration, (
      SELECT sum(extract(epoch FROM r.ends_at - r.starts_at)) / 3600
      FROM slot_reservations AS r WHERE r.booking_id = bookings.id) AS counted
    FROM bookings WHERE status = 'pending' AND hold_expires_at > statement_timestamp()
  ) AS live;
  SELECT
    coalesce(sum(r.hits) FILTER (WHERE r.key = 'unpaid-address:' || b.holder_hash), 0) AS address,
    coalesce(sum(r.hits) FILTER (WHERE r.key = 'unpaid-network:' || b.holder_network_hash), 0) AS network,
    coalesce(sum(r.hits) FILTER (WHERE r.key = 'unpaid-inbox:' || b.holder_inbox), 0) AS inbox
  INTO ended
  FROM rate_limits AS r
  WHERE r.resets_at > statement_timestamp() AND r.key IN ('unpaid-address:' || b.holder_hash,
    'unpaid-network:' || b.holder_network_hash, 'unpaid-inbox:' || b.holder_inbox);
  RETURN CASE
    WHEN held.address > 0 AND held.address + wanted > (bounds ->> 'address')::double precision THEN 'too_many_holds'
    WHEN b.duration = 'weekly' AND held.weeks >= (bounds ->> 'weeks')::double precision THEN 'too_many_holds'
    WHEN held.network > 0 AND held.network + wanted > (bounds ->> 'network')::double precision THEN 'too_many_holds_of_network'
    WHEN ended.address >= (bounds ->> 'endedAddress')::double precision THEN 'too_many_unpaid'
    WHEN ended.network >= (bounds ->> 'endedNetwork')::double precision THEN 'too_many_unpaid'
    WHEN ended.inbox >= (bounds ->> 'endedInbox')::double precision THEN 'too_many_unpaid_of_inbox'
  END;
END
$$;
DROP FUNCTION is_week_full(INTEGER, bookings, JSONB);
-- Whether a new session in the room, at these times, goes beyond what may be held unpaid in one of its calendar weeks. One
-- that is longer than that by itself does not, where nothing else is held.
CREATE OR REPLACE FUNCTION is_week_full(room INTEGER, firsts TIMESTAMPTZ[], lasts TIMESTAMPTZ[], bounds JSONB)
  RETURNS BOOLEAN
  LANGUAGE sql STABLE AS $$
  SELECT coalesce(bool_or(held.hours > 0 AND held.hours + wanted.hours > (bounds ->> 'ofWeek')::double precision), false)
  FROM (
    SELECT date_trunc('week', w.first AT TIME ZONE 'Asia/Kuala_Lumpur') AS monday,
      sum(extract(epoch FROM w.last - w.first)) / 3600 AS hours
    FROM unnest(firsts, lasts) AS w (first, last) GROUP BY 1) AS wanted
  CROSS JOIN LATERAL (
    SELECT sum(extract(epoch FROM r.ends_at - r.starts_at)) / 3600 AS hours
    FROM slot_reservations AS r JOIN bookings AS b ON b.id = r.booking_id
    WHERE b.status = 'pending' AND b.hold_expires_at > statement_timestamp() AND r.studio_id = room
      AND r.starts_at >= wanted.monday AT TIME ZONE 'Asia/Kuala_Lumpur'
      AND r.starts_at < (wanted.monday + interval '7 days') AT TIME ZONE 'Asia/Kuala_Lumpur') AS held
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
-- bounds, null when nothing has to be paid: the hours of this booking (`wanted`); the hours that may be held unpaid by an address (`address`), by a network (`network`) and in a calendar week
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
    'hold_minutes', CASE WHEN bounds IS NOT NULL AND is_week_full(found.room, spans.firsts, spans.lasts, bounds) THEN bounds -> 'short' END);
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
