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
