-- Whether a new session in the room, at these times, goes beyond what may be held unpaid in one of its calendar weeks. One
-- that is longer than that by itself does not, where nothing else is held.
CREATE OR REPLACE FUNCTION is_week_full(room INTEGER, firsts TIMESTAMPTZ[], lasts TIMESTAMPTZ[], bounds JSONB)
  RETURNS BOOLEAN
  LANGUAGE sql STABLE AS $$
  SELECT coalesce(bool_or(held.hours > 0 AND held.hours + wanted.hours > (bounds ->> 'ofWeek')::double precision), false)
  FROM (
    SELECT date_trunc('week', w.first AT TIME ZONE 'Asia/Kuala_Lumpur') AS monday,
      sum(extract(epoch FROM w.last - w.first)) / 3600 AS hours
    FROM unnest(firsts, lasts) AS w (first, last) GROUP BY 1) AS wanted
  CROSS JOIN LATERAL (
    SELECT sum(extract(epoch FROM r.ends_at - r.starts_at)) / 3600 AS hours
    FROM slot_reservations AS r JOIN bookings AS b ON b.id = r.booking_id
    WHERE b.status = 'pending' AND b.hold_expires_at > statement_timestamp() AND r.studio_id = room
      AND r.starts_at >= wanted.monday AT TIME ZONE 'Asia/Kuala_Lumpur'
      AND r.starts_at < (wanted.monday + interval '7 days') AT TIME ZONE 'Asia/Kuala_Lumpur') AS held
$$;
