-- Bookings whose money went back, by whomever and for whatever reason, although they stand: `payment_id` paid for the
-- booking, or for an upgrade that it has, or came too late for one that the admin has confirmed since. A second payment
-- of one that was paid already is not meant.
CREATE OR REPLACE VIEW bookings_paid_back AS
SELECT p.booking_id, p.id AS payment_id, p.handled_at
FROM payments p JOIN bookings b ON b.id = p.booking_id LEFT JOIN booking_upgrades u ON u.payment_id = p.id
WHERE b.status <> 'cancelled' AND (p.purpose = 'booking' OR u.status = 'applied')
  AND ((p.outcome = 'refunded' AND (p.reason IS NULL OR p.reason = 'owner_refund'
      OR (p.reason <> 'duplicate' AND b.status IN ('confirmed', 'completed'))))
    OR is_charged_back(p))
  AND NOT EXISTS (SELECT 1 FROM payments o WHERE o.booking_id = p.booking_id AND o.purpose = p.purpose
    AND o.purpose = 'booking' AND o.id <> p.id AND o.outcome = 'confirmed' AND NOT is_charged_back(o));
