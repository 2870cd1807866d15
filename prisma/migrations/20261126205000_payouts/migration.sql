-- Stripe's payouts, and the lines of its balance that they are made of; read at Stripe, never written by anybody.
CREATE TABLE stripe_payouts (
  id TEXT PRIMARY KEY,
  amount DECIMAL(12, 2) NOT NULL,
  currency TEXT NOT NULL,
  status TEXT NOT NULL,
  failure TEXT,
  itemised BOOLEAN NOT NULL,
  arrives_at TIMESTAMPTZ(3) NOT NULL,
  created_at TIMESTAMPTZ(3) NOT NULL,
  lines_read BOOLEAN NOT NULL DEFAULT false,
  lines_after TEXT
);
CREATE INDEX stripe_payouts_created_at_idx ON stripe_payouts (created_at DESC);
CREATE INDEX stripe_payouts_unread ON stripe_payouts (created_at) WHERE itemised AND NOT lines_read;

CREATE TABLE stripe_balance_lines (
  id TEXT PRIMARY KEY,
  payout_id TEXT,
  type TEXT NOT NULL,
  category TEXT NOT NULL,
  amount DECIMAL(12, 2) NOT NULL,
  fee DECIMAL(12, 2) NOT NULL,
  net DECIMAL(12, 2) NOT NULL,
  currency TEXT NOT NULL,
  source_id TEXT,
  intent_id TEXT,
  description TEXT,
  available_at TIMESTAMPTZ(3) NOT NULL,
  created_at TIMESTAMPTZ(3) NOT NULL,
  CONSTRAINT stripe_balance_lines_payout_id_fkey FOREIGN KEY (payout_id) REFERENCES stripe_payouts (id)
    ON DELETE CASCADE ON UPDATE CASCADE,
  CONSTRAINT stripe_balance_lines_net CHECK (net = amount - fee)
);
CREATE INDEX stripe_balance_lines_payout_id_idx ON stripe_balance_lines (payout_id);
CREATE INDEX stripe_balance_lines_intent_id_idx ON stripe_balance_lines (intent_id);
CREATE INDEX stripe_balance_lines_created_at_idx ON stripe_balance_lines (created_at);
CREATE INDEX stripe_balance_lines_waiting ON stripe_balance_lines (available_at) WHERE payout_id IS NULL;

-- What came in on each day, and what of it is gone.
CREATE TABLE payment_tally (
  id BIGSERIAL PRIMARY KEY,
  day DATE NOT NULL,
  sold TEXT NOT NULL,
  service_id INTEGER NOT NULL,
  method TEXT NOT NULL,
  came DECIMAL(14, 2) NOT NULL,
  gone DECIMAL(14, 2) NOT NULL
);
CREATE TABLE payment_days (
  day DATE NOT NULL,
  sold TEXT NOT NULL,
  service_id INTEGER NOT NULL,
  method TEXT NOT NULL,
  came DECIMAL(14, 2) NOT NULL,
  gone DECIMAL(14, 2) NOT NULL,
  PRIMARY KEY (day, sold, service_id, method),
  CONSTRAINT payment_days_sold CHECK (sold IN ('session', 'edit', 'other'))
);

-- What a payment is in the sums of a day: what came, and what of it is gone (given back, going back, or lost in a dispute). As
-- refundableOf(moneyOf(…)) of lib/sales/money.ts has it; no row for what never came, or came in another currency.
CREATE OR REPLACE FUNCTION payment_share(booking INTEGER, edit INTEGER, paid_by TEXT, currency TEXT, outcome TEXT, reason TEXT,
    dispute TEXT, handled TIMESTAMPTZ, received NUMERIC, refunded NUMERIC, part_due NUMERIC, at TIMESTAMPTZ)
  RETURNS TABLE (day DATE, sold TEXT, service_id INTEGER, method TEXT, came NUMERIC, gone NUMERIC)
  LANGUAGE SQL STABLE AS $$
  SELECT (at AT TIME ZONE 'Asia/Kuala_Lumpur')::date,
    CASE WHEN booking IS NOT NULL THEN 'session' WHEN edit IS NOT NULL THEN 'edit' ELSE 'other' END,
    coalesce((SELECT b.service_id FROM bookings b WHERE b.id = booking), 0),
    coalesce(paid_by, ''),
    received,
    CASE WHEN dispute = 'lost' OR outcome = 'refund_due'
        OR (outcome = 'needs_attention' AND reason = 'offline_refund' AND handled IS NULL) THEN received
      ELSE least(received, refunded + part_due) END
  WHERE outcome IS NOT NULL AND lower(currency) = 'myr'
