-- A payment that its customer could still complete at Stripe. Without an intent nobody was given
-- anything to pay with.
CREATE OR REPLACE FUNCTION is_payable(stripe_payment_intent_id TEXT, status TEXT) RETURNS BOOLEAN
  LANGUAGE SQL IMMUTABLE
  RETURN stripe_payment_intent_id IS NOT NULL AND status NOT IN ('succeeded', 'canceled');
