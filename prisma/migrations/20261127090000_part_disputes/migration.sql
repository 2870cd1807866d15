-- What disputes of a payment want back and what they took, which may be a part of it (docs/decisions/062).
-- The old version must be stopped: it would record that a dispute was lost without what it took
ALTER TABLE "payments" ADD COLUMN "disputed_amount" DECIMAL(10,2) NOT NULL DEFAULT 0;
ALTER TABLE "payments" ADD COLUMN "lost_amount" DECIMAL(10,2) NOT NULL DEFAULT 0;
ALTER TABLE payments ADD CONSTRAINT payments_disputes CHECK (disputed_amount >= 0 AND lost_amount >= 0
  AND disputed_amount + lost_amount <= greatest(amount, coalesce(received_amount, 0)));
-- All of it, as it was counted until now, so that the sums of days stay as they are; what each took is read at Stripe.
UPDATE payments SET
  lost_amount = CASE dispute_status WHEN 'lost' THEN coalesce(received_amount, amount) ELSE 0 END,
  disputed_amount = CASE dispute_status WHEN 'lost' THEN 0 ELSE coalesce(received_amount, amount) END,
  sync_due = true
WHERE dispute_status IN ('inquiry', 'chargeback', 'lost');

DROP FUNCTION payment_share;
-- What a payment is in the sums of a day: what came, and what of it is gone (given back, going back, or lost in a dispute). As
-- refundableOf(moneyOf(…)) of lib/sales/money.ts has it; no row for what never came, or came in another currency.
CREATE OR REPLACE FUNCTION payment_share(booking INTEGER, edit INTEGER, paid_by TEXT, currency TEXT, outcome TEXT, reason TEXT,
    handled TIMESTAMPTZ, received NUMERIC, refunded NUMERIC, lost NUMERIC, part_due NUMERIC, at TIMESTAMPTZ)
  RETURNS TABLE (day DATE, sold TEXT, service_id INTEGER, method TEXT, came NUMERIC, gone NUMERIC)
  LANGUAGE SQL STABLE AS $$
  SELECT (at AT TIME ZONE 'Asia/Kuala_Lumpur')::date,
    CASE WHEN booking IS NOT NULL THEN 'session' WHEN edit IS NOT NULL THEN 'edit' ELSE 'other' END,
    coalesce((SELECT b.service_id FROM bookings b WHERE b.id = booking), 0),
    coalesce(paid_by, ''),
    received,
    CASE WHEN outcome = 'refund_due'
        OR (outcome = 'needs_attention' AND reason = 'offline_refund' AND handled IS NULL) THEN received
      ELSE least(received, refunded + lost + part_due) END
  WHERE outcome IS NOT NULL AND lower(currency) = 'myr'
$$;

CREATE OR REPLACE FUNCTION payment_tally_insert() RETURNS TRIGGER LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO payment_tally (day, sold, service_id, method, came, gone)
    SELECT s.day, s.sold, s.service_id, s.method, sum(s.came), sum(s.gone) FROM arrived p,
      payment_share(p.booking_id, p.order_id, p.method, p.currency, p.outcome, p.reason,
      p.handled_at, coalesce(p.received_amount, p.amount), p.refunded_amount, p.lost_amount, p.part_due,
      coalesce(p.succeeded_at, p.created_at)) s
    GROUP BY 1, 2, 3, 4;
  RETURN NULL;
END$$;

CREATE OR REPLACE FUNCTION payment_tally_update() RETURNS TRIGGER LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO payment_tally (day, sold, service_id, method, came, gone)
    SELECT day, sold, service_id, method, sum(came), sum(gone) FROM (
      SELECT s.* FROM arrived p,
      payment_share(p.booking_id, p.order_id, p.method, p.currency, p.outcome, p.reason,
      p.handled_at, coalesce(p.received_amount, p.amount), p.refunded_amount, p.lost_amount, p.part_due,
      coalesce(p.succeeded_at, p.created_at)) s
      UNION ALL SELECT s.day, s.sold, s.service_id, s.method, -s.came, -s.gone FROM went p,
      payment_share(p.booking_id, p.order_id, p.method, p.currency, p.outcome, p.reason,
      p.handled_at, coalesce(p.received_amount, p.amount), p.refunded_amount, p.lost_amount, p.part_due,
      coalesce(p.succeeded_at, p.created_at)) s) AS change
    GROUP BY 1, 2, 3, 4 HAVING sum(came) <> 0 OR sum(gone) <> 0;
  RETURN NULL;
END$$;

CREATE OR REPLACE FUNCTION payment_tally_delete() RETURNS TRIGGER LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO payment_tally (day, sold, service_id, method, came, gone)
    SELECT s.day, s.sold, s.service_id, s.method, -sum(s.came), -sum(s.gone) FROM went p,
      payment_share(p.booking_id, p.order_id, p.method, p.currency, p.outcome, p.reason,
      p.handled_at, coalesce(p.received_amount, p.amount), p.refunded_amount, p.lost_amount, p.part_due,
      coalesce(p.succeeded_at, p.created_at)) s
    GROUP BY 1, 2, 3, 4;
  RETURN NULL;
END$$;

-- True when nothing is left of a payment because banks took it back, for good or until they decide.
CREATE OR REPLACE FUNCTION is_charged_back(p payments) RETURNS BOOLEAN LANGUAGE SQL IMMUTABLE AS $$
  SELECT coalesce(p.dispute_status IN ('chargeback', 'lost'), false) AND p.refunded_amount + p.lost_amount
    + CASE p.dispute_status WHEN 'chargeback' THEN p.disputed_amount ELSE 0 END >= coalesce(p.received_amount, p.amount)
$$;

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

CREATE OR REPLACE TRIGGER payments_push AFTER UPDATE ON payments FOR EACH ROW
  WHEN ((NEW.outcome = 'needs_attention' AND OLD.outcome IS DISTINCT FROM NEW.outcome)
    OR (NEW.outcome = 'confirmed' AND NEW.reason = 'refund_failed' AND OLD.reason IS DISTINCT FROM NEW.reason)
    OR (NEW.disputed AND (NOT OLD.disputed OR NEW.disputed_amount > OLD.disputed_amount)))
  EXECUTE FUNCTION push_money();
