-- What the owner's dashboard reads stays quick however many bookings there were.

-- The tiles' totals, as amounts by which they changed: appended by the statement that changed them, so that no two
-- transactions wait for one counter, and summed up into few rows by a job. What is held or was never sold is not in it.
CREATE TABLE "booking_tally" (
    "id" BIGSERIAL NOT NULL,
    "status" TEXT NOT NULL,
    "bookings" INTEGER NOT NULL,
    "amount" DECIMAL(14,2) NOT NULL,
    CONSTRAINT "booking_tally_pkey" PRIMARY KEY ("id")
);

CREATE FUNCTION booking_tallied(status TEXT, cancel_reason TEXT) RETURNS BOOLEAN LANGUAGE SQL IMMUTABLE
  RETURN status IN ('confirmed', 'completed') OR (status = 'cancelled' AND coalesce(cancel_reason, '') NOT IN ('expired', 'released'));

-- \x3b is a semicolon: the adapter through which migrations run cuts the script at every real one, inside a body too.
CREATE FUNCTION booking_tally_insert() RETURNS TRIGGER LANGUAGE plpgsql AS E'
BEGIN
  INSERT INTO booking_tally (status, bookings, amount)
    SELECT status, count(*), sum(total_amount) FROM came WHERE booking_tallied(status, cancel_reason) GROUP BY status\x3b
  RETURN NULL\x3b
END';
CREATE FUNCTION booking_tally_delete() RETURNS TRIGGER LANGUAGE plpgsql AS E'
BEGIN
  INSERT INTO booking_tally (status, bookings, amount)
    SELECT status, -count(*), -sum(total_amount) FROM went WHERE booking_tallied(status, cancel_reason) GROUP BY status\x3b
  RETURN NULL\x3b
END';
CREATE FUNCTION booking_tally_update() RETURNS TRIGGER LANGUAGE plpgsql AS E'
BEGIN
  INSERT INTO booking_tally (status, bookings, amount)
    SELECT status, sum(n), sum(amount) FROM (
      SELECT status, 1 AS n, total_amount AS amount FROM came WHERE booking_tallied(status, cancel_reason)
      UNION ALL SELECT status, -1, -total_amount FROM went WHERE booking_tallied(status, cancel_reason)) AS change
    GROUP BY status HAVING sum(n) <> 0 OR sum(amount) <> 0\x3b
  RETURN NULL\x3b
END';
CREATE FUNCTION booking_tally_empty() RETURNS TRIGGER LANGUAGE plpgsql AS E'
BEGIN
  DELETE FROM booking_tally\x3b
  RETURN NULL\x3b
END';

CREATE TRIGGER booking_tally_insert AFTER INSERT ON bookings REFERENCING NEW TABLE AS came FOR EACH STATEMENT EXECUTE FUNCTION booking_tally_insert();
CREATE TRIGGER booking_tally_update AFTER UPDATE ON bookings REFERENCING NEW TABLE AS came OLD TABLE AS went FOR EACH STATEMENT EXECUTE FUNCTION booking_tally_update();
CREATE TRIGGER booking_tally_delete AFTER DELETE ON bookings REFERENCING OLD TABLE AS went FOR EACH STATEMENT EXECUTE FUNCTION booking_tally_delete();
CREATE TRIGGER booking_tally_empty AFTER TRUNCATE ON bookings FOR EACH STATEMENT EXECUTE FUNCTION booking_tally_empty();

INSERT INTO booking_tally (status, bookings, amount)
  SELECT status, count(*), sum(total_amount) FROM bookings WHERE booking_tallied(status, cancel_reason) GROUP BY status;

-- The list without the holds that ended unpaid, in each order it is shown in, and by what it is filtered. Most rows of a
-- busy site are such holds: an index that has them would be walked past thousands to find fifty.
CREATE INDEX bookings_shown ON bookings (created_at DESC, id DESC) WHERE coalesce(cancel_reason, '') NOT IN ('expired', 'released');
CREATE INDEX bookings_shown_by_status ON bookings (status, created_at DESC, id DESC) WHERE coalesce(cancel_reason, '') NOT IN ('expired', 'released');
CREATE INDEX bookings_shown_by_service ON bookings (service_id, created_at DESC, id DESC) WHERE coalesce(cancel_reason, '') NOT IN ('expired', 'released');
CREATE INDEX bookings_shown_by_start ON bookings (starts_at DESC, id DESC) WHERE coalesce(cancel_reason, '') NOT IN ('expired', 'released');

-- Search by any part of a name, an email or a phone number.
CREATE EXTENSION IF NOT EXISTS pg_trgm;
CREATE INDEX bookings_search ON bookings USING gin
  (lower(first_name || ' ' || coalesce(last_name, '') || ' ' || email || ' ' || coalesce(phone, '')) gin_trgm_ops);

-- Block-outs that were made together (repeated weekly) can be taken away together.
ALTER TABLE "slot_reservations" ADD COLUMN "series" UUID;
CREATE INDEX slot_reservations_series ON slot_reservations (series) WHERE series IS NOT NULL;
ALTER TABLE slot_reservations ADD CONSTRAINT slot_reservations_series_of_blocks CHECK (series IS NULL OR kind = 'block');
