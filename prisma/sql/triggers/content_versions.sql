-- Which content changed last: one row per cache tag, counted up by the tables themselves, in the
-- transaction of the change. Every instance watches these rows and throws away what it cached under a
-- tag that moved (docs/decisions/012-content-follows.md). The version is drawn from the sequence, so
-- that none ever comes twice, whatever is deleted in between.
CREATE OR REPLACE FUNCTION content_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO content_versions (tag) VALUES (TG_ARGV[0])
  ON CONFLICT (tag) DO UPDATE SET version = EXCLUDED.version, changed_at = clock_timestamp();
  RETURN NULL;
END$$;

-- For each row: a statement that changes none, as of a job with nothing to do, is no change.
CREATE OR REPLACE TRIGGER services_changed AFTER INSERT OR UPDATE OR DELETE ON services
  FOR EACH ROW EXECUTE FUNCTION content_changed('services');
CREATE OR REPLACE TRIGGER price_sets_changed AFTER INSERT OR UPDATE OR DELETE ON price_sets
  FOR EACH ROW EXECUTE FUNCTION content_changed('services');
CREATE OR REPLACE TRIGGER holidays_changed AFTER INSERT OR UPDATE OR DELETE ON holidays
  FOR EACH ROW EXECUTE FUNCTION content_changed('holidays');
CREATE OR REPLACE TRIGGER settings_changed AFTER INSERT OR UPDATE OR DELETE ON settings
  FOR EACH ROW EXECUTE FUNCTION content_changed('settings');
CREATE OR REPLACE TRIGGER codes_changed AFTER INSERT OR UPDATE OR DELETE ON codes
  FOR EACH ROW EXECUTE FUNCTION content_changed('codes');
CREATE OR REPLACE TRIGGER portfolio_items_changed AFTER INSERT OR UPDATE OR DELETE ON portfolio_items
  FOR EACH ROW EXECUTE FUNCTION content_changed('portfolio');
CREATE OR REPLACE TRIGGER blog_posts_changed AFTER INSERT OR UPDATE OR DELETE ON blog_posts
  FOR EACH ROW EXECUTE FUNCTION content_changed('blog');

CREATE OR REPLACE TRIGGER rooms_changed AFTER INSERT OR UPDATE OR DELETE ON studios
  FOR EACH ROW EXECUTE FUNCTION content_changed('rooms');
CREATE OR REPLACE TRIGGER service_rooms_changed AFTER INSERT OR UPDATE OR DELETE ON service_rooms
  FOR EACH ROW EXECUTE FUNCTION content_changed('rooms');
CREATE OR REPLACE TRIGGER blocks_changed AFTER INSERT OR UPDATE OR DELETE ON blocks
  FOR EACH ROW EXECUTE FUNCTION content_changed('blocks');
