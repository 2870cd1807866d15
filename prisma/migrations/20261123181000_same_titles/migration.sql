-- Two works may have the same title.
DROP INDEX "portfolio_items_title_key";
