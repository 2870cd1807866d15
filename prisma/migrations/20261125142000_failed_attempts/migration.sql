-- What a stranger's requests alone cause is counted here, for a month, and never becomes a row of the audit log, which is
-- kept for seven years: one row for each day, account and network.
CREATE TABLE "failed_attempts" (
    "day" DATE NOT NULL,
    "action" TEXT NOT NULL,
    "account" TEXT NOT NULL,
    "network" TEXT NOT NULL,
    "attempts" INTEGER NOT NULL,
    "last_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "failed_attempts_pkey" PRIMARY KEY ("day", "action", "account", "network")
);
