-- The sale of an upgrade, made where there is none as by sale_of_session. It costs what the upgrade costs more than the
-- booking before it: than its last applied upgrade, or than the session. Returns its id.
CREATE OR REPLACE FUNCTION sale_of_upgrade(upgrade INTEGER) RETURNS INTEGER
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
