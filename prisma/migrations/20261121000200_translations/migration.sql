-- What visitors read of the owner's content in Malay and Chinese, as with services: English is the row itself.
ALTER TABLE "blog_posts" ADD COLUMN "translations" JSONB NOT NULL DEFAULT '{}';
ALTER TABLE "portfolio_items" ADD COLUMN "translations" JSONB NOT NULL DEFAULT '{}';
