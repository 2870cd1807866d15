-- Edits were due at the closing hour of a weekday: where that is not 21, it stays the hour by which they are due.
DO $$
DECLARE
  closes jsonb := (SELECT value #> '{weekday,closes}' FROM settings WHERE key = 'hours');
BEGIN
  IF closes <> '21' THEN
    INSERT INTO settings (key, value)
    VALUES ('office', jsonb_build_object('monday', true, 'tuesday', true, 'wednesday', true, 'thursday', true,
      'friday', true, 'saturday', false, 'sunday', false, 'dueHour', closes));
  END IF;
END
$$;
