-- The keys of one person: `wanted`, and those of the customers that it was merged with.
CREATE OR REPLACE FUNCTION customer_keys(wanted text) RETURNS text[] LANGUAGE sql STABLE PARALLEL SAFE AS $$
  WITH RECURSIVE tree AS (
    SELECT c.id, c.key FROM customers c WHERE c.id IN (SELECT customer_root(own.id) FROM customers own WHERE own.key = wanted)
    UNION SELECT c.id, c.key FROM customers c JOIN tree ON c.merged_into_id = tree.id)
  SELECT array(SELECT wanted UNION SELECT key FROM tree ORDER BY 1)
$$;
