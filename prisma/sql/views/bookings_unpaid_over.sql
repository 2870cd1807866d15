-- Bookings whose time has passed and that are not paid in full: by link (no deadline, and no payment that waits for a
-- decision), or what was sold to be paid later, as askedSen has it.
CREATE OR REPLACE VIEW bookings_unpaid_over AS
  SELECT b.* FROM bookings b
  WHERE b.ends_at <= now() AND ((b.status = 'pending' AND b.hold_expires_at IS NULL
      AND NOT EXISTS (SELECT 1 FROM payments p WHERE p.booking_id = b.id AND p.outcome IN ('needs_attention', 'refund_due')))
    OR (b.status IN ('confirmed', 'completed') AND b.on_account > 0))
    AND b.total_amount > (
      SELECT coalesce(sum(p.off_price + CASE WHEN p.outcome IN ('confirmed', 'needs_attention')
        THEN greatest(coalesce(p.received_amount, p.amount) - p.refunded_amount - p.lost_amount - p.part_due, 0) ELSE 0 END), 0)
      FROM payments p WHERE p.booking_id = b.id);
