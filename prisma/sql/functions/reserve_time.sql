-- Reserves every span that is free and returns the ids of the rows. The caller holds the room's lock and compares their
-- number. ON CONFLICT: a plain INSERT deadlocks when two of them meet.
CREATE OR REPLACE FUNCTION reserve_time(
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
