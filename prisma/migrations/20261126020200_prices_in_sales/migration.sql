-- What was sold and at which price is in the sales alone. Bookings and orders keep the columns that the specification names,
-- and the database keeps them equal to the sales.
DROP TRIGGER bookings_keep_sales ON bookings;
DROP TRIGGER orders_keep_sales ON video_editing_orders;
DROP TRIGGER upgrades_keep_sales ON booking_upgrades;
DROP VIEW bookings_unpaid_over;
DROP FUNCTION hold_slot, sale_of_payment, sale_of_session, sale_of_upgrade, sale_of_edit, names_of_service;

ALTER TABLE bookings DROP COLUMN subtotal, DROP COLUMN tax_amount, DROP COLUMN tax_rate, DROP COLUMN tax_label,
  ADD CONSTRAINT bookings_amounts CHECK (total_amount >= 0);
ALTER TABLE booking_upgrades DROP COLUMN subtotal, DROP COLUMN tax_amount, DROP COLUMN total_amount,
  ALTER COLUMN sale_id SET NOT NULL, ADD CONSTRAINT booking_upgrades_amounts CHECK (from_total >= 0);
ALTER TABLE video_editing_orders
  DROP COLUMN discount_amount, DROP COLUMN tax_amount, DROP COLUMN tax_rate, DROP COLUMN tax_label,
  ADD CONSTRAINT video_editing_orders_amounts CHECK (price > 0 AND total_amount >= price + coalesce(rush_price, 0)),
  ADD CONSTRAINT video_editing_orders_discount CHECK (discount IN ('member', 'first_order'));

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

-- An upgrade names a sale of its booking, and is paid by a payment for it.
CREATE OR REPLACE FUNCTION assert_upgrade_sale(upgrade INTEGER) RETURNS VOID
  LANGUAGE plpgsql AS $$
BEGIN
  PERFORM refuse_disagreement('sales_agree_with_upgrade', 'upgrade', u.id)
  FROM booking_upgrades AS u LEFT JOIN sales AS s ON s.id = u.sale_id
  WHERE u.id = upgrade AND (s.kind = 'upgrade' AND s.booking_id = u.booking_id
    AND u.payment_id IN (SELECT p.id FROM payments AS p WHERE p.sale_id = s.id)) IS NOT TRUE;
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

-- Bookings to be paid by link (no deadline, no payment that counts) whose time has passed.
CREATE OR REPLACE VIEW bookings_unpaid_over AS
  SELECT b.* FROM bookings b
  WHERE b.status = 'pending' AND b.hold_expires_at IS NULL AND b.ends_at <= now()
    AND NOT EXISTS (SELECT 1 FROM payments p WHERE p.booking_id = b.id
      AND p.outcome IN ('confirmed', 'needs_attention', 'refund_due'));

-- Holds the spans for a new booking: `wanted` has its columns, `add_ons` those of its add-ons, `sale` those of its sale. The
-- booking is written by the keys of `wanted`. The caller has ended the visitor's
-- other holds, or knows that there are none.
--
-- Why a slot is never sold twice: nothing is written before the room's lock is held, every transaction that writes
-- reservations holds it, and the constraint slot_reservations_no_overlap would refuse a row that overlaps all the same.
-- What is read before the lock only refuses: most of a rush on one slot need not wait for one another.
--
-- kinds, texts: the keys to lock before the room.
-- bounds, null when nothing has to be paid: the hours that this booking counts for (`wanted`) and that a week counts for
-- (`week`); the hours that may be held unpaid by an address (`address`), by a network (`network`) and in a calendar week
-- (`ofWeek`), and the minutes that a hold beyond the last of them lasts (`short`); how many weeks an inbox may hold
-- (`weeks`); how many hours × minutes an address, a network and an inbox may let end unpaid in a day (`endedAddress`,
-- `endedNetwork`, `endedInbox`).
-- Outcomes: 'held' with the booking's id, its currency and the time from which the hold runs; otherwise nothing is
-- written: those of time_in_the_way and of too_much_held.
CREATE OR REPLACE FUNCTION hold_slot(
  room INTEGER, firsts TIMESTAMPTZ[], lasts TIMESTAMPTZ[], kinds INTEGER[], texts TEXT[],
  wanted JSONB, add_ons JSONB, hold_seconds DOUBLE PRECISION, bounds JSONB, sale JSONB)
  RETURNS TABLE (outcome TEXT, id INTEGER, currency TEXT, at TIMESTAMPTZ)
  LANGUAGE plpgsql AS $$
#variable_conflict use_column
DECLARE
  b bookings := jsonb_populate_record(NULL::bookings, wanted);
  held_at TIMESTAMPTZ;
  made RECORD;
BEGIN
  outcome := time_in_the_way(room, firsts, lasts);
  IF outcome IS NULL THEN
    held_at := lock_room(room, kinds, texts);
    outcome := time_in_the_way(room, firsts, lasts);
  END IF;
  IF outcome IS NULL AND bounds IS NOT NULL THEN
    outcome := too_much_held(b, bounds);
  END IF;
  IF outcome IS NOT NULL THEN
    RETURN QUERY SELECT outcome, NULL::integer, NULL::text, NULL::timestamptz;
    RETURN;
  END IF;

  wanted := wanted || jsonb_build_object(
    'created_at', held_at, 'hold_expires_at', held_at + make_interval(secs => hold_seconds),
    'hold_minutes', CASE WHEN bounds IS NOT NULL AND is_week_full(room, b, bounds) THEN bounds -> 'short' END);
  EXECUTE (
    SELECT format('INSERT INTO bookings (%1$s) SELECT %1$s FROM jsonb_populate_record(NULL::bookings, $1) RETURNING id, currency',
      string_agg(quote_ident(key), ', '))
    FROM jsonb_object_keys(wanted) AS key)
  INTO made USING wanted;
  INSERT INTO booking_add_ons (booking_id, service_id, hours, hourly_rate, total_amount)
  SELECT made.id, a.service_id, a.hours, a.hourly_rate, a.total_amount
  FROM jsonb_populate_recordset(NULL::booking_add_ons, add_ons) AS a;
  INSERT INTO sales (kind, booking_id, lines, subtotal, tax_amount, tax_rate, tax_label, total_amount, currency)
  SELECT 'session', made.id, s.lines, s.subtotal, s.tax_amount, s.tax_rate, s.tax_label, s.total_amount, made.currency
  FROM jsonb_populate_record(NULL::sales, sale) AS s;
  IF (SELECT count(*) FROM reserve_time(room, firsts, lasts, made.id, NULL, 'booking', NULL, NULL))
    <> cardinality(firsts)
  THEN
    -- Written by something that does not take the room's lock: undoes the booking too.
    RAISE EXCEPTION 'the time of the new booking overlaps a reservation' USING ERRCODE = 'exclusion_violation';
  END IF;
  RETURN QUERY SELECT 'held', made.id, made.currency, held_at;
END
$$;
