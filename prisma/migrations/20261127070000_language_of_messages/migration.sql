-- Somebody who only wrote a message is known in the language in which they wrote.
-- The old version may run
-- What is known of customers, whatever it is a row of. `at`: when they were here, or will be.
CREATE OR REPLACE VIEW customer_rows AS
  SELECT 'booking' AS kind, b.id, b.first_name, b.last_name, lower(b.email) AS email, b.phone, b.phone_e164, b.locale,
    CASE b.status WHEN 'cancelled' THEN b.created_at ELSE b.ends_at END AS at, false AS is_member,
    customer_key(lower(b.email), b.phone_e164) AS key
  FROM bookings b WHERE booking_is_known(b.status, b.hold_expires_at, b.cancel_reason)
  UNION ALL
  SELECT 'order', o.id, o.customer_name, NULL, lower(o.customer_email), o.customer_phone, o.phone_e164, o.locale,
    o.created_at, false, customer_key(lower(o.customer_email), o.phone_e164)
  FROM video_editing_orders o WHERE order_is_known(o.status, o.cancel_reason)
  UNION ALL
  SELECT 'contact', c.id, c.name, NULL, lower(c.email), c.phone, c.phone_e164, c.locale,
    c.created_at, false, customer_key(lower(c.email), c.phone_e164)
  FROM contacts c
  UNION ALL
  SELECT 'member', m.id, m.customer_name, NULL, m.customer_email, m.customer_phone, m.phone_e164, NULL,
    m.joined_at, m.status <> 'cancelled', customer_key(m.customer_email, m.phone_e164)
  FROM memberships m WHERE position('@' IN m.customer_email) > 0;

INSERT INTO customer_changes (email, phone_e164)
SELECT lower(email), coalesce(phone_e164, '') FROM contacts WHERE locale <> 'en';
