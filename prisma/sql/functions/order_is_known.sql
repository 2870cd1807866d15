-- An order that makes somebody a customer: not one that awaits its payment or ended without one.
CREATE OR REPLACE FUNCTION order_is_known(status text, cancel_reason text)
  RETURNS boolean LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT status <> 'pending' AND coalesce(cancel_reason, '') NOT IN ('expired', 'replaced')
$$;
