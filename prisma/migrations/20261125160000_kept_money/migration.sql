-- Intents at Stripe without a payment of ours that could not be recorded: the sweeps read them again, the admin is
-- shown them.
CREATE TABLE "unread_intents" (
    "intent_id" TEXT NOT NULL,
    "since" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "tried_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    CONSTRAINT "unread_intents_pkey" PRIMARY KEY ("intent_id")
);

-- Bookings whose money went back, by whomever and for whatever reason, although they stand: `payment_id` paid for the
-- booking, or for an upgrade that it has, or came too late for one that the admin has confirmed since. A second payment
-- of one that was paid already is not meant.
CREATE OR REPLACE VIEW bookings_paid_back AS
SELECT p.booking_id, p.id AS payment_id, p.handled_at
FROM payments p JOIN bookings b ON b.id = p.booking_id LEFT JOIN booking_upgrades u ON u.payment_id = p.id
WHERE b.status <> 'cancelled' AND (p.purpose = 'booking' OR u.status = 'applied')
  AND ((p.outcome = 'refunded' AND (p.reason IS NULL OR p.reason = 'owner_refund'
      OR (p.reason <> 'duplicate' AND b.status IN ('confirmed', 'completed'))))
    OR p.dispute_status IN ('chargeback', 'lost'))
  AND NOT EXISTS (SELECT 1 FROM payments o WHERE o.booking_id = p.booking_id AND o.purpose = p.purpose
    AND o.purpose = 'booking' AND o.id <> p.id AND o.outcome = 'confirmed'
    AND (o.dispute_status IS NULL OR o.dispute_status NOT IN ('chargeback', 'lost')));

-- A reward that was paid out and reversed when its session was set back leaves its session to a new row when the session
-- is completed again.
DROP INDEX referral_rewards_one_per_friend;
CREATE UNIQUE INDEX referral_rewards_one_per_friend ON referral_rewards (referred_membership_id)
  WHERE reverses_id IS NULL AND NOT (status = 'paid' AND booking_id IS NULL);
