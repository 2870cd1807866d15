-- A mail to an address that neither a code nor a payment has proven, or one that such an address has caused: there is a
-- limit to how many leave in an hour.
ALTER TABLE "mails" ADD COLUMN "unproven" BOOLEAN NOT NULL DEFAULT false;

-- Those sent in the last hour are counted before the next one leaves.
CREATE INDEX "mails_unproven_sent_at_idx" ON "mails" ("sent_at") WHERE "unproven";
