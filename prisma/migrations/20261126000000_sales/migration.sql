-- What is sold is one thing: lines, their price, and what they are for. Written beside the amounts on bookings, upgrades
-- and orders, which the database keeps equal to it.

-- The sum of the lines of a sale, in sen.
CREATE FUNCTION sale_lines_sum(lines JSONB) RETURNS NUMERIC
  LANGUAGE sql IMMUTABLE AS $$
  SELECT coalesce(sum((line ->> 'amountSen')::numeric), 0) FROM jsonb_array_elements(lines) AS line
$$;

CREATE TABLE "sales" (
  "id" SERIAL NOT NULL,
  "kind" TEXT NOT NULL,
  "booking_id" INTEGER,
  "order_id" INTEGER,
  "lines" JSONB NOT NULL,
  "subtotal" DECIMAL(10,2) NOT NULL,
  "tax_amount" DECIMAL(10,2) NOT NULL,
  "tax_rate" DECIMAL(6,4) NOT NULL,
  "tax_label" TEXT NOT NULL,
  "total_amount" DECIMAL(10,2) NOT NULL,
  "currency" TEXT NOT NULL DEFAULT 'MYR',
  "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT "sales_pkey" PRIMARY KEY ("id"),
  CONSTRAINT "sales_booking_id_fkey" FOREIGN KEY ("booking_id") REFERENCES "bookings"("id") ON DELETE CASCADE ON UPDATE CASCADE,
  CONSTRAINT "sales_order_id_fkey" FOREIGN KEY ("order_id") REFERENCES "video_editing_orders"("id") ON DELETE CASCADE ON UPDATE CASCADE
);
ALTER TABLE sales
  ADD CONSTRAINT sales_kind CHECK (CASE kind
    WHEN 'session' THEN booking_id IS NOT NULL AND order_id IS NULL
    WHEN 'upgrade' THEN booking_id IS NOT NULL AND order_id IS NULL
    WHEN 'edit' THEN order_id IS NOT NULL AND booking_id IS NULL
    ELSE false END),
  ADD CONSTRAINT sales_lines CHECK (
    jsonb_typeof(lines) = 'array' AND jsonb_array_length(lines) > 0 AND sale_lines_sum(lines) = subtotal * 100),
  ADD CONSTRAINT sales_total CHECK (total_amount >= 0 AND tax_amount >= 0 AND total_amount = subtotal + tax_amount);
CREATE INDEX "sales_booking_id_idx" ON "sales" ("booking_id");
CREATE UNIQUE INDEX sales_one_session ON sales (booking_id) WHERE kind = 'session';
CREATE UNIQUE INDEX sales_one_edit ON sales (order_id) WHERE kind = 'edit';

ALTER TABLE "booking_upgrades" ADD COLUMN "sale_id" INTEGER,
  ADD CONSTRAINT "booking_upgrades_sale_id_fkey" FOREIGN KEY ("sale_id") REFERENCES "sales"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
CREATE UNIQUE INDEX "booking_upgrades_sale_id_key" ON "booking_upgrades" ("sale_id");
ALTER TABLE "payments" ADD COLUMN "sale_id" INTEGER,
  ADD CONSTRAINT "payments_sale_id_fkey" FOREIGN KEY ("sale_id") REFERENCES "sales"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
CREATE INDEX "payments_sale_id_idx" ON "payments" ("sale_id");

-- The sales of rows that have none, made from their amounts: those from before, and those that the release before writes
-- while both run. Each returns the sale's id.

-- The names of a service as they are now, by language.
CREATE FUNCTION names_of_service(service INTEGER) RETURNS JSONB
  LANGUAGE sql STABLE AS $$
  SELECT jsonb_build_object('en', s.name) || (
    SELECT coalesce(jsonb_object_agg(language, words -> 'name'), '{}')
    FROM jsonb_each(s.translations) AS translated (language, words) WHERE words ? 'name')
  FROM services AS s WHERE s.id = service
$$;

CREATE FUNCTION sale_of_session(booking INTEGER) RETURNS INTEGER
  LANGUAGE plpgsql AS $$
DECLARE
  b bookings;
  u booking_upgrades;
  priced RECORD;
  others JSONB := '[]';
  others_sen INTEGER := 0;
  made INTEGER;
