-- Bookings that are to be paid by transfer, and the slips that their customers send (docs/decisions/041).
ALTER TABLE bookings
  ADD COLUMN transfer_chosen_at TIMESTAMPTZ(3),
  ADD COLUMN transfer_decision TEXT,
  ADD CONSTRAINT bookings_transfer CHECK (transfer_decision IS NULL
    OR (transfer_chosen_at IS NOT NULL AND transfer_decision IN ('received', 'not_received')));
CREATE INDEX bookings_transfer_idx ON bookings (transfer_chosen_at)
  WHERE transfer_chosen_at IS NOT NULL AND transfer_decision IS NULL;

CREATE TABLE slips (
  booking_id INTEGER NOT NULL,
  type TEXT NOT NULL,
  data BYTEA NOT NULL,
  sent_at TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT slips_pkey PRIMARY KEY (booking_id),
  CONSTRAINT slips_file CHECK (type IN ('application/pdf', 'image/webp') AND length(data) > 0)
);
ALTER TABLE slips
  ADD CONSTRAINT slips_booking_id_fkey FOREIGN KEY (booking_id) REFERENCES bookings (id) ON DELETE CASCADE ON UPDATE CASCADE;
