-- Two-step sign-in (decision A1).
ALTER TABLE "users" ADD COLUMN "totp_confirmed_at" TIMESTAMPTZ(3), ADD COLUMN "totp_last_step" INTEGER;
ALTER TABLE users ADD CONSTRAINT users_totp CHECK (totp_confirmed_at IS NULL OR totp_secret IS NOT NULL);
CREATE TABLE "recovery_codes" (
  "id" SERIAL NOT NULL,
  "user_id" INTEGER NOT NULL,
  "code_hash" TEXT NOT NULL,
  "used_at" TIMESTAMPTZ(3),
  CONSTRAINT "recovery_codes_pkey" PRIMARY KEY ("id")
);
CREATE UNIQUE INDEX "recovery_codes_user_id_code_hash_key" ON "recovery_codes"("user_id", "code_hash");
ALTER TABLE "recovery_codes" ADD CONSTRAINT "recovery_codes_user_id_fkey"
  FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- What the owner's orders tab writes (decision D7).
ALTER TABLE "video_editing_orders" ADD COLUMN "deliveries" INTEGER NOT NULL DEFAULT 0, ADD COLUMN "delivery_link" TEXT;
ALTER TABLE video_editing_orders ADD CONSTRAINT video_editing_orders_deliveries CHECK (deliveries >= 0);

-- Two owners who edit the same member: the second is told.
ALTER TABLE "memberships" ADD COLUMN "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP;

-- Money that needed attention and was looked after outside of this site. Only such money has nothing else to become.
ALTER TABLE "payments" ADD COLUMN "note" TEXT, ADD COLUMN "handled_at" TIMESTAMPTZ(3);
ALTER TABLE payments ADD CONSTRAINT payments_handled CHECK (handled_at IS NULL OR note IS NOT NULL);

CREATE INDEX "audit_log_entity_id_idx" ON "audit_log"("entity", "id");
CREATE INDEX "audit_log_actor_id_idx" ON "audit_log"("actor", "id");
CREATE INDEX mails_failed ON mails (id) WHERE status = 'failed';
-- A mail that was given up and that nobody misses.
ALTER TABLE mails DROP CONSTRAINT mails_status;
ALTER TABLE mails ADD CONSTRAINT mails_status CHECK (status IN ('queued', 'sent', 'failed', 'dropped'));
