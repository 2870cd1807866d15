-- The customer that one was merged into, or itself.
CREATE OR REPLACE FUNCTION customer_root(wanted integer) RETURNS integer LANGUAGE sql STABLE PARALLEL SAFE AS $$
  WITH RECURSIVE line AS (
    SELECT id, merged_into_id FROM customers WHERE id = wanted
    UNION SELECT c.id, c.merged_into_id FROM customers c JOIN line ON c.id = line.merged_into_id)
  SELECT id FROM line WHERE merged_into_id IS NULL
$$;
