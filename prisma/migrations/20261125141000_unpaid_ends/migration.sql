-- Unpaid ends of holds are remembered, and what is held unpaid in a calendar week has a ceiling.

-- `holder_inbox`: the hold's inbox as limits count it. `hold_minutes`: the longest that this hold may last, also when its
-- payment has begun; null: as long as the setting says.
ALTER TABLE "bookings" ADD COLUMN "holder_inbox" TEXT, ADD COLUMN "hold_minutes" DOUBLE PRECISION;

-- Adds what an unpaid hold has taken from the calendar, hours × minutes, to the counts of its address, network and inbox,
-- in the table of the rate limits, for a day since the first.
CREATE FUNCTION remember_unpaid_end(address TEXT, network TEXT, inbox TEXT, taken DOUBLE PRECISION) RETURNS VOID
  LANGUAGE sql AS $$
  INSERT INTO rate_limits AS r (key, hits, resets_at)
  SELECT counted.key, ceil(taken)::int, now() + interval '1 day'
  FROM (VALUES
    ('unpaid-address:' || address), ('unpaid-network:' || network), ('unpaid-inbox:' || inbox)) AS counted (key)
  WHERE counted.key IS NOT NULL AND taken > 0
  ORDER BY counted.key
  ON CONFLICT (key) DO UPDATE SET
    hits = least(CASE WHEN r.resets_at <= now() THEN 0 ELSE r.hits::bigint END + excluded.hits, 2147483647)::int,
    resets_at = CASE WHEN r.resets_at <= now() THEN excluded.resets_at ELSE r.resets_at END;
$$;

-- Why the holder of the new booking `b` may not hold it: because of what the same address, network and inbox hold unpaid,
-- or have let end unpaid; null when they may. `bounds`: see hold_slot. The caller holds the network's lock.
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
    SELECT holder_hash, holder_network_hash, holder_inbox, duration, CASE duration
      WHEN 'weekly' THEN (bounds ->> 'week')::double precision
      ELSE extract(epoch FROM ends_at - starts_at) / 3600 END AS counted
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
    WHEN held.address + wanted > (bounds ->> 'address')::double precision THEN 'too_many_holds'
    WHEN b.duration = 'weekly' AND held.weeks >= (bounds ->> 'weeks')::double precision THEN 'too_many_holds'
    WHEN held.network + wanted > (bounds ->> 'network')::double precision THEN 'too_many_holds_of_network'
    WHEN ended.address >= (bounds ->> 'endedAddress')::double precision THEN 'too_many_unpaid'
    WHEN ended.network >= (bounds ->> 'endedNetwork')::double precision THEN 'too_many_unpaid'
    WHEN ended.inbox >= (bounds ->> 'endedInbox')::double precision THEN 'too_many_unpaid_of_inbox'
  END;
END
$$;

-- Whether the new booking `b` goes beyond what may be held unpaid in its calendar week in the room.
CREATE FUNCTION is_week_full(room INTEGER, b bookings, bounds JSONB) RETURNS BOOLEAN
  LANGUAGE plpgsql STABLE AS $$
DECLARE
  monday TIMESTAMPTZ := date_trunc('week', b.starts_at AT TIME ZONE 'Asia/Kuala_Lumpur') AT TIME ZONE 'Asia/Kuala_Lumpur';
BEGIN
  RETURN (bounds ->> 'wanted')::double precision > (bounds ->> 'ofWeek')::double precision - (
    SELECT coalesce(sum(CASE held.duration
      WHEN 'weekly' THEN (bounds ->> 'week')::double precision
      ELSE extract(epoch FROM held.ends_at - held.starts_at) / 3600 END), 0)
    FROM bookings AS held JOIN services AS s ON s.id = held.service_id
    WHERE held.status = 'pending' AND held.hold_expires_at > statement_timestamp() AND s.studio_id = room
      AND held.starts_at >= monday AND held.starts_at < monday + interval '7 days');
END
$$;

-- As before (20261125030000_hold_slot), with these bounds more: how many hours × minutes an address, a network and an
-- inbox may let end unpaid in a day, the hours that may be held unpaid in a calendar week (`ofWeek`), and the minutes that
-- a hold beyond them lasts (`short`). Outcomes more: 'too_many_unpaid' and 'too_many_unpaid_of_inbox'.
CREATE OR REPLACE FUNCTION hold_slot(
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
    hold_expires_at, hold_minutes, visitor_hash, holder_hash, holder_network_hash, holder_inbox, manage_token, created_at)
  VALUES (
    b.service_id, b.first_name, b.last_name, b.email, b.phone, b.requirements, b.locale, b.billing,
    b.date, b.time, b.duration, b.hours, b.starts_at, b.ends_at,
    b.subtotal, b.tax_amount, b.tax_rate, b.tax_label, b.total_amount,
    held_at + make_interval(secs => hold_seconds),
    CASE WHEN bounds IS NOT NULL AND is_week_full(room, b, bounds) THEN (bounds ->> 'short')::double precision END,
    b.visitor_hash, b.holder_hash, b.holder_network_hash, b.holder_inbox, b.manage_token, held_at)
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
