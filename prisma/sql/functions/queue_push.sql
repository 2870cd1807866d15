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
