-- The sum of the lines of a sale, in sen.
CREATE OR REPLACE FUNCTION sale_lines_sum(lines JSONB) RETURNS NUMERIC
  LANGUAGE sql IMMUTABLE AS $$
  SELECT coalesce(sum((line ->> 'amountSen')::numeric), 0) FROM jsonb_array_elements(lines) AS line
$$;
