-- The names of a service as they are now, by language.
CREATE OR REPLACE FUNCTION names_of_service(service INTEGER) RETURNS JSONB
  LANGUAGE sql STABLE AS $$
  SELECT jsonb_build_object('en', s.name) || (
    SELECT coalesce(jsonb_object_agg(language, words -> 'name'), '{}')
    FROM jsonb_each(s.translations) AS translated (language, words) WHERE words ? 'name')
  FROM services AS s WHERE s.id = service
$$;
