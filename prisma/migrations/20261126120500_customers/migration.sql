-- Customers: one row per person, by proven email, else number, else email. They are folded from bookings, orders, messages
-- and memberships by a job, which also makes them of the rows that are there.

CREATE TABLE customer_changes (
  id BIGSERIAL PRIMARY KEY,
  email TEXT NOT NULL,
  phone_e164 TEXT NOT NULL
);

CREATE TABLE customers (
  id SERIAL PRIMARY KEY,
  key TEXT NOT NULL,
  merged_into_id INTEGER,
  first_name TEXT NOT NULL,
  last_name TEXT,
  email TEXT NOT NULL,
  phone TEXT,
  phone_e164 TEXT,
  locale TEXT NOT NULL,
  known_as TEXT NOT NULL,
  own_at TIMESTAMPTZ(3) NOT NULL,
  last_at TIMESTAMPTZ(3) NOT NULL,
  own_member BOOLEAN NOT NULL,
  is_member BOOLEAN NOT NULL,
  CONSTRAINT customers_merged_into_id_fkey FOREIGN KEY (merged_into_id) REFERENCES customers (id)
    ON DELETE SET NULL ON UPDATE CASCADE,
  CONSTRAINT customers_key CHECK (key ~ '^(mail|tel):.'),
  CONSTRAINT customers_merged CHECK (merged_into_id <> id)
);
CREATE UNIQUE INDEX customers_key_key ON customers (key);
CREATE INDEX customers_merged_into_id_idx ON customers (merged_into_id);
CREATE INDEX customers_phone_e164_idx ON customers (phone_e164);
CREATE INDEX customers_email_idx ON customers (email);
CREATE INDEX customers_shown ON customers (last_at DESC, id DESC) WHERE merged_into_id IS NULL;
CREATE INDEX customers_members ON customers (last_at DESC, id DESC) WHERE merged_into_id IS NULL AND is_member;
CREATE INDEX customers_search ON customers USING gin (search_form(known_as) gin_trgm_ops);
CREATE INDEX contacts_lower_email ON contacts (lower(email));
-- Bookings that are still to be paid.
CREATE INDEX bookings_unpaid ON bookings (id) WHERE status = 'pending' AND hold_expires_at IS NULL;

-- Whether a code or a payment has proven that an email (in lower case) belongs to the person who gave it.
CREATE FUNCTION email_is_proven(wanted text) RETURNS boolean LANGUAGE sql STABLE PARALLEL SAFE AS $$
  SELECT EXISTS (SELECT FROM memberships m WHERE m.customer_email = wanted AND m.email_proven_at IS NOT NULL)
    OR EXISTS (SELECT FROM bookings b JOIN payments p ON p.booking_id = b.id WHERE lower(b.email) = wanted
      AND p.status = 'succeeded' AND p.stripe_payment_intent_id IS NOT NULL)
    OR EXISTS (SELECT FROM video_editing_orders o JOIN payments p ON p.order_id = o.id WHERE lower(o.customer_email) = wanted
      AND p.status = 'succeeded' AND p.stripe_payment_intent_id IS NOT NULL)
$$;

-- Whose a row is: the person of its proven email, else of its number, else of its email; null for a row without a person.
CREATE FUNCTION customer_key(email text, e164 text) RETURNS text LANGUAGE sql STABLE PARALLEL SAFE AS $$
  SELECT CASE
    WHEN email <> '' AND coalesce(e164, '') = '' THEN 'mail:' || email
    WHEN email <> '' AND email_is_proven(email) THEN 'mail:' || email
    WHEN e164 <> '' THEN 'tel:' || e164 END
$$;

-- The customer that one was merged into, or itself.
CREATE FUNCTION customer_root(wanted integer) RETURNS integer LANGUAGE sql STABLE PARALLEL SAFE AS $$
  WITH RECURSIVE line AS (
    SELECT id, merged_into_id FROM customers WHERE id = wanted
    UNION SELECT c.id, c.merged_into_id FROM customers c JOIN line ON c.id = line.merged_into_id)
  SELECT id FROM line WHERE merged_into_id IS NULL
