-- Every hold: of a booking that is not paid yet, and of an upgrade. One hold is one sale.
CREATE OR REPLACE VIEW holds AS
SELECT s.id AS sale_id, b.id AS booking_id, NULL::integer AS upgrade_id,
  b.hold_expires_at AS expires_at, b.hold_extended AS extended
FROM bookings b JOIN sales s ON s.booking_id = b.id AND s.kind = 'session'
WHERE b.status = 'pending' AND b.hold_expires_at IS NOT NULL
UNION ALL
SELECT u.sale_id, u.booking_id, u.id, u.hold_expires_at, u.hold_extended
FROM booking_upgrades u WHERE u.status = 'held';
