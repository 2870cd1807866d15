-- Calendars of elsewhere whose events block a room (docs/decisions/055).
-- The old version may run
CREATE TABLE "feeds" (
    "id" SERIAL NOT NULL,
    "studio_id" INTEGER NOT NULL,
    "name" TEXT NOT NULL,
    "address" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "read_at" TIMESTAMPTZ(3),
    "succeeded_at" TIMESTAMPTZ(3),
    "failing_since" TIMESTAMPTZ(3),
    "error" TEXT,
    "error_detail" TEXT,
    "etag" TEXT,
    "applied_at" TIMESTAMPTZ(3),

    CONSTRAINT "feeds_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "feeds_error" CHECK (("error" IS NULL) = ("failing_since" IS NULL) AND ("error" IS NOT NULL OR "error_detail" IS NULL))
);
CREATE UNIQUE INDEX "feeds_studio_id_name_key" ON "feeds"("studio_id", "name");
ALTER TABLE "feeds" ADD CONSTRAINT "feeds_studio_id_fkey" FOREIGN KEY ("studio_id") REFERENCES "studios"("id") ON DELETE CASCADE ON UPDATE CASCADE;

ALTER TABLE "blocks" ADD COLUMN "feed_id" INTEGER;
ALTER TABLE "blocks" ADD CONSTRAINT "blocks_feed" CHECK ("feed_id" IS NULL OR ("repeats" IS NULL AND "visitor_note" IS NULL));
CREATE UNIQUE INDEX "blocks_feed_id_first_day_last_day_from_minute_to_minute_key" ON "blocks"("feed_id", "first_day", "last_day", "from_minute", "to_minute");
ALTER TABLE "blocks" ADD CONSTRAINT "blocks_feed_id_fkey" FOREIGN KEY ("feed_id") REFERENCES "feeds"("id") ON DELETE CASCADE ON UPDATE CASCADE;
