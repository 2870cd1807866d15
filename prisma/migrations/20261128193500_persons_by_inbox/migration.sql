-- The inbox of an email, the same for all its spellings, as inboxOf of lib/inbox.ts has it.
-- The old version may run
CREATE OR REPLACE FUNCTION inbox_of(email TEXT) RETURNS TEXT LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT CASE
      WHEN host IN ('gmail.com', 'googlemail.com') THEN replace(name, '.', '') || '@gmail.com'
      WHEN host IN ('proton.me', 'protonmail.com', 'pm.me') THEN translate(name, '._-', '') || '@proton.me'
      WHEN host IN ('icloud.com', 'me.com', 'mac.com') THEN name || '@icloud.com'
      ELSE name || '@' || host END
  FROM (SELECT split_part(regexp_replace(whole, '@[^@]*$', ''), '+', 1) AS name,
      CASE WHEN strpos(whole, '@') > 0 THEN substring(whole FROM '[^@]*$') ELSE '' END AS host
    FROM (SELECT lower(btrim(email)) AS whole) AS typed) AS parts
$$;

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

-- For what depends on who somebody is: codes, the first order's price, rewards.
CREATE INDEX bookings_inbox ON bookings (inbox_of(email));
CREATE INDEX video_editing_orders_inbox ON video_editing_orders (inbox_of(customer_email));
