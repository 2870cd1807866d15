-- Whose a row is: the person of its proven email, else of its number, else of its email; null for a row without a person.
CREATE OR REPLACE FUNCTION customer_key(email text, e164 text) RETURNS text LANGUAGE sql STABLE PARALLEL SAFE AS $$
  SELECT CASE
    WHEN email <> '' AND coalesce(e164, '') = '' THEN 'mail:' || email
    WHEN email <> '' AND email_is_proven(email) THEN 'mail:' || email
    WHEN e164 <> '' THEN 'tel:' || e164 END
$$;
