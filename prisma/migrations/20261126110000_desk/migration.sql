-- The part of a price that was sold to be paid later: a confirmed booking may be asked for so much.
ALTER TABLE bookings ADD COLUMN on_account DECIMAL(10, 2) NOT NULL DEFAULT 0;
ALTER TABLE bookings ADD CONSTRAINT bookings_on_account CHECK (on_account >= 0 AND on_account <= total_amount);

-- An hour more that is to be paid later has no payment of its own.
ALTER TABLE booking_upgrades ALTER COLUMN payment_id DROP NOT NULL;
ALTER TABLE booking_upgrades ADD CONSTRAINT booking_upgrades_paid
  CHECK (payment_id IS NOT NULL OR status = 'applied');

-- Parts of a payment that the owner gives back. The payment has their sums.
CREATE TABLE part_refunds (
  id SERIAL PRIMARY KEY,
  payment_id INTEGER NOT NULL REFERENCES payments (id) ON DELETE RESTRICT ON UPDATE CASCADE,
  amount DECIMAL(10, 2) NOT NULL,
  off_price DECIMAL(10, 2) NOT NULL,
  reason TEXT,
  status TEXT NOT NULL,
  reference UUID NOT NULL DEFAULT gen_random_uuid(),
  refund_key TEXT,
  stripe_refund_id TEXT,
  created_at TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP
);
CREATE INDEX part_refunds_payment_id_idx ON part_refunds (payment_id);
CREATE UNIQUE INDEX part_refunds_reference_key ON part_refunds (reference);
CREATE UNIQUE INDEX part_refunds_stripe_refund_id_key ON part_refunds (stripe_refund_id);
ALTER TABLE part_refunds ADD CONSTRAINT part_refunds_amounts
  CHECK (amount > 0 AND off_price >= 0 AND off_price <= amount);
ALTER TABLE part_refunds ADD CONSTRAINT part_refunds_status
  CHECK (status IN ('due', 'made', 'failed', 'refused', 'replaced'));

ALTER TABLE payments ADD COLUMN part_due DECIMAL(10, 2) NOT NULL DEFAULT 0;
ALTER TABLE payments ADD COLUMN off_price DECIMAL(10, 2) NOT NULL DEFAULT 0;
ALTER TABLE payments ADD CONSTRAINT payments_parts
  CHECK (part_due >= 0 AND off_price >= 0 AND (part_due = 0 OR stripe_payment_intent_id IS NOT NULL));
CREATE INDEX payments_part_due ON payments (id) WHERE part_due > 0;

ALTER TABLE receipts ADD COLUMN part_refund_id INTEGER
  REFERENCES part_refunds (id) ON DELETE RESTRICT ON UPDATE CASCADE;
CREATE UNIQUE INDEX receipts_one_per_part ON receipts (kind, part_refund_id) WHERE part_refund_id IS NOT NULL;

DROP VIEW bookings_unpaid_over;
-- Bookings whose time has passed and that are not paid: by link (no deadline, no payment that counts), or what was sold to
-- be paid later, as askedSen has it.
CREATE OR REPLACE VIEW bookings_unpaid_over AS
  SELECT b.* FROM bookings b
  WHERE b.ends_at <= now() AND ((b.status = 'pending' AND b.hold_expires_at IS NULL
      AND NOT EXISTS (SELECT 1 FROM payments p WHERE p.booking_id = b.id
        AND p.outcome IN ('confirmed', 'needs_attention', 'refund_due')))
    OR (b.status IN ('confirmed', 'completed') AND b.on_account > 0 AND b.total_amount > (
      SELECT coalesce(sum(p.off_price + CASE WHEN p.outcome IN ('confirmed', 'needs_attention')
        THEN greatest(coalesce(p.received_amount, p.amount) - p.refunded_amount - p.part_due, 0) ELSE 0 END), 0)
      FROM payments p WHERE p.booking_id = b.id)));

-- An upgrade names a sale of its booking, and is paid by a payment for it, or with the rest of the booking.
CREATE OR REPLACE FUNCTION assert_upgrade_sale(upgrade INTEGER) RETURNS VOID
  LANGUAGE plpgsql AS $$
BEGIN
  PERFORM refuse_disagreement('sales_agree_with_upgrade', 'upgrade', u.id)
  FROM booking_upgrades AS u LEFT JOIN sales AS s ON s.id = u.sale_id
  WHERE u.id = upgrade AND (s.kind = 'upgrade' AND s.booking_id = u.booking_id
    AND (u.payment_id IS NULL OR u.payment_id IN (SELECT p.id FROM payments AS p WHERE p.sale_id = s.id))) IS NOT TRUE;
END
$$;
