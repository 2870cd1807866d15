-- Every reservation of a room that overlaps one of these spans, each once, with its state. PL/pgSQL with these settings,
-- so that it is planned once for each connection: PostgreSQL expects ten spans when it does not know how many there are,
-- finds a plan for the real number cheaper every time, and plans every question anew, which takes ten times as long as
-- the answer. The settings keep that one plan on the index of the constraint, whatever the tables held when it was made.
CREATE OR REPLACE FUNCTION reservations_within(room INTEGER, firsts TIMESTAMPTZ[], lasts TIMESTAMPTZ[])
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
