-- Whether the last act on a booking can still be taken back: until then nobody is told of the booking, and none of its
-- money goes back.
CREATE OR REPLACE FUNCTION can_be_taken_back(booking INTEGER, at TIMESTAMPTZ) RETURNS BOOLEAN LANGUAGE sql STABLE
  RETURN EXISTS (SELECT 1 FROM undoable_acts AS a WHERE a.booking_id = booking AND a.until > at);
