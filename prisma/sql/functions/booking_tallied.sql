-- Whether a booking is in the dashboard's totals (triggers/booking_tally.sql).
CREATE OR REPLACE FUNCTION booking_tallied(status TEXT, cancel_reason TEXT) RETURNS BOOLEAN
  LANGUAGE SQL IMMUTABLE
  RETURN status IN ('confirmed', 'completed')
    OR (status = 'cancelled' AND coalesce(cancel_reason, '') NOT IN ('expired', 'released'));
