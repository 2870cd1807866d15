-- The dashboard's totals, as amounts by which they changed: appended by the statement that changed
-- them, so that no two transactions wait for one counter, and summed up into few rows by a job. What
-- is held or was never sold is not in it.
CREATE OR REPLACE FUNCTION booking_tally_insert() RETURNS TRIGGER LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO booking_tally (status, bookings, amount)
    SELECT status, count(*), sum(total_amount) FROM came WHERE booking_tallied(status, cancel_reason) GROUP BY status;
  RETURN NULL;
END$$;

CREATE OR REPLACE FUNCTION booking_tally_update() RETURNS TRIGGER LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO booking_tally (status, bookings, amount)
    SELECT status, sum(n), sum(amount) FROM (
      SELECT status, 1 AS n, total_amount AS amount FROM came WHERE booking_tallied(status, cancel_reason)
      UNION ALL SELECT status, -1, -total_amount FROM went WHERE booking_tallied(status, cancel_reason)) AS change
    GROUP BY status HAVING sum(n) <> 0 OR sum(amount) <> 0;
  RETURN NULL;
END$$;

CREATE OR REPLACE FUNCTION booking_tally_delete() RETURNS TRIGGER LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO booking_tally (status, bookings, amount)
    SELECT status, -count(*), -sum(total_amount) FROM went WHERE booking_tallied(status, cancel_reason) GROUP BY status;
  RETURN NULL;
END$$;

CREATE OR REPLACE FUNCTION booking_tally_empty() RETURNS TRIGGER LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM booking_tally;
  RETURN NULL;
END$$;

CREATE OR REPLACE TRIGGER booking_tally_insert AFTER INSERT ON bookings
  REFERENCING NEW TABLE AS came FOR EACH STATEMENT EXECUTE FUNCTION booking_tally_insert();
CREATE OR REPLACE TRIGGER booking_tally_update AFTER UPDATE ON bookings
  REFERENCING NEW TABLE AS came OLD TABLE AS went FOR EACH STATEMENT EXECUTE FUNCTION booking_tally_update();
CREATE OR REPLACE TRIGGER booking_tally_delete AFTER DELETE ON bookings
  REFERENCING OLD TABLE AS went FOR EACH STATEMENT EXECUTE FUNCTION booking_tally_delete();
CREATE OR REPLACE TRIGGER booking_tally_empty AFTER TRUNCATE ON bookings
  FOR EACH STATEMENT EXECUTE FUNCTION booking_tally_empty();
