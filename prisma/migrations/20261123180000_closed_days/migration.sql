-- A holiday on which the studio does not open. The others keep weekend hours.
ALTER TABLE holidays ADD COLUMN closed BOOLEAN NOT NULL DEFAULT false;

-- Pages name the days that are blocked wholly, so that block-outs are content. Rows and not statements
-- are counted: bookings write the same table all day and change no page.
CREATE TRIGGER blocks_made AFTER INSERT ON slot_reservations
  FOR EACH ROW WHEN (NEW.kind = 'block') EXECUTE FUNCTION content_changed('blocks');
CREATE TRIGGER blocks_gone AFTER DELETE ON slot_reservations
  FOR EACH ROW WHEN (OLD.kind = 'block') EXECUTE FUNCTION content_changed('blocks');
