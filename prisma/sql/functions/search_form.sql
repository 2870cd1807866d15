-- A text as the owner's search compares it (lib/admin/search.ts folds what is typed in the same way): one form of each
-- letter, quotation mark, hyphen and blank, without accents and invisible marks. Does not depend on the database's
-- locale, except for capitals of other scripts than the Latin one.
CREATE OR REPLACE FUNCTION search_form(written text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT lower(translate(
    regexp_replace(
      normalize(translate(written, '’‘‛ʼʻʹ′`´', ''''''''''''''''''''), NFKD),
      '[\u0300-\u036f\u00ad\u061c\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufe00-\ufe0f\ufeff]', '', 'g'),
    '‐‑‒–—―⁃−ー〜ĐđØøŁł', '----------DdOoLl'))
$$;
