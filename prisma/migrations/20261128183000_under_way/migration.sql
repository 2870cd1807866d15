-- What is under way is neither deleted nor erased (docs/decisions/017).
-- The old version may run
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
-- Somebody may have paid for this booking, or waits for its money, and nobody has decided about that: it is neither
-- deleted nor erased.
CREATE OR REPLACE FUNCTION booking_is_under_way(b bookings) RETURNS BOOLEAN LANGUAGE sql STABLE AS $$
  SELECT transfer_waits(b)
    OR EXISTS (SELECT FROM payments AS p WHERE p.booking_id = b.id AND payment_is_under_way(p))
$$;
-- As booking_is_under_way, of an order of video editing, which is paid by no transfer with a slip.
CREATE OR REPLACE FUNCTION order_is_under_way(o video_editing_orders) RETURNS BOOLEAN LANGUAGE sql STABLE AS $$
  SELECT EXISTS (SELECT FROM payments AS p WHERE p.order_id = o.id AND payment_is_under_way(p))
$$;
