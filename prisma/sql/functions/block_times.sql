-- The times of a block between two instants, one row for each of its days. `began` is the first day of the occurrence of a
-- block that repeats.
CREATE OR REPLACE FUNCTION block_times(b blocks, first TIMESTAMPTZ, last TIMESTAMPTZ)
  RETURNS TABLE (began DATE, starts_at TIMESTAMPTZ, ends_at TIMESTAMPTZ)
  LANGUAGE SQL STABLE AS $$
  SELECT CASE WHEN b.repeats IS NOT NULL THEN block_begins(b, t.day) END, t.starts_at, t.ends_at
  FROM (
    SELECT d.day, (d.day + make_interval(mins => b.from_minute)) AT TIME ZONE 'Asia/Kuala_Lumpur' AS starts_at,
      (d.day + make_interval(mins => b.to_minute)) AT TIME ZONE 'Asia/Kuala_Lumpur' AS ends_at
    FROM (SELECT asked.from_day + n AS day
      FROM (SELECT (first AT TIME ZONE 'Asia/Kuala_Lumpur')::date AS from_day,
          (last AT TIME ZONE 'Asia/Kuala_Lumpur')::date AS to_day) AS asked,
        generate_series(0, asked.to_day - asked.from_day) AS n) AS d
  ) AS t
  WHERE t.starts_at < last AND t.ends_at > first AND block_begins(b, t.day) IS NOT NULL
$$;