BEGIN
  SELECT id INTO made FROM sales WHERE booking_id = booking AND kind = 'session';
  IF FOUND THEN
    RETURN made;
  END IF;
  SELECT * INTO STRICT b FROM bookings WHERE id = booking;
  SELECT * INTO u FROM booking_upgrades WHERE booking_id = booking AND status = 'applied' ORDER BY id LIMIT 1;
  IF u.id IS NULL THEN
    SELECT b.subtotal, b.tax_amount AS tax, b.total_amount AS total, b.duration, b.hours INTO priced;
    SELECT coalesce(jsonb_agg(jsonb_build_object('kind', 'add_on', 'serviceId', a.service_id,
      'names', names_of_service(a.service_id), 'quantity', a.hours, 'unitSen', (a.hourly_rate * 100)::int,
      'amountSen', (a.hourly_rate * 100)::int * a.hours) ORDER BY a.id), '[]'),
      coalesce(sum((a.hourly_rate * 100)::int * a.hours), 0)
    INTO others, others_sen
    FROM booking_add_ons AS a WHERE a.booking_id = booking;
  ELSE
    -- As it was before it was upgraded; which add-ons it had then is not stored.
    SELECT round(u.from_total / (1 + b.tax_rate), 2) AS subtotal,
      u.from_total - round(u.from_total / (1 + b.tax_rate), 2) AS tax,
      u.from_total AS total, u.from_duration AS duration, u.from_hours AS hours INTO priced;
  END IF;
  INSERT INTO sales (kind, booking_id, lines, subtotal, tax_amount, tax_rate, tax_label, total_amount, currency, created_at)
  VALUES ('session', booking,
    jsonb_build_array(jsonb_build_object('kind', 'session', 'names', names_of_service(b.service_id),
      'duration', priced.duration, 'hours', priced.hours, 'quantity', 1,
      'unitSen', (priced.subtotal * 100)::int - others_sen, 'amountSen', (priced.subtotal * 100)::int - others_sen)) || others,
    priced.subtotal, priced.tax, b.tax_rate, b.tax_label, priced.total, b.currency, b.created_at)
  RETURNING id INTO made;
  RETURN made;
END
$$;

-- What the upgrade costs more than the booking before it: than its last applied upgrade, or than the session.
CREATE FUNCTION sale_of_upgrade(upgrade INTEGER) RETURNS INTEGER
  LANGUAGE plpgsql AS $$
DECLARE
  b bookings;
  u booking_upgrades;
  before_subtotal NUMERIC;
  made INTEGER;
BEGIN
  SELECT * INTO STRICT u FROM booking_upgrades WHERE id = upgrade;
  IF u.sale_id IS NOT NULL THEN
    RETURN u.sale_id;
  END IF;
  SELECT * INTO STRICT b FROM bookings WHERE id = u.booking_id;
  SELECT earlier.subtotal INTO before_subtotal FROM booking_upgrades AS earlier
  WHERE earlier.booking_id = u.booking_id AND earlier.status = 'applied' AND earlier.id < u.id
    AND earlier.total_amount = u.from_total
  ORDER BY earlier.id DESC LIMIT 1;
  IF before_subtotal IS NULL THEN
    SELECT s.subtotal INTO before_subtotal FROM sales AS s
    WHERE s.booking_id = u.booking_id AND s.kind = 'session' AND s.total_amount = u.from_total;
  END IF;
  before_subtotal := coalesce(before_subtotal, round(u.from_total / (1 + b.tax_rate), 2));
  INSERT INTO sales (kind, booking_id, lines, subtotal, tax_amount, tax_rate, tax_label, total_amount, currency, created_at)
  VALUES ('upgrade', u.booking_id,
    jsonb_build_array(jsonb_build_object('kind', 'session', 'names', names_of_service(b.service_id),
      'duration', u.duration, 'hours', u.hours, 'quantity', 1,
      'unitSen', ((u.subtotal - before_subtotal) * 100)::int, 'amountSen', ((u.subtotal - before_subtotal) * 100)::int)),
    u.subtotal - before_subtotal, u.total_amount - u.from_total - (u.subtotal - before_subtotal),
    b.tax_rate, b.tax_label, u.total_amount - u.from_total, b.currency, u.created_at)
  RETURNING id INTO made;
  UPDATE booking_upgrades SET sale_id = made WHERE id = upgrade;
  RETURN made;
END
$$;

CREATE FUNCTION sale_of_edit(edit_order INTEGER) RETURNS INTEGER
  LANGUAGE plpgsql AS $$
DECLARE
  o video_editing_orders;
  made INTEGER;
