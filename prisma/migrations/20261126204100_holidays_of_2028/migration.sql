-- Three days that the list of 2028 lacked. Only where that list was added and its Hari Raya still stands, and
-- never a day that the owner has removed.
INSERT INTO holidays (date, name, translations, tentative)
SELECT day.date, day.name, jsonb_build_object('ms', jsonb_build_object('name', day.ms), 'zh', jsonb_build_object('name', day.zh)), true
FROM (VALUES
  ('2028-02-13', 'Nuzul Al-Quran', 'Nuzul Al-Quran', '可兰经降世日'),
  ('2028-02-14', 'Nuzul Al-Quran (replacement holiday)', 'Nuzul Al-Quran (cuti ganti)', '可兰经降世日（补假）'),
  ('2028-02-29', 'Hari Raya Aidilfitri (replacement holiday)', 'Hari Raya Aidilfitri (cuti ganti)', '开斋节（补假）')
) AS day (date, name, ms, zh)
WHERE EXISTS (SELECT FROM holidays WHERE date = '2028-02-27' AND name = 'Hari Raya Aidilfitri')
  AND NOT EXISTS (SELECT FROM audit_log WHERE entity = 'holiday' AND action = 'delete' AND entity_id = day.date)
ON CONFLICT (date) DO NOTHING;
