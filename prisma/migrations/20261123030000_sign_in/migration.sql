-- Put off by the administrator: the console no longer offers the second step, and still says that it is off.
ALTER TABLE "users" ADD COLUMN "second_step_put_off_at" TIMESTAMPTZ(3);

-- What people see of their own sessions, and the id by which they end one: the primary key is a token's hash.
ALTER TABLE "sessions"
  ADD COLUMN "public_id" UUID NOT NULL DEFAULT gen_random_uuid(),
  ADD COLUMN "browser" TEXT,
  ADD COLUMN "system" TEXT,
  ADD COLUMN "network" TEXT;
CREATE UNIQUE INDEX "sessions_public_id_key" ON "sessions"("public_id");

-- Which browser has signed in to which account before.
CREATE TABLE "known_browsers" (
  "browser_hash" TEXT NOT NULL,
  "account_hash" TEXT NOT NULL,
  "last_seen_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT "known_browsers_pkey" PRIMARY KEY ("browser_hash", "account_hash")
);
CREATE INDEX "known_browsers_account_hash_idx" ON "known_browsers"("account_hash");
CREATE INDEX "known_browsers_last_seen_at_idx" ON "known_browsers"("last_seen_at");

-- A code counts only in the browser that asked for it. Those of before live ten minutes and belong to no browser.
DELETE FROM sign_in_codes;
ALTER TABLE "sign_in_codes" ADD COLUMN "browser_hash" TEXT NOT NULL;
DROP INDEX "sign_in_codes_email_created_at_idx";
CREATE INDEX "sign_in_codes_browser_hash_email_idx" ON "sign_in_codes"("browser_hash", "email");
CREATE INDEX "sign_in_codes_created_at_idx" ON "sign_in_codes"("created_at");