BEGIN
  SELECT id INTO made FROM sales WHERE order_id = edit_order;
  IF FOUND THEN
    RETURN made;
  END IF;
  SELECT * INTO STRICT o FROM video_editing_orders WHERE id = edit_order;
  INSERT INTO sales (kind, order_id, lines, subtotal, tax_amount, tax_rate, tax_label, total_amount, created_at)
  VALUES ('edit', edit_order,
    (SELECT jsonb_agg(line ORDER BY nth) FROM (VALUES
      (1, jsonb_build_object('kind', 'edit', 'tier', o.tier, 'length', o.duration, 'quantity', 1,
        'unitSen', ((o.price + o.discount_amount) * 100)::int, 'amountSen', ((o.price + o.discount_amount) * 100)::int)),
      (2, CASE WHEN o.discount IS NOT NULL THEN jsonb_build_object('kind', 'discount', 'reason', o.discount, 'quantity', 1,
        'unitSen', -(o.discount_amount * 100)::int, 'amountSen', -(o.discount_amount * 100)::int) END),
      (3, CASE WHEN o.rush_service THEN jsonb_build_object('kind', 'rush', 'quantity', 1,
        'unitSen', (coalesce(o.rush_price, 0) * 100)::int, 'amountSen', (coalesce(o.rush_price, 0) * 100)::int) END)
    ) AS lines (nth, line) WHERE line IS NOT NULL),
    o.total_amount - o.tax_amount, o.tax_amount, o.tax_rate, o.tax_label, o.total_amount, o.created_at)
  RETURNING id INTO made;
  RETURN made;
END
$$;

-- The sale that a payment pays for: of its upgrade, else of its booking or order; null for money that belongs to none.
CREATE FUNCTION sale_of_payment(payment INTEGER) RETURNS INTEGER
  LANGUAGE sql AS $$
  SELECT CASE
    WHEN u.id IS NOT NULL THEN sale_of_upgrade(u.id)
    WHEN p.booking_id IS NOT NULL THEN sale_of_session(p.booking_id)
    WHEN p.order_id IS NOT NULL THEN sale_of_edit(p.order_id)
  END
  FROM payments AS p LEFT JOIN booking_upgrades AS u ON u.payment_id = p.id WHERE p.id = payment
$$;

DO $$
BEGIN
  PERFORM sale_of_session(id) FROM bookings ORDER BY id;
  PERFORM sale_of_edit(id) FROM video_editing_orders ORDER BY id;
  PERFORM sale_of_upgrade(id) FROM booking_upgrades ORDER BY id;
  UPDATE payments SET sale_id = sale_of_payment(id) WHERE booking_id IS NOT NULL OR order_id IS NOT NULL;
END
$$;

-- At the end of a transaction: every booking has a sale of its session, every order one, every upgrade and every payment of
-- them names its own, and the amounts agree. A sale that the writer left out is made here.

CREATE FUNCTION refuse_disagreement(constraint_name TEXT, what TEXT, id INTEGER) RETURNS VOID
  LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'the sales of % % do not agree with it', what, id
    USING ERRCODE = 'check_violation', CONSTRAINT = constraint_name;
END
$$;

-- A booking costs what its session and its applied upgrades cost.
CREATE FUNCTION assert_booking_sales(booking INTEGER) RETURNS VOID
  LANGUAGE plpgsql AS $$
BEGIN
  PERFORM refuse_disagreement('sales_agree_with_booking', 'booking', b.id)
  FROM bookings AS b, LATERAL (
    SELECT count(*) FILTER (WHERE s.kind = 'session') AS sessions, sum(s.subtotal) AS subtotal,
      sum(s.tax_amount) AS tax, sum(s.total_amount) AS total, bool_and(s.currency = b.currency) AS same_currency
    FROM sales AS s LEFT JOIN booking_upgrades AS u ON u.sale_id = s.id
    WHERE s.booking_id = b.id AND (s.kind = 'session' OR u.status = 'applied')) AS sold
  WHERE b.id = booking AND NOT (sold.sessions = 1 AND sold.same_currency
    AND sold.subtotal = b.subtotal AND sold.tax = b.tax_amount AND sold.total = b.total_amount);
END
$$;

-- An upgrade costs what the booking costs more with it.
CREATE FUNCTION assert_upgrade_sale(upgrade INTEGER) RETURNS VOID
  LANGUAGE plpgsql AS $$
BEGIN
  PERFORM refuse_disagreement('sales_agree_with_upgrade', 'upgrade', u.id)
  FROM booking_upgrades AS u LEFT JOIN sales AS s ON s.id = u.sale_id
  WHERE u.id = upgrade AND (s.kind = 'upgrade' AND s.booking_id = u.booking_id
    AND s.total_amount = u.total_amount - u.from_total
    AND u.payment_id IN (SELECT p.id FROM payments AS p WHERE p.sale_id = s.id)) IS NOT TRUE;
END
$$;

CREATE FUNCTION assert_order_sale(edit_order INTEGER) RETURNS VOID
  LANGUAGE plpgsql AS $$
BEGIN
  PERFORM refuse_disagreement('sales_agree_with_order', 'order', o.id)
  FROM video_editing_orders AS o LEFT JOIN sales AS s ON s.order_id = o.id
  WHERE o.id = edit_order AND (s.total_amount = o.total_amount AND s.tax_amount = o.tax_amount
    AND s.subtotal = o.price + coalesce(o.rush_price, 0)) IS NOT TRUE;
END
$$;

