-- What keeps money, mail or bookings from their way, since when, and how often it was seen.
CREATE TABLE "troubles" (
    "kind" TEXT NOT NULL,
    "since" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "last_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "count" INTEGER NOT NULL DEFAULT 1,

    CONSTRAINT "troubles_pkey" PRIMARY KEY ("kind")
);
-- A row per kind, of which the code knows a few: nothing that a stranger sends adds one.
ALTER TABLE troubles ADD CONSTRAINT troubles_kind CHECK (kind ~ '^[a-z_]{1,40}$');

-- Bookings to be paid by link (no deadline, no payment that counts) whose time has passed.
CREATE VIEW bookings_unpaid_over AS
  SELECT b.* FROM bookings b
  WHERE b.status = 'pending' AND b.hold_expires_at IS NULL AND b.ends_at <= now()
    AND NOT EXISTS (SELECT 1 FROM payments p WHERE p.booking_id = b.id
      AND p.outcome IN ('confirmed', 'needs_attention', 'refund_due'));
