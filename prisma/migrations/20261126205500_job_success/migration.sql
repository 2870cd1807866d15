-- When each job last ended without a failure.
ALTER TABLE "jobs" ADD COLUMN "succeeded_at" TIMESTAMPTZ(3);
