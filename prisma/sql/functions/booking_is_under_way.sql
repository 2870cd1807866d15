-- Somebody may have paid for this booking, or waits for its money, and nobody has decided about that: it is neither
-- deleted nor erased.
CREATE OR REPLACE FUNCTION booking_is_under_way(b bookings) RETURNS BOOLEAN LANGUAGE sql STABLE AS $$
  SELECT transfer_waits(b)
    OR EXISTS (SELECT FROM payments AS p WHERE p.booking_id = b.id AND payment_is_under_way(p))
$$;
