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
