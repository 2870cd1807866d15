-- Prices from a date (docs/decisions/050-prices-from-a-date.md).
-- The old version may run
CREATE TABLE price_sets (
  id SERIAL NOT NULL,
  valid_from TIMESTAMPTZ(3) NOT NULL,
  applied_at TIMESTAMPTZ(3),
  created_at TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  updated_at TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT price_sets_pkey PRIMARY KEY (id),
  CONSTRAINT price_sets_applied CHECK (applied_at >= valid_from)
);
CREATE UNIQUE INDEX price_sets_valid_from_key ON price_sets (valid_from);

CREATE TABLE service_prices (
  set_id INTEGER NOT NULL,
  service_id INTEGER NOT NULL,
  hourly_rate DECIMAL(10, 2) NOT NULL,
  former_hourly_rate DECIMAL(10, 2),
  half_day_rate DECIMAL(10, 2),
  full_day_rate DECIMAL(10, 2),
  weekly_rate DECIMAL(10, 2),
  CONSTRAINT service_prices_pkey PRIMARY KEY (set_id, service_id),
  CONSTRAINT service_prices_set_id_fkey FOREIGN KEY (set_id) REFERENCES price_sets (id) ON DELETE CASCADE ON UPDATE CASCADE,
  CONSTRAINT service_prices_service_id_fkey FOREIGN KEY (service_id) REFERENCES services (id) ON DELETE CASCADE ON UPDATE CASCADE,
  CONSTRAINT service_prices_rates
    CHECK (hourly_rate > 0 AND half_day_rate > 0 AND full_day_rate > 0 AND weekly_rate > 0),
  CONSTRAINT service_prices_former_rate CHECK (former_hourly_rate > hourly_rate)
);
CREATE INDEX service_prices_service_id_idx ON service_prices (service_id);

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

CREATE OR REPLACE TRIGGER price_sets_changed AFTER INSERT OR UPDATE OR DELETE ON price_sets
  FOR EACH STATEMENT EXECUTE FUNCTION content_changed('services');
