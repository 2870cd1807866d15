-- A writer that changes a number without its value leaves none, and the job read_phones reads the new one.
CREATE OR REPLACE FUNCTION phone_unread() RETURNS TRIGGER LANGUAGE plpgsql AS $$
BEGIN
  NEW.phone_e164 := NULL;
  RETURN NEW;
END$$;

CREATE OR REPLACE TRIGGER phone_unread BEFORE UPDATE OF phone ON bookings FOR EACH ROW
  WHEN (NEW.phone IS NULL OR (NEW.phone IS DISTINCT FROM OLD.phone AND NEW.phone_e164 IS NOT DISTINCT FROM OLD.phone_e164))
  EXECUTE FUNCTION phone_unread();
CREATE OR REPLACE TRIGGER phone_unread BEFORE UPDATE OF phone ON contacts FOR EACH ROW
  WHEN (NEW.phone IS NULL OR (NEW.phone IS DISTINCT FROM OLD.phone AND NEW.phone_e164 IS NOT DISTINCT FROM OLD.phone_e164))
  EXECUTE FUNCTION phone_unread();
CREATE OR REPLACE TRIGGER phone_unread BEFORE UPDATE OF customer_phone ON video_editing_orders FOR EACH ROW
  WHEN (NEW.customer_phone IS NULL
    OR (NEW.customer_phone IS DISTINCT FROM OLD.customer_phone AND NEW.phone_e164 IS NOT DISTINCT FROM OLD.phone_e164))
  EXECUTE FUNCTION phone_unread();
CREATE OR REPLACE TRIGGER phone_unread BEFORE UPDATE OF customer_phone ON memberships FOR EACH ROW
  WHEN (NEW.customer_phone IS NULL
    OR (NEW.customer_phone IS DISTINCT FROM OLD.customer_phone AND NEW.phone_e164 IS NOT DISTINCT FROM OLD.phone_e164))
  EXECUTE FUNCTION phone_unread();
