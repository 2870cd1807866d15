-- The keys of one person: `wanted`, and those of the customers that it was merged with.
CREATE FUNCTION customer_keys(wanted text) RETURNS text[] LANGUAGE sql STABLE PARALLEL SAFE AS $$
  WITH RECURSIVE tree AS (
    SELECT c.id, c.key FROM customers c WHERE c.id IN (SELECT customer_root(own.id) FROM customers own WHERE own.key = wanted)
    UNION SELECT c.id, c.key FROM customers c JOIN tree ON c.merged_into_id = tree.id)
  SELECT array(SELECT wanted UNION SELECT key FROM tree ORDER BY 1)
$$;

-- The inbox walks each of its states from the newest message on; contacts_waiting serves the third.
CREATE INDEX contacts_answered ON contacts (id) WHERE archived_at IS NULL AND answered_at IS NOT NULL;
CREATE INDEX contacts_archived ON contacts (id) WHERE archived_at IS NOT NULL;
