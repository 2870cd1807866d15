-- What the owner's search finds a phone number by: as it was typed, its digits, its value.
CREATE OR REPLACE FUNCTION phone_forms(typed text, e164 text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT coalesce(typed || ' ' || regexp_replace(normalize(typed, NFKC), '[^0-9]', '', 'g'), '') || ' ' || coalesce(e164, '')
$$;
