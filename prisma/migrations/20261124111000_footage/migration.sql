-- Where the footage of an order is, and since when the studio has it: from then its due date counts.
ALTER TABLE "video_editing_orders"
    ADD COLUMN "footage_links" TEXT[] DEFAULT ARRAY[]::TEXT[],
    ADD COLUMN "footage_at" TIMESTAMPTZ(3);

-- Orders that were promised a date before keep it.
UPDATE "video_editing_orders" SET "footage_at" = "paid_at" WHERE "due_at" IS NOT NULL;
