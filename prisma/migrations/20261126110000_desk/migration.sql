-- The part of a price that was sold to be paid later: a confirmed booking may be asked for so much.
ALTER TABLE bookings ADD COLUMN on_account DECIMAL(10, 2) NOT NULL DEFAULT 0;
ALTER TABLE bookings ADD CONSTRAINT bookings_on_account CHECK (on_account >= 0 AND on_account <= total_amount);

DROP VIEW bookings_unpaid_over;
-- Bookings whose time has passed and that are not paid: by link (no deadline, no payment that counts), or what was sold to
-- be paid later, as askedSen has it.
CREATE OR REPLACE VIEW bookings_unpaid_over AS
  SELECT b.* FROM bookings b
  WHERE b.ends_at <= now() AND ((b.status = 'pending' AND b.hold_expires_at IS NULL
      AND NOT EXISTS (SELECT 1 FROM payments p WHERE p.booking_id = b.id
        AND p.outcome IN ('confirmed', 'needs_attention', 'refund_due')))
    OR (b.status IN ('confirmed', 'completed') AND b.on_account > 0 AND b.total_amount > (
      SELECT coalesce(sum(greatest(coalesce(p.received_amount, p.amount) - p.refunded_amount, 0)), 0)
      FROM payments p WHERE p.booking_id = b.id AND p.outcome IN ('confirmed', 'needs_attention'))));
