-- Bookings to be paid by link (no deadline, no payment that counts) whose time has passed.
CREATE OR REPLACE VIEW bookings_unpaid_over AS
  SELECT b.* FROM bookings b
  WHERE b.status = 'pending' AND b.hold_expires_at IS NULL AND b.ends_at <= now()
    AND NOT EXISTS (SELECT 1 FROM payments p WHERE p.booking_id = b.id
      AND p.outcome IN ('confirmed', 'needs_attention', 'refund_due'));
