-- What happens on the day of a session, the owner's notes about it, and acts that can be taken back (docs/decisions/039).
ALTER TABLE bookings
  ADD COLUMN people INTEGER,
  ADD COLUMN arrived_at TIMESTAMPTZ(3),
  ADD COLUMN no_show_at TIMESTAMPTZ(3),
  ADD CONSTRAINT bookings_people CHECK (people BETWEEN 1 AND 100),
  ADD CONSTRAINT bookings_arrival CHECK (num_nonnulls(arrived_at, no_show_at) <= CASE status WHEN 'cancelled' THEN 0 ELSE 1 END);

CREATE TABLE booking_notes (
  id SERIAL NOT NULL,
  booking_id INTEGER NOT NULL,
  text TEXT NOT NULL,
  author TEXT NOT NULL,
  created_at TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT booking_notes_pkey PRIMARY KEY (id),
  CONSTRAINT booking_notes_text CHECK (length(text) BETWEEN 1 AND 2000)
);
CREATE INDEX booking_notes_booking_id_idx ON booking_notes (booking_id);
ALTER TABLE booking_notes
  ADD CONSTRAINT booking_notes_booking_id_fkey FOREIGN KEY (booking_id) REFERENCES bookings (id) ON DELETE CASCADE ON UPDATE CASCADE;

-- The last act of an administrator on a booking: until then it can be taken back, and nobody is told of it.
CREATE TABLE undoable_acts (
  booking_id INTEGER NOT NULL,
  id UUID NOT NULL DEFAULT gen_random_uuid(),
  actor TEXT NOT NULL,
  before JSONB NOT NULL,
  after JSONB NOT NULL,
  until TIMESTAMPTZ(3) NOT NULL,
  CONSTRAINT undoable_acts_pkey PRIMARY KEY (booking_id),
  CONSTRAINT undoable_acts_facts CHECK (jsonb_typeof(before) = 'object' AND jsonb_typeof(after) = 'object')
);
CREATE INDEX undoable_acts_until_idx ON undoable_acts (until);
ALTER TABLE undoable_acts
  ADD CONSTRAINT undoable_acts_booking_id_fkey FOREIGN KEY (booking_id) REFERENCES bookings (id) ON DELETE CASCADE ON UPDATE CASCADE;

-- Whether the last act on a booking can still be taken back: until then nobody is told of the booking, and none of its
-- money goes back.
CREATE OR REPLACE FUNCTION can_be_taken_back(booking INTEGER, at TIMESTAMPTZ) RETURNS BOOLEAN LANGUAGE sql STABLE
  RETURN EXISTS (SELECT 1 FROM undoable_acts AS a WHERE a.booking_id = booking AND a.until > at);

-- A refund that waits only because its act can still be taken back needs nobody's attention.
CREATE OR REPLACE VIEW payment_alerts AS
SELECT p.id AS payment_id, CASE
    WHEN p.outcome IN ('needs_attention', 'refund_due') OR (p.outcome = 'confirmed' AND p.reason = 'refund_failed')
      THEN 'open'
    WHEN p.disputed THEN 'disputed'
    WHEN p.outcome = 'refunded' AND p.id IN (SELECT payment_id FROM bookings_paid_back) THEN 'paid_back'
    WHEN p.sync_failing_since < now() - interval '1 hour' THEN 'unread'
    ELSE 'no_document' END AS kind
FROM payments p
WHERE p.handled_at IS NULL AND (
  p.outcome = 'needs_attention'
  OR (p.outcome = 'refund_due' AND NOT can_be_taken_back(p.booking_id, now()))
  OR (p.outcome = 'confirmed' AND p.reason = 'refund_failed')
  OR p.disputed
  OR (p.outcome = 'refunded' AND p.id IN (SELECT payment_id FROM bookings_paid_back))
  OR p.sync_failing_since < now() - interval '1 hour'
  OR p.documents_failing_since IS NOT NULL);

-- With the new columns.
CREATE OR REPLACE VIEW bookings_unpaid_over AS
  SELECT b.* FROM bookings b
  WHERE b.status = 'pending' AND b.hold_expires_at IS NULL AND b.ends_at <= now()
    AND NOT EXISTS (SELECT 1 FROM payments p WHERE p.booking_id = b.id
      AND p.outcome IN ('confirmed', 'needs_attention', 'refund_due'));
