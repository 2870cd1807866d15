-- What a payment is in the sums of a day: what came, and what of it is gone (given back, going back, or lost in a dispute). As
-- refundableOf(moneyOf(…)) of lib/sales/money.ts has it; no row for what never came, or came in another currency.
CREATE OR REPLACE FUNCTION payment_share(booking INTEGER, edit INTEGER, paid_by TEXT, currency TEXT, outcome TEXT, reason TEXT,
    handled TIMESTAMPTZ, received NUMERIC, refunded NUMERIC, lost NUMERIC, part_due NUMERIC, at TIMESTAMPTZ)
  RETURNS TABLE (day DATE, sold TEXT, service_id INTEGER, method TEXT, came NUMERIC, gone NUMERIC)
  LANGUAGE SQL STABLE AS $$
  SELECT (at AT TIME ZONE 'Asia/Kuala_Lumpur')::date,
    CASE WHEN booking IS NOT NULL THEN 'session' WHEN edit IS NOT NULL THEN 'edit' ELSE 'other' END,
    coalesce((SELECT b.service_id FROM bookings b WHERE b.id = booking), 0),
    coalesce(paid_by, ''),
    received,
    CASE WHEN outcome = 'refund_due'
        OR (outcome = 'needs_attention' AND reason = 'offline_refund' AND handled IS NULL) THEN received
      ELSE least(received, refunded + lost + part_due) END
  WHERE outcome IS NOT NULL AND lower(currency) = 'myr'
$$;
