-- How a payment was made: what Stripe calls it, or how the studio received it. 'offline': at the studio, not said how.
ALTER TABLE "payments" ADD COLUMN "method" TEXT;

UPDATE payments AS p SET method = CASE
  WHEN p.stripe_payment_intent_id IS NOT NULL
    THEN coalesce((SELECT r.method FROM receipts AS r WHERE r.payment_id = p.id AND r.kind = 'receipt' AND r.method <> 'offline'),
      CASE WHEN p.card_fingerprint IS NOT NULL THEN 'card' END)
  WHEN p.status = 'succeeded' THEN 'offline' END;

ALTER TABLE payments
  ADD CONSTRAINT payments_method CHECK (
    method IS NULL OR (method IN ('cash', 'duitnow', 'transfer', 'terminal', 'offline')) = (stripe_payment_intent_id IS NULL));
