-- What came in on each day, as amounts by which it changed: appended by the statement that changed them, and added to
-- payment_days by a job.
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
