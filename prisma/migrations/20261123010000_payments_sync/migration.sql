-- A payment follows all that Stripe knows about it.
ALTER TABLE "payments"
  -- Changes with every reading of Stripe that changed the row: a reading begun before counts no more.
  ADD COLUMN "sync_version" INTEGER NOT NULL DEFAULT 0,
  -- The last reading changed something, and another one has to confirm it.
  ADD COLUMN "sync_due" BOOLEAN NOT NULL DEFAULT false,
  ADD COLUMN "sync_failing_since" TIMESTAMPTZ(3),
  -- Names the row in the metadata of its intents, unlike the id unique among all databases of an account.
  ADD COLUMN "reference" UUID NOT NULL DEFAULT gen_random_uuid(),
  ADD COLUMN "received_amount" DECIMAL(10,2),
  ADD COLUMN "dispute_status" TEXT,
  -- Why the money was to go back, kept while "reason" says that the refund failed.
  ADD COLUMN "refund_reason" TEXT,
  -- The idempotency key of the refund that is being tried: stored before the call, so that a retry repeats it.
  ADD COLUMN "refund_key" TEXT,
  -- The words with which Stripe refused the refund.
  ADD COLUMN "refusal" TEXT;
CREATE UNIQUE INDEX "payments_reference_key" ON "payments"("reference");

UPDATE payments SET received_amount = amount WHERE outcome = 'confirmed';
-- A refund "due" for money that never was at Stripe could never be made: the owner gives it back.
UPDATE payments SET outcome = 'needs_attention', reason = 'offline_refund'
  WHERE outcome = 'refund_due' AND stripe_payment_intent_id IS NULL;
-- What was read before disputes and refunds were followed is read once more.
UPDATE payments SET sync_due = true
  WHERE stripe_payment_intent_id IS NOT NULL AND (disputed OR refund_status IS NOT NULL);

ALTER TABLE payments ADD CONSTRAINT payments_status CHECK (status IN (
  'requires_payment_method', 'requires_confirmation', 'requires_action', 'processing', 'requires_capture',
  'canceled', 'succeeded'));
ALTER TABLE payments ADD CONSTRAINT payments_refund_status
  CHECK (refund_status IS NULL OR refund_status IN ('pending', 'succeeded', 'failed'));
ALTER TABLE payments ADD CONSTRAINT payments_reason CHECK (reason IS NULL OR reason IN (
  'late', 'cancelled', 'duplicate', 'amount_mismatch', 'unmatched', 'owner_refund', 'refund_failed', 'offline',
  'offline_refund'));
ALTER TABLE payments ADD CONSTRAINT payments_refund_reason CHECK (refund_reason IS NULL OR refund_reason IN (
  'late', 'cancelled', 'duplicate', 'amount_mismatch', 'unmatched', 'owner_refund'));
ALTER TABLE payments ADD CONSTRAINT payments_dispute_status
  CHECK (dispute_status IS NULL OR dispute_status IN ('inquiry', 'chargeback', 'lost', 'over'));
ALTER TABLE payments ADD CONSTRAINT payments_refund_due_at_stripe
  CHECK (outcome IS DISTINCT FROM 'refund_due' OR stripe_payment_intent_id IS NOT NULL);
-- More, or less, may have come than was due: what goes back is judged by what came.
ALTER TABLE payments DROP CONSTRAINT payments_amounts;
ALTER TABLE payments ADD CONSTRAINT payments_amounts CHECK (
  amount >= 0 AND refunded_amount >= 0 AND refunded_amount <= greatest(amount, coalesce(received_amount, 0)));

CREATE INDEX payments_sync_due ON payments (id) WHERE sync_due;
CREATE INDEX payments_refund_pending ON payments (id) WHERE refund_status = 'pending';
CREATE INDEX payments_disputed ON payments (id) WHERE disputed AND handled_at IS NULL;
CREATE INDEX payments_given_back ON payments (id) WHERE outcome = 'refunded' AND handled_at IS NULL;
CREATE INDEX payments_sync_failing ON payments (id) WHERE sync_failing_since IS NOT NULL;

