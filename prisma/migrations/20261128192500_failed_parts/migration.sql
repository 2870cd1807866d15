-- What failed of the parts that the owner gives back, until it was given back another way or kept.
-- The old version must be stopped: it does not keep the sums of parts that failed
ALTER TABLE part_refunds ADD COLUMN settled DECIMAL(10, 2) NOT NULL DEFAULT 0;
ALTER TABLE part_refunds ADD CONSTRAINT part_refunds_settled CHECK (settled >= 0 AND settled <= amount);
ALTER TABLE payments ADD COLUMN part_failed DECIMAL(10, 2) NOT NULL DEFAULT 0;
ALTER TABLE payments ADD CONSTRAINT payments_part_failed CHECK (part_failed >= 0);

-- Those that are not shown any more were looked after; of the others, what was transferred since.
UPDATE part_refunds r SET settled = CASE
    WHEN p.outcome IS DISTINCT FROM 'confirmed' OR p.reason IS DISTINCT FROM 'refund_failed' OR p.handled_at IS NOT NULL THEN r.amount
    ELSE greatest(0, least(r.amount, p.returned_amount - failed.earlier)) END
  FROM (SELECT f.id, sum(f.amount) OVER (PARTITION BY f.payment_id ORDER BY f.id) - f.amount AS earlier
    FROM part_refunds f WHERE f.status IN ('failed', 'refused')) failed, payments p
  WHERE failed.id = r.id AND p.id = r.payment_id;
UPDATE payments p SET part_failed = (SELECT coalesce(sum(r.amount - r.settled), 0) FROM part_refunds r
    WHERE r.payment_id = p.id AND r.status IN ('failed', 'refused'))
  WHERE p.outcome = 'confirmed' AND p.reason = 'refund_failed' AND p.handled_at IS NULL;

-- What went back in Stripe's dashboard becomes rows of its own with the next reading.
UPDATE payments p SET sync_due = true WHERE p.outcome = 'confirmed' AND p.stripe_payment_intent_id IS NOT NULL
  AND ((p.reason = 'refund_failed' AND p.handled_at IS NULL) OR p.refunded_amount - p.returned_amount
    > (SELECT coalesce(sum(r.amount), 0) FROM part_refunds r WHERE r.payment_id = p.id AND r.status = 'made' AND r.method IS NULL));
