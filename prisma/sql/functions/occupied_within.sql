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
