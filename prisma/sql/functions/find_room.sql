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
