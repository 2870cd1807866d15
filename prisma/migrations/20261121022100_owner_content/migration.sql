-- What the owner changes can be compared with what they last saw, and a contact message can be put aside.
ALTER TABLE "holidays" ADD COLUMN "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP;
ALTER TABLE "contacts" ADD COLUMN "archived_at" TIMESTAMPTZ(3);
ALTER TABLE "contacts" ADD COLUMN "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP;
ALTER TABLE "blog_posts" ADD COLUMN "cover_url" TEXT;
CREATE INDEX "contacts_archived_at_created_at_id_idx" ON "contacts"("archived_at", "created_at" DESC, "id" DESC);