-- Bookings whose own money went back, by whomever, although they stand: `payment_id` paid for the booking, or for an
-- upgrade that it has. Money that never paid for it (late, cancelled, paid twice, of a wrong sum) is not meant.
CREATE VIEW bookings_paid_back AS
SELECT p.booking_id, p.id AS payment_id, p.handled_at
FROM payments p JOIN bookings b ON b.id = p.booking_id LEFT JOIN booking_upgrades u ON u.payment_id = p.id
WHERE b.status <> 'cancelled' AND (p.purpose = 'booking' OR u.status = 'applied')
  AND ((p.outcome = 'refunded' AND (p.reason IS NULL OR p.reason = 'owner_refund'))
    OR p.dispute_status IN ('chargeback', 'lost'))
  AND NOT EXISTS (SELECT 1 FROM payments o WHERE o.booking_id = p.booking_id AND o.purpose = p.purpose
    AND o.purpose = 'booking' AND o.id <> p.id AND o.outcome = 'confirmed'
    AND (o.dispute_status IS NULL OR o.dispute_status NOT IN ('chargeback', 'lost')));

-- What waits for the owner, and why: the one definition behind the list, its number and its buttons.
CREATE VIEW payment_alerts AS
SELECT p.id AS payment_id, CASE
    WHEN p.outcome IN ('needs_attention', 'refund_due') OR (p.outcome = 'confirmed' AND p.reason = 'refund_failed') THEN 'open'
    WHEN p.disputed THEN 'disputed'
    WHEN p.outcome = 'refunded' THEN 'paid_back'
    ELSE 'unread' END AS kind
FROM payments p
WHERE p.handled_at IS NULL AND (
  p.outcome IN ('needs_attention', 'refund_due')
  OR (p.outcome = 'confirmed' AND p.reason = 'refund_failed')
  OR p.disputed
  OR (p.outcome = 'refunded' AND p.id IN (SELECT payment_id FROM bookings_paid_back))
  OR p.sync_failing_since < now() - interval '1 hour');

-- Up to where Stripe's lists have been read. A window that was not finished goes on after `after_id`.
CREATE TABLE "stripe_sweeps" (
  "name" TEXT NOT NULL,
  -- What lies before is not the business of this database.
  "begins_at" TIMESTAMPTZ(3) NOT NULL,
  "swept_until" TIMESTAMPTZ(3) NOT NULL,
  "window_end" TIMESTAMPTZ(3),
  "after_id" TEXT,
  CONSTRAINT "stripe_sweeps_pkey" PRIMARY KEY ("name")
);
-- One row at most: since when Stripe refuses the secret key.
CREATE TABLE "stripe_key_refusals" (
  "id" INTEGER NOT NULL DEFAULT 1,
  "since" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT "stripe_key_refusals_pkey" PRIMARY KEY ("id")
);
ALTER TABLE stripe_key_refusals ADD CONSTRAINT stripe_key_refusals_one CHECK (id = 1);

-- Mails refer to what they are about. A booking that is forgotten leaves its mails.
UPDATE mails SET booking_id = NULL WHERE booking_id IS NOT NULL AND booking_id NOT IN (SELECT id FROM bookings);
UPDATE mails SET order_id = NULL WHERE order_id IS NOT NULL AND order_id NOT IN (SELECT id FROM video_editing_orders);
ALTER TABLE "mails" ADD CONSTRAINT "mails_booking_id_fkey"
  FOREIGN KEY ("booking_id") REFERENCES "bookings"("id") ON DELETE SET NULL ON UPDATE CASCADE;
ALTER TABLE "mails" ADD CONSTRAINT "mails_order_id_fkey"
  FOREIGN KEY ("order_id") REFERENCES "video_editing_orders"("id") ON DELETE SET NULL ON UPDATE CASCADE;
CREATE INDEX "mails_order_id_idx" ON "mails"("order_id");
