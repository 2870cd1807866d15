-- Secret addresses at which somebody's own calendar reads the sessions (docs/decisions/049).
-- The old version may run
CREATE TABLE "calendar_addresses" (
    "id" SERIAL NOT NULL,
    "user_id" INTEGER NOT NULL,
    "studio_id" INTEGER,
    "token_hash" TEXT NOT NULL,
    "locale" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "last_read_at" TIMESTAMPTZ(3),

    CONSTRAINT "calendar_addresses_pkey" PRIMARY KEY ("id")
);
CREATE UNIQUE INDEX "calendar_addresses_token_hash_key" ON "calendar_addresses"("token_hash");
CREATE INDEX "calendar_addresses_user_id_idx" ON "calendar_addresses"("user_id");
CREATE INDEX "calendar_addresses_studio_id_idx" ON "calendar_addresses"("studio_id");
ALTER TABLE "calendar_addresses" ADD CONSTRAINT "calendar_addresses_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "calendar_addresses" ADD CONSTRAINT "calendar_addresses_studio_id_fkey" FOREIGN KEY ("studio_id") REFERENCES "studios"("id") ON DELETE CASCADE ON UPDATE CASCADE;
