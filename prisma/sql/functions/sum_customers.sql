-- Writes what the list of customers is sorted and filtered by: for those that others were merged into, over all of them.
CREATE OR REPLACE FUNCTION sum_customers(wanted integer[]) RETURNS void LANGUAGE sql AS $$
  WITH RECURSIVE roots AS (SELECT DISTINCT customer_root(w) AS id FROM unnest(wanted) AS w),
    tree AS (
      SELECT c.id, c.id AS root, c.own_at, c.own_member FROM customers c JOIN roots r ON r.id = c.id
      UNION ALL SELECT c.id, tree.root, c.own_at, c.own_member FROM customers c JOIN tree ON c.merged_into_id = tree.id),
    sums AS (SELECT root, max(own_at) AS at, bool_or(own_member) AS is_member FROM tree GROUP BY root)
  UPDATE customers c SET last_at = CASE c.id WHEN s.root THEN s.at ELSE c.own_at END,
    is_member = CASE c.id WHEN s.root THEN s.is_member ELSE c.own_member END
  FROM tree t JOIN sums s ON s.root = t.root WHERE c.id = t.id
$$;
