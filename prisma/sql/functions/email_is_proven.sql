-- Whether a code or a payment has proven that an email (in lower case) belongs to the person who gave it.
CREATE OR REPLACE FUNCTION email_is_proven(wanted text) RETURNS boolean LANGUAGE sql STABLE PARALLEL SAFE AS $$
  SELECT EXISTS (SELECT FROM memberships m WHERE m.customer_email = wanted AND m.email_proven_at IS NOT NULL)
    OR EXISTS (SELECT FROM bookings b JOIN payments p ON p.booking_id = b.id WHERE lower(b.email) = wanted
      AND p.status = 'succeeded' AND p.stripe_payment_intent_id IS NOT NULL)
    OR EXISTS (SELECT FROM video_editing_orders o JOIN payments p ON p.order_id = o.id WHERE lower(o.customer_email) = wanted
      AND p.status = 'succeeded' AND p.stripe_payment_intent_id IS NOT NULL)
$$;
