-- The times of a block between two instants, one row for each of its days. `began` is the first day of the occurrence of a
-- block that repeats.
CREATE OR REPLACE FUNCTION block_times(b blocks, first TIMESTAMPTZ, last TIMESTAMPTZ)
  RETURNS TABLE (began DATE, starts_at TIMESTAMPTZ, ends_at TIMESTAMPTZ)
  LANGUAGE SQL STABLE AS $$
  SELECT CASE WHEN b.repeats IS NOT NULL THEN t.began END, t.starts_at, t.ends_at
  FROM (
    SELECT block_begins(b, d.day) AS began, (d.day + make_interval(mins => b.from_minute)) AT TIME ZONE 'Asia/Kuala_Lumpur' AS starts_at,
      (d.day + make_interval(mins => b.to_minute)) AT TIME ZONE 'Asia/Kuala_Lumpur' AS ends_at
    FROM (SELECT asked.from_day + n AS day
      FROM (SELECT greatest((first AT TIME ZONE 'Asia/Kuala_Lumpur')::date, b.first_day) AS from_day,
          least((last AT TIME ZONE 'Asia/Kuala_Lumpur')::date, CASE WHEN b.repeats IS NULL THEN b.last_day END) AS to_day,
          b.repeats IS NOT DISTINCT FROM 'weekly' AND b.last_day = b.first_day AS one_in_seven) AS asked,
        -- Each day that is looked at takes time: of one that is blocked every week no others.
        generate_series(CASE WHEN one_in_seven THEN 6 - (from_day - b.first_day + 6) % 7 ELSE 0 END, to_day - from_day,
          CASE WHEN one_in_seven THEN 7 ELSE 1 END) AS n) AS d
    OFFSET 0
  ) AS t
  WHERE t.began IS NOT NULL AND t.starts_at < last AND t.ends_at > first
$$;
