-- Since when a document of this payment (receipt, credit note, debit note) could not be issued; null while none is
-- missing. Money never waits for its document.
ALTER TABLE "payments" ADD COLUMN "documents_failing_since" TIMESTAMPTZ(3);
-- When a refund of this payment was last seen to be on its way: the longer it has been, the more rarely Stripe is asked.
ALTER TABLE "payments" ADD COLUMN "refund_pending_since" TIMESTAMPTZ(3);

UPDATE payments SET refund_pending_since = now() WHERE refund_status = 'pending';

CREATE INDEX payments_documents_failing ON payments (documents_failing_since)
  WHERE documents_failing_since IS NOT NULL;

CREATE OR REPLACE VIEW payment_alerts AS
SELECT p.id AS payment_id, CASE
    WHEN p.outcome IN ('needs_attention', 'refund_due') OR (p.outcome = 'confirmed' AND p.reason = 'refund_failed')
      THEN 'open'
    WHEN p.disputed THEN 'disputed'
    WHEN p.outcome = 'refunded' AND p.id IN (SELECT payment_id FROM bookings_paid_back) THEN 'paid_back'
    WHEN p.sync_failing_since < now() - interval '1 hour' THEN 'unread'
    ELSE 'no_document' END AS kind
FROM payments p
WHERE p.handled_at IS NULL AND (
  p.outcome IN ('needs_attention', 'refund_due')
  OR (p.outcome = 'confirmed' AND p.reason = 'refund_failed')
  OR p.disputed
  OR (p.outcome = 'refunded' AND p.id IN (SELECT payment_id FROM bookings_paid_back))
  OR p.sync_failing_since < now() - interval '1 hour'
  OR p.documents_failing_since IS NOT NULL);