$$;

-- A booking that makes somebody a customer: not a hold that awaits its payment or ended without one.
CREATE FUNCTION booking_is_known(status text, hold_expires_at timestamptz, cancel_reason text)
  RETURNS boolean LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT (status <> 'pending' OR hold_expires_at IS NULL) AND coalesce(cancel_reason, '') NOT IN ('expired', 'released')
$$;

-- An order that makes somebody a customer: not one that awaits its payment or ended without one.
CREATE FUNCTION order_is_known(status text, cancel_reason text)
  RETURNS boolean LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT status <> 'pending' AND coalesce(cancel_reason, '') NOT IN ('expired', 'replaced')
$$;

-- What is known of customers, whatever it is a row of. `at`: when they were here, or will be.
CREATE VIEW customer_rows AS
  SELECT 'booking' AS kind, b.id, b.first_name, b.last_name, lower(b.email) AS email, b.phone, b.phone_e164, b.locale,
    CASE b.status WHEN 'cancelled' THEN b.created_at ELSE b.ends_at END AS at, false AS is_member,
    customer_key(lower(b.email), b.phone_e164) AS key
  FROM bookings b WHERE booking_is_known(b.status, b.hold_expires_at, b.cancel_reason)
  UNION ALL
  SELECT 'order', o.id, o.customer_name, NULL, lower(o.customer_email), o.customer_phone, o.phone_e164, o.locale,
    o.created_at, false, customer_key(lower(o.customer_email), o.phone_e164)
  FROM video_editing_orders o WHERE order_is_known(o.status, o.cancel_reason)
  UNION ALL
  SELECT 'contact', c.id, c.name, NULL, lower(c.email), c.phone, c.phone_e164, NULL,
    c.created_at, false, customer_key(lower(c.email), c.phone_e164)
  FROM contacts c
  UNION ALL
  SELECT 'member', m.id, m.customer_name, NULL, m.customer_email, m.customer_phone, m.phone_e164, NULL,
    m.joined_at, m.status <> 'cancelled', customer_key(m.customer_email, m.phone_e164)
  FROM memberships m WHERE position('@' IN m.customer_email) > 0;

-- Writes what the list of customers is sorted and filtered by: for those that others were merged into, over all of them.
CREATE FUNCTION sum_customers(wanted integer[]) RETURNS void LANGUAGE sql AS $$
  WITH RECURSIVE roots AS (SELECT DISTINCT customer_root(w) AS id FROM unnest(wanted) AS w),
    tree AS (
      SELECT c.id, c.id AS root, c.own_at, c.own_member FROM customers c JOIN roots r ON r.id = c.id
      UNION ALL SELECT c.id, tree.root, c.own_at, c.own_member FROM customers c JOIN tree ON c.merged_into_id = tree.id),
    sums AS (SELECT root, max(own_at) AS at, bool_or(own_member) AS is_member FROM tree GROUP BY root)
  UPDATE customers c SET last_at = CASE c.id WHEN s.root THEN s.at ELSE c.own_at END,
    is_member = CASE c.id WHEN s.root THEN s.is_member ELSE c.own_member END
  FROM tree t JOIN sums s ON s.root = t.root WHERE c.id = t.id
$$;

-- Brings `customers` up to date with the rows of at most `most` changes; returns how many it took. One at a time, so that
-- what was read earlier is never written later; whoever changes a booking waits for none of this.
CREATE FUNCTION fold_customers(most integer) RETURNS integer LANGUAGE plpgsql AS $$
DECLARE
  taken integer;
  emails text[];
  phones text[];
  keys text[];
  touched integer[];
