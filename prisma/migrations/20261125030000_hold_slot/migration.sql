-- Holding a slot in one round trip. The rules of a room's time that more than one statement needs are functions here:
-- each statement inside them sees what was committed before it, also after a wait for a lock.

-- Locks the keys in order, then the room, until the transaction ends, and returns the time at which it has them. A key
-- is a text and its kind; 1 is the kind of rooms. Waits at most 15 s for each.
CREATE FUNCTION lock_room(room INTEGER, kinds INTEGER[], texts TEXT[]) RETURNS TIMESTAMPTZ
  LANGUAGE plpgsql AS $$
BEGIN
  PERFORM set_config('lock_timeout', '15s', true);
  FOR nth IN 1 .. cardinality(texts) LOOP
    PERFORM pg_advisory_xact_lock(hashtextextended(texts[nth], kinds[nth]));
  END LOOP;
  PERFORM pg_advisory_xact_lock(1, room);
  -- The columns hold milliseconds, and would round: what the visitor is told must be what is stored.
  RETURN date_trunc('milliseconds', clock_timestamp());
END
$$;

-- Reserves every span that is free and returns the ids of the rows. The caller holds the room's lock and compares their
-- number. ON CONFLICT: a plain INSERT deadlocks when two of them meet.
CREATE FUNCTION reserve_time(
  room INTEGER, firsts TIMESTAMPTZ[], lasts TIMESTAMPTZ[],
  booking INTEGER, upgrade INTEGER, of_kind TEXT, for_reason TEXT, of_series UUID)
  RETURNS SETOF INTEGER
  LANGUAGE plpgsql AS $$
BEGIN
  RETURN QUERY INSERT INTO slot_reservations
    (studio_id, booking_id, upgrade_id, starts_at, ends_at, kind, reason, series)
  SELECT room, booking, upgrade, wanted.first, wanted.last, of_kind, for_reason, of_series
  FROM unnest(firsts, lasts) AS wanted (first, last)
  ON CONFLICT ON CONSTRAINT slot_reservations_no_overlap DO NOTHING
  RETURNING slot_reservations.id;
END
$$;

-- Every reservation of a room that overlaps one of these spans, each once, with its state. PL/pgSQL with these settings,
-- so that it is planned once for each connection: PostgreSQL expects ten spans when it does not know how many there are,
-- finds a plan for the real number cheaper every time, and plans every question anew, which takes ten times as long as
-- the answer. The settings keep that one plan on the index of the constraint, whatever the tables held when it was made.
CREATE FUNCTION reservations_within(room INTEGER, firsts TIMESTAMPTZ[], lasts TIMESTAMPTZ[])
  RETURNS TABLE (
    id INTEGER, booking_id INTEGER, upgrade_id INTEGER, kind TEXT, reason TEXT,
    starts_at TIMESTAMPTZ, ends_at TIMESTAMPTZ, state TEXT, held_for TEXT)
  LANGUAGE plpgsql STABLE
  SET plan_cache_mode = force_generic_plan
  SET enable_seqscan = off
  SET enable_hashjoin = off
  SET enable_mergejoin = off
  AS $$
#variable_conflict use_column
BEGIN
  RETURN QUERY
    SELECT DISTINCT r.id, r.booking_id, r.upgrade_id, r.kind, r.reason, r.starts_at, r.ends_at, r.state, r.held_for
    FROM unnest(firsts, lasts) AS wanted (first, last),
      room_reservations(room, tstzrange(wanted.first, wanted.last)) AS r;
END
$$;

-- What is in the way of these spans: 'blocked' (an administrator's block), 'taken', 'expired' (nothing but holds that
-- ran out and have not been ended), or null: they are free.
CREATE FUNCTION time_in_the_way(room INTEGER, firsts TIMESTAMPTZ[], lasts TIMESTAMPTZ[]) RETURNS TEXT
  LANGUAGE plpgsql STABLE AS $$
BEGIN
  RETURN (
    SELECT CASE
      WHEN bool_or(r.kind = 'block') THEN 'blocked'
      WHEN bool_or(r.state = 'held') THEN 'taken'
      WHEN count(*) > 0 THEN 'expired'
    END
    FROM reservations_within(room, firsts, lasts) AS r);
END
$$;

-- Why the holder of the new booking `b` may not hold it beside what the same address, network and email hold unpaid; null
-- when they may. `bounds`: see hold_slot. The caller holds the network's lock.
CREATE FUNCTION too_much_held(b bookings, bounds JSONB) RETURNS TEXT
  LANGUAGE plpgsql STABLE AS $$
DECLARE
  wanted DOUBLE PRECISION := bounds ->> 'wanted';
  held RECORD;
