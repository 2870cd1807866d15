-- The indexes follow from the function.
DROP INDEX bookings_search_letters;
DROP INDEX customers_search_letters;
DROP INDEX video_editing_orders_search_letters;
DROP INDEX contacts_search_letters;
-- Each letter of a searched text that pg_trgm leaves out in a database with the C locale, and each two of them in a row, as
-- Chinese names have them: an index of these finds them.
CREATE OR REPLACE FUNCTION letters_beyond_ascii(form text) RETURNS text[] LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT coalesce(array_agg(DISTINCT part), '{}')
  FROM (SELECT letter, lead(letter) OVER (ORDER BY at) AS next FROM unnest(string_to_array(form, NULL)) WITH ORDINALITY AS l (letter, at))
      AS letters,
    LATERAL (VALUES (letter), (CASE WHEN ascii(next) > 127 THEN letter || next END)) AS parts (part)
  WHERE ascii(letter) > 127 AND part IS NOT NULL
$$;
CREATE INDEX bookings_search_letters ON bookings USING gin (letters_beyond_ascii(
  search_form(first_name || ' ' || coalesce(last_name, '') || ' ' || email || ' ' || phone_forms(phone, phone_e164))));
CREATE INDEX customers_search_letters ON customers USING gin (letters_beyond_ascii(search_form(known_as)));
CREATE INDEX video_editing_orders_search_letters ON video_editing_orders USING gin (letters_beyond_ascii(
  search_form(customer_name || ' ' || customer_email || ' ' || phone_forms(customer_phone, phone_e164))));
CREATE INDEX contacts_search_letters ON contacts USING gin (letters_beyond_ascii(search_form(name || ' ' || email || ' '
  || phone_forms(phone, phone_e164) || ' ' || coalesce(company, '') || ' ' || message)));