-- A payment pays for a sale of the booking or order that it names.
CREATE FUNCTION assert_payment_sale(payment INTEGER) RETURNS VOID
  LANGUAGE plpgsql AS $$
BEGIN
  PERFORM refuse_disagreement('sales_agree_with_payment', 'payment', p.id)
  FROM payments AS p LEFT JOIN sales AS s ON s.id = p.sale_id
  WHERE p.id = payment AND NOT (s.booking_id IS NOT DISTINCT FROM p.booking_id
    AND s.order_id IS NOT DISTINCT FROM p.order_id
    AND s.kind IS NOT DISTINCT FROM CASE p.purpose WHEN 'booking' THEN 'session' WHEN 'order' THEN 'edit' WHEN 'upgrade' THEN 'upgrade' END);
END
$$;

CREATE FUNCTION keep_sales() RETURNS TRIGGER
  LANGUAGE plpgsql AS $$
BEGIN
  CASE TG_TABLE_NAME
    WHEN 'bookings' THEN
      IF TG_OP = 'INSERT' AND EXISTS (SELECT FROM bookings WHERE id = NEW.id) THEN
        PERFORM sale_of_session(NEW.id);
      END IF;
      PERFORM assert_booking_sales(NEW.id);
    WHEN 'video_editing_orders' THEN
      IF TG_OP = 'INSERT' AND EXISTS (SELECT FROM video_editing_orders WHERE id = NEW.id) THEN
        PERFORM sale_of_edit(NEW.id);
      END IF;
      PERFORM assert_order_sale(NEW.id);
    WHEN 'booking_upgrades' THEN
      IF TG_OP = 'INSERT' AND EXISTS (SELECT FROM booking_upgrades WHERE id = NEW.id) THEN
        UPDATE payments SET sale_id = sale_of_upgrade(NEW.id) WHERE id = NEW.payment_id AND sale_id IS NULL;
      END IF;
      PERFORM assert_upgrade_sale(NEW.id), assert_booking_sales(NEW.booking_id);
    WHEN 'payments' THEN
      UPDATE payments SET sale_id = sale_of_payment(id)
      WHERE id = NEW.id AND sale_id IS NULL AND (booking_id IS NOT NULL OR order_id IS NOT NULL);
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

CREATE CONSTRAINT TRIGGER bookings_keep_sales AFTER INSERT OR UPDATE OF subtotal, tax_amount, total_amount, currency
  ON bookings DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION keep_sales();
CREATE CONSTRAINT TRIGGER orders_keep_sales AFTER INSERT OR UPDATE OF price, rush_price, tax_amount, total_amount
  ON video_editing_orders DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION keep_sales();
CREATE CONSTRAINT TRIGGER upgrades_keep_sales AFTER INSERT OR UPDATE OF booking_id, sale_id, status, from_total, subtotal, tax_amount, total_amount
  ON booking_upgrades DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION keep_sales();
CREATE CONSTRAINT TRIGGER payments_keep_sales AFTER INSERT OR UPDATE OF booking_id, order_id, purpose, sale_id
  ON payments DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION keep_sales();
CREATE CONSTRAINT TRIGGER sales_agree AFTER INSERT OR DELETE OR UPDATE
  ON sales DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION keep_sales();

-- As before (20261125141000_unpaid_ends), with the lines of the sale; null: they are made from the booking. The booking is
-- written by the keys of `wanted`.
DROP FUNCTION hold_slot(INTEGER, TIMESTAMPTZ[], TIMESTAMPTZ[], INTEGER[], TEXT[], JSONB, JSONB, DOUBLE PRECISION, JSONB);
CREATE FUNCTION hold_slot(
  room INTEGER, firsts TIMESTAMPTZ[], lasts TIMESTAMPTZ[], kinds INTEGER[], texts TEXT[],
  wanted JSONB, add_ons JSONB, hold_seconds DOUBLE PRECISION, bounds JSONB,
  lines JSONB DEFAULT NULL)
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
  IF lines IS NOT NULL THEN
    INSERT INTO sales (kind, booking_id, lines, subtotal, tax_amount, tax_rate, tax_label, total_amount, currency)
    VALUES ('session', made.id, lines, b.subtotal, b.tax_amount, b.tax_rate, b.tax_label, b.total_amount, made.currency);
  END IF;
  IF (SELECT count(*) FROM reserve_time(room, firsts, lasts, made.id, NULL, 'booking', NULL, NULL))
    <> cardinality(firsts)
  THEN
    -- Written by something that does not take the room's lock: undoes the booking too.
    RAISE EXCEPTION 'the time of the new booking overlaps a reservation' USING ERRCODE = 'exclusion_violation';
  END IF;
  RETURN QUERY SELECT 'held', made.id, made.currency, held_at;
END
$$;
