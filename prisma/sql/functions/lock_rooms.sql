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
