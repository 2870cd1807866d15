-- A work's recording to listen to; a waveform belongs to one.
ALTER TABLE portfolio_items
  ADD COLUMN sound_url text,
  ADD COLUMN sound_peaks text,
  ADD CONSTRAINT portfolio_items_sound CHECK (sound_peaks IS NULL OR sound_url IS NOT NULL);
