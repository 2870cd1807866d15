-- Held hours are bounded per network too, so a hold remembers whose network it is, as a hash.
ALTER TABLE bookings ADD COLUMN holder_network_hash TEXT;
