-- The old version must be stopped: it still writes the former word
UPDATE "feeds" SET "error" = 'unreachable' WHERE "error" = 'private';
