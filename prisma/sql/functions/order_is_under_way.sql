-- As booking_is_under_way, of an order of video editing, which is paid by no transfer with a slip.
CREATE OR REPLACE FUNCTION order_is_under_way(o video_editing_orders) RETURNS BOOLEAN LANGUAGE sql STABLE AS $$
  SELECT EXISTS (SELECT FROM payments AS p WHERE p.order_id = o.id AND payment_is_under_way(p))
$$;
