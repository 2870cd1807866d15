-- Which languages there are is the code's to know: a list of them here would refuse bookings in a new one.
ALTER TABLE bookings DROP CONSTRAINT bookings_locale,
  ADD CONSTRAINT bookings_locale CHECK (locale ~ '^[a-z]{2,3}$');
