-- The sale of an order, made where there is none as by sale_of_session. Returns its id.
CREATE OR REPLACE FUNCTION sale_of_edit(edit_order INTEGER) RETURNS INTEGER
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
