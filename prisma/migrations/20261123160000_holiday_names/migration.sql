-- The names of holidays are translations, like those of services. A name that was only the English one
-- repeated was never a translation.
ALTER TABLE holidays RENAME COLUMN name_en TO name;
ALTER TABLE holidays ADD COLUMN translations JSONB NOT NULL DEFAULT '{}';
UPDATE holidays SET translations =
  CASE WHEN name_ms = name THEN '{}'
    ELSE jsonb_build_object('ms', jsonb_build_object('name', name_ms)) END
  || CASE WHEN name_zh = name THEN '{}'
    ELSE jsonb_build_object('zh', jsonb_build_object('name', name_zh)) END;
ALTER TABLE holidays DROP COLUMN name_ms, DROP COLUMN name_zh;
