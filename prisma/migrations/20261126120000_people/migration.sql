-- The value of each phone number, beside the number as it was typed. The job read_phones fills it for the rows that are
-- there; the release before this one may run on, since a number that it writes is read by the same job.

ALTER TABLE bookings ADD COLUMN phone_e164 TEXT,
  ADD CONSTRAINT bookings_phone_e164 CHECK (phone_e164 ~ '^(\+[1-9][0-9]{4,14})?$' AND phone IS NOT NULL OR phone_e164 IS NULL);
CREATE INDEX bookings_phone_e164_idx ON bookings (phone_e164);
CREATE INDEX bookings_phone_unread ON bookings (id) WHERE phone IS NOT NULL AND phone_e164 IS NULL;

ALTER TABLE contacts ADD COLUMN phone_e164 TEXT,
  ADD CONSTRAINT contacts_phone_e164 CHECK (phone_e164 ~ '^(\+[1-9][0-9]{4,14})?$' AND phone IS NOT NULL OR phone_e164 IS NULL);
CREATE INDEX contacts_phone_e164_idx ON contacts (phone_e164);
CREATE INDEX contacts_phone_unread ON contacts (id) WHERE phone IS NOT NULL AND phone_e164 IS NULL;

ALTER TABLE video_editing_orders ADD COLUMN phone_e164 TEXT,
  ADD CONSTRAINT video_editing_orders_phone_e164 CHECK (phone_e164 ~ '^(\+[1-9][0-9]{4,14})?$' AND customer_phone IS NOT NULL OR phone_e164 IS NULL);
CREATE INDEX video_editing_orders_phone_e164_idx ON video_editing_orders (phone_e164);
CREATE INDEX video_editing_orders_phone_unread ON video_editing_orders (id) WHERE customer_phone IS NOT NULL AND phone_e164 IS NULL;

ALTER TABLE memberships ADD COLUMN phone_e164 TEXT,
  ADD CONSTRAINT memberships_phone_e164 CHECK (phone_e164 ~ '^(\+[1-9][0-9]{4,14})?$' AND customer_phone IS NOT NULL OR phone_e164 IS NULL);
CREATE INDEX memberships_phone_e164_idx ON memberships (phone_e164);
CREATE INDEX memberships_phone_unread ON memberships (id) WHERE customer_phone IS NOT NULL AND phone_e164 IS NULL;

-- What the owner's search finds a phone number by: as it was typed, its digits, its value.
CREATE FUNCTION phone_forms(typed text, e164 text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT coalesce(typed || ' ' || regexp_replace(normalize(typed, NFKC), '[^0-9]', '', 'g'), '') || ' ' || coalesce(e164, '')
$$;

-- A writer that changes a number without its value leaves none, and the job read_phones reads the new one.
CREATE FUNCTION phone_unread() RETURNS TRIGGER LANGUAGE plpgsql AS $$
BEGIN
  NEW.phone_e164 := NULL;
  RETURN NEW;
END$$;

CREATE TRIGGER phone_unread BEFORE UPDATE OF phone ON bookings FOR EACH ROW
  WHEN (NEW.phone IS NULL OR (NEW.phone IS DISTINCT FROM OLD.phone AND NEW.phone_e164 IS NOT DISTINCT FROM OLD.phone_e164))
  EXECUTE FUNCTION phone_unread();
CREATE TRIGGER phone_unread BEFORE UPDATE OF phone ON contacts FOR EACH ROW
  WHEN (NEW.phone IS NULL OR (NEW.phone IS DISTINCT FROM OLD.phone AND NEW.phone_e164 IS NOT DISTINCT FROM OLD.phone_e164))
  EXECUTE FUNCTION phone_unread();
CREATE TRIGGER phone_unread BEFORE UPDATE OF customer_phone ON video_editing_orders FOR EACH ROW
  WHEN (NEW.customer_phone IS NULL
    OR (NEW.customer_phone IS DISTINCT FROM OLD.customer_phone AND NEW.phone_e164 IS NOT DISTINCT FROM OLD.phone_e164))
  EXECUTE FUNCTION phone_unread();
CREATE TRIGGER phone_unread BEFORE UPDATE OF customer_phone ON memberships FOR EACH ROW
  WHEN (NEW.customer_phone IS NULL
    OR (NEW.customer_phone IS DISTINCT FROM OLD.customer_phone AND NEW.phone_e164 IS NOT DISTINCT FROM OLD.phone_e164))
  EXECUTE FUNCTION phone_unread();

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

DROP INDEX bookings_search;
CREATE INDEX bookings_search ON bookings USING gin (
  search_form(first_name || ' ' || coalesce(last_name, '') || ' ' || email || ' ' || phone_forms(phone, phone_e164)) gin_trgm_ops);
