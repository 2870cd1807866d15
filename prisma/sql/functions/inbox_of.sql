-- The inbox of an email, the same for all its spellings, as inboxOf of lib/inbox.ts has it.
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
