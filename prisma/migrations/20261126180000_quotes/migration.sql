-- What somebody said of the studio, beside a work: never without who said it.
ALTER TABLE portfolio_items
  ADD COLUMN quote text,
  ADD COLUMN quote_name text,
  ADD COLUMN quote_show text,
  ADD CONSTRAINT portfolio_items_quote
    CHECK ((quote IS NULL) = (quote_name IS NULL) AND (quote_show IS NULL OR quote IS NOT NULL));
