-- Each letter of a searched text that pg_trgm leaves out in a database with the C locale, as Chinese names have them: an
-- index of letters finds these.
CREATE OR REPLACE FUNCTION letters_beyond_ascii(form text) RETURNS text[] LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT coalesce(array_agg(DISTINCT letter), '{}') FROM unnest(string_to_array(form, NULL)) AS letter WHERE ascii(letter) > 127
$$;
