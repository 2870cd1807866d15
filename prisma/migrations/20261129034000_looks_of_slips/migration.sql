-- A slip's picture in few grey pixels, by which the same one is found that was compressed otherwise. Those of before
-- are compared by their bytes alone.
-- The old version may run
ALTER TABLE slips ADD COLUMN look BYTEA;
