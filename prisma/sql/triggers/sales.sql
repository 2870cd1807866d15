-- At the end of a transaction: every booking has a sale of its session, every order one, every upgrade and every payment of
-- them names its own, and the amounts agree.

CREATE OR REPLACE FUNCTION refuse_disagreement(constraint_name TEXT, what TEXT, id INTEGER) RETURNS VOID
  LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'the sales of % % do not agree with it', what, id
    USING ERRCODE = 'check_violation', CONSTRAINT = constraint_name;
END
$$;

-- A booking costs what its session and its applied upgrades cost.
CREATE OR REPLACE FUNCTION assert_booking_sales(booking INTEGER) RETURNS VOID
  LANGUAGE plpgsql AS $$
BEGIN
  PERFORM refuse_disagreement('sales_agree_with_booking', 'booking', b.id)
  FROM bookings AS b, LATERAL (
    SELECT count(*) FILTER (WHERE s.kind = 'session') AS sessions, sum(s.total_amount) AS total,
      bool_and(s.currency = b.currency) AS same_currency
    FROM sales AS s LEFT JOIN booking_upgrades AS u ON u.sale_id = s.id
    WHERE s.booking_id = b.id AND (s.kind = 'session' OR u.status = 'applied')) AS sold
  WHERE b.id = booking AND NOT (sold.sessions = 1 AND sold.same_currency AND sold.total = b.total_amount);
END
$$;

-- An upgrade names a sale of its booking, and is paid by a payment for it, or with the rest of the booking.
CREATE OR REPLACE FUNCTION assert_upgrade_sale(upgrade INTEGER) RETURNS VOID
  LANGUAGE plpgsql AS $$
BEGIN
  PERFORM refuse_disagreement('sales_agree_with_upgrade', 'upgrade', u.id)
  FROM booking_upgrades AS u LEFT JOIN sales AS s ON s.id = u.sale_id
  WHERE u.id = upgrade AND (s.kind = 'upgrade' AND s.booking_id = u.booking_id
    AND (u.payment_id IS NULL OR u.payment_id IN (SELECT p.id FROM payments AS p WHERE p.sale_id = s.id))) IS NOT TRUE;
END
$$;

CREATE OR REPLACE FUNCTION assert_order_sale(edit_order INTEGER) RETURNS VOID
  LANGUAGE plpgsql AS $$
BEGIN
  PERFORM refuse_disagreement('sales_agree_with_order', 'order', o.id)
  FROM video_editing_orders AS o LEFT JOIN sales AS s ON s.order_id = o.id
  WHERE o.id = edit_order
    AND (s.total_amount = o.total_amount AND s.subtotal = o.price + coalesce(o.rush_price, 0)) IS NOT TRUE;
END
$$;

-- A payment pays for a sale of the booking or order that it names.
CREATE OR REPLACE FUNCTION assert_payment_sale(payment INTEGER) RETURNS VOID
  LANGUAGE plpgsql AS $$
BEGIN
  PERFORM refuse_disagreement('sales_agree_with_payment', 'payment', p.id)
  FROM payments AS p LEFT JOIN sales AS s ON s.id = p.sale_id
  WHERE p.id = payment AND NOT (s.booking_id IS NOT DISTINCT FROM p.booking_id
    AND s.order_id IS NOT DISTINCT FROM p.order_id
    AND s.kind IS NOT DISTINCT FROM CASE p.purpose WHEN 'booking' THEN 'session' WHEN 'order' THEN 'edit' WHEN 'upgrade' THEN 'upgrade' END);
END
$$;

CREATE OR REPLACE FUNCTION keep_sales() RETURNS TRIGGER
  LANGUAGE plpgsql AS $$
BEGIN
  CASE TG_TABLE_NAME
    WHEN 'bookings' THEN
      PERFORM assert_booking_sales(NEW.id);
    WHEN 'video_editing_orders' THEN
      PERFORM assert_order_sale(NEW.id);
    WHEN 'booking_upgrades' THEN
      PERFORM assert_upgrade_sale(NEW.id), assert_booking_sales(NEW.booking_id);
    WHEN 'payments' THEN
      PERFORM assert_payment_sale(NEW.id);
    WHEN 'sales' THEN
      IF TG_OP <> 'INSERT' THEN
        PERFORM assert_booking_sales(OLD.booking_id), assert_order_sale(OLD.order_id);
      END IF;
      IF TG_OP <> 'DELETE' THEN
        PERFORM assert_booking_sales(NEW.booking_id), assert_order_sale(NEW.order_id);
      END IF;
  END CASE;
  RETURN NULL;
END
$$;

CREATE CONSTRAINT TRIGGER bookings_keep_sales AFTER INSERT OR UPDATE OF total_amount, currency
  ON bookings DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION keep_sales();
CREATE CONSTRAINT TRIGGER orders_keep_sales AFTER INSERT OR UPDATE OF price, rush_price, total_amount
  ON video_editing_orders DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION keep_sales();
CREATE CONSTRAINT TRIGGER upgrades_keep_sales AFTER INSERT OR UPDATE OF booking_id, sale_id, status
  ON booking_upgrades DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION keep_sales();
CREATE CONSTRAINT TRIGGER payments_keep_sales AFTER INSERT OR UPDATE OF booking_id, order_id, purpose, sale_id
  ON payments DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION keep_sales();
CREATE CONSTRAINT TRIGGER sales_agree AFTER INSERT OR DELETE OR UPDATE
  ON sales DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION keep_sales();
