-- What a column may say, where only the code said it until now.
ALTER TABLE bookings ADD CONSTRAINT bookings_cancel_reason
  CHECK (cancel_reason IS NULL OR (status = 'cancelled' AND cancel_reason IN ('expired', 'released', 'admin')));
ALTER TABLE video_editing_orders DROP CONSTRAINT video_editing_orders_cancel_reason;
ALTER TABLE video_editing_orders ADD CONSTRAINT video_editing_orders_cancel_reason
  CHECK (cancel_reason IS NULL OR (status = 'cancelled' AND cancel_reason IN ('expired', 'replaced', 'admin')));
ALTER TABLE booking_upgrades ADD CONSTRAINT booking_upgrades_durations CHECK (
  duration IN ('hourly', 'half-day', 'full-day', 'weekly') AND from_duration IN ('hourly', 'half-day', 'full-day', 'weekly'));
ALTER TABLE membership_sessions ADD CONSTRAINT membership_sessions_duration
  CHECK (duration IN ('hourly', 'half-day', 'full-day', 'weekly'));

-- A member's bookings and orders, which are found by the email in lower case.
CREATE INDEX bookings_lower_email ON bookings (lower(email));
CREATE INDEX video_editing_orders_lower_email ON video_editing_orders (lower(customer_email));
CREATE INDEX "bookings_membership_id_idx" ON "bookings"("membership_id");
