-- Money of this payment may still come, is going back, is disputed, or waits for the owner's decision or the customer's
-- account to go to.
CREATE OR REPLACE FUNCTION payment_is_under_way(p payments) RETURNS BOOLEAN LANGUAGE sql STABLE AS $$
  SELECT is_payable(p.stripe_payment_intent_id, p.status) OR p.part_due > 0
    OR coalesce(p.outcome = 'refund_due', false) OR coalesce(p.refund_status = 'pending', false)
    OR coalesce(p.dispute_status IN ('inquiry', 'chargeback'), false)
    OR (p.handled_at IS NULL AND (coalesce(p.outcome = 'needs_attention', false)
      OR coalesce(p.outcome = 'confirmed' AND p.reason = 'refund_failed', false)
      OR EXISTS (SELECT FROM bank_forms AS f WHERE f.payment_id = p.id
        AND (f.sealed IS NOT NULL OR (f.answered_at IS NULL AND f.expires_at > now())))))
$$;
