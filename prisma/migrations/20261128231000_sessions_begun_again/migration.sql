-- A sign-in, or a proof of identity, whose answer was lost is answered when it is sent again.
-- The old version may run
ALTER TABLE sessions ADD COLUMN begun_with TEXT, ADD COLUMN replaces TEXT;
CREATE INDEX sessions_begun_with_idx ON sessions (begun_with);
CREATE INDEX sessions_replaces_idx ON sessions (replaces);
