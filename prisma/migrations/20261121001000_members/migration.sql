-- The members' books (decisions E3, E4). Nothing in them is edited or deleted: what a refund or a cancellation takes back
-- is a row of its own that names the row it reverses, and at most one may.
ALTER TABLE "membership_sessions" ADD COLUMN "reverses_id" INTEGER;
CREATE UNIQUE INDEX "membership_sessions_reverses_id_key" ON "membership_sessions"("reverses_id");
ALTER TABLE "membership_sessions" ADD CONSTRAINT "membership_sessions_reverses_id_fkey"
  FOREIGN KEY ("reverses_id") REFERENCES "membership_sessions"("id") ON DELETE SET NULL ON UPDATE CASCADE;
ALTER TABLE membership_sessions ADD CONSTRAINT membership_sessions_reversal CHECK (reverses_id IS NULL OR booking_id IS NULL);

ALTER TABLE "memberships" ADD COLUMN "free_sessions_used" INTEGER NOT NULL DEFAULT 0;
-- A free session is never given twice: 50 redemptions at once meet this as the last of three guards.
ALTER TABLE memberships ADD CONSTRAINT memberships_free_sessions
  CHECK (free_sessions_used BETWEEN 0 AND free_sessions_earned AND free_sessions_earned * 10 <= sessions_completed);

ALTER TABLE "referral_rewards" ADD COLUMN "reverses_id" INTEGER, ADD COLUMN "booking_id" INTEGER;
CREATE UNIQUE INDEX "referral_rewards_reverses_id_key" ON "referral_rewards"("reverses_id");
ALTER TABLE "referral_rewards" ADD CONSTRAINT "referral_rewards_reverses_id_fkey"
  FOREIGN KEY ("reverses_id") REFERENCES "referral_rewards"("id") ON DELETE SET NULL ON UPDATE CASCADE;
ALTER TABLE "referral_rewards" ADD CONSTRAINT "referral_rewards_booking_id_fkey"
  FOREIGN KEY ("booking_id") REFERENCES "bookings"("id") ON DELETE SET NULL ON UPDATE CASCADE;
CREATE INDEX "referral_rewards_booking_id_idx" ON "referral_rewards"("booking_id");
DROP INDEX "referral_rewards_referred_membership_id_key";
CREATE INDEX "referral_rewards_referred_membership_id_idx" ON "referral_rewards"("referred_membership_id");
-- One reward per friend for ever. Its counter entry stands beside it.
CREATE UNIQUE INDEX referral_rewards_one_per_friend ON referral_rewards (referred_membership_id) WHERE reverses_id IS NULL;
-- held: friend and referrer paid with the same card and the owner decides. refused: what the owner then decided.
ALTER TABLE referral_rewards DROP CONSTRAINT referral_rewards_status;
ALTER TABLE referral_rewards ADD CONSTRAINT referral_rewards_status CHECK (status IN ('pending', 'held', 'awarded', 'paid', 'refused'));
ALTER TABLE referral_rewards ADD CONSTRAINT referral_rewards_reversal
  CHECK (CASE WHEN reverses_id IS NULL THEN reward_amount > 0 ELSE reward_amount < 0 AND status = 'awarded' END);
