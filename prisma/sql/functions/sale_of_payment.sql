-- The sale that a payment pays for: of its upgrade, else of its booking or order; null for money that belongs to none.
CREATE OR REPLACE FUNCTION sale_of_payment(payment INTEGER) RETURNS INTEGER
  LANGUAGE sql AS $$
  SELECT CASE
    WHEN u.id IS NOT NULL THEN sale_of_upgrade(u.id)
    WHEN p.booking_id IS NOT NULL THEN sale_of_session(p.booking_id)
    WHEN p.order_id IS NOT NULL THEN sale_of_edit(p.order_id)
  END
  FROM payments AS p LEFT JOIN booking_upgrades AS u ON u.payment_id = p.id WHERE p.id = payment
$$;
