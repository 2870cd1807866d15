-- A booking that makes somebody a customer: not a hold that awaits its payment or ended without one.
CREATE OR REPLACE FUNCTION booking_is_known(status text, hold_expires_at timestamptz, cancel_reason text)
  RETURNS boolean LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT (status <> 'pending' OR hold_expires_at IS NULL) AND coalesce(cancel_reason, '') NOT IN ('expired', 'released')
$$;
