-- The rates of every service at an instant (docs/decisions/050-prices-from-a-date.md): those of the last
-- set that holds by then and has the service, or the service's own columns. A set that was applied is in
-- the columns, which may have been changed since. `since` is when the set began; null where the columns
-- are in force.
CREATE OR REPLACE FUNCTION rates_at(instant timestamptz) RETURNS TABLE (
  service_id integer, since timestamptz, hourly_rate numeric, former_hourly_rate numeric,
  half_day_rate numeric, full_day_rate numeric, weekly_rate numeric
) LANGUAGE sql STABLE AS $$
  SELECT DISTINCT ON (r.id) r.id, r.valid_from, r.hourly_rate, r.former_hourly_rate, r.half_day_rate,
    r.full_day_rate, r.weekly_rate
  FROM (
    SELECT s.id, NULL::timestamptz AS valid_from, s.hourly_rate, s.former_hourly_rate, s.half_day_rate,
      s.full_day_rate, s.weekly_rate
    FROM services s
    UNION ALL
    SELECT p.service_id, t.valid_from, p.hourly_rate, p.former_hourly_rate, p.half_day_rate,
      p.full_day_rate, p.weekly_rate
    FROM price_sets t JOIN service_prices p ON p.set_id = t.id
    WHERE t.applied_at IS NULL AND t.valid_from <= instant
  ) AS r
  ORDER BY r.id, r.valid_from DESC NULLS LAST
$$;
