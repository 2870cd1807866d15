-- Uses of codes: a booking with a code that is not cancelled is one use of it.

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
