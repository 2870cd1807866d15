-- What is kept of the content was thrown away every minute: a job's update of no row counted as a change.
-- The old version may run
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
