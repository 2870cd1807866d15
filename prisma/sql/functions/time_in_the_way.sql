-- What is in the way of these spans: 'blocked' (an administrator's block), 'taken', 'expired' (nothing but holds that
-- ran out and have not been ended), or null: they are free.
CREATE OR REPLACE FUNCTION time_in_the_way(room INTEGER, firsts TIMESTAMPTZ[], lasts TIMESTAMPTZ[]) RETURNS TEXT
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
