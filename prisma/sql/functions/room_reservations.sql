-- Every reservation of a room that overlaps a span, its turnaround included, with its state. Written as one SELECT so
-- that the planner puts it into the query that calls it, and as a range condition so that the index of the exclusion
-- constraint answers it. A session whose room was freed before its end ends there. held_for: the visitor whose hold it is while it is in force.
CREATE OR REPLACE FUNCTION room_reservations(room INTEGER, span TSTZRANGE)
  RETURNS TABLE (
    id INTEGER, booking_id INTEGER, upgrade_id INTEGER,
    starts_at TIMESTAMPTZ, ends_at TIMESTAMPTZ, reserved_until TIMESTAMPTZ, state TEXT, held_for TEXT)
  LANGUAGE SQL STABLE AS $$
  SELECT r.id, r.booking_id, r.upgrade_id, r.starts_at, least(r.ends_at, r.reserved_until),
    coalesce(r.reserved_until, r.ends_at),
    CASE
      WHEN u.id IS NOT NULL THEN hold_state(u.hold_expires_at, EXISTS (
        SELECT 1 FROM payments p WHERE p.id = u.payment_id AND is_payable(p.stripe_payment_intent_id, p.status)))
      WHEN b.status = 'pending' THEN hold_state(b.hold_expires_at, EXISTS (
        SELECT 1 FROM payments p WHERE p.booking_id = b.id AND is_payable(p.stripe_payment_intent_id, p.status)))
      ELSE 'held'
    END,
    CASE WHEN b.status = 'pending' AND b.hold_expires_at > statement_timestamp() THEN b.visitor_hash END
  FROM slot_reservations r JOIN bookings b ON b.id = r.booking_id LEFT JOIN booking_upgrades u ON u.id = r.upgrade_id
  WHERE r.studio_id = room AND tstzrange(r.starts_at, coalesce(r.reserved_until, r.ends_at)) && span
$$;
