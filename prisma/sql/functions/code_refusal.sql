-- Why one more use of a code is refused, or null: 'UC001' all its uses are taken, 'UC002' this inbox has had its own. The
-- code stays locked until the transaction ends, so that two at once cannot both have the last use. `own` is a booking that
-- does not count.
CREATE OR REPLACE FUNCTION code_refusal(wanted INTEGER, user_email TEXT, own INTEGER) RETURNS TEXT
  LANGUAGE plpgsql AS $$
DECLARE
  c codes;
  used RECORD;
BEGIN
  SELECT * INTO STRICT c FROM codes WHERE id = wanted FOR UPDATE;
  SELECT count(*) AS uses, count(*) FILTER (WHERE inbox_of(b.email) = inbox_of(user_email)) AS own_uses INTO used
  FROM bookings AS b WHERE b.code_id = wanted AND b.status <> 'cancelled' AND b.id IS DISTINCT FROM own;
  RETURN CASE
    WHEN used.uses >= c.max_uses THEN 'UC001'
    WHEN c.once_each AND used.own_uses > 0 THEN 'UC002'
  END;
END
$$;
