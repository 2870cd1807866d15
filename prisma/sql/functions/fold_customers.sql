-- Brings `customers` up to date with the rows of at most `most` changes; returns how many it took. One at a time, so that
-- what was read earlier is never written later; whoever changes a booking waits for none of this.
CREATE OR REPLACE FUNCTION fold_customers(most integer) RETURNS integer LANGUAGE plpgsql AS $$
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