BEGIN
  IF NOT EXISTS (SELECT FROM customer_changes) THEN RETURN 0; END IF;
  PERFORM pg_advisory_xact_lock(7270744);
  WITH gone AS (
    DELETE FROM customer_changes WHERE id IN (SELECT id FROM customer_changes ORDER BY id LIMIT most)
    RETURNING email, phone_e164)
  SELECT count(*), coalesce(array_agg(DISTINCT email) FILTER (WHERE email <> ''), '{}'),
    coalesce(array_agg(DISTINCT phone_e164) FILTER (WHERE phone_e164 <> ''), '{}')
  INTO taken, emails, phones FROM gone;
  -- An email that was just proven takes its rows from their numbers.
  SELECT coalesce(array_agg(DISTINCT p), '{}') INTO phones FROM (
    SELECT unnest(phones) AS p
    UNION SELECT r.phone_e164 FROM customer_rows r WHERE r.email = ANY (emails) AND r.phone_e164 <> '') AS all_phones;
  SELECT array_agg('mail:' || e) INTO keys FROM unnest(emails) AS e;
  keys := coalesce(keys, '{}') || coalesce((SELECT array_agg('tel:' || p) FROM unnest(phones) AS p), '{}');

  WITH known AS (
    SELECT r.key,
      (array_agg(r.first_name ORDER BY r.at DESC, r.id DESC))[1] AS first_name,
      (array_agg(r.last_name ORDER BY r.at DESC, r.id DESC))[1] AS last_name,
      (array_agg(r.email ORDER BY r.email = '', r.at DESC, r.id DESC))[1] AS email,
      (array_agg(r.phone ORDER BY r.phone IS NULL, r.at DESC, r.id DESC))[1] AS phone,
      (array_agg(r.phone_e164 ORDER BY r.phone IS NULL, r.at DESC, r.id DESC))[1] AS phone_e164,
      (array_agg(r.locale ORDER BY r.locale IS NULL, r.at DESC, r.id DESC))[1] AS locale,
      left(string_agg(DISTINCT concat_ws(' ', r.first_name, r.last_name, r.email, phone_forms(r.phone, r.phone_e164)), ' '), 2000)
        AS known_as,
      max(r.at) AS own_at, bool_or(r.is_member) AS own_member
    FROM customer_rows r
    WHERE (r.email = ANY (emails) OR r.phone_e164 = ANY (phones)) AND r.key = ANY (keys)
    GROUP BY r.key),
  written AS (
    INSERT INTO customers AS c (key, first_name, last_name, email, phone, phone_e164, locale, known_as, own_at, last_at, own_member,
      is_member)
    SELECT key, first_name, last_name, email, phone, phone_e164, coalesce(locale, 'en'), known_as, own_at, own_at, own_member,
      own_member
    FROM known ORDER BY key
    ON CONFLICT (key) DO UPDATE SET first_name = excluded.first_name, last_name = excluded.last_name, email = excluded.email,
      phone = excluded.phone, phone_e164 = excluded.phone_e164, locale = excluded.locale, known_as = excluded.known_as,
      own_at = excluded.own_at, own_member = excluded.own_member
    RETURNING c.id, c.key)
  SELECT coalesce(array_agg(w.id), '{}'), coalesce(array_agg(w.key), '{}') INTO touched, phones FROM written w;

  -- Those who were merged into somebody of whom nothing is known any more stand by themselves again.
  touched := touched || coalesce((SELECT array_agg(c.id) FROM customers c JOIN customers gone ON gone.id = c.merged_into_id
    WHERE gone.key = ANY (keys) AND NOT gone.key = ANY (phones)), '{}');
  DELETE FROM customers c WHERE c.key = ANY (keys) AND NOT c.key = ANY (phones);
  PERFORM sum_customers(touched);
  RETURN taken;
END
$$;

