-- The times that are blocked in a room between two instants, one row for each day of a block; null as the room: only what
-- is blocked in all of them.
CREATE OR REPLACE FUNCTION blocked_times(room INTEGER, first TIMESTAMPTZ, last TIMESTAMPTZ)
  RETURNS TABLE (
    block_id INTEGER, began DATE, starts_at TIMESTAMPTZ, ends_at TIMESTAMPTZ, reason TEXT, visitor_note TEXT)
  LANGUAGE SQL STABLE AS $$
  SELECT b.id, t.began, t.starts_at, t.ends_at, b.reason, b.visitor_note
  FROM blocks AS b CROSS JOIN LATERAL block_times(b, first, last) AS t
  WHERE (b.studio_id IS NULL OR b.studio_id = room) AND b.first_day <= (last AT TIME ZONE 'Asia/Kuala_Lumpur')::date
    AND CASE WHEN b.repeats IS NULL THEN b.last_day
      ELSE coalesce(b.repeats_until + (b.last_day - b.first_day), 'infinity') END
      >= (first AT TIME ZONE 'Asia/Kuala_Lumpur')::date
$$;
