-- Adds what an unpaid hold has taken from the calendar, hours × minutes, to the counts of its address, network and inbox,
-- in the table of the rate limits, for a day since the first.
CREATE OR REPLACE FUNCTION remember_unpaid_end(address TEXT, network TEXT, inbox TEXT, taken DOUBLE PRECISION) RETURNS VOID
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
