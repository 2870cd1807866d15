-- Whether the new booking `b` goes beyond what may be held unpaid in its calendar week in the room.
CREATE OR REPLACE FUNCTION is_week_full(room INTEGER, b bookings, bounds JSONB) RETURNS BOOLEAN
  LANGUAGE plpgsql STABLE AS $$
DECLARE
  monday TIMESTAMPTZ := date_trunc('week', b.starts_at AT TIME ZONE 'Asia/Kuala_Lumpur') AT TIME ZONE 'Asia/Kuala_Lumpur';
BEGIN
  RETURN (bounds ->> 'wanted')::double precision > (bounds ->> 'ofWeek')::double precision - (
    SELECT coalesce(sum(CASE held.duration
      WHEN 'weekly' THEN (bounds ->> 'week')::double precision
      ELSE extract(epoch FROM held.ends_at - held.starts_at) / 3600 END), 0)
    FROM bookings AS held
    WHERE held.status = 'pending' AND held.hold_expires_at > statement_timestamp() AND held.studio_id = room
      AND held.starts_at >= monday AND held.starts_at < monday + interval '7 days');
END
$$;
