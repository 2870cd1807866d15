UPDATE "feeds" SET "error" = 'unreachable' WHERE "error" = 'private';
