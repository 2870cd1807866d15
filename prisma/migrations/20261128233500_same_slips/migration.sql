-- By which one slip that was sent for two bookings is found: sha256 of the file as it is kept.
-- The old version must be stopped: it keeps slips without their digest
ALTER TABLE slips ADD COLUMN digest BYTEA;
UPDATE slips SET digest = sha256(data);
ALTER TABLE slips ALTER COLUMN digest SET NOT NULL;
CREATE INDEX slips_digest ON slips (digest);