$$;

-- What came in on each day, as amounts by which it changed: appended by the statement that changed them, and added to
-- payment_days by a job.
CREATE OR REPLACE FUNCTION payment_tally_insert() RETURNS TRIGGER LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO payment_tally (day, sold, service_id, method, came, gone)
    SELECT s.day, s.sold, s.service_id, s.method, sum(s.came), sum(s.gone) FROM arrived p,
      payment_share(p.booking_id, p.order_id, p.method, p.currency, p.outcome, p.reason, p.dispute_status,
      p.handled_at, coalesce(p.received_amount, p.amount), p.refunded_amount, p.part_due,
      coalesce(p.succeeded_at, p.created_at)) s
    GROUP BY 1, 2, 3, 4;
  RETURN NULL;
END$$;

CREATE OR REPLACE FUNCTION payment_tally_update() RETURNS TRIGGER LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO payment_tally (day, sold, service_id, method, came, gone)
    SELECT day, sold, service_id, method, sum(came), sum(gone) FROM (
      SELECT s.* FROM arrived p,
      payment_share(p.booking_id, p.order_id, p.method, p.currency, p.outcome, p.reason, p.dispute_status,
      p.handled_at, coalesce(p.received_amount, p.amount), p.refunded_amount, p.part_due,
      coalesce(p.succeeded_at, p.created_at)) s
      UNION ALL SELECT s.day, s.sold, s.service_id, s.method, -s.came, -s.gone FROM went p,
      payment_share(p.booking_id, p.order_id, p.method, p.currency, p.outcome, p.reason, p.dispute_status,
      p.handled_at, coalesce(p.received_amount, p.amount), p.refunded_amount, p.part_due,
      coalesce(p.succeeded_at, p.created_at)) s) AS change
    GROUP BY 1, 2, 3, 4 HAVING sum(came) <> 0 OR sum(gone) <> 0;
  RETURN NULL;
END$$;

CREATE OR REPLACE FUNCTION payment_tally_delete() RETURNS TRIGGER LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO payment_tally (day, sold, service_id, method, came, gone)
    SELECT s.day, s.sold, s.service_id, s.method, -sum(s.came), -sum(s.gone) FROM went p,
      payment_share(p.booking_id, p.order_id, p.method, p.currency, p.outcome, p.reason, p.dispute_status,
      p.handled_at, coalesce(p.received_amount, p.amount), p.refunded_amount, p.part_due,
      coalesce(p.succeeded_at, p.created_at)) s
    GROUP BY 1, 2, 3, 4;
  RETURN NULL;
END$$;

CREATE OR REPLACE FUNCTION payment_tally_empty() RETURNS TRIGGER LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM payment_tally;
  DELETE FROM payment_days;
  RETURN NULL;
END$$;

CREATE OR REPLACE TRIGGER payment_tally_insert AFTER INSERT ON payments
  REFERENCING NEW TABLE AS arrived FOR EACH STATEMENT EXECUTE FUNCTION payment_tally_insert();
CREATE OR REPLACE TRIGGER payment_tally_update AFTER UPDATE ON payments
  REFERENCING NEW TABLE AS arrived OLD TABLE AS went FOR EACH STATEMENT EXECUTE FUNCTION payment_tally_update();
CREATE OR REPLACE TRIGGER payment_tally_delete AFTER DELETE ON payments
  REFERENCING OLD TABLE AS went FOR EACH STATEMENT EXECUTE FUNCTION payment_tally_delete();
CREATE OR REPLACE TRIGGER payment_tally_empty AFTER TRUNCATE ON payments
  FOR EACH STATEMENT EXECUTE FUNCTION payment_tally_empty();

-- What came in on each day and what of it is gone, by what was sold and how it was paid.
CREATE OR REPLACE VIEW payments_by_day AS
  SELECT day, sold, service_id, method, came, gone FROM payment_days
  UNION ALL SELECT day, sold, service_id, method, came, gone FROM payment_tally;

INSERT INTO payment_days (day, sold, service_id, method, came, gone)
  SELECT s.day, s.sold, s.service_id, s.method, sum(s.came), sum(s.gone) FROM payments p,
      payment_share(p.booking_id, p.order_id, p.method, p.currency, p.outcome, p.reason, p.dispute_status,
      p.handled_at, coalesce(p.received_amount, p.amount), p.refunded_amount, p.part_due,
      coalesce(p.succeeded_at, p.created_at)) s
  GROUP BY 1, 2, 3, 4;
