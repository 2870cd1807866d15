-- Notifications on the phones of those who work in the console (docs/decisions/056).
-- The old version may run
CREATE TABLE "push_subscriptions" (
    "id" SERIAL NOT NULL,
    "session_id" TEXT NOT NULL,
    "endpoint" TEXT NOT NULL,
    "p256dh" TEXT NOT NULL,
    "auth" TEXT NOT NULL,
    "server_key" TEXT NOT NULL,
    "locale" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "last_success_at" TIMESTAMPTZ(3),
    "failures" INTEGER NOT NULL DEFAULT 0,

    CONSTRAINT "push_subscriptions_pkey" PRIMARY KEY ("id")
);
CREATE UNIQUE INDEX "push_subscriptions_session_id_key" ON "push_subscriptions"("session_id");
CREATE UNIQUE INDEX "push_subscriptions_endpoint_key" ON "push_subscriptions"("endpoint");
ALTER TABLE "push_subscriptions" ADD CONSTRAINT "push_subscriptions_session_id_fkey" FOREIGN KEY ("session_id") REFERENCES "sessions"("id") ON DELETE CASCADE ON UPDATE CASCADE;

CREATE TABLE "push_choices" (
    "user_id" INTEGER NOT NULL,
    "bookings" BOOLEAN NOT NULL DEFAULT true,
    "changes" BOOLEAN NOT NULL DEFAULT true,
    "money" BOOLEAN NOT NULL DEFAULT true,
    "messages" BOOLEAN NOT NULL DEFAULT true,
    "details" BOOLEAN NOT NULL DEFAULT false,
    "quiet_from" TEXT,
    "quiet_until" TEXT,

    CONSTRAINT "push_choices_pkey" PRIMARY KEY ("user_id"),
    CONSTRAINT push_choices_quiet CHECK ((quiet_from IS NULL) = (quiet_until IS NULL))
);
ALTER TABLE "push_choices" ADD CONSTRAINT "push_choices_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

CREATE TABLE "pushes" (
    "id" SERIAL NOT NULL,
    "subscription_id" INTEGER NOT NULL,
    "topic" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "booking_id" INTEGER,
    "payment_id" INTEGER,
    "contact_id" INTEGER,
    "version" INTEGER NOT NULL DEFAULT 1,
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "next_attempt_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "pushes_pkey" PRIMARY KEY ("id"),
    CONSTRAINT pushes_kind CHECK (kind IN ('bookings', 'changes', 'money', 'messages')),
    CONSTRAINT pushes_about CHECK (num_nonnulls(booking_id, payment_id, contact_id) = 1)
);
CREATE UNIQUE INDEX "pushes_subscription_id_topic_key" ON "pushes"("subscription_id", "topic");
CREATE INDEX "pushes_next_attempt_at_idx" ON "pushes"("next_attempt_at");
CREATE INDEX "pushes_booking_id_idx" ON "pushes"("booking_id");
CREATE INDEX "pushes_payment_id_idx" ON "pushes"("payment_id");
CREATE INDEX "pushes_contact_id_idx" ON "pushes"("contact_id");
ALTER TABLE "pushes" ADD CONSTRAINT "pushes_subscription_id_fkey" FOREIGN KEY ("subscription_id") REFERENCES "push_subscriptions"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "pushes" ADD CONSTRAINT "pushes_booking_id_fkey" FOREIGN KEY ("booking_id") REFERENCES "bookings"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "pushes" ADD CONSTRAINT "pushes_payment_id_fkey" FOREIGN KEY ("payment_id") REFERENCES "payments"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "pushes" ADD CONSTRAINT "pushes_contact_id_fkey" FOREIGN KEY ("contact_id") REFERENCES "contacts"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- What the phones were told of a booking.
ALTER TABLE notices DROP CONSTRAINT notices_audience;
ALTER TABLE notices ADD CONSTRAINT notices_audience CHECK (audience IN ('customer', 'studio', 'phones'));

-- Queues what phones are told, in the transaction of its cause: a row for each phone whose owner wants
-- this kind and may see it, none where one about the same waits. Returns how many phones. What it says is
-- written when it is sent (lib/current-push.ts).
CREATE OR REPLACE FUNCTION queue_push(about_kind TEXT, about_booking INTEGER, about_payment INTEGER,
  about_contact INTEGER) RETURNS INTEGER LANGUAGE sql AS $$
  WITH queued AS (
    INSERT INTO pushes (subscription_id, topic, kind, booking_id, payment_id, contact_id)
    SELECT p.id, coalesce('booking-' || about_booking, 'payment-' || about_payment, 'message-' || about_contact),
      about_kind, about_booking, about_payment, about_contact
    FROM push_subscriptions p JOIN sessions s ON s.id = p.session_id JOIN users u ON u.id = s.user_id
      LEFT JOIN push_choices c ON c.user_id = u.id
    WHERE CASE about_kind WHEN 'bookings' THEN coalesce(c.bookings, true)
        WHEN 'changes' THEN coalesce(c.changes, true)
        WHEN 'money' THEN u.role <> 'crew' AND coalesce(c.money, true)
        ELSE u.role <> 'crew' AND coalesce(c.messages, true) END
    ORDER BY p.id
    ON CONFLICT (subscription_id, topic) DO UPDATE SET version = pushes.version + 1,
      -- What may have been shown already is told as what it is by now.
      kind = CASE WHEN pushes.attempts = 0 THEN pushes.kind ELSE EXCLUDED.kind END
    RETURNING 1)
  SELECT count(*)::int FROM queued
$$;

-- A payment for whose money the owner has to decide: the phones are told, whoever wrote it.
CREATE OR REPLACE FUNCTION push_money() RETURNS TRIGGER LANGUAGE plpgsql AS $$
BEGIN
  PERFORM queue_push('money', NULL, NEW.id, NULL);
  RETURN NULL;
END
$$;

CREATE OR REPLACE TRIGGER payments_push_new AFTER INSERT ON payments FOR EACH ROW
  WHEN (NEW.outcome = 'needs_attention' OR NEW.disputed) EXECUTE FUNCTION push_money();
CREATE OR REPLACE TRIGGER payments_push AFTER UPDATE ON payments FOR EACH ROW
  WHEN ((NEW.outcome = 'needs_attention' AND OLD.outcome IS DISTINCT FROM NEW.outcome)
    OR (NEW.outcome = 'confirmed' AND NEW.reason = 'refund_failed' AND OLD.reason IS DISTINCT FROM NEW.reason)
    OR (NEW.disputed AND NOT OLD.disputed))
  EXECUTE FUNCTION push_money();
