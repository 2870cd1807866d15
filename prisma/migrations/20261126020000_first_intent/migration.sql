-- A booking and an order keep the first intent that was made to pay for them.
CREATE OR REPLACE FUNCTION keep_first_intent() RETURNS TRIGGER
  LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.purpose = 'booking' THEN
    UPDATE bookings SET stripe_payment_intent_id = NEW.stripe_payment_intent_id
    WHERE id = NEW.booking_id AND stripe_payment_intent_id IS NULL;
  ELSIF NEW.purpose = 'order' THEN
    UPDATE video_editing_orders SET stripe_payment_intent_id = NEW.stripe_payment_intent_id
    WHERE id = NEW.order_id AND stripe_payment_intent_id IS NULL;
  END IF;
  RETURN NULL;
END
$$;

CREATE OR REPLACE TRIGGER payments_first_intent AFTER INSERT OR UPDATE OF stripe_payment_intent_id
  ON payments FOR EACH ROW WHEN (NEW.stripe_payment_intent_id IS NOT NULL) EXECUTE FUNCTION keep_first_intent();
