-- Which content changed last: one row per cache tag, counted up by the tables themselves, in the transaction of the change.
-- Every instance watches these rows and throws away what it cached under a tag that moved (docs/decisions/012-content-follows.md).
CREATE TABLE "content_versions" (
    "tag" TEXT NOT NULL,
    "version" BIGSERIAL NOT NULL,
    "changed_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    CONSTRAINT "content_versions_pkey" PRIMARY KEY ("tag")
);

-- The engine that applies migrations cuts them at every semicolon, inside a function's body too: there it is written \x3B.
-- The version is drawn from the sequence, so that none ever comes twice, whatever is deleted in between.
CREATE FUNCTION content_changed() RETURNS trigger LANGUAGE plpgsql AS E'
BEGIN
  INSERT INTO content_versions (tag) VALUES (TG_ARGV[0])
  ON CONFLICT (tag) DO UPDATE SET version = EXCLUDED.version, changed_at = clock_timestamp()\x3B
  RETURN NULL\x3B
END';

CREATE TRIGGER services_changed AFTER INSERT OR UPDATE OR DELETE ON services FOR EACH STATEMENT EXECUTE FUNCTION content_changed('services');
CREATE TRIGGER holidays_changed AFTER INSERT OR UPDATE OR DELETE ON holidays FOR EACH STATEMENT EXECUTE FUNCTION content_changed('holidays');
CREATE TRIGGER settings_changed AFTER INSERT OR UPDATE OR DELETE ON settings FOR EACH STATEMENT EXECUTE FUNCTION content_changed('settings');
CREATE TRIGGER portfolio_items_changed AFTER INSERT OR UPDATE OR DELETE ON portfolio_items FOR EACH STATEMENT EXECUTE FUNCTION content_changed('portfolio');
CREATE TRIGGER blog_posts_changed AFTER INSERT OR UPDATE OR DELETE ON blog_posts FOR EACH STATEMENT EXECUTE FUNCTION content_changed('blog');
