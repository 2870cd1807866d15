-- The times that are blocked in a room between two instants, one row for each day of a block; null as the room: only what
-- is blocked in all of them. `began` is the first day of the occurrence of a block that repeats.
CREATE OR REPLACE FUNCTION blocked_times(room INTEGER, first TIMESTAMPTZ, last TIMESTAMPTZ)
  RETURNS TABLE (
    block_id INTEGER, began DATE, starts_at TIMESTAMPTZ, ends_at TIMESTAMPTZ, reason TEXT, visitor_note TEXT)
  LANGUAGE SQL STABLE AS $$
  SELECT b.id, CASE WHEN b.repeats IS NOT NULL THEN block_begins(b, t.day) END, t.starts_at, t.ends_at, b.reason, b.visitor_note
  FROM (SELECT (first AT TIME ZONE 'Asia/Kuala_Lumpur')::date AS from_day,
      (last AT TIME ZONE 'Asia/Kuala_Lumpur')::date AS to_day) AS asked
    JOIN blocks AS b ON (b.studio_id IS NULL OR b.studio_id = room) AND b.first_day <= asked.to_day
      AND CASE WHEN b.repeats IS NULL THEN b.last_day
        ELSE coalesce(b.repeats_until + (b.last_day - b.first_day), 'infinity') END >= asked.from_day
    CROSS JOIN LATERAL (
      SELECT d.day, (d.day + make_interval(mins => b.from_minute)) AT TIME ZONE 'Asia/Kuala_Lumpur' AS starts_at,
        (d.day + make_interval(mins => b.to_minute)) AT TIME ZONE 'Asia/Kuala_Lumpur' AS ends_at
      FROM (SELECT asked.from_day + n AS day FROM generate_series(0, asked.to_day - asked.from_day) AS n) AS d
    ) AS t
  WHERE t.starts_at < last AND t.ends_at > first AND block_begins(b, t.day) IS NOT NULL
$$;
