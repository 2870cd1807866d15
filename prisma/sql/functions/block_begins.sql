-- The first day of the occurrence of a block that covers this day of the studio; null when none does. A yearly block of
-- 29 February is on the 28th where there is none.
CREATE OR REPLACE FUNCTION block_begins(b blocks, day DATE) RETURNS DATE
  LANGUAGE SQL IMMUTABLE
  RETURN (
    SELECT o.began
    FROM (
      SELECT CASE b.repeats WHEN 'weekly' THEN day - (day - b.first_day) % 7 ELSE b.first_day END AS began
      WHERE b.repeats IS DISTINCT FROM 'yearly'
      UNION ALL
      SELECT (b.first_day + make_interval(years => y.later))::date
      FROM (SELECT (extract(year FROM day) - extract(year FROM b.first_day))::int - n AS later FROM generate_series(0, 1) AS n) AS y
      WHERE b.repeats = 'yearly'
    ) AS o
    WHERE day BETWEEN o.began AND o.began + (b.last_day - b.first_day) AND o.began >= b.first_day
      AND (b.repeats IS NULL OR b.repeats_until IS NULL OR o.began <= b.repeats_until)
      AND o.began <> ALL (b.skips)
    LIMIT 1);
