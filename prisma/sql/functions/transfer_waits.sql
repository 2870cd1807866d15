-- A transfer that somebody may have made and nobody has decided: with a slip, or where nothing else has paid for what is
-- held for it or has ended.
CREATE OR REPLACE FUNCTION transfer_waits(b bookings) RETURNS BOOLEAN LANGUAGE sql STABLE AS $$
  SELECT b.transfer_chosen_at IS NOT NULL AND b.transfer_decision IS NULL
    AND NOT EXISTS (SELECT FROM payments AS p WHERE p.booking_id = b.id AND p.outcome IS NOT NULL
      AND p.stripe_payment_intent_id IS NULL)
    AND (EXISTS (SELECT FROM slips AS s WHERE s.booking_id = b.id)
      OR (b.status IN ('pending', 'cancelled')
        AND NOT EXISTS (SELECT FROM payments AS p WHERE p.booking_id = b.id AND p.outcome IS NOT NULL)))
$$;