BEGIN
  SELECT
    coalesce(sum(live.counted) FILTER (WHERE live.holder_hash = b.holder_hash), 0) AS address,
    coalesce(sum(live.counted) FILTER (WHERE live.holder_network_hash = b.holder_network_hash), 0) AS network,
    count(*) FILTER (WHERE live.duration = 'weekly' AND live.email = b.email) AS weeks
  INTO held
  FROM (
    SELECT holder_hash, holder_network_hash, duration, email, CASE duration
      WHEN 'weekly' THEN (bounds ->> 'week')::double precision
      ELSE extract(epoch FROM ends_at - starts_at) / 3600 END AS counted
    FROM bookings WHERE status = 'pending' AND hold_expires_at > statement_timestamp()
  ) AS live;
  RETURN CASE
    WHEN held.address + wanted > (bounds ->> 'address')::double precision THEN 'too_many_holds'
    WHEN b.duration = 'weekly' AND held.weeks >= (bounds ->> 'weeks')::double precision THEN 'too_many_holds'
    WHEN held.network + wanted > (bounds ->> 'network')::double precision THEN 'too_many_holds_of_network'
  END;
END
$$;

-- Holds the spans for a new booking: `wanted` has its columns, `add_ons` those of its add-ons. The caller has ended the
-- visitor's other holds, or knows that there are none.
--
-- Why a slot is never sold twice: nothing is written before the room's lock is held, every transaction that writes
-- reservations holds it, and the constraint slot_reservations_no_overlap would refuse a row that overlaps all the same.
-- What is read before the lock only refuses: most of a rush on one slot need not wait for one another.
--
-- kinds, texts: the keys to lock before the room. bounds: the hours that this booking counts for (`wanted`), that a week
-- counts for (`week`), that may be held unpaid by an address and by a network, and how many weeks by an email; null when
-- nothing has to be paid. Outcomes: 'held' with the booking's id, its currency and the time from
-- which the hold runs; otherwise nothing is written: 'blocked', 'taken' or 'expired' as above, 'too_many_holds',
-- 'too_many_holds_of_network'.
CREATE FUNCTION hold_slot(
  room INTEGER, firsts TIMESTAMPTZ[], lasts TIMESTAMPTZ[], kinds INTEGER[], texts TEXT[],
  wanted JSONB, add_ons JSONB, hold_seconds DOUBLE PRECISION, bounds JSONB)
  RETURNS TABLE (outcome TEXT, id INTEGER, currency TEXT, at TIMESTAMPTZ)
  LANGUAGE plpgsql AS $$
#variable_conflict use_column
DECLARE
  b bookings := jsonb_populate_record(NULL::bookings, wanted);
  held_at TIMESTAMPTZ;
  made RECORD;
BEGIN
  outcome := time_in_the_way(room, firsts, lasts);
  IF outcome IS NULL THEN
    held_at := lock_room(room, kinds, texts);
    outcome := time_in_the_way(room, firsts, lasts);
  END IF;
  IF outcome IS NULL AND bounds IS NOT NULL THEN
    outcome := too_much_held(b, bounds);
  END IF;
  IF outcome IS NOT NULL THEN
    RETURN QUERY SELECT outcome, NULL::integer, NULL::text, NULL::timestamptz;
    RETURN;
  END IF;

  INSERT INTO bookings (
    service_id, first_name, last_name, email, phone, requirements, locale, billing,
    date, time, duration, hours, starts_at, ends_at,
    subtotal, tax_amount, tax_rate, tax_label, total_amount,
    hold_expires_at, visitor_hash, holder_hash, holder_network_hash, manage_token, created_at)
  VALUES (
    b.service_id, b.first_name, b.last_name, b.email, b.phone, b.requirements, b.locale, b.billing,
    b.date, b.time, b.duration, b.hours, b.starts_at, b.ends_at,
    b.subtotal, b.tax_amount, b.tax_rate, b.tax_label, b.total_amount,
    held_at + make_interval(secs => hold_seconds),
    b.visitor_hash, b.holder_hash, b.holder_network_hash, b.manage_token, held_at)
  RETURNING bookings.id, bookings.currency INTO made;
  INSERT INTO booking_add_ons (booking_id, service_id, hours, hourly_rate, total_amount)
  SELECT made.id, a.service_id, a.hours, a.hourly_rate, a.total_amount
  FROM jsonb_populate_recordset(NULL::booking_add_ons, add_ons) AS a;
  IF (SELECT count(*) FROM reserve_time(room, firsts, lasts, made.id, NULL, 'booking', NULL, NULL))
    <> cardinality(firsts)
  THEN
    -- Written by something that does not take the room's lock: undoes the booking too.
    RAISE EXCEPTION 'the time of the new booking overlaps a reservation' USING ERRCODE = 'exclusion_violation';
  END IF;
  RETURN QUERY SELECT 'held', made.id, made.currency, held_at;
END
$$;
