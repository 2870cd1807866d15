-- True when nothing is left of a payment because banks took it back, for good or until they decide.
CREATE OR REPLACE FUNCTION is_charged_back(p payments) RETURNS BOOLEAN LANGUAGE SQL IMMUTABLE AS $$
  SELECT coalesce(p.dispute_status IN ('chargeback', 'lost'), false) AND p.refunded_amount + p.lost_amount
    + CASE p.dispute_status WHEN 'chargeback' THEN p.disputed_amount ELSE 0 END >= coalesce(p.received_amount, p.amount)
$$;
