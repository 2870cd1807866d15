-- What needs the admin's attention, and why: the one definition behind the list, its number and its
-- buttons.
CREATE OR REPLACE VIEW payment_alerts AS
SELECT p.id AS payment_id, CASE
    WHEN p.outcome IN ('needs_attention', 'refund_due') OR (p.outcome = 'confirmed' AND p.reason = 'refund_failed')
      THEN 'open'
    WHEN p.disputed AND p.dispute_status = 'lost' THEN 'dispute_lost'
    WHEN p.disputed AND p.dispute_answered THEN 'dispute_answered'
    WHEN p.disputed THEN 'disputed'
    WHEN p.outcome = 'refunded' AND p.id IN (SELECT payment_id FROM bookings_paid_back) THEN 'paid_back'
    WHEN p.sync_failing_since < now() - interval '1 hour' THEN 'unread'
    ELSE 'no_document' END AS kind
FROM payments p
WHERE p.handled_at IS NULL AND (
  p.outcome = 'needs_attention'
  OR (p.outcome = 'refund_due' AND NOT can_be_taken_back(p.booking_id, now()))
  OR (p.outcome = 'confirmed' AND p.reason = 'refund_failed')
  OR p.disputed
  OR (p.outcome = 'refunded' AND p.id IN (SELECT payment_id FROM bookings_paid_back))
  OR p.sync_failing_since < now() - interval '1 hour'
  OR p.documents_failing_since IS NOT NULL);
