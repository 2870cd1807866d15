-- Each letter of a searched text that pg_trgm leaves out in a database with the C locale, as Chinese names have them: an
-- index of letters finds these.
CREATE OR REPLACE FUNCTION letters_beyond_ascii(form text) RETURNS text[] LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT coalesce(array_agg(DISTINCT letter), '{}') FROM unnest(string_to_array(form, NULL)) AS letter WHERE ascii(letter) > 127
$$;

-- Beside bookings_search, customers_search and video_editing_orders_search, of the same texts.
CREATE INDEX bookings_search_letters ON bookings USING gin (letters_beyond_ascii(
  search_form(first_name || ' ' || coalesce(last_name, '') || ' ' || email || ' ' || phone_forms(phone, phone_e164))));
CREATE INDEX customers_search_letters ON customers USING gin (letters_beyond_ascii(search_form(known_as)));
CREATE INDEX video_editing_orders_search_letters ON video_editing_orders USING gin (letters_beyond_ascii(
  search_form(customer_name || ' ' || customer_email || ' ' || phone_forms(customer_phone, phone_e164))));