-- Whose rows changed, for fold_customers: appended by the statement that changes them, so that no two transactions wait for
-- one customer.
CREATE FUNCTION customer_changed() RETURNS TRIGGER LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO customer_changes (email, phone_e164)
    SELECT DISTINCT coalesce(lower(r ->> TG_ARGV[0]), ''), coalesce(r ->> 'phone_e164', '')
    FROM unnest(ARRAY[
      CASE WHEN TG_OP <> 'INSERT' THEN to_jsonb(OLD) END, CASE WHEN TG_OP <> 'DELETE' THEN to_jsonb(NEW) END]) AS r
    WHERE r IS NOT NULL;
  RETURN NULL;
END$$;

CREATE FUNCTION payment_proved() RETURNS TRIGGER LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO customer_changes (email, phone_e164)
    SELECT lower(email), coalesce(phone_e164, '') FROM bookings WHERE id = NEW.booking_id
    UNION ALL SELECT lower(customer_email), coalesce(phone_e164, '') FROM video_editing_orders WHERE id = NEW.order_id;
  RETURN NULL;
END$$;

CREATE TRIGGER customer_came AFTER INSERT ON bookings FOR EACH ROW
  WHEN (booking_is_known(NEW.status, NEW.hold_expires_at, NEW.cancel_reason)) EXECUTE FUNCTION customer_changed('email');
CREATE TRIGGER customer_changed AFTER UPDATE OF first_name, last_name, email, phone, phone_e164, locale, ends_at, status,
    hold_expires_at, cancel_reason ON bookings FOR EACH ROW
  WHEN (booking_is_known(OLD.status, OLD.hold_expires_at, OLD.cancel_reason)
    OR booking_is_known(NEW.status, NEW.hold_expires_at, NEW.cancel_reason)) EXECUTE FUNCTION customer_changed('email');
CREATE TRIGGER customer_went AFTER DELETE ON bookings FOR EACH ROW
  WHEN (booking_is_known(OLD.status, OLD.hold_expires_at, OLD.cancel_reason)) EXECUTE FUNCTION customer_changed('email');

CREATE TRIGGER customer_came AFTER INSERT ON video_editing_orders FOR EACH ROW
  WHEN (order_is_known(NEW.status, NEW.cancel_reason)) EXECUTE FUNCTION customer_changed('customer_email');
CREATE TRIGGER customer_changed AFTER UPDATE OF customer_name, customer_email, customer_phone, phone_e164, locale, status,
    cancel_reason ON video_editing_orders FOR EACH ROW
  WHEN (order_is_known(OLD.status, OLD.cancel_reason) OR order_is_known(NEW.status, NEW.cancel_reason))
  EXECUTE FUNCTION customer_changed('customer_email');
CREATE TRIGGER customer_went AFTER DELETE ON video_editing_orders FOR EACH ROW
  WHEN (order_is_known(OLD.status, OLD.cancel_reason)) EXECUTE FUNCTION customer_changed('customer_email');

CREATE TRIGGER customer_changed AFTER INSERT OR DELETE OR UPDATE OF name, email, phone, phone_e164 ON contacts
  FOR EACH ROW EXECUTE FUNCTION customer_changed('email');
CREATE TRIGGER customer_changed AFTER INSERT OR DELETE OR UPDATE OF customer_name, customer_email, customer_phone,
    phone_e164, status, joined_at, email_proven_at ON memberships
  FOR EACH ROW EXECUTE FUNCTION customer_changed('customer_email');

CREATE TRIGGER payment_proved AFTER INSERT OR UPDATE OF status ON payments FOR EACH ROW
  WHEN (NEW.status = 'succeeded' AND NEW.stripe_payment_intent_id IS NOT NULL) EXECUTE FUNCTION payment_proved();

INSERT INTO customer_changes (email, phone_e164)
  SELECT DISTINCT lower(email), '' FROM bookings
  UNION SELECT lower(customer_email), '' FROM video_editing_orders
  UNION SELECT lower(email), '' FROM contacts
  UNION SELECT customer_email, '' FROM memberships;
