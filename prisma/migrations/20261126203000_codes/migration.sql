CREATE TABLE codes (
  id SERIAL PRIMARY KEY,
  code TEXT NOT NULL CONSTRAINT codes_code CHECK (char_length(code) BETWEEN 3 AND 24),
  name TEXT NOT NULL,
  percent INTEGER CONSTRAINT codes_percent CHECK (percent BETWEEN 1 AND 100),
  amount NUMERIC(10,2) CONSTRAINT codes_amount CHECK (amount > 0),
  first_day TEXT CONSTRAINT codes_first_day CHECK (first_day ~ '^\d{4}-\d\d-\d\d$'),
  last_day TEXT CONSTRAINT codes_last_day CHECK (last_day ~ '^\d{4}-\d\d-\d\d$' AND last_day >= coalesce(first_day, last_day)),
  service_ids INTEGER[] DEFAULT ARRAY[]::INTEGER[],
  durations TEXT[] DEFAULT ARRAY[]::TEXT[],
  weekdays INTEGER[] DEFAULT ARRAY[]::INTEGER[],
  from_hour INTEGER,
  to_hour INTEGER,
  max_uses INTEGER CONSTRAINT codes_max_uses CHECK (max_uses > 0),
  once_each BOOLEAN NOT NULL DEFAULT false,
  created_at TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  stopped_at TIMESTAMPTZ(3),
  CONSTRAINT codes_off CHECK ((percent IS NULL) <> (amount IS NULL)),
  CONSTRAINT codes_lists CHECK (service_ids IS NOT NULL AND durations IS NOT NULL AND weekdays IS NOT NULL),
  CONSTRAINT codes_hours CHECK ((from_hour IS NULL AND to_hour IS NULL)
    OR (from_hour >= 0 AND from_hour < to_hour AND to_hour <= 24) IS TRUE)
);
-- A word that was stopped can begin again.
CREATE UNIQUE INDEX codes_one_going ON codes (code) WHERE stopped_at IS NULL;

ALTER TABLE bookings ADD COLUMN code_id INTEGER
  CONSTRAINT bookings_code_id_fkey REFERENCES codes (id) ON DELETE RESTRICT ON UPDATE CASCADE;
CREATE INDEX bookings_code_id_idx ON bookings (code_id);

-- Uses of codes: a booking with a code that is not cancelled is one use of it.

-- Why one more use of a code is refused, or null: 'UC001' all its uses are taken, 'UC002' this email has had its own. The
-- code stays locked until the transaction ends, so that two at once cannot both have the last use. `own` is a booking that
-- does not count.
CREATE OR REPLACE FUNCTION code_refusal(wanted INTEGER, user_email TEXT, own INTEGER) RETURNS TEXT
  LANGUAGE plpgsql AS $$
DECLARE
  c codes;
  used RECORD;
BEGIN
  SELECT * INTO STRICT c FROM codes WHERE id = wanted FOR UPDATE;
  SELECT count(*) AS uses, count(*) FILTER (WHERE lower(b.email) = lower(user_email)) AS own_uses INTO used
  FROM bookings AS b WHERE b.code_id = wanted AND b.status <> 'cancelled' AND b.id IS DISTINCT FROM own;
  RETURN CASE
    WHEN used.uses >= c.max_uses THEN 'UC001'
    WHEN c.once_each AND used.own_uses > 0 THEN 'UC002'
  END;
END
$$;

CREATE OR REPLACE FUNCTION take_code_use() RETURNS TRIGGER
  LANGUAGE plpgsql AS $$
DECLARE
  refusal TEXT := code_refusal(NEW.code_id, NEW.email, NEW.id);
BEGIN
  IF refusal IS NOT NULL THEN
    RAISE EXCEPTION 'no use of code % is left for booking %', NEW.code_id, NEW.id USING ERRCODE = refusal;
  END IF;
  RETURN NEW;
END
$$;
CREATE OR REPLACE TRIGGER bookings_take_code_use BEFORE INSERT ON bookings
  FOR EACH ROW WHEN (NEW.code_id IS NOT NULL AND NEW.status <> 'cancelled') EXECUTE FUNCTION take_code_use();
CREATE OR REPLACE TRIGGER bookings_take_code_use_again BEFORE UPDATE OF status, code_id ON bookings
  FOR EACH ROW WHEN (NEW.code_id IS NOT NULL AND NEW.status <> 'cancelled'
    AND (OLD.status = 'cancelled' OR OLD.code_id IS DISTINCT FROM NEW.code_id))
  EXECUTE FUNCTION take_code_use();

-- The booking page has a field for codes while one can hold: the last use, taken or given back, changes that.
CREATE OR REPLACE FUNCTION code_use_changed() RETURNS TRIGGER
  LANGUAGE plpgsql AS $$
BEGIN
  PERFORM FROM codes WHERE id = NEW.code_id FOR UPDATE;
  IF EXISTS (SELECT FROM codes AS c WHERE c.id = NEW.code_id AND c.max_uses - 1 <= (
    SELECT count(*) FROM bookings AS b WHERE b.code_id = c.id AND b.status <> 'cancelled'))
  THEN
    INSERT INTO content_versions (tag) VALUES ('codes')
    ON CONFLICT (tag) DO UPDATE SET version = EXCLUDED.version, changed_at = clock_timestamp();
  END IF;
  RETURN NULL;
END
$$;
CREATE OR REPLACE TRIGGER bookings_code_use_changed AFTER INSERT OR UPDATE OF status ON bookings
  FOR EACH ROW WHEN (NEW.code_id IS NOT NULL) EXECUTE FUNCTION code_use_changed();
CREATE OR REPLACE TRIGGER codes_changed AFTER INSERT OR UPDATE OR DELETE ON codes
  FOR EACH STATEMENT EXECUTE FUNCTION content_changed('codes');

-- Bookings whose time has passed and that are not paid in full: by link (no deadline, and no payment that waits for a
-- decision), or what was sold to be paid later, as askedSen has it.
CREATE OR REPLACE VIEW bookings_unpaid_over AS
  SELECT b.* FROM bookings b
  WHERE b.ends_at <= now() AND ((b.status = 'pending' AND b.hold_expires_at IS NULL
      AND NOT EXISTS (SELECT 1 FROM payments p WHERE p.booking_id = b.id AND p.outcome IN ('needs_attention', 'refund_due')))
    OR (b.status IN ('confirmed', 'completed') AND b.on_account > 0))
    AND b.total_amount > (
      SELECT coalesce(sum(p.off_price + CASE WHEN p.outcome IN ('confirmed', 'needs_attention')
        THEN greatest(coalesce(p.received_amount, p.amount) - p.refunded_amount - p.part_due, 0) ELSE 0 END), 0)
      FROM payments p WHERE p.booking_id = b.id);
