-- Since when a calendar of elsewhere has had no event although its times block here (docs/decisions/063).
-- The old version may run
ALTER TABLE "feeds" ADD COLUMN "empty_since" TIMESTAMPTZ(3);
