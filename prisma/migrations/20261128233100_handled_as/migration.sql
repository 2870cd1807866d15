-- What became of money that was marked as handled: kept, or given back where that cannot be recorded.
-- Null where none was to be decided about, and where it was not said before this version.
-- The old version may run
ALTER TABLE payments ADD COLUMN handled_as TEXT;
ALTER TABLE payments ADD CONSTRAINT payments_handled_as CHECK (handled_as IN ('kept', 'given_back'));
