-- A membership counts once whoever joined has proven that the inbox is theirs (docs/decisions/015-membership-proof.md).
ALTER TABLE "memberships"
  ADD COLUMN "email_proven_at" TIMESTAMPTZ(3),
  ADD COLUMN "joined_browser_hash" TEXT,
  ADD COLUMN "earlier_counted" BOOLEAN,
  -- The one definition of a membership that counts. Not to be written.
  ADD COLUMN "counts" BOOLEAN GENERATED ALWAYS AS (status = 'active' AND email_proven_at IS NOT NULL) STORED;

-- Proven are those from whose inbox a code came back: a session, a browser that signed in, a code that was used, or a free
-- session, which only the signed-in can book. What counted for them goes on counting.
UPDATE memberships m SET email_proven_at = joined_at, earlier_counted = true
WHERE EXISTS (SELECT 1 FROM sessions s WHERE s.kind = 'member' AND s.email = m.customer_email)
  OR EXISTS (SELECT 1 FROM known_browsers k WHERE k.account_hash = encode(sha256(convert_to('member:' || m.customer_email, 'UTF8')), 'hex'))
  OR EXISTS (SELECT 1 FROM sign_in_codes c WHERE c.email = m.customer_email AND c.used_at IS NOT NULL)
  OR EXISTS (SELECT 1 FROM bookings b WHERE b.membership_id = m.id AND b.is_free_session);

-- For all others nothing counts until they prove it and say that it is theirs: the ledger takes their sessions back, and
-- whoever confirms them gets them again. A reward that the owner was already told to pay stays.
INSERT INTO membership_sessions (membership_id, session_date, session_time, duration, was_freebie_session, reverses_id, notes)
  SELECT s.membership_id, s.session_date, s.session_time, s.duration, s.was_freebie_session, s.id, 'unproven'
  FROM membership_sessions s JOIN memberships m ON m.id = s.membership_id
  WHERE m.email_proven_at IS NULL AND s.reverses_id IS NULL
    AND NOT EXISTS (SELECT 1 FROM membership_sessions x WHERE x.reverses_id = s.id);
UPDATE bookings b SET membership_id = NULL FROM memberships m WHERE m.id = b.membership_id AND m.email_proven_at IS NULL;
UPDATE memberships SET sessions_completed = 0, sessions_remaining = 10, free_sessions_earned = 0, free_sessions_used = 0,
  total_spent = 0, last_session_at = NULL WHERE email_proven_at IS NULL;

ALTER TABLE memberships ADD CONSTRAINT memberships_unproven CHECK (email_proven_at IS NOT NULL
  OR (sessions_completed = 0 AND free_sessions_earned = 0 AND free_sessions_used = 0 AND total_spent = 0 AND earlier_counted IS NULL));
