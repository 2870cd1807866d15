-- Each letter of a searched text that pg_trgm leaves out in a database with the C locale, and each two of them in a row, as
-- Chinese names have them: an index of these finds them.
CREATE OR REPLACE FUNCTION letters_beyond_ascii(form text) RETURNS text[] LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT coalesce(array_agg(DISTINCT part), '{}')
  FROM (SELECT letter, lead(letter) OVER (ORDER BY at) AS next FROM unnest(string_to_array(form, NULL)) WITH ORDINALITY AS l (letter, at))
      AS letters,
    LATERAL (VALUES (letter), (CASE WHEN ascii(next) > 127 THEN letter || next END)) AS parts (part)
  WHERE ascii(letter) > 127 AND part IS NOT NULL
$$;
