-- The sale of a booking's session. Where there is none, it is made from the booking's amounts: those from before there were
-- sales, and those that the release before writes while both run. Returns its id.
CREATE OR REPLACE FUNCTION sale_of_session(booking INTEGER) RETURNS INTEGER
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
