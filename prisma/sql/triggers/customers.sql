-- Whose rows changed, for fold_customers: appended by the statement that changes them, so that no two transactions wait for
-- one customer.
CREATE OR REPLACE FUNCTION customer_changed() RETURNS TRIGGER LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO customer_changes (email, phone_e164)
    SELECT DISTINCT coalesce(lower(r ->> TG_ARGV[0]), ''), coalesce(r ->> 'phone_e164', '')
    FROM unnest(ARRAY[
      CASE WHEN TG_OP <> 'INSERT' THEN to_jsonb(OLD) END, CASE WHEN TG_OP <> 'DELETE' THEN to_jsonb(NEW) END]) AS r
    WHERE r IS NOT NULL;
  RETURN NULL;
END$$;

CREATE OR REPLACE FUNCTION payment_proved() RETURNS TRIGGER LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO customer_changes (email, phone_e164)
    SELECT lower(email), coalesce(phone_e164, '') FROM bookings WHERE id = NEW.booking_id
    UNION ALL SELECT lower(customer_email), coalesce(phone_e164, '') FROM video_editing_orders WHERE id = NEW.order_id;
  RETURN NULL;
END$$;

CREATE OR REPLACE TRIGGER customer_came AFTER INSERT ON bookings FOR EACH ROW
  WHEN (booking_is_known(NEW.status, NEW.hold_expires_at, NEW.cancel_reason)) EXECUTE FUNCTION customer_changed('email');
CREATE OR REPLACE TRIGGER customer_changed AFTER UPDATE OF first_name, last_name, email, phone, phone_e164, locale, ends_at, status,
    hold_expires_at, cancel_reason ON bookings FOR EACH ROW
  WHEN (booking_is_known(OLD.status, OLD.hold_expires_at, OLD.cancel_reason)
    OR booking_is_known(NEW.status, NEW.hold_expires_at, NEW.cancel_reason)) EXECUTE FUNCTION customer_changed('email');
CREATE OR REPLACE TRIGGER customer_went AFTER DELETE ON bookings FOR EACH ROW
  WHEN (booking_is_known(OLD.status, OLD.hold_expires_at, OLD.cancel_reason)) EXECUTE FUNCTION customer_changed('email');

CREATE OR REPLACE TRIGGER customer_came AFTER INSERT ON video_editing_orders FOR EACH ROW
  WHEN (order_is_known(NEW.status, NEW.cancel_reason)) EXECUTE FUNCTION customer_changed('customer_email');
CREATE OR REPLACE TRIGGER customer_changed AFTER UPDATE OF customer_name, customer_email, customer_phone, phone_e164, locale, status,
    cancel_reason ON video_editing_orders FOR EACH ROW
  WHEN (order_is_known(OLD.status, OLD.cancel_reason) OR order_is_known(NEW.status, NEW.cancel_reason))
  EXECUTE FUNCTION customer_changed('customer_email');
CREATE OR REPLACE TRIGGER customer_went AFTER DELETE ON video_editing_orders FOR EACH ROW
  WHEN (order_is_known(OLD.status, OLD.cancel_reason)) EXECUTE FUNCTION customer_changed('customer_email');

CREATE OR REPLACE TRIGGER customer_changed AFTER INSERT OR DELETE OR UPDATE OF name, email, phone, phone_e164 ON contacts
  FOR EACH ROW EXECUTE FUNCTION customer_changed('email');
CREATE OR REPLACE TRIGGER customer_changed AFTER INSERT OR DELETE OR UPDATE OF customer_name, customer_email, customer_phone,
    phone_e164, status, joined_at, email_proven_at ON memberships
  FOR EACH ROW EXECUTE FUNCTION customer_changed('customer_email');

CREATE OR REPLACE TRIGGER payment_proved AFTER INSERT OR UPDATE OF status ON payments FOR EACH ROW
  WHEN (NEW.status = 'succeeded' AND NEW.stripe_payment_intent_id IS NOT NULL) EXECUTE FUNCTION payment_proved();
